"""The Conan recipe and the vcpkg port, run with stand-ins for their programs: what they export is enough to configure
the project, every file that it would install is among it, and the targets that they name are exported."""
import fnmatch
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_IN = """
cmake_minimum_required(VERSION 3.25)
function(said name)
  file(APPEND ${SAID} "${name}:${ARGN}\\n")
endfunction()
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "OUT_FEATURE_OPTIONS" "FEATURES")
  list(GET a_FEATURES 0 feature)
  list(GET a_FEATURES 1 option)
  set(value OFF)
  if(feature IN_LIST FEATURES)
    set(value ON)
  endif()
  set(${a_OUT_FEATURE_OPTIONS} -D${option}=${value} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${a_SOURCE_PATH} -B ${BUILD} ${a_OPTIONS} RESULT_VARIABLE failed
    OUTPUT_QUIET)
  if(failed)
    message(FATAL_ERROR "cannot be configured")
  endif()
  said(options ${a_OPTIONS})
endfunction()
foreach(name vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_copy_tools
    vcpkg_install_copyright)
  cmake_language(EVAL CODE "function(${name})\\n  said(${name} \\${ARGN})\\nendfunction()")
endforeach()
set(CURRENT_PORT_DIR ${PORT})
include(${PORT}/portfile.cmake)
"""


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if p.is_file() and "build" not in p.parts]


def installed_files(build):
    """What the install rules of a build folder read, but for what they have yet to build."""
    rules = "".join(p.read_text() for p in build.rglob("cmake_install.cmake"))
    named = re.findall(r'file\(INSTALL DESTINATION[^)]*?((?:\s*"[^"]+")+)\s*(?:\)|FILES_MATCHING|REGEX)', rules)
    return [pathlib.Path(name) for group in named for name in re.findall(r'"([^"]+)"', group)]


def configured(source, build, variables):
    words = [f"-D{name}={'ON' if value is True else 'OFF' if value is False else value}" for name, value in variables]
    return subprocess.run(["cmake", "-S", source, "-B", build, *words], capture_output=True, text=True)


class Module(types.ModuleType):
    """Whatever of Conan a recipe imports."""

    def __init__(self, name, **members):
        super().__init__(name)
        self.__dict__.update(members)


class Recorder:
    """Settable properties, components, cache variables; calls that do nothing."""

    def __init__(self, *_, **__):
        self.cache_variables, self.properties, self.components = {}, {}, {}

    def set_property(self, name, value):
        self.properties[name] = value

    def generate(self):
        pass


def conan_recipe():
    class Components(dict):
        def __missing__(self, name):
            self[name] = Recorder()
            return self[name]

    class ConanFile:
        recipe_folder = str(ROOT)

        def __init__(self):
            self.required, self.options, self.cpp_info = [], types.SimpleNamespace(planner=False), Recorder()
            self.cpp_info.components = Components()

        def requires(self, reference, **_):
            self.required.append(reference)

    chains = []

    class CMakeToolchain(Recorder):
        def __init__(self, *_):
            super().__init__()
            chains.append(self)

    def load(_, path):
        return pathlib.Path(path).read_text()

    stubs = {
        "conan": Module("conan", ConanFile=ConanFile),
        "conan.tools": Module("conan.tools"),
        "conan.tools.cmake": Module(
            "conan.tools.cmake",
            CMake=Recorder,
            CMakeDeps=Recorder,
            CMakeToolchain=CMakeToolchain,
            cmake_layout=lambda *_: None,
        ),
        "conan.tools.files": Module("conan.tools.files", copy=lambda *_: None, load=load),
    }
    sys.modules.update(stubs)
    try:
        spec = importlib.util.spec_from_file_location("conanfile", ROOT / "conanfile.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name in stubs:
            del sys.modules[name]
    return module.Perfmodel(), chains


@unittest.skipUnless(shutil.which("cmake"), "no cmake in PATH")
class Recipes(unittest.TestCase):
    def check_installed(self, build, source):
        files = installed_files(build)
        of_source = [f for f in files if source in f.parents]
        self.assertGreater(len(of_source), 100)
        missing = [str(f) for f in of_source if not f.exists()]
        self.assertEqual(missing, [])

    def test_conan_exports_what_the_project_takes_to_be_configured_and_installed(self):
        recipe, chains = conan_recipe()
        recipe.set_version()
        self.assertIn(f"VERSION {recipe.version}", (ROOT / "CMakeLists.txt").read_text())
        for planner in (False, True):
            recipe.options.planner = planner
            recipe.required.clear()
            recipe.requirements()
            self.assertEqual(any(r.startswith("cli11/") for r in recipe.required), planner)
            recipe.generate()
            with tempfile.TemporaryDirectory() as folder:
                source, build = pathlib.Path(folder).resolve() / "source", pathlib.Path(folder).resolve() / "build"
                for name in tracked_files():
                    if any(fnmatch.fnmatch(name, pattern) for pattern in recipe.exports_sources):
                        (source / name).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy(ROOT / name, source / name)
                done = configured(source, build, chains[-1].cache_variables.items())
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_installed(build, source)
                self.assertEqual((build / "plan").exists(), planner)
                self.assertFalse((build / "tests").exists() or (build / "python").exists())

    def test_conan_names_the_targets_that_an_installation_exports(self):
        recipe, _ = conan_recipe()
        recipe.package_info()
        components = recipe.cpp_info.components
        named = {c.properties["cmake_target_name"] for c in components.values()}
        self.assertEqual(named, {"perfmodel::perfmodel", "perfmodel::compiled"})
        self.assertEqual(components["compiled"].defines, ["PERFMODEL_COMPILED"])

    def test_the_vcpkg_port_configures_the_tree_that_it_lies_in(self):
        port = ROOT / "packaging/vcpkg/ports/perfmodel"
        for features, planner in (("core", False), ("core;tools", True)):
            with tempfile.TemporaryDirectory() as folder:
                place = pathlib.Path(folder).resolve()
                (place / "stand_in.cmake").write_text(STAND_IN)
                said = place / "said"
                words = [f"-DFEATURES={features}", f"-DPORT={port}", f"-DBUILD={place / 'build'}", f"-DSAID={said}"]
                done = subprocess.run(["cmake", *words, "-P", place / "stand_in.cmake"], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_installed(place / "build", ROOT)
                steps = dict(line.split(":", 1) for line in said.read_text().splitlines())
                self.assertIn("vcpkg_cmake_install", steps)
                self.assertIn("share/cmake/perfmodel", steps["vcpkg_cmake_config_fixup"])
                self.assertEqual("vcpkg_copy_tools" in steps, planner)
                self.assertEqual((place / "build/plan").exists(), planner)
                self.assertFalse((place / "build/python").exists())
                self.assertTrue(pathlib.Path(steps["vcpkg_install_copyright"].split(";")[1]).is_file())


if __name__ == "__main__":
    unittest.main()
