# perfmodel as others use it: installed into a stage, and as a part of another project's tree.
if(PERFMODEL_INSTALL AND EXISTS ${PROJECT_SOURCE_DIR}/examples/first.cpp)
  set(stage ${CMAKE_CURRENT_BINARY_DIR}/stage)
  add_test(NAME consumer.install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${stage})
  add_test(NAME consumer.build_and_run COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer ${CMAKE_CURRENT_BINARY_DIR}/consumer
    --build-generator ${CMAKE_GENERATOR}
    --build-options -DCMAKE_PREFIX_PATH=${stage} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
  add_test(NAME consumer.installed_data COMMAND ${CMAKE_COMMAND} -DSTAGE=${stage}
    -DCOPY=${CMAKE_CURRENT_BINARY_DIR}/installed_data -P ${CMAKE_CURRENT_SOURCE_DIR}/consumer/installed_data.cmake)
  set_tests_properties(consumer.installed_data PROPERTIES FIXTURES_REQUIRED stage)
  set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP stage)
  set_tests_properties(consumer.build_and_run PROPERTIES FIXTURES_REQUIRED stage TIMEOUT 600)
endif()
foreach(way add_subdirectory FetchContent)
  add_test(NAME consumer.${way} COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_SOURCE_DIR}/consumer/exporting
    -B ${CMAKE_CURRENT_BINARY_DIR}/exporting_${way} -G ${CMAKE_GENERATOR} -DPERFMODEL=${PROJECT_SOURCE_DIR}
    -DWAY=${way} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} --fresh)
endforeach()
