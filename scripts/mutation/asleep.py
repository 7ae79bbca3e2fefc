"""A copy of the library and of tests with every fault in it, asleep (planted.hpp): built once, run once a fault.

What the compiler works out keeps sleeping: assertions and constants of the tests are worked out when they run; a fault
in constants of the library is not reached, and neither is one that would not compile. Others have to look at those.
"""
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading
import zlib

HERE = pathlib.Path(__file__).resolve().parent
OPERATORS = {
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
MOST_OF_A_HEADER = 256  # faults, by which numbers of headers lie apart
TOGETHER = 8  # tests that are compiled as one
AS_IT_IS, APART = -1, -2  # in the place of a line that is left alone: a test, and one that is compiled by itself
SPELLED = "perfmodel::planted::"
WIDE_AWAKE = re.compile(r"\b(requires|concept|noexcept|operator)\b|std::(max|min)[<,;)]")  # lines left as they are
CHECKS = """#pragma once
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>
inline std::vector<void (*)()>& planted_checks(const std::string& file) {
  static std::map<std::string, std::vector<void (*)()>> all;
  return all[file];
}
inline void planted_test_failed() { FAIL("static assertion"); }
"""
# With arguments a program of tests as any other; without, it reads lines "FAULT SECONDS ARGUMENT", runs each in a
# process of its own, which costs a hundredth of starting the program, and answers 0 where all passed in so much
# processor time.
MAIN = """#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
int main(int argc, char** argv) {
  if (argc > 1) return doctest::Context(argc, argv).run();
  int fault = 0;
  unsigned seconds = 0;
  for (char argument[4096]; std::scanf("%d %u %4095s", &fault, &seconds, argument) == 3;) {
    const pid_t child = fork();
    if (child == 0) {
      dup2(open("/dev/null", O_WRONLY), 1), dup2(1, 2);
      const rlimit limit{seconds, seconds};
      setrlimit(RLIMIT_CPU, &limit);
      perfmodel::planted::fault = fault;
      const char* arguments[] = {argv[0], argument};
      _exit(doctest::Context(2, arguments).run());
    }
    int status = 1;
    waitpid(child, &status, 0);
    std::printf("%d\\n", status == 0 ? 0 : 1);
    std::fflush(stdout);
  }
}
"""
STANDARD = "array cmath filesystem fstream functional map memory numeric optional set span sstream string unordered_map"


def asleep(name, text, number):
    """What stands for `text`, the part of a line that fault `number` would change."""
    if name in OPERATORS:
        return f" {text.strip()} {SPELLED}{OPERATORS[name]}<{number}>(){text}"
    if name == "+= -> -=":
        return f" += {SPELLED}Add<{number}>() += "
    if name in ("&& -> ||", "|| -> &&"):
        kind = "And" if name[0] == "&" else "Or"
        return f" | {SPELLED}{kind}<{number}>(){text}{SPELLED}Kept{kind}<{number}>() | "
    if name in ("max -> min", "min -> max"):
        return f"{SPELLED}{name[:3].capitalize()}<{number}>::of"
    own, other = name.split(" -> ")
    return f"{SPELLED}number<{number}>({own}, {other})" + text.removeprefix(own).replace(" *", "")


def with_faults(text, faults):
    """`faults`: (line, start, end, name, number); they do not overlap but for a factor and the * after it."""
    lines = text.splitlines()
    for line, start, end, name, number in sorted(faults, reverse=True):
        old = lines[line]
        end -= 2 if name[0].isdigit() and old[start:end].endswith(" *") else 0
        lines[line] = old[:start] + asleep(name, old[start:end], number) + old[end:]
    return "\n".join(lines) + "\n"


def end_of_call(text, start):
    """Where the parenthesis at `start` is closed."""
    depth, quoted = 0, False
    for at in range(start, len(text)):
        if text[at] == '"' and text[at - 1] not in "\\'":
            quoted = not quoted
        depth += 0 if quoted else {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def at_run_time(text):
    """A test whose static assertions are checked, and whose constants are worked out, when it runs."""
    out, at = [], 0
    for found in re.finditer(r"^( *)static_assert\(", text, re.M):
        if found.start() < at:
            continue
        end = end_of_call(text, found.end() - 1)
        inside = re.sub(r',\s*"[^"]*"\s*$', "", text[found.end() : end])
        check = f"if (!({inside})) ::planted_test_failed();"
        if not found[1]:
            later = f"::planted_checks(__FILE__).push_back([] {{ {check} }}); return true;"
            check = f"static const bool planted_{len(out)} = [] {{ {later} }}();"
        out += [text[at : found.start()], found[1], check]
        at = end + 2
    text = "".join([*out, text[at:]])
    text = re.sub(r"^([ \t]+)constexpr (?!bool |auto is)([\w:<>, ]+ \w+(\[\])?( = |\{))", r"\1\2", text, flags=re.M)
    return re.sub(r"^([ \t]+)const ([\w:<>, ]+ \w+( = |\{))", r"\1\2", text, flags=re.M)


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Copy:
    """@param faults  of all headers, by path: (line, start, end, name, number)"""

    def __init__(self, root, folder, faults, jobs):
        self.root, self.folder, self.faults, self.jobs = root, folder, faults, jobs
        self.notes = folder / "left_alone.json"  # lines, and tests, that do not compile with what was done to them
        self.left_alone = set(map(tuple, json.loads(self.notes.read_text()))) if self.notes.exists() else set()
        self.tries = collections.Counter()

    def write_sources(self, tests):
        for path in (self.root / "include").rglob("*.?pp"):
            inside = str(path.relative_to(self.root))
            lines = path.read_text().splitlines()
            mine = [
                fault
                for fault in self.faults.get(path, [])
                if (inside, fault[0]) not in self.left_alone and not WIDE_AWAKE.search(lines[fault[0]])
            ]
            write(self.folder / inside, with_faults(path.read_text(), mine) if mine else path.read_text())
        for path in [*(self.root / "compiled").glob("*.cpp"), *(self.root / "tests").rglob("*.hpp")]:
            write(self.folder / path.relative_to(self.root), path.read_text())
        for path in tests:
            inside, text = path.relative_to(self.root), path.read_text()
            text = text if (str(inside), AS_IT_IS) in self.left_alone else at_run_time(text)
            last = 'TEST_CASE("static assertions") {\n  for (auto check : ::planted_checks(__FILE__)) check();\n}\n'
            write(self.folder / inside, f'#include "checks.hpp"\n#line 1\n{text}{last}')
        write(self.folder / "main.cpp", MAIN)

    def write_first(self):
        write(self.folder / "checks.hpp", CHECKS)
        headers = "".join(f"#include <{name}>\n" for name in ["doctest/doctest.h", *STANDARD.split(), "variant"])
        write(self.folder / "first.hpp", (HERE / "planted.hpp").read_text() + headers)

    def flags(self, level):
        folders = [("SOURCE", self.root), ("DEVICES", self.root / "devices"), ("DATA", self.root / "data")]
        places = [f'-DPERFMODEL_{name}_DIR="{place}"' for name, place in folders]
        lenient = ["-w", "-Wno-narrowing", "-fpermissive", "-D_GLIBCXX_ASSERTIONS", "-DPERFMODEL_COMPILED"]
        includes = [f"-I{place}" for place in (self.folder, self.folder / "include", self.root)]
        return [os.environ.get("CXX", "g++"), "-std=c++20", level, *lenient, *places, *includes]

    def object_of(self, source):
        return self.folder / "objects" / source.relative_to(self.folder).with_suffix(".o")

    def is_stale(self, source):
        made = self.object_of(source)
        since = max(source.stat().st_mtime, (self.folder / "flags.txt").stat().st_mtime)
        if not made.exists() or made.stat().st_mtime < since:
            return True
        needed = made.with_suffix(".d").read_text().replace("\\\n", " ").split(":", 1)[1].split()
        return any(not os.path.exists(n) or os.stat(n).st_mtime > made.stat().st_mtime for n in needed)

    def compile(self, source):
        """ "" or what the compiler says"""
        if not self.is_stale(source):
            return ""
        made = self.object_of(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        level = "-O1" if source.parent.name == "compiled" else "-O0"
        first = ["-include", str(self.folder / f"first{level}.hpp"), "-MMD"]
        command = [*self.flags(level), *first, "-c", str(source), "-o", str(made)]
        for _ in range(2):  # again where memory ran out, which several compilers at once can need
            done = subprocess.run(command, capture_output=True, text=True)
            if not done.returncode:
                return ""
            if "Killed signal" not in done.stderr:
                break
        return done.stderr

    def units_of(self, tests):
        """What is compiled together, by the file that names them: about eight tests of a folder, wanted or not, so that
        a unit stays the same, and a new test changes one; a test with which others do not compile, by itself."""
        folders = collections.defaultdict(list)
        for path in sorted((self.root / "tests").rglob("*_test.cpp")):
            inside = path.relative_to(self.root)
            folders[inside.parts[1] if len(inside.parts) > 2 else "base"].append(str(inside))
        wanted, parts = {str(test.relative_to(self.root)) for test in tests}, collections.defaultdict(list)
        for folder, names in folders.items():
            count = 1
            while count * TOGETHER < len(names):
                count *= 2
            for name in names:
                parts[self.folder / "units" / f"{folder}_{zlib.crc32(name.encode()) % count}.cpp"].append(name)
        units = {}
        for source, names in parts.items():
            if wanted & set(names):
                apart = [name for name in names if (name, APART) in self.left_alone]
                units.update({self.folder / name: [name] for name in apart})
                units.update({source: [name for name in names if name not in apart]} if len(apart) < len(names) else {})
        return units

    def write_units(self, units):
        for source, tests in units.items():
            if source.parent.name == "units":
                write(source, "".join(f'#include "{self.folder / test}"\n' for test in tests))

    def leave_alone(self, source, tests, said):
        """Takes out the faults of the lines that the compiler complains of, or takes the tests as they are, or compiles
        them one by one. @param tests  those of the source; none: of the library"""
        inside, lines = str(source.relative_to(self.folder)), set()
        self.tries[inside] += 1
        for words in (r"(?:fatal )?error", r"\s*(?:required|in .constexpr)"):
            for name, line in re.findall(rf"^(\S+?):(\d+):\d+: {words}", said, re.M):
                header = name.removeprefix(f"{self.folder}/")
                if (
                    header.startswith("include/")
                    and SPELLED in pathlib.Path(name).read_text().splitlines()[int(line) - 1]
                ):
                    lines.add((header, int(line) - 1))
            if lines:
                break
        named = {test for test in tests if re.search(rf"{re.escape(test)}:\d+:\d+: (?:fatal )?error", said)}
        for new in (
            lines if not tests or self.tries[inside] < 9 else set(),  # the library is needed, whatever it costs
            {(test, AS_IT_IS) for test in named or tests},
            {(test, APART) for test in tests if len(tests) > 1},
        ):
            if new - self.left_alone:
                self.left_alone |= new
                self.notes.write_text(json.dumps(sorted(self.left_alone)))
                return True
        return False

    def build(self, tests):
        """The program of the tests and those of them that compile. @param tests  paths of the tree"""
        self.write_first()
        write(self.folder / "flags.txt", " ".join(self.flags("")))
        for level in ["-O0"] + (["-O1"] if any((self.root / "compiled").glob("*.cpp")) else []):
            header = self.folder / f"first{level}.hpp"
            write(header, (self.folder / "first.hpp").read_text())
            made = header.with_suffix(".hpp.gch")
            if not made.exists() or made.stat().st_mtime < header.stat().st_mtime:
                subprocess.run([*self.flags(level), "-x", "c++-header", str(header), "-o", str(made)], check=True)
        bad, first = set(), True
        while True:
            units = self.units_of(tests)
            self.write_sources([self.root / test for part in units.values() for test in part])
            self.write_units(units)
            library = sorted((self.folder / "compiled").glob("*.cpp"))
            wanted = {**{source: [] for source in [*library, self.folder / "main.cpp"]}, **units}
            left = [source for source in wanted if source not in bad and self.is_stale(source)]
            if not left:
                break
            if first:
                print(f"{len(left)} of {len(wanted)} parts are compiled in {self.folder}", flush=True)
            first = False
            with self.jobs() as pool:
                said = dict(zip(left, pool.map(self.compile, left)))
            bad |= {
                source for source, text in said.items() if text and not self.leave_alone(source, wanted[source], text)
            }
        stuck = [source for source in library if source in bad]
        if stuck:
            said = self.compile(stuck[0]).strip().splitlines()
            errors = [line for line in said if "error" in line] or said
            print(
                f"scripts/mutate: {stuck[0].relative_to(self.folder)} does not compile in {self.folder}, whatever "
                f"faults are left out: {errors[0]}",
                file=sys.stderr,
            )
            sys.exit(2)
        program = self.folder / "all_tests"
        objects = [str(self.object_of(source)) for source in wanted if source not in bad]
        linked = self.folder / "linked.txt"
        write(linked, "\n".join(objects))
        made = program.stat().st_mtime if program.exists() else 0.0
        if any(os.stat(needed).st_mtime > made for needed in [linked, *objects]):
            subprocess.run([self.flags("-O0")[0], "-o", str(program), *objects], check=True)
        self.made_of = {test: self.object_of(source) for source, part in units.items() for test in part}
        self.library = [self.object_of(source) for source in library]
        return program, [self.root / test for source, part in units.items() if source not in bad for test in part]

    def compiled_at(self, test):
        """When a test or the library was compiled last."""
        return max(os.stat(o).st_mtime for o in [self.made_of[str(test.relative_to(self.root))], *self.library])


def processor_seconds():
    """Of the programs that were run and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Judge:
    """Runs the program of a Copy, each test once to see which faults it reaches."""

    def __init__(self, copy, program, tests):
        self.copy, self.program, self.reached, self.seconds = copy, program, collections.defaultdict(list), {}
        self.of_thread = threading.local()
        for test in tests:
            seconds, numbers = self.come_by(test)
            if seconds < 0.0:
                print(f"{test.relative_to(copy.root)} fails as it is, and is left out", flush=True)
                continue
            self.seconds[test] = seconds
            for number in numbers:
                self.reached[number].append(test)

    def come_by(self, test):
        """Seconds of a test, negative where it fails, and the faults that it reaches; kept until compiled anew."""
        kept = self.copy.folder / "reached" / f"{test.relative_to(self.copy.root)}.json"
        if kept.exists() and kept.stat().st_mtime > self.copy.compiled_at(test):
            return json.loads(kept.read_text())
        report, start = self.copy.folder / "reached.txt", processor_seconds()
        settings = {"env": {**os.environ, "PERFMODEL_REACHED": str(report)}, "cwd": self.copy.root, "timeout": 600}
        done = subprocess.run([str(self.program), self.only(test)], capture_output=True, **settings)
        seconds = processor_seconds() - start if done.returncode == 0 else -1.0
        write(kept, json.dumps([seconds, list(map(int, report.read_text().split())) if seconds >= 0.0 else []]))
        return seconds, json.loads(kept.read_text())[1]

    def only(self, test):
        return f"--source-file=*{test.relative_to(self.copy.root)}"

    def passes(self, number, test):
        """Whether a test passes while a fault is planted, in no more than five times its time and five seconds."""
        if not hasattr(self.of_thread, "server"):
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": self.copy.root}
            self.of_thread.server = subprocess.Popen([str(self.program)], **pipes)
        server = self.of_thread.server
        server.stdin.write(f"{number} {int(5 + 5 * self.seconds[test])} {self.only(test)}\n")
        server.stdin.flush()
        return server.stdout.readline() == "0\n"

    def noticed_by(self, number, own, patience):
        """The first test that fails with a fault: the header's own, then the quickest of those that reach it, as many
        as take so many seconds together."""
        spent = 0.0
        for test in sorted(self.reached[number], key=lambda t: (t not in own, self.seconds[t])):
            if spent > patience:
                return None
            if not self.passes(number, test):
                return test
            spent += 0.0 if test in own else self.seconds[test]
        return None
