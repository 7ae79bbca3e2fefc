# cmake --install: headers, CMake package, device files, and what was built of the programs (see plan/, calibrate/).
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(config_dir ${CMAKE_INSTALL_DATADIR}/cmake/perfmodel)
set(devices_dir ${CMAKE_INSTALL_DATADIR}/perfmodel/devices)
install(DIRECTORY devices/ DESTINATION ${devices_dir} FILES_MATCHING PATTERN "*.json")
install(DIRECTORY data/systems/ DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel/systems FILES_MATCHING PATTERN "*.json")
foreach(folder constants choices host)  # for programs that read other numbers than the compiled-in ones
  install(DIRECTORY data/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel/data FILES_MATCHING PATTERN "*.json")
endforeach()
configure_package_config_file(cmake/perfmodelConfig.cmake.in ${PROJECT_BINARY_DIR}/perfmodelConfig.cmake
  INSTALL_DESTINATION ${config_dir} PATH_VARS devices_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/perfmodelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/perfmodelConfig.cmake ${PROJECT_BINARY_DIR}/perfmodelConfigVersion.cmake
  DESTINATION ${config_dir})
