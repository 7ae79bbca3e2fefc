"""Files of the source tree that a guide or a page of the reference names are there. The notebook, docs/lab, is of its
day and may name what was."""
import itertools
import re
import unittest

from tools import ROOT

STARTS = ("", "include/perfmodel/", "docs/", "data/", "data/raw/", "calibrate/", "tests/")
NAMED = re.compile(r"`([\w./{},*-]+/[\w./{},*-]+\.(?:hpp|ipp|cpp|cu|py|sh|csv))`")


def alternatives(path):
    """a{b,c}d as abd and acd."""
    parts = [part.split(",") for part in re.split(r"[{}]", path)]
    return ["".join(choice) for choice in itertools.product(*parts)]


def missing(document):
    for named in NAMED.findall(document.read_text(encoding="utf-8")):
        if named.startswith(("aten/", "torch/", "c10/", "tools/", "share/")):  # of PyTorch, of an installation
            continue
        for path in alternatives(named):
            if not any(any(ROOT.glob(start + path)) for start in STARTS):
                yield path


class Paths(unittest.TestCase):
    def test_named_files_exist(self):
        pages = [ROOT / "README.md", *ROOT.glob("docs/guide/*.md"), *ROOT.glob("docs/reference/**/*.md")]
        self.assertGreater(len(pages), 40)
        absent = {f"{page.relative_to(ROOT)}: {path}" for page in pages for path in missing(page)}
        self.assertEqual(absent, set())

    def test_alternatives_are_told_apart(self):
        self.assertEqual(alternatives("a/{b,c}_test.cpp"), ["a/b_test.cpp", "a/c_test.cpp"])
        self.assertEqual(alternatives("a/b.hpp"), ["a/b.hpp"])


if __name__ == "__main__":
    unittest.main()
