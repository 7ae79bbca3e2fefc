"""clang-tidy (.clang-tidy) finds no fault in the library: its headers and definitions, through compiled/*.cpp.

Programs and tests are looked at by hand: cmake --preset tidy && cmake --build build/tidy.
"""
import concurrent.futures
import os
import subprocess
import unittest

from tools import ROOT, release


def faults(source):
    """What clang-tidy says of a source and the headers it includes."""
    command = ["clang-tidy", "--quiet", "--warnings-as-errors=*", str(source)]
    flags = ["-std=c++20", "-DPERFMODEL_COMPILED", f"-I{ROOT}/include", f"-I{ROOT}"]
    done = subprocess.run([*command, "--", *flags], capture_output=True, text=True, cwd=ROOT)
    return done.stdout + done.stderr if done.returncode else ""


class Tidy(unittest.TestCase):
    def test_the_library_has_no_faults(self):
        if release("clang-tidy") != 14:
            self.skipTest("no clang-tidy 14")
        sources = sorted((ROOT / "compiled").glob("*.cpp"))
        self.assertGreater(len(sources), 4)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            said = "".join(pool.map(faults, sources))
        self.assertEqual(said, "", said[:4000])


if __name__ == "__main__":
    unittest.main()
