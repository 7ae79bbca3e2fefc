"""data/raw/README.md has a line for every table, and none for a table that is not there."""
import pathlib
import re
import unittest

RAW = pathlib.Path(__file__).resolve().parents[2] / "data" / "raw"


class Readme(unittest.TestCase):
    def setUp(self):
        lines = (RAW / "README.md").read_text(encoding="utf-8").splitlines()
        self.named = set()
        for line in lines:
            if line.startswith("| ") and not line.startswith(("| table", "| ---")):
                first = re.sub(r"\(.*?\)", "", line.split("|")[1])
                self.named |= {name.strip() for name in first.split(",") if name.strip()}
        self.tables = {path.stem for path in RAW.glob("*/*.csv")}

    def test_every_table_has_a_line(self):
        self.assertEqual(self.tables - self.named, set())

    def test_every_line_has_a_table(self):
        self.assertEqual(self.named - self.tables, set())


if __name__ == "__main__":
    unittest.main()
