# cmake --install: headers, CMake package, device files, and what was built of the programs (see plan/, calibrate/).
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/guide docs/reference DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md")
install(FILES docs/network.schema.json devices/schema.json python/recording.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel/schemas)
install(PROGRAMS python/perfmodel_record.py DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel)
file(RELATIVE_PATH up_to_prefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)  # the installation may be moved
foreach(library perfmodel perfmodel-compiled)
  configure_file(packaging/${library}.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
set(config_dir ${CMAKE_INSTALL_DATADIR}/cmake/perfmodel)
set(devices_dir ${CMAKE_INSTALL_DATADIR}/perfmodel/devices)
install(DIRECTORY devices/ DESTINATION ${devices_dir} FILES_MATCHING PATTERN "*.json")
foreach(folder systems presets prices)
  install(DIRECTORY data/${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel/${folder}
    FILES_MATCHING PATTERN "*.json")
endforeach()
foreach(folder constants choices host)  # for programs that read other numbers than the compiled-in ones
  install(DIRECTORY data/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/perfmodel/data FILES_MATCHING PATTERN "*.json")
endforeach()
configure_package_config_file(cmake/perfmodelConfig.cmake.in ${PROJECT_BINARY_DIR}/perfmodelConfig.cmake
  INSTALL_DESTINATION ${config_dir} PATH_VARS devices_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/perfmodelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/perfmodelConfig.cmake ${PROJECT_BINARY_DIR}/perfmodelConfigVersion.cmake
  DESTINATION ${config_dir})
