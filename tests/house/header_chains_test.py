"""Chains of headers that the build compiles together (cmake/HeaderChains.cmake): each header stands in one of them, and
behind nothing that it does not include itself, or it would not have to bring in what it needs."""

import functools
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from tools import ROOT

LINE = re.compile(r"^#include <([^>]+\.hpp)>", re.MULTILINE)


def chains(folder, prefix):
    """As the build has them."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "chains"
        script = ROOT / "cmake" / "HeaderChains.cmake"
        words = [f"HEADERS={folder}", f"PREFIX={prefix}", f"OUT={out}"]
        subprocess.run(["cmake", *(f"-D{word}" for word in words), "-P", str(script)], check=True)
        return [line.split(",") for line in out.read_text(encoding="utf-8").splitlines()]


def behind(folder):
    """From a header to those that it includes, directly or through others."""

    @functools.cache
    def of(header):
        direct = [h for h in LINE.findall((folder / header).read_text(encoding="utf-8")) if (folder / h).exists()]
        return frozenset(direct).union(*(of(h) for h in direct))

    return of


@unittest.skipUnless(shutil.which("cmake"), "no cmake in the PATH")
class HeaderChains(unittest.TestCase):
    def check(self, folder, prefix):
        made = chains(folder, prefix)
        headers = sorted(str(path.relative_to(folder)) for path in (folder / prefix).rglob("*.hpp"))
        self.assertEqual(sorted(header for chain in made for header in chain), headers)
        includes = behind(folder)
        for chain in made:
            for place, header in enumerate(chain):
                self.assertLessEqual(set(chain[:place]), includes(header), f"what stands before {header}")
        return made

    def test_headers_of_the_library(self):
        made = self.check(ROOT / "include", "perfmodel")
        self.assertLess(len(made), 200)  # of 376 headers 135 chains; else little is gained

    def test_what_is_not_included_does_not_stand_before(self):
        tree = {"base": [], "left": ["base"], "right": ["base"], "top": ["left", "right"], "alone": []}
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "a").mkdir()
            for name, includes in tree.items():
                lines = "".join(f"#include <a/{other}.hpp>\n" for other in includes)
                (folder / "a" / f"{name}.hpp").write_text(f"#pragma once\n{lines}", encoding="utf-8")
            made = self.check(folder, "a")
        self.assertEqual(sorted(map(len, made)), [1, 1, 3])  # base, one side, top; the other side; alone


if __name__ == "__main__":
    unittest.main()
