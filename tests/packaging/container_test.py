"""The container file builds from what scripts/common.sh installs for the planner, and ships what it built."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTAINER = (ROOT / "packaging/Containerfile").read_text().replace("\\\n", " ")
COMMON = (ROOT / "scripts/common.sh").read_text()
# what the build takes beyond the scripts' lists: fetching charts from npm, which the image's npm does not bring
OF_THE_IMAGE = {"ca-certificates"}


def packages_of(function):
    """The packages that a function of scripts/common.sh asks for."""
    body = re.search(rf"^{function}\(\) \{{\n(.*?)^\}}", COMMON, re.S | re.M)[1]
    return set(re.findall(r"(?:need|want) (\S+) \S+$", body, re.M))


def stages():
    return re.split(r"^FROM ", CONTAINER, flags=re.M)[1:]


def installed(stage):
    words = re.search(r"apt-get install -y --no-install-recommends ([^&]*)&&", stage)[1].split()
    return {word for word in words if not word.startswith("/")}


class Container(unittest.TestCase):
    def test_the_first_stage_installs_what_the_scripts_install_to_build_the_planner(self):
        build = installed(stages()[0])
        needed = packages_of("need_to_build") | packages_of("want_onnx")
        self.assertGreaterEqual(len(needed), 8)
        self.assertEqual(needed - build, set())

    def test_it_installs_nothing_that_the_scripts_do_not_know(self):
        lists = ("need_to_build", "want_onnx", "want_charts", "want_python", "need_to_test")
        known = set.union(*map(packages_of, lists)) | OF_THE_IMAGE
        self.assertEqual(installed(stages()[0]) - known, set())

    def test_it_builds_a_preset_that_exists_and_packs_where_that_builds(self):
        preset = re.search(r"cmake --preset (\S+) -S /src", CONTAINER)[1]
        self.assertIn(f'"name": "{preset}"', (ROOT / "CMakePresets.json").read_text())
        self.assertIn('"binaryDir": "${sourceDir}/build/${presetName}"', (ROOT / "CMakePresets.json").read_text())
        self.assertIn(f"--build /src/build/{preset} ", CONTAINER)
        self.assertIn(f"cd /src/build/{preset} ", CONTAINER)

    def test_the_package_is_named_as_it_is_picked_up_and_is_all_that_the_last_stage_installs(self):
        packaging = (ROOT / "cmake/Packaging.cmake").read_text()
        self.assertIn("set(CPACK_PACKAGE_NAME perfmodel)", packaging)
        self.assertIn("set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)", packaging)  # perfmodel_VERSION_ARCHITECTURE.deb
        self.assertIn("cpack -G DEB && mv perfmodel_*.deb /perfmodel.deb", CONTAINER)
        self.assertIn("COPY --from=build /perfmodel.deb /tmp/perfmodel.deb", CONTAINER)
        self.assertEqual(installed(stages()[-1]), set())
        self.assertIn("/tmp/perfmodel.deb", stages()[-1])

    def test_both_stages_are_the_same_debian_that_the_scripts_support(self):
        bases = [stage.split()[0] for stage in stages()]
        self.assertEqual(len(bases), 2)
        self.assertEqual(len(set(bases)), 1)
        release = re.fullmatch(r"debian:(\d+)-slim", bases[0])[1]
        self.assertRegex(COMMON, rf"# Debian [0-9 and]*\b{release}\b")

    def test_it_runs_a_program_that_the_package_installs_not_as_root(self):
        program = re.search(r'^ENTRYPOINT \["([^"]+)"\]', CONTAINER, re.M)[1]
        self.assertIn(f"add_executable({program}", (ROOT / "plan/CMakeLists.txt").read_text())
        self.assertRegex(stages()[-1], r"(?m)^USER (?!root)\w+$")

    def test_build_folders_of_the_host_stay_outside(self):
        self.assertIn("build", (ROOT / ".dockerignore").read_text().split())


if __name__ == "__main__":
    unittest.main()
