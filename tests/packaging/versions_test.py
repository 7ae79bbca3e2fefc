"""The version stands in CMakeLists.txt; what cannot read it there says the same."""
import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(perfmodel VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class Versions(unittest.TestCase):
    def test_the_vcpkg_port_says_the_same_version(self):
        port = json.loads((ROOT / "packaging/vcpkg/ports/perfmodel/vcpkg.json").read_text())
        self.assertEqual(port["version-semver"], VERSION)

    def test_python_and_conan_read_it(self):
        said = re.search(r"regex = '(.*)'", (ROOT / "pyproject.toml").read_text()).group(1)
        self.assertEqual(re.search(said, (ROOT / "CMakeLists.txt").read_text()).group("value"), VERSION)
        recipe = (ROOT / "conanfile.py").read_text()
        self.assertNotIn(VERSION, recipe)
        compile(recipe, "conanfile.py", "exec")

    def test_the_changelog_has_an_entry_for_it(self):
        self.assertIn(f"## {VERSION}", (ROOT / "CHANGELOG.md").read_text())

    def test_the_lock_file_of_the_charts_names_the_versions_that_are_asked_for(self):
        folder = ROOT / "plan/report/runtime"
        asked = json.loads((folder / "package.json").read_text())["dependencies"]
        locked = json.loads((folder / "package-lock.json").read_text())["packages"]
        for name, version in asked.items():
            self.assertEqual(locked[f"node_modules/{name}"]["version"], version)
            self.assertTrue(locked[f"node_modules/{name}"]["integrity"].startswith("sha512-"))


if __name__ == "__main__":
    unittest.main()
