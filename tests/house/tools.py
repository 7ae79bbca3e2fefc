"""The project's folder, and which release of a tool is here: what the tests of the house share."""
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def release(program):
    """The first number of its version; None where there is no such program."""
    found = shutil.which(program)
    if not found:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    number = re.search(r"(\d+)\.", said)
    return int(number.group(1)) if number else None
