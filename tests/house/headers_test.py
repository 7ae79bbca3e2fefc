"""Every header of the library compiles alone: clang reads all of them at once, each as a module of its own, which sees
only what it includes itself.

What comes from outside (the standard library, Boost, nlohmann/json) is one module that every header sees whole;
includes_test.py sees that each header brings in its own. Where there is no clang 14, scripts/test builds the target
perfmodel_each_header instead, which takes some twenty times as long.
"""

import collections
import pathlib
import re
import subprocess
import tempfile
import unittest

from tools import ROOT, release

CLANG = ["clang++", "-std=c++20"]
INCLUDE = re.compile(r"^#include <([^>]+)>", re.MULTILINE)
# A file that may be read twice: a header with `#pragma once` or a guard.
GUARDED = re.compile(r"^#\s*pragma once|^#\s*ifndef (\w+)\s*\n#\s*define \1", re.MULTILINE)


def folders():
    """Where clang looks for headers, in that order."""
    said = subprocess.run([*CLANG, "-E", "-v", "-x", "c++", "/dev/null"], capture_output=True, text=True).stderr
    listed = said.split("search starts here:")[-1].split("End of search list")[0]
    return [pathlib.Path(line.strip()) for line in listed.splitlines() if line.strip()]


def outside(names):
    """The files of these headers, and those of the same libraries that they read and that may stand in a module."""
    where = folders()
    found = [next(str((f / name).resolve()) for f in where if (f / name).exists()) for name in sorted(names)]
    text = "".join(f"#include <{name}>\n" for name in sorted(names))
    read = subprocess.run([*CLANG, "-E", "-H", "-x", "c++", "-"], input=text, capture_output=True, text=True).stderr
    times = collections.Counter(str(pathlib.Path(p).resolve()) for p in re.findall(r"^\.+ (.*)$", read, re.MULTILINE))
    more = [path for path, count in times.items() if count == 1 and re.search(r"/c\+\+/\d+/|/nlohmann/", path)]
    return found + [p for p in more if p not in found and GUARDED.search(pathlib.Path(p).read_text("utf-8"))]


def faults(include):
    """What clang says of the headers in include/perfmodel; their number."""
    headers = sorted(path.relative_to(include) for path in (include / "perfmodel").rglob("*.hpp"))
    used = {name for header in headers for name in INCLUDE.findall((include / header).read_text("utf-8"))}
    lines = ["module outside [system] {"]
    lines += [f'  header "{path}"' for path in outside({name for name in used if not name.startswith("perfmodel/")})]
    lines += ["  export *", "}", "module perfmodel {"]
    for header in headers:
        name = re.sub(r"\W", "_", str(header.with_suffix("")))
        lines.append(f'  explicit module {name} {{ header "{include / header}" export * }}')
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "module.modulemap").write_text("\n".join([*lines, "}", ""]), "utf-8")
        (folder / "all.cpp").write_text(f"#include <{headers[0]}>\n", "utf-8")  # brings in the module: all of them
        flags = ["-fsyntax-only", "-ferror-limit=0", "-DPERFMODEL_COMPILED", f"-I{include}", "-fmodules"]
        flags += [f"-fmodule-map-file={folder}/module.modulemap", f"-fmodules-cache-path={folder}/cache"]
        flags += ["-Xclang", "-fmodules-local-submodule-visibility", str(folder / "all.cpp")]
        done = subprocess.run([*CLANG, *flags], capture_output=True, text=True)
    return done.stderr if done.returncode else "", len(headers)


@unittest.skipUnless(release("clang++") == 14, "no clang 14")
class Headers(unittest.TestCase):
    def test_every_header_compiles_alone(self):
        said, count = faults(ROOT / "include")
        self.assertGreater(count, 300)
        self.assertEqual(said, "", said[:4000])

    def test_a_header_that_leans_on_another_is_found(self):
        tree = {
            "base": "struct Base {};",
            "leans": "inline int on(const Base&) { return 0; }",
            "stands": "#include <perfmodel/base.hpp>\n#include <string>\ninline std::string on(Base) { return {}; }",
            "unused": "inline Base made() { return {}; }",  # of a type that stands before it in the alphabet
        }
        with tempfile.TemporaryDirectory() as scratch:
            include = pathlib.Path(scratch)
            (include / "perfmodel").mkdir()
            for name, text in tree.items():
                (include / "perfmodel" / f"{name}.hpp").write_text(f"#pragma once\n{text}\n", "utf-8")
            said, _ = faults(include)
        at = sorted(set(re.findall(r"perfmodel/(\w+)\.hpp:\d+:\d+: error", said)))
        self.assertEqual(at, ["leans", "unused"], said)


if __name__ == "__main__":
    unittest.main()
