"""What `pip install .` installs: the wheel's rules with the module of this build, asked from another folder; and the
installation itself where scikit-build-core is there (Debian 13: python3-scikit-build-core)."""
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASK = """
import json, perfmodel
recipe = perfmodel.Recipe(batch=8, precision="fp32")
step = perfmodel.estimate("resnet18", "T4", recipe, host="virtual-machine")
many = perfmodel.estimate("resnet18", "H100-SXM5-80GB", recipe, gpus=8)
grid = perfmodel.sweep("resnet18", ["T4"], [8], "fp32")
print(json.dumps({"file": perfmodel.__file__, "cards": len(perfmodel.Device.names()), "step_s": step.step_s,
                  "exchange_s": many.communication_s, "swept_s": float(grid.step_s[0, 0, 0, 0])}))
"""


def settings():
    """[tool.scikit-build] of pyproject.toml; nothing before Python 3.11."""
    try:
        import tomllib
    except ImportError:
        return None
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def answers(folder):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PERFMODEL")}
    environment["PYTHONPATH"] = str(folder)
    done = subprocess.run([sys.executable, "-B", "-c", ASK], capture_output=True, text=True, env=environment, cwd="/")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Wheel(unittest.TestCase):
    def check(self, folder):
        said = answers(folder)
        self.assertEqual(pathlib.Path(said["file"]).parents[1], folder)
        self.assertEqual(said["cards"], len(list((ROOT / "devices").glob("*-*.json"))) + self.cards_of_one_word())
        self.assertGreater(said["step_s"], 0.0)
        self.assertGreater(said["exchange_s"], 0.0)
        self.assertLess(said["swept_s"], 1.0)
        for name in ("perfmodel_record.py", "perfmodel/py.typed", "perfmodel/_native.pyi"):
            self.assertTrue((folder / name).is_file(), name)
        # servers were read from the wheel, not guessed
        self.assertEqual(
            {p.name for p in (folder / "perfmodel/share/perfmodel/systems").iterdir()},
            {p.name for p in (ROOT / "data/systems").glob("*.json")},
        )

    @staticmethod
    def cards_of_one_word():
        names = [p.stem for p in (ROOT / "devices").glob("*.json")]
        return sum("-" not in name and name not in ("sources", "schema") for name in names)

    def test_the_rules_of_the_wheel_install_what_the_package_reads(self):
        wanted = settings()
        if wanted is None:
            self.skipTest("Python 3.11 or newer reads pyproject.toml")
        tool = wanted["tool"]["scikit-build"]
        native = pathlib.Path(importlib.util.find_spec("perfmodel").origin).parent
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder).resolve()
            build, out = place / "build", place / "out"
            words = [f"-D{name}={value}" for name, value in tool["cmake"]["define"].items()]
            words += ["-DSKBUILD=2", f"-DPERFMODEL_PYTHON={sys.executable}"]
            subprocess.run(["cmake", "-S", ROOT, "-B", build, *words], check=True, capture_output=True)
            for module in native.glob("_native*.so"):
                (build / "python/perfmodel").mkdir(exist_ok=True)
                shutil.copy(module, build / "python/perfmodel")
            for component in tool["install"]["components"]:
                install = ["cmake", "--install", build, "--component", component, "--prefix", out]
                subprocess.run(install, check=True, capture_output=True)
            for package in tool["wheel"]["packages"]:
                shutil.copytree(ROOT / package, out / pathlib.Path(package).name, dirs_exist_ok=True)
            self.check(out)

    def test_settings_are_of_versions_that_have_them(self):
        wanted = settings()
        if wanted is None:
            self.skipTest("Python 3.11 or newer reads pyproject.toml")
        tool = wanted["tool"]["scikit-build"]
        self.assertIn("build", tool)  # build.targets came with 0.10, which says so and stops where less is asked for
        self.assertGreaterEqual([int(n) for n in tool["minimum-version"].split(".")], [0, 10])
        self.assertIn(f"scikit-build-core>={tool['minimum-version']}", wanted["build-system"]["requires"])

    @unittest.skipUnless(importlib.util.find_spec("scikit_build_core"), "scikit-build-core is not installed")
    def test_pip_installs_it(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder).resolve() / "site"
            words = ["--no-build-isolation", "--no-deps", "--no-index", "--target", out, ROOT]
            done = subprocess.run([sys.executable, "-m", "pip", "install", *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(out)


if __name__ == "__main__":
    unittest.main()
