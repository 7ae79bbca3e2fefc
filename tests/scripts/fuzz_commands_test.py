"""scripts/fuzz-commands: what it takes for a fault, of a program that does each on demand."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """#!/bin/sh
case "$*" in
  --help) printf 'Usage: x\\n\\nSubcommands:\\n  layers                          what\\n\\n' ;;
  *--help) printf 'Options:\\n  -b,--batch N=64                 samples\\n  --json                          JSON\\n' ;;
  *crash*) kill -SEGV $$ ;;
  *two*) printf 'perfmodel-plan: one\\nperfmodel-plan: two\\n' >&2; exit 2 ;;
  *beside*) echo answer; echo 'perfmodel-plan: wrong' >&2; exit 2 ;;
  *refuse*) printf 'perfmodel-plan: warning: x\\nperfmodel-plan: wrong\\n' >&2; exit 2 ;;
  *no-number*) echo 'step nan ms' ;;
  *below*) echo '{"step_us": -1}' ;;
  *outside*) echo '{"step_us": 5, "low_us": 1, "high_us": 4}' ;;
  *share*) echo '{"flop_utilization": 1.5}' ;;
  *) echo '{"step_us": 5, "low_us": 1, "high_us": 9, "note": "nano"}' ;;
esac
"""


class FuzzCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = pathlib.Path(folder.name) / "perfmodel-plan"
        cls.program.write_text(PROGRAM)
        os.chmod(cls.program, 0o755)

    def run_script(self, *words):
        command = [sys.executable, "-B", ROOT / "scripts/fuzz-commands", "--program", self.program, *words]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_faults_are_named(self):
        for line, fault in (
            ("layers crash", "exit code -11"),
            ("layers two", "an error of 2 lines"),
            ("layers beside", "an answer beside an error"),
            ("layers no-number", "nan in the answer"),
            ("layers below --json", ".step_us is -1: below zero"),
            ("layers outside --json", "5 is not within 1 and 4"),
            ("layers share --json", "no share"),
            ("layers no-number --json", "no JSON"),
        ):
            code, said = self.run_script("--line", line)
            self.assertEqual(code, 1, line)
            self.assertIn(fault, said)

    def test_answers_and_refusals_are_none(self):
        code, said = self.run_script("--line", "layers", "--line", "layers x --json", "--line", "layers refuse")
        self.assertEqual((code, said), (0, "3 lines, 2 answered, 0 with faults\n"))

    def test_lines_are_made_of_what_help_names(self):
        code, said = self.run_script("2", "--print")
        self.assertEqual(code, 0, said)
        self.assertIn("layers ", said)
        self.assertIn("--batch", said)


if __name__ == "__main__":
    unittest.main()
