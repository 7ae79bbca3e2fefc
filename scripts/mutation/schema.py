"""A copy of the library and its tests with every fault in it, asleep (planted.hpp): built once, run once a fault."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
LEFT_OUT = ["cli", "calibrate", "onnx", "fuzz", "properties", "compile", "documents", "house"]
NAMES = {
    "+ -> -": "Plus",
    "- -> +": "Minus",
    "* -> /": "Times",
    "/ -> *": "Over",
    "< -> <=": "Less",
    "> -> >=": "Greater",
    "<= -> <": "AtMost",
    ">= -> >": "AtLeast",
    "== -> !=": "Equal",
}
SPELLED = "perfmodel::planted::"


def asleep(name, text, number):
    """What stands for `text`, the part of a line that fault `number` would change."""
    if name in NAMES:
        return f" {text.strip()} {SPELLED}{NAMES[name]}<{number}>(){text}"
    if name == "+= -> -=":
        return f" += {SPELLED}Add<{number}>() += "
    if name in ("&& -> ||", "|| -> &&"):
        kind = "And" if name[0] == "&" else "Or"
        return f" | {SPELLED}{kind}<{number}>(){text}{SPELLED}Kept{kind}<{number}>() | "
    if name == "max -> min":
        return f"{SPELLED}Max<{number}>::of"
    if name == "min -> max":
        return f"{SPELLED}Min<{number}>::of"
    own, other = name.split(" -> ")
    return text.replace(own, f"{SPELLED}number<{number}>({own}, {other})")


def with_faults(text, faults):
    """`faults`: (line, start, end, name, number), which do not overlap but for a factor and the * after it."""
    lines = text.splitlines()
    by_line = collections.defaultdict(list)
    for line, start, end, name, number in faults:
        by_line[line].append((start, end, name, number))
    for line, edits in by_line.items():
        for start, end, name, number in sorted(edits, reverse=True):
            old = lines[line]
            if old[start:end].endswith(" *") and name[0].isdigit():
                end -= 2
            lines[line] = old[:start] + asleep(name, old[start:end], number) + old[end:]
    return "\n".join(lines) + "\n"


def end_of_call(text, start):
    depth, at, quoted = 0, start, False
    while True:
        c = text[at]
        if c == '"' and text[at - 1] not in "\\'":
            quoted = not quoted
        elif not quoted and c == "(":
            depth += 1
        elif not quoted and c == ")":
            depth -= 1
            if depth == 0:
                return at
        at += 1


def at_run_time(text):
    """A test whose static assertions are checked, and whose constants are worked out, when it runs."""
    out, at, count = [], 0, 0
    for found in re.finditer(r"^( *)static_assert\(", text, re.M):
        if found.start() < at:
            continue
        end = end_of_call(text, found.end() - 1)
        inside = re.sub(r',\s*"[^"]*"\s*$', "", text[found.end() : end])
        check = f"if (!({inside})) ::planted_test_failed();"
        if not found[1]:
            check = f"static const bool planted_{count} = [] {{ ::planted_checks().push_back([] {{ {check} }}); return true; }}();"
            count += 1
        out += [text[at : found.start()], found[1], check]
        at = end + 2
    out.append(text[at:])
    text = "".join(out)
    text = re.sub(r"^(\s+)constexpr (?!bool |auto is)([\w:<>, ]+ \w+(\[\])?( = |\{))", r"\1\2", text, flags=re.M)
    return re.sub(r"^(\s+)const ([\w:<>, ]+ \w+( = |\{))", r"\1\2", text, flags=re.M)


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


MAIN = r"""
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include "checks.hpp"
int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  return context.run();
}
"""


class Schema:
    def __init__(self, root, folder, included):
        self.root, self.folder, self.included = root, folder, included
        self.excluded_file = folder / "excluded.json"
        self.excluded = set(map(tuple, json.loads(self.excluded_file.read_text()))) if self.excluded_file.exists() else set()
        self.verbatim_file = folder / "verbatim.json"
        self.verbatim = set(json.loads(self.verbatim_file.read_text())) if self.verbatim_file.exists() else set()
        self.tries = {}
        self.jobs = int(os.environ.get("MUTATE_JOBS", os.cpu_count() or 1))

    def write_headers(self, faults):
        """`faults` by header: (line, start, end, name, number)"""
        for path in (self.root / "include").rglob("*.?pp"):
            inside = path.relative_to(self.root)
            mine = [f for f in faults.get(path, []) if (str(inside), f[0]) not in self.excluded]
            text = path.read_text()
            write(self.folder / inside, with_faults(text, mine) if mine else text)
        for path in (self.root / "compiled").glob("*.cpp"):
            write(self.folder / path.relative_to(self.root), path.read_text())

    def write_tests(self):
        for path in (self.root / "tests").rglob("*.?pp"):
            inside = path.relative_to(self.root)
            if inside.parts[1] in LEFT_OUT or str(inside) == "tests/main.cpp":
                continue
            text = path.read_text()
            if path.name.endswith("_test.cpp"):
                if str(inside) not in self.verbatim:
                    text = at_run_time(text)
                text = ('#include "checks.hpp"\n#line 1\n' + text + '\nTEST_CASE("static assertions of this file") '
                        '{ for (auto check : planted_checks()) check(); }\n')
            write(self.folder / inside, text)
        write(self.folder / "checks.hpp", '#pragma once\n#include <doctest/doctest.h>\n#include <vector>\nstatic std::vector<void (*)()>& planted_checks() '
              '{ static std::vector<void (*)()> all; return all; }\n'
              'inline void planted_test_failed() { FAIL("static assertion"); }\n')
        write(self.folder / "main.cpp", MAIN)
        write(self.folder / "pch.hpp", (HERE / "planted.hpp").read_text() + "#include <doctest/doctest.h>\n" + "".join(
            f"#include <{h}>\n" for h in "array cmath filesystem fstream functional map memory numeric optional set span "
            "sstream string unordered_map variant vector".split()))

    def flags(self, source):
        inside = str(source.relative_to(self.folder))
        optimized = "-O1" if inside.startswith("compiled") else "-O0"
        return ["g++", "-std=c++20", optimized, "-w", "-Wno-narrowing", "-fpermissive", "-DPERFMODEL_COMPILED",
                f'-DPERFMODEL_SOURCE_DIR="{self.root}"', f'-DPERFMODEL_DEVICES_DIR="{self.root}/devices"',
                f'-DPERFMODEL_DATA_DIR="{self.root}/data"', f"-I{self.folder}", f"-I{self.folder}/include", f"-I{self.root}"]

    def object_of(self, source):
        return self.folder / "objects" / source.relative_to(self.folder).with_suffix(".o")

    def stale(self, source):
        made = self.object_of(source)
        if not made.exists():
            return True
        when = made.stat().st_mtime
        deps = made.with_suffix(".d")
        names = deps.read_text().replace("\\\n", " ").split(":", 1)[1].split() if deps.exists() else []
        return any(not os.path.exists(n) or os.stat(n).st_mtime > when for n in names if not n.startswith("/usr"))

    def compile(self, source):
        """None, or what the compiler says"""
        if not self.stale(source):
            return None
        made = self.object_of(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        flags = self.flags(source)
        pch = self.folder / ("pch" + flags[2]) / "pch.hpp"
        command = [*flags, "-include", str(pch), "-Winvalid-pch", "-MMD", "-c", str(source), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.stderr if done.returncode else None

    def drop(self, source, said):
        """Takes out the faults of the lines that the compiler complains of; False if there are none."""
        include = str(self.folder) + "/"
        lines = set()
        for pattern in (r"^(\S+?):(\d+):\d+: (?:fatal )?error", r"^(\S+?):(\d+):\d+:\s+(?:required|in .constexpr)"):
            for name, line in re.findall(pattern, said, re.M):
                inside = name.removeprefix(include)
                if inside.startswith("include/") and inside != name:
                    if (inside, int(line) - 1) in self.excluded or SPELLED in (self.folder / inside).read_text().splitlines()[int(line) - 1]:
                        lines.add((inside, int(line) - 1))
            if lines:
                break
        inside = str(source.relative_to(self.folder))
        tries = self.tries[inside] = self.tries.get(inside, 0) + 1
        if lines and tries < 8:
            self.excluded |= lines
            self.excluded_file.write_text(json.dumps(sorted(self.excluded)))
        elif inside.startswith("tests/") and inside not in self.verbatim:
            self.verbatim.add(inside)
            self.verbatim_file.write_text(json.dumps(sorted(self.verbatim)))
        else:
            return False
        return True

    def build(self, faults, tests):
        """The program of all tests; `tests` as paths of the tree. Sources that do not compile at all are left out."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write_headers(faults)
        self.write_tests()
        for level in ("-O0", "-O1"):
            place = self.folder / ("pch" + level)
            write(place / "pch.hpp", (self.folder / "pch.hpp").read_text())
            made = place / "pch.hpp.gch"
            if not made.exists() or made.stat().st_mtime < (place / "pch.hpp").stat().st_mtime:
                subprocess.run(["g++", "-std=c++20", level, "-w", "-Wno-narrowing", "-fpermissive", "-DPERFMODEL_COMPILED", "-x", "c++-header",
                                str(place / "pch.hpp"), "-o", str(made)], check=True)
        library = sorted((self.folder / "compiled").glob("*.cpp"))
        sources = [self.folder / t.relative_to(self.root) for t in tests] + [self.folder / "main.cpp"]
        bad = set()
        for stage in (library, sources):
            while True:
                with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                    said = dict(zip(stage, pool.map(lambda s: None if s in bad else self.compile(s), stage)))
                again = False
                for source, text in said.items():
                    if text is None:
                        continue
                    print(source.relative_to(self.folder), [l[:150] for l in text.splitlines() if "error" in l][:2], flush=True)
                    if self.drop(source, text):
                        again = True
                    else:
                        bad.add(source)
                if not again:
                    break
                self.write_headers(faults)
                self.write_tests()
        program = self.folder / "all_tests"
        objects = [str(self.object_of(s)) for s in library + sources if s not in bad]
        subprocess.run(["g++", "-o", str(program), *objects], check=True)
        print("left out:", sorted(str(b.relative_to(self.folder)) for b in bad))
        return program, [t for t in tests if self.folder / t.relative_to(self.root) not in bad]
