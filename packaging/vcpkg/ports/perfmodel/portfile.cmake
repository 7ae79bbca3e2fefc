# An overlay port: vcpkg install perfmodel --overlay-ports=packaging/vcpkg/ports. It builds the tree that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)
set(VCPKG_BUILD_TYPE release)  # the headers are the same, and nobody steps through the planner

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES tools PERFMODEL_BUILD_PLAN)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DPERFMODEL_BUILD_TESTS=OFF -DPERFMODEL_BUILD_CALIBRATE=OFF -DPERFMODEL_BUILD_BENCH=OFF
  -DPERFMODEL_BUILD_PYTHON=OFF -DPERFMODEL_BUNDLE_VEGA=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME perfmodel CONFIG_PATH share/cmake/perfmodel)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES perfmodel-plan AUTO_CLEAN)
endif()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
