#!/usr/bin/env python3
"""Makes raw tables (data/raw/CARD/*.csv) of what the programs in calibrate/measure/ leave behind.

    raw_tables.py frame        --table T --card C --out OUT.csv IN.csv...   the rows of all inputs, one after the other
    raw_tables.py kernels      ... [--least-us 20] [--cut 72]   pytorch_kernels_<part>.csv: kernels of so many us a step
    and more raw_tables.py sums         ... [--cut 100]                  timelines: a row for each kernel (and grid and
    block, where they are told) raw_tables.py convolutions ...                              pytorch_ops_<part>.csv:
    convolutions with their shapes raw_tables.py allocations  ...
    pytorch_allocations_<part>.csv: events of tensors, not of segments

A raw table is CSV between a first line "# perfmodel-raw 1 TABLE card=CARD" and a last line "# end ROWS"; cells hold no
comma (";" stands for it in names). data/raw/README.md says which table was made how.

Exit codes: 0 done, 2 an input is not what it should be (one line names it); nothing is written then.
"""
import argparse
import json
import pathlib
import sys

from tables import Refusal, csv_text, number, read_table

BEFORE_TIMES = ("index", "start_us")  # columns of a timeline that a sum drops
CONVOLUTIONS = ("cudnn_convolution", "_conv_depthwise2d", "convolution_backward")


def plain(text, cut=None):
    return text.replace(",", ";")[:cut]


def columns_of(rows, path):
    if not rows:
        raise Refusal(f"{path}: no rows")
    return list(rows[0])


def frame(inputs, _):
    header, out = None, []
    for path in inputs:
        rows = read_table(path, ())
        if header not in (None, columns_of(rows, path)):
            raise Refusal(
                f"{path}:1: got the columns {', '.join(rows[0])}; must be {', '.join(header)}, as in " f"{inputs[0]}"
            )
        header = columns_of(rows, path)
        out += [[plain(cell) for cell in row.values()] for row in rows]
    return header, out


def kernels(inputs, arguments):
    header = ["network", "batch", "precision", "optimizer", "mode", "memory_format", "kernel", "count", "device_us"]
    out = []
    for path in inputs:
        for row in read_table(path, header):
            if float(row["device_us"]) >= arguments.least_us:
                out.append([plain(row[c], arguments.cut if c == "kernel" else None) for c in header])
    return header, out


def sums(inputs, arguments):
    header, found = None, {}
    for path in inputs:
        rows = read_table(path, ("duration_us", "kernel"))
        told = [c for c in ("grid", "block") if c in columns_of(rows, path)]
        keys = [c for c in rows[0] if c not in (*BEFORE_TIMES, "duration_us", "kernel", *told)] + ["kernel", *told]
        header = keys + ["count", "device_us"] + (["least_us", "most_us"] if told else [])
        for row in rows:
            key = tuple(plain(row[c], arguments.cut if c == "kernel" else None) for c in keys)
            found.setdefault(key, []).append(number(row, "duration_us", path))
    return header, [
        [*key, len(times), round(sum(times), 2), *((min(times), max(times)) if "least_us" in header else ())]
        for key, times in found.items()
    ]


def convolutions(inputs, _):
    kept = ["network", "batch", "precision", "mode", "memory_format"]
    out = []
    for path in inputs:
        for row in read_table(path, (*kept, "operation", "input_shapes", "count", "self_device_us")):
            operation = row["operation"].removeprefix("aten::")
            if operation not in CONVOLUTIONS:
                continue
            operands = 3 if operation == "convolution_backward" else 2
            try:
                shapes = [s for s in json.loads(row["input_shapes"]) if s][:operands]
            except ValueError as error:
                raise Refusal(f"{path}: input_shapes: got {row['input_shapes']!r}; must be lists of extents") from error
            out.append(
                [
                    *(row[c] for c in kept),
                    operation,
                    "/".join("x".join(map(str, s)) for s in shapes),
                    row["count"],
                    row["self_device_us"],
                ]
            )
    return [*kept, "operation", "shapes", "count", "device_us"], out


def allocations(inputs, _):
    header = ["network", "batch", "precision", "memory_format", "action", "tensor", "bytes"]
    return header, [
        [row[c] for c in header] for path in inputs for row in read_table(path, header) if row["action"] in ("a", "f")
    ]


def raw_text(table, card, header, rows):
    return f"# perfmodel-raw 1 {table} card={card}\n{csv_text(header, rows)}# end {len(rows)}\n"


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=[f.__name__ for f in (frame, kernels, sums, convolutions, allocations)])
    parser.add_argument("inputs", type=pathlib.Path, nargs="+", metavar="IN.csv")
    parser.add_argument("--table", required=True, help="name of the table, for the first line")
    parser.add_argument("--card", required=True, help="device file of the card, without .json")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--least-us", type=float, default=20.0, help="the shortest kernels to keep, us a step")
    parser.add_argument("--cut", type=int, help="letters of a kernel's name to keep: 72 in kernels, 100 in sums")
    arguments = parser.parse_args(words)
    arguments.cut = arguments.cut or {"kernels": 72, "sums": 100}.get(arguments.what)
    try:
        header, rows = globals()[arguments.what](arguments.inputs, arguments)
    except Refusal as refusal:
        print(f"raw_tables: {refusal}", file=sys.stderr)
        return 2
    arguments.out.write_text(raw_text(arguments.table, arguments.card, header, rows), encoding="utf-8")
    print(f"{arguments.out}: {len(rows)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
