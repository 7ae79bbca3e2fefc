"""scripts/mutate: which places it finds, what becomes of planted faults in a small tree, and what it refuses."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/mutation"))
sys.dont_write_bytecode = True
import asleep  # noqa: E402

HEADER = """#pragma once
#include <algorithm>
namespace perfmodel {
/// a * b, which is no code
constexpr double area(double a, double b) { return a * b; }
constexpr bool fits(int n, int room) { return n <= room; }
constexpr int longer(int a, int b) { return std::max(a, b); }
constexpr bool both(bool a, bool b) { return a && b; }
}  // namespace perfmodel
"""
TEST = """#include <doctest/doctest.h>
#include <perfmodel/pricing/small.hpp>
namespace pricing_small_test {
using namespace perfmodel;
static_assert(longer(1, 2) == 2);
TEST_CASE("a small header") {
  CHECK(area(2.0, 3.0) == 6.0);
  CHECK(fits(1, 2));
  CHECK_FALSE(both(true, false));
}
}  // namespace pricing_small_test
"""
MAIN = "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n"


class SmallTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)
        shutil.copytree(ROOT / "scripts/mutation", cls.root / "scripts/mutation")
        shutil.copy(ROOT / "scripts/mutate", cls.root / "scripts/mutate")
        for name, text in {
            "include/perfmodel/pricing/small.hpp": HEADER,
            "tests/pricing/small_test.cpp": TEST,
            "tests/main.cpp": MAIN,
        }.items():
            place = cls.root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)

    def mutate(self, *words):
        """(exit code, lines, errors)"""
        command = [sys.executable, "-B", str(self.root / "scripts/mutate"), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.root)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def test_places_are_listed_and_comments_are_none(self):
        code, lines, errors = self.mutate("--list", "include/perfmodel/pricing/small.hpp")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(
            [line.split(": ")[:2] for line in lines],
            [
                ["include/perfmodel/pricing/small.hpp:5", "* -> /"],
                ["include/perfmodel/pricing/small.hpp:6", "<= -> <"],
                ["include/perfmodel/pricing/small.hpp:7", "max -> min"],
                ["include/perfmodel/pricing/small.hpp:8", "&& -> ||"],
            ],
        )

    def test_the_same_seed_draws_the_same_faults(self):
        one = self.mutate("--list", "--faults", "2", "--seed", "5")
        self.assertEqual(len(one[1]), 2)
        self.assertEqual(one, self.mutate("--list", "--faults", "2", "--seed", "5"))

    def test_faults_are_noticed_by_checks_and_by_assertions_or_survive(self):
        header = "include/perfmodel/pricing/small.hpp"
        table = self.root / "survivors.md"
        code, lines, errors = self.mutate("--jobs", "1", "--least", "0.75", "--out", str(table), header)
        self.assertEqual((code, errors), (0, ""), lines)
        self.assertIn(f"{header}:5: * -> /: noticed by tests/pricing/small_test.cpp", lines)
        self.assertIn(f"{header}:7: max -> min: noticed by tests/pricing/small_test.cpp", lines)
        self.assertIn(f"{header}:8: && -> ||: noticed by tests/pricing/small_test.cpp", lines)
        self.assertIn("3 of 4 faults caught (75 %), 3 of them by the test beside the formula", lines)
        self.assertIn(f"survived: {header}:6: <= -> <", lines)
        self.assertIn(f"| {header}:6 | <= -> < |", table.read_text())
        # what was built is kept, and less than the wanted share is an error
        code, lines, _ = self.mutate("--jobs", "1", "--least", "0.76", "--quick", header)
        self.assertEqual(code, 1)
        self.assertFalse([line for line in lines if "parts are compiled" in line])
        self.assertEqual((self.root / header).read_text(), HEADER)

    def test_a_fault_of_ones_own(self):
        code, lines, _ = self.mutate("--plant", "include/perfmodel/pricing/small.hpp", "n <= room", "n > room")
        self.assertEqual(code, 0)
        self.assertIn("1 of 1 faults caught (100 %), 1 of them by the test beside the formula", lines)

    def test_what_is_no_header_or_no_test_is_refused(self):
        self.assertIn("must be a header below include/", self.mutate("tests/main.cpp")[2])
        self.assertIn("--wider pricing/large: ", self.mutate("--wider", "pricing/large", "--faults", "1")[2])


class Asleep(unittest.TestCase):
    def line(self, text, name, part):
        start = text.index(part)
        return asleep.with_faults(text, [(0, start, start + len(part), name, 7)]).rstrip("\n")

    def test_what_stands_for_an_operator(self):
        spelled = "perfmodel::planted::"
        self.assertEqual(self.line("a * b", "* -> /", " * "), f"a * {spelled}Times<7>() * b")
        self.assertEqual(self.line("a && b", "&& -> ||", " && "), f"a | {spelled}And<7>() && {spelled}KeptAnd<7>() | b")
        self.assertEqual(self.line("a += b", "+= -> -=", " += "), f"a += {spelled}Add<7>() += b")
        self.assertEqual(self.line("std::max(a, b)", "max -> min", "std::max"), f"{spelled}Max<7>::of(a, b)")
        self.assertEqual(self.line("2.0 * b", "2.0 -> 4.0", "2.0 *"), f"{spelled}number<7>(2.0, 4.0) * b")

    def test_a_factor_and_the_operator_behind_it(self):
        both = asleep.with_faults("2.0 * b", [(0, 3, 6, "* -> /", 1), (0, 0, 5, "2.0 -> 4.0", 2)])
        spelled = "perfmodel::planted::"
        self.assertEqual(both, f"{spelled}number<2>(2.0, 4.0) * {spelled}Times<1>() * b\n")

    def test_static_assertions_run_with_the_test(self):
        text = asleep.at_run_time('static_assert(f(1) == 2, "why");\nvoid g() {\n  constexpr int n = f(1);\n}\n')
        self.assertIn("if (!(f(1) == 2)) ::planted_test_failed();", text)
        self.assertIn("  int n = f(1);", text)
        self.assertNotIn("static_assert", text)


if __name__ == "__main__":
    unittest.main()
