# Installs into a stage and builds a separate project against it.
if(PERFMODEL_INSTALL AND EXISTS ${PROJECT_SOURCE_DIR}/examples/first.cpp)
  set(stage ${CMAKE_CURRENT_BINARY_DIR}/stage)
  add_test(NAME consumer.install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${stage})
  add_test(NAME consumer.build_and_run COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer ${CMAKE_CURRENT_BINARY_DIR}/consumer
    --build-generator ${CMAKE_GENERATOR}
    --build-options -DCMAKE_PREFIX_PATH=${stage} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
  set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP stage)
  set_tests_properties(consumer.build_and_run PROPERTIES FIXTURES_REQUIRED stage TIMEOUT 600)
endif()
