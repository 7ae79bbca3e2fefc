"""host_speed.py: what ties its loops to steps follows from the table; its answer is a file that the planner reads."""
import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
FOLDER = ROOT / "calibrate" / "measure" / "host"
sys.path.insert(0, str(FOLDER))
import host_speed  # noqa: E402


def rows():
    """-> {name of a loop, or a step's whole row: us by round}"""
    with open(ROOT / "data/raw/h200-sxm/host_speed.csv") as file:
        lines = [line for line in file if not line.startswith("#")]
    found = {}
    for row in csv.DictReader(lines):
        key = row["name"] if row["what"] == "loop" else tuple(row[k] for k in ("name", "precision", "mode"))
        found.setdefault(key, []).append(float(row["us"]))
    return found


def run(*arguments):
    program = [sys.executable, str(FOLDER / "host_speed.py"), *arguments]
    return subprocess.run(program, capture_output=True, text=True)


class HostSpeed(unittest.TestCase):
    def setUp(self):
        table = rows()
        self.loops = {name: table[name] for name in host_speed.LOOPS}
        self.steps = [times for key, times in table.items() if isinstance(key, tuple)]

    def test_anchors_follow_from_the_table(self):
        disturbed = statistics.median(
            math.log(middle / low) for low, middle, _ in map(host_speed.quantiles, self.steps)
        )
        for name, times in self.loops.items():
            low, middle, _ = host_speed.quantiles(times)
            anchor = host_speed.ANCHORS[name]
            self.assertAlmostEqual(anchor["undisturbed_us"] / low, 1.0, places=3)  # written with four digits
            self.assertAlmostEqual(anchor["crowding"] * math.log(middle / low) / disturbed, 1.0, delta=0.01)

    def test_the_second_half_of_the_rounds_is_predicted_by_its_loops(self):
        # Steps of other minutes on the same machine: the factor of their loops against theirs. 10 %: twice the noise of
        # a row in one measurement (docs/lab/2026-11-21-hosts.md).
        for name, times in self.loops.items():
            half = len(times) // 2
            expected = statistics.median(
                statistics.median(step[half:]) / host_speed.quantiles(step)[0] for step in self.steps
            )
            factor, crowded = host_speed.factor_of(name, times[half:])
            self.assertLess(abs(factor / host_speed.UNDISTURBED_FACTOR / expected - 1.0), 0.10, name)
            self.assertGreater(crowded, 0.0)

    def test_a_processor_of_half_the_speed_has_twice_the_factor(self):
        for name, times in self.loops.items():
            slow, _ = host_speed.factor_of(name, [2.0 * t for t in times])
            self.assertAlmostEqual(slow / host_speed.factor_of(name, times)[0], 2.0, places=9)

    def test_it_writes_a_host_file_and_names_the_flag(self):
        with tempfile.TemporaryDirectory() as folder:
            out = str(pathlib.Path(folder) / "mine.json")
            done = run("--loops", "interpreter", "--seconds", "0.3", "--out", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("use: --host " + out, done.stdout)
            written = json.loads(pathlib.Path(out).read_text())
        self.assertEqual(written["name"], "mine")
        self.assertGreater(written["factor"], 0.0)
        self.assertIn("use: --host-scale ", run("--loops", "interpreter", "--seconds", "0.3").stdout)

    def test_bad_usage_ends_with_2_and_one_line(self):
        for words, said in (
            (["--loops", "torch"], '--loops: got "torch"; must be of torch_cuda, torch_cpu, interpreter'),
            (["--seconds", "0"], "--seconds: got 0; must be from 0.1 to 3600"),
            (["--out", "mine.txt"], '--out: got "mine.txt"; must end in .json'),
            (["--out", "/no/such/folder/a.json"], "must be in a folder that is there"),
        ):
            done = run(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
