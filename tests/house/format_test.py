"""The house's format: clang-format for C++, black for Python, no line over 120 columns.

Their output depends on their release, so that each is asked only in Debian 12's; columns are always counted.
"""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CXX = {".hpp", ".ipp", ".cpp", ".cu", ".cuh"}
OTHERS = {".py", ".sh", ".bash", ".cmake", ".txt", ""}
COLUMNS = 120


def sources():
    """Files of the project, without what a build or an editor leaves in the tree."""
    left_out = {"build", "data", "docs", "devices"}
    for folder, folders, names in os.walk(ROOT):
        here = pathlib.Path(folder)
        inside = here.relative_to(ROOT).parts
        folders[:] = [
            f for f in folders if not f.startswith(".") and f != "__pycache__" and (inside or f not in left_out)
        ]
        for name in names:
            if pathlib.Path(name).suffix in CXX | OTHERS and not name.startswith("."):
                yield here / name


def release(program):
    found = shutil.which(program)
    if not found:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    number = re.search(r"(\d+)\.", said)
    return int(number.group(1)) if number else None


class Format(unittest.TestCase):
    def test_no_line_is_over_120_columns(self):
        long = []
        for path in sources():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                # a raw string, an expression that a test matches, cannot go on in the next line
                if len(line) > COLUMNS and 'R"(' not in line and "https://" not in line:
                    long.append(f"{path.relative_to(ROOT)}:{number}: {len(line)} columns")
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
