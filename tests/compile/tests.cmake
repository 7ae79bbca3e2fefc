# What the headers cost to compile: one test a program, so that ctest's report has the seconds of each. None is a limit;
# docs/reference/performance.md has the figures. Optimized, against the compiled library; consumer.build_and_run
# compiles a program with the headers alone.
function(perfmodel_compile_test name source)
  add_test(NAME compile.${name} COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O2 ${ARGN} -I${PROJECT_SOURCE_DIR}/include
    -c ${CMAKE_CURRENT_SOURCE_DIR}/compile/${source}.cpp -o ${CMAKE_CURRENT_BINARY_DIR}/compile_${name}.o)
  set_tests_properties(compile.${name} PROPERTIES TIMEOUT 600)
endfunction()

# Libraries that were fetched are in folders of their own; the report is about installed ones.
if(Boost_FOUND AND nlohmann_json_FOUND AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  foreach(program units device roofline operation umbrella one_step)
    perfmodel_compile_test(${program} ${program} -DPERFMODEL_COMPILED)
  endforeach()
endif()
