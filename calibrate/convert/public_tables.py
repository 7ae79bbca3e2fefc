#!/usr/bin/env python3
"""Converts the files of public sources, as fetch.py leaves them, into the tables that the fits read.

    python3 calibrate/convert/public_tables.py --upstream build/public-data/upstream --out build/public-data/tables

Convention of all tables: row-major C[m, n] = op(A) op(B), `batch` independent products. First letter of `layout`: N = A
stored m x k, T = k x m; second: N = B stored k x n, T = n x k. Times in microseconds.

Exit codes: 0 done, 2 a source has another form than its converter knows (one line names the file and what came);
nothing is written then.
"""
import argparse
import pathlib
import sys

import aiconfigurator
import clblas
import deepbench
import neusight
import vidur
from tables import Refusal, csv_text

CONVERTERS = (neusight, vidur, clblas, deepbench, aiconfigurator)


def converted(upstream):
    """{table: text}. Sources that share a table follow each other in it. Raises Refusal."""
    tables = {}
    for converter in CONVERTERS:
        for name, (columns, rows) in converter.convert(upstream).items():
            assert tables.setdefault(name, (columns, []))[0] == columns
            tables[name][1].extend(rows)
    return {name: csv_text(columns, rows) for name, (columns, rows) in tables.items()}


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--upstream", type=pathlib.Path, required=True, help="folder with a folder of files for each source"
    )
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the tables")
    arguments = parser.parse_args(words)
    try:
        tables = converted(arguments.upstream)
    except Refusal as refusal:
        print(f"public_tables: {refusal}", file=sys.stderr)
        return 2
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, text in sorted(tables.items()):
        (arguments.out / f"{name}.csv").write_text(text, encoding="utf-8")
        print(f"{name}.csv: {text.count(chr(10)) - 1} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
