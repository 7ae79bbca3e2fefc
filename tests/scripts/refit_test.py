"""scripts/refit: stages that are left out say so, and what is missing is named before anything is built."""
import os
import pathlib
import subprocess
import tempfile
import unittest

REFIT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "refit"


class Refit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.empty = folder.name

    def run_refit(self, *words, **environment):
        """(exit code, what was said, errors). Never the internet: the base of all repositories is an empty folder."""
        base = {k: v for k, v in os.environ.items() if k != "PERFMODEL_DATA"}
        done = subprocess.run(
            [str(REFIT), *words],
            capture_output=True,
            text=True,
            env={**base, "PERFMODEL_PUBLIC_BASE": pathlib.Path(self.empty).as_uri(), **environment},
        )
        return done.returncode, done.stdout, done.stderr

    def test_help_lists_the_stages(self):
        code, out, errors = self.run_refit("--help")
        self.assertEqual((code, errors), (0, ""))
        for stage in ("fetch", "convert", "choices", "gemm", "operations", "host", "cards", "docs"):
            self.assertIn(f"\n  {stage} ", out)

    def test_an_unknown_stage_is_refused(self):
        self.assertEqual(
            self.run_refit("gem"),
            (
                2,
                "",
                'refit: got "gem"; must be --skip-fetch or one of fetch convert '
                "choices gemm operations host cards docs\n",
            ),
        )

    def test_without_internet_fetching_is_left_out_with_a_word(self):
        code, out, errors = self.run_refit("fetch")
        self.assertEqual(
            (code, out),
            (4, "refit: fetch\n" "refit: fetch: left out: no way to the public repositories (is there internet?)\n"),
        )
        self.assertTrue(errors.startswith("fetch: clMathLibraries/clBLAS cannot be fetched from file://"), errors)

    def test_fetching_can_be_left_out(self):
        self.assertEqual(
            self.run_refit("--skip-fetch", "fetch"), (4, "refit: fetch\nrefit: fetch: left out: --skip-fetch\n", "")
        )

    def test_tables_that_are_there_are_taken(self):
        self.assertEqual(
            self.run_refit("fetch", "convert", PERFMODEL_DATA="/some/folder"),
            (
                4,
                "refit: fetch\nrefit: fetch: left out: PERFMODEL_DATA is /some/folder\n"
                "refit: convert\nrefit: convert: left out: PERFMODEL_DATA is /some/folder\n",
                "",
            ),
        )

    def test_a_fit_without_its_tables_says_which_and_where_from(self):
        for stage, table in (("gemm", "gemm_fp32"), ("operations", "ops_fp32"), ("docs", "gemm_fp32")):
            with self.subTest(stage):
                self.assertEqual(
                    self.run_refit(stage, PERFMODEL_DATA=self.empty),
                    (
                        3,
                        f"refit: {stage}\n",
                        f"refit: {stage} needs the public measurements: no {table}.csv in {self.empty}; run "
                        "scripts/refit fetch convert where there is internet, or set PERFMODEL_DATA to a "
                        "folder of converted tables\n",
                    ),
                )


if __name__ == "__main__":
    unittest.main()
