"""Conan 2 recipe: conan create . ; the version is that of CMakeLists.txt."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Perfmodel(ConanFile):
    name = "perfmodel"
    description = "Analytic performance model and capacity planner for neural networks on GPUs"
    license = "Apache-2.0"
    topics = ("gpu", "performance-model", "neural-networks", "roofline")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"planner": [True, False]}
    default_options = {"planner": False}
    exports_sources = (
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "cmake/*",
        "include/*",
        "compiled/*",
        "plan/*",
        "data/*",
        "devices/*",
    )
    exports_sources += "docs/*", "packaging/*", "python/*"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(perfmodel VERSION ([0-9.]+)", text).group(1)

    def requirements(self):
        self.requires("boost/[>=1.74]", transitive_headers=True)
        self.requires("nlohmann_json/[>=3.11]", transitive_headers=True)
        if self.options.planner:
            self.requires("cli11/[>=2.1]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        chain = CMakeToolchain(self)
        chain.cache_variables["PERFMODEL_BUILD_PLAN"] = bool(self.options.planner)
        for part in ("TESTS", "CALIBRATE", "BENCH", "PYTHON"):
            chain.cache_variables["PERFMODEL_BUILD_" + part] = False
        chain.cache_variables["PERFMODEL_BUNDLE_VEGA"] = False
        chain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "perfmodel")
        headers = self.cpp_info.components["perfmodel"]
        headers.set_property("cmake_target_name", "perfmodel::perfmodel")
        headers.requires = ["boost::headers", "nlohmann_json::nlohmann_json"]
        headers.bindirs, headers.libdirs = [], []
        compiled = self.cpp_info.components["compiled"]
        compiled.set_property("cmake_target_name", "perfmodel::compiled")
        compiled.requires = ["perfmodel"]
        compiled.libs = ["perfmodel"]
        compiled.defines = ["PERFMODEL_COMPILED"]
