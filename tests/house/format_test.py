"""The house's format: clang-format for C++, black for Python, no line over 120 columns, in documents neither.

A row of a Markdown table is one line, whatever its length, and what a program printed stays as it is. The formatters'
output depends on their release, so that each is asked only in Debian 12's; columns are always counted.
"""
import os
import pathlib
import subprocess
import unittest

from tools import ROOT, release

CXX = {".hpp", ".ipp", ".cpp", ".cu", ".cuh"}
OTHERS = {".py", ".sh", ".bash", ".cmake", ".txt", ".md", ".json", ".clang-tidy", ""}
COLUMNS = 120
# Data have a layout of their own (tests/json/layout_test.cpp): what a source is called is one string, a recording one
# line.
DATA = {"data", "devices", "recording"}


def sources():
    """Files of the project, without what a build or an editor leaves in the tree."""
    for folder, folders, names in os.walk(ROOT):
        here = pathlib.Path(folder)
        inside = here.relative_to(ROOT).parts
        left_out = {"__pycache__"} | ({"build"} if not inside else {"corpus"} if inside[-1] == "fuzz" else set())
        folders[:] = [f for f in folders if not f.startswith(".") and f not in left_out]
        for name in names:
            path = here / name
            suffix = path.suffix or (name if name.startswith(".clang") else "")
            if suffix == ".json" and DATA & set(inside) and "include" not in inside:
                continue
            if suffix in CXX | OTHERS and (not name.startswith(".") or suffix == ".clang-tidy"):
                yield path


def lines_that_can_be_broken(path):
    """(number, line) of a file, without the rows of tables and the console of a Markdown document."""
    console = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if path.suffix == ".md":
            if line.lstrip().startswith("```"):
                console = not console
            if console or line.lstrip().startswith("|"):
                continue
        # a raw string, an expression that a test matches, cannot go on in the next line
        if 'R"(' not in line and "https://" not in line:
            yield number, line


class Format(unittest.TestCase):
    def test_no_line_is_over_120_columns(self):
        long = [
            f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
            for path in sources()
            for number, line in lines_that_can_be_broken(path)
            if len(line) > COLUMNS
        ]
        self.assertEqual(long, [])

    def test_cxx_is_as_clang_format_writes_it(self):
        if release("clang-format") != 14:
            self.skipTest("no clang-format 14")
        files = [str(path) for path in sources() if path.suffix in CXX]
        self.assertGreater(len(files), 400)
        done = subprocess.run(
            ["clang-format", "--dry-run", "-Werror", *files], capture_output=True, text=True, cwd=ROOT
        )
        self.assertEqual(done.returncode, 0, done.stderr[:4000])

    def test_python_is_as_black_writes_it(self):
        if release("black") != 23:
            self.skipTest("no black 23")
        files = [str(path) for path in sources() if path.suffix == ".py"]
        done = subprocess.run(["black", "-q", "--check", "-l", str(COLUMNS), *files], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])


if __name__ == "__main__":
    unittest.main()
