# What is shipped: the Debian package in a place that has nothing else, versions, pages, the API reference.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND AND PERFMODEL_INSTALL AND TARGET perfmodel-plan)
  add_test(NAME packaging.deb COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/deb.py
    ${CMAKE_CPACK_COMMAND} ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/deb)
  set_tests_properties(packaging.deb PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "not tested:")
endif()
if(TARGET perfmodel_api)
  add_test(NAME packaging.api_reference COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target perfmodel_api)
  set_tests_properties(packaging.api_reference PROPERTIES TIMEOUT 300)
endif()
