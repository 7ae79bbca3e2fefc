"""clang-tidy (.clang-tidy) finds no fault in the library: its headers and definitions, as compiled/*.cpp bring them in.

All of them together, so that what they share is looked at once. Programs and tests are looked at by hand:
cmake --preset tidy && cmake --build build/tidy.
"""
import pathlib
import subprocess
import tempfile
import unittest

from tools import ROOT, release


def faults(text):
    """What clang-tidy says of a source of this text and of the headers it includes."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "library.cpp"
        source.write_text(text)
        command = ["clang-tidy", "--quiet", "--warnings-as-errors=*", f"--config-file={ROOT}/.clang-tidy", str(source)]
        flags = ["-std=c++20", "-DPERFMODEL_COMPILED", f"-I{ROOT}/include", f"-I{ROOT}"]
        done = subprocess.run([*command, "--", *flags], capture_output=True, text=True, cwd=ROOT)
        return done.stdout + done.stderr if done.returncode else ""


class Tidy(unittest.TestCase):
    def setUp(self):
        if release("clang-tidy") != 14:
            self.skipTest("no clang-tidy 14")

    def test_the_library_has_no_faults(self):
        sources = sorted((ROOT / "compiled").glob("*.cpp"))
        self.assertGreater(len(sources), 4)
        said = faults("".join(source.read_text() for source in sources))
        self.assertEqual(said, "", said[:4000])

    def test_a_fault_is_found(self):
        said = faults("bool same(int a, int b);\nbool same(int a, int b) { return a == b && a == b; }\n")
        self.assertIn("misc-redundant-expression", said)


if __name__ == "__main__":
    unittest.main()
