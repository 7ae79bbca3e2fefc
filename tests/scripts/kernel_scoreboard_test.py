"""Lines of perfmodel-fit-operations become rows of the page."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "scripts/kernel-scoreboard"
LOADER = importlib.machinery.SourceFileLoader("kernel_scoreboard", str(PATH))
scoreboard = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(scoreboard)

GROUP = "{:>6}{:>7}{:>7}{:>8} "
WARM = [
    "single operations at random, warm operands: rows, mean, median error, bias in %",
    f"{'':53}fitted seeds                 held-out seeds               H100",
    f"{'all copy_layout':53}" + GROUP.format(491, 12.8, 8.1, "+0.5") + GROUP.format(122, 11.2, 6.4, "+1.6"),
    f"{'copy_layout clone':53}" + GROUP.format(9, 1.0, 1.0, "+1.0"),
    "single operations at random, cold operands: rows, mean, median error, bias in %",
    f"{'all copy_layout':53}" + GROUP.format(1, 2.0, 3.0, "-4.0"),
]


class Tables(unittest.TestCase):
    def test_a_line_with_a_mean_is_a_row(self):
        line = "card, kernel          n    36  mean   3.9 %  median   2.8 %  p90   9.1 %  bias  +1.3 %"
        self.assertEqual(
            list(scoreboard.rows([line, "36 of 36 rows inside"])),
            ["| card, kernel | 36 | 3.9 | 2.8 | 9.1 | +1.3 |"],
        )

    def test_families_on_warm_operands_have_a_row_each(self):
        self.assertEqual(
            list(scoreboard.families(WARM)),
            ["| copy layout | 491: 12.8, 8.1, +0.5 | 122: 11.2, 6.4, +1.6 |  |"],
        )

    def test_the_page_has_both_tables(self):
        page = scoreboard.PAGE.read_text()
        for name in ("rows", "families"):
            self.assertLess(page.index(f"<!-- {name} -->"), page.index(f"<!-- end of {name} -->"))


if __name__ == "__main__":
    unittest.main()
