#!/usr/bin/env python3
"""Fetches the public measurements that fits read: files of public repositories, each at one commit.

    python3 calibrate/convert/fetch.py --out build/public-data/upstream [--record]

Beside this program, repositories.csv lists where each source is, source, repository and commit, and sources.csv its
files: source, path, SHA-256. The history is fetched without files, the commit's abbreviation resolved in it and only
these files taken out; git checks what it gets against the commit. A path that ends in .* names the one file with any
ending. A file with a SHA-256 in the list must have it; --record writes the SHA-256 of files that have none yet into the
list, for review and commit. Files in Git LFS need git-lfs; a source of such files (aiconfigurator) is left out with a
word where they cannot be had.

Exit codes: 0 done, 2 a file is not the one that is listed, 4 a repository cannot be reached (no internet). `--base` or
the environment's PERFMODEL_PUBLIC_BASE replaces https://github.com, for mirrors.
"""
import argparse
import csv
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

LIST = pathlib.Path(__file__).with_name("sources.csv")
COLUMNS = ("source", "path", "sha256")
REPOSITORIES = ("source", "repository", "commit")
UNREACHABLE, WRONG = 4, 2
OPTIONAL = {"aiconfigurator"}  # without it, fits keep their priors for what it alone teaches
LFS_POINTER = b"version https://git-lfs"


class Stop(Exception):
    def __init__(self, why, code):
        super().__init__(why)
        self.code = code


def read_list(path, columns=COLUMNS):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if not rows or tuple(rows[0]) != columns:
        raise Stop(f"{path}: must have the columns {','.join(columns)}", WRONG)
    return rows


def repositories(path, rows):
    """(source, repository, commit) of each source of the rows, in their order; `path` lists all that there are."""
    known = {row["source"]: row for row in read_list(path, REPOSITORIES)}
    sources = dict.fromkeys(row["source"] for row in rows)
    for source in sources:
        if source not in known:
            raise Stop(f"{path}: got no source {source}, which the list of files names", WRONG)
    return [tuple(known[source][column] for column in REPOSITORIES) for source in sources]


def git(*words):
    """Output of git. Never asks for a password."""
    done = subprocess.run(
        ("git", *words), capture_output=True, text=True, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    )
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or ["git failed"])[-1])
    return done.stdout


def one_of(clone, commit, path):
    """The path of a file of the commit: `path`, or the one with any ending where it ends in .*"""
    if not path.endswith(".*"):
        return path
    folder = path.rpartition("/")[0]
    within = [f"{folder}/"] if folder else []
    listed = git("-C", str(clone), "ls-tree", "--name-only", commit, *within).splitlines()
    found = [name for name in listed if name.startswith(path[:-1])]
    if len(found) != 1:
        raise RuntimeError(f"{len(found)} files of the name {path}; must be one")
    return found[0]


def without_pointers(clone, paths):
    """Replaces pointers of Git LFS in the working tree by what they point to. Raises RuntimeError."""
    pointers = [path for path in paths if (clone / path).read_bytes().startswith(LFS_POINTER)]
    if not pointers:
        return
    try:
        git("-C", str(clone), "lfs", "pull", "--include", ",".join(pointers))
    except RuntimeError as error:
        raise RuntimeError(f"{len(pointers)} files are in Git LFS, and git-lfs cannot get them: {error}") from error


def fetch(base, repository, commit, paths, folder):
    """The files of a commit into `folder`. Raises Stop."""
    clone = folder.with_name(folder.name + ".git")
    shutil.rmtree(clone, ignore_errors=True)
    try:
        git("clone", "--quiet", "--filter=blob:none", "--no-checkout", f"{base}/{repository}", str(clone))
    except RuntimeError as error:
        raise Stop(f"{repository} cannot be fetched from {base}: {error}", UNREACHABLE) from error
    try:
        whole = git("-C", str(clone), "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}").strip()
        paths = [one_of(clone, whole, path) for path in paths]
        git("-C", str(clone), "checkout", "--quiet", whole, "--", *paths)
        without_pointers(clone, paths)
    except RuntimeError as error:
        raise Stop(f"{repository} at {commit}: {error}", WRONG) from error
    shutil.rmtree(folder, ignore_errors=True)
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(clone / path, folder / path)
    shutil.rmtree(clone)
    print(f"{repository} at {whole}: {len(paths)} files")


def check(rows, out):
    """The SHA-256 of every file; those of the list must agree. Raises Stop naming the first that does not."""
    found = []
    for row in rows:
        if not (out / row["source"]).is_dir():  # left out
            found.append(row["sha256"])
            continue
        file = out / row["source"] / row["path"]
        if file.name.endswith(".*"):
            file = next(file.parent.glob(file.name))
        found.append(hashlib.sha256(file.read_bytes()).hexdigest())
        if row["sha256"] not in ("", found[-1]):
            raise Stop(f"{file}: got SHA-256 {found[-1]}; must be {row['sha256']}", WRONG)
    return found


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the files, one folder a source")
    parser.add_argument("--list", type=pathlib.Path, default=LIST, help="list of the files, beside repositories.csv")
    parser.add_argument(
        "--base",
        default=os.environ.get("PERFMODEL_PUBLIC_BASE", "https://github.com"),
        help="where the repositories are",
    )
    parser.add_argument("--record", action="store_true", help="write missing SHA-256 into the list")
    arguments = parser.parse_args(words)
    try:
        rows = read_list(arguments.list)
        part = arguments.out.with_name(arguments.out.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for source, repository, commit in repositories(arguments.list.with_name("repositories.csv"), rows):
            paths = [r["path"] for r in rows if r["source"] == source]
            try:
                fetch(arguments.base, repository, commit, paths, part / source)
            except Stop as stop:
                if source not in OPTIONAL:
                    raise
                shutil.rmtree(part / source, ignore_errors=True)
                shutil.rmtree(part / f"{source}.git", ignore_errors=True)
                print(f"{source}: left out: {stop}")
        hashes = check(rows, part)
        shutil.rmtree(arguments.out, ignore_errors=True)
        part.rename(arguments.out)  # all of it or nothing
    except Stop as stop:
        print(f"fetch: {stop}", file=sys.stderr)
        return stop.code
    new = sum(1 for row, hash_found in zip(rows, hashes) if hash_found and not row["sha256"])
    if new and arguments.record:
        with open(arguments.list, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows([*(row[c] for c in COLUMNS[:-1]), found] for row, found in zip(rows, hashes))
        print(f"{new} SHA-256 written into {arguments.list}")
    elif new:
        print(
            f"{new} files have no SHA-256 in {arguments.list} yet, their commit alone vouches for them; --record "
            f"writes it"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
