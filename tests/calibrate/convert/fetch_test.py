"""Fetching by commit and hash, from a repository beside the test, and the refusals."""
import contextlib
import hashlib
import io
import pathlib
import subprocess
import tempfile
import unittest

import samples  # noqa: F401  (the path to the converters)
import fetch
from samples import write


FIRST = hashlib.sha256(b"first\n").hexdigest()


class Fetch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        repository = self.root / "someone" / "measurements"
        repository.mkdir(parents=True)

        def git(*words):
            identity = (
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@example.org",
                "-c",
                "commit.gpgsign=false",
                "-c",
                "uploadpack.allowFilter=true",
            )
            return subprocess.run(
                ("git", "-C", str(repository), *identity, *words), check=True, capture_output=True, text=True
            ).stdout.strip()

        self.git = git
        git("init", "--quiet")
        (repository / "table.csv").write_text("first\n")
        git("add", ".")
        git("commit", "--quiet", "-m", "one")
        self.commit = git("rev-parse", "HEAD")
        (repository / "table.csv").write_text("second\n")
        git("commit", "--quiet", "-am", "two")

    def run_fetch(self, *options, commit=None, sha256="", base=None, path="table.csv", also=()):
        listed = write(self.root / "sources.csv", fetch.COLUMNS, [["own", path, sha256], *(row[:3] for row in also)])
        write(
            self.root / "repositories.csv",
            fetch.REPOSITORIES,
            [
                ["own", "someone/measurements", commit or self.commit[:8]],
                *([row[0], *row[3:]] for row in also if row[3:]),
            ],
        )
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
            code = fetch.main(
                ["--out", str(self.root / "out"), "--list", str(listed), "--base", base or self.root.as_uri(), *options]
            )
        return code, out.getvalue(), errors.getvalue().replace(str(self.root), "ROOT")

    def test_the_file_of_the_commit_not_the_newest(self):
        code, out, _ = self.run_fetch(sha256=FIRST)
        self.assertEqual((code, out), (0, f"someone/measurements at {self.commit}: 1 files\n"))
        self.assertEqual((self.root / "out/own/table.csv").read_text(), "first\n")

    def test_a_missing_hash_is_said_and_recorded_when_asked(self):
        self.assertIn("1 files have no SHA-256 in", self.run_fetch()[1])
        self.assertEqual(self.run_fetch("--record")[0], 0)
        self.assertEqual(
            (self.root / "sources.csv").read_text().splitlines()[1],
            f"own,table.csv,{FIRST}",
        )

    def test_another_file_is_refused(self):
        self.assertEqual(
            self.run_fetch(sha256="0" * 64),
            (
                2,
                f"someone/measurements at {self.commit}: 1 files\n",
                f"fetch: ROOT/out.part/own/table.csv: got SHA-256 {FIRST}; must be {'0' * 64}\n",
            ),
        )

    def test_a_file_of_any_ending(self):
        self.assertEqual(self.run_fetch(path="table.*", sha256=FIRST)[0], 0)
        self.assertEqual((self.root / "out/own/table.csv").read_text(), "first\n")
        code, _, errors = self.run_fetch(path="tables.*")
        self.assertEqual(code, 2)
        self.assertTrue(errors.endswith("0 files of the name tables.*; must be one\n"), errors)

    def test_a_source_that_fits_can_do_without_is_left_out_with_a_word(self):
        code, out, _ = self.run_fetch(also=[["aiconfigurator", "a.*", "", "someone/else", "00000000"]])
        self.assertEqual(code, 0)
        self.assertIn("aiconfigurator: left out: someone/else cannot be fetched from file://", out)
        self.assertTrue((self.root / "out/own/table.csv").is_file())
        self.assertFalse((self.root / "out/aiconfigurator").exists())

    def test_a_pointer_of_git_lfs_without_its_file_is_refused(self):
        (self.root / "someone/measurements/large.csv").write_text("version https://git-lfs.github.com/spec/v1\noid 0\n")
        subprocess.run(("git", "-C", str(self.root / "someone/measurements"), "add", "."), check=True)
        self.git("commit", "--quiet", "-m", "three")
        code, _, errors = self.run_fetch(commit=self.git("rev-parse", "HEAD"), path="large.csv")
        self.assertEqual(code, 2)
        self.assertIn("1 files are in Git LFS, and git-lfs cannot get them", errors)

    def test_an_unknown_commit_is_refused(self):
        code, _, errors = self.run_fetch(commit="00000000")
        self.assertEqual((code, errors), (2, "fetch: someone/measurements at 00000000: git failed\n"))

    def test_a_source_without_a_repository_is_refused(self):
        code, _, errors = self.run_fetch(also=[["nobody", "a.csv", ""]])
        self.assertEqual(code, 2)
        said = "fetch: ROOT/repositories.csv: got no source nobody, which the list of files names\n"
        self.assertEqual(errors, said)

    def test_no_way_to_the_repository_has_its_own_exit_code(self):
        code, _, errors = self.run_fetch(base=(self.root / "nowhere").as_uri())
        self.assertEqual(code, 4)
        self.assertTrue(
            errors.startswith("fetch: someone/measurements cannot be fetched from file://ROOT/nowhere: "), errors
        )
        self.assertEqual(errors.count("\n"), 1)

    def test_the_list_names_sources_that_converters_read(self):
        rows = fetch.read_list(fetch.LIST)
        self.assertEqual(
            {row["source"] for row in rows}, {"aiconfigurator", "clblas", "vidur", "neusight", "deepbench"}
        )
        self.assertEqual(len(rows), len({(row["source"], row["path"]) for row in rows}))
        self.assertEqual(len(fetch.repositories(fetch.LIST.with_name("repositories.csv"), rows)), 5)
        with tempfile.TemporaryDirectory() as folder:  # what the samples make is what the list has
            root = pathlib.Path(folder)
            samples.all_samples(root)
            made = {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}
        listed = {f"{row['source']}/{row['path']}" for row in rows}
        self.assertEqual({name if name in listed else name.rsplit(".", 1)[0] + ".*" for name in made}, listed)


if __name__ == "__main__":
    unittest.main()
