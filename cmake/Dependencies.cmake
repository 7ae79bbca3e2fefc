# Each package from the system if it is there, else fetched from its project's own repository.
# Sets perfmodel_boost and perfmodel_json to the targets that the library links while it is being built;
# an installed perfmodel finds both with find_dependency().
include(FetchContent)
set(FETCHCONTENT_QUIET ON)
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # BoostConfig.cmake, not CMake's own FindBoost
endif()

# Says what is fetched, and what to do where there is no network: CMake's own message at the end of a failed fetch does
# not.
function(perfmodel_say_fetch name version debian_package)
  string(TOUPPER ${name} upper)
  message(STATUS "perfmodel: no ${name} ${version} or newer found, fetching it. Without a network: install "
    "${debian_package} (Debian, Ubuntu), or give its folder with -D ${name}_DIR=... (installed) or "
    "-D FETCHCONTENT_SOURCE_DIR_${upper}=... (sources)")
endfunction()

find_package(Boost 1.74 QUIET)
if(Boost_FOUND)
  set(perfmodel_boost Boost::headers)
else()
  perfmodel_say_fetch(Boost 1.74 libboost-dev)
  set(BOOST_INCLUDE_LIBRARIES units)
  FetchContent_Declare(Boost
    URL https://github.com/boostorg/boost/releases/download/boost-1.84.0/boost-1.84.0.tar.xz
    DOWNLOAD_EXTRACT_TIMESTAMP ON)
  FetchContent_MakeAvailable(Boost)
  set(perfmodel_boost Boost::units)
endif()

find_package(nlohmann_json 3.11 QUIET)
if(NOT nlohmann_json_FOUND)
  perfmodel_say_fetch(nlohmann_json 3.11 nlohmann-json3-dev)
  FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.3 GIT_SHALLOW ON)
  FetchContent_MakeAvailable(nlohmann_json)
endif()
set(perfmodel_json nlohmann_json::nlohmann_json)

if(PERFMODEL_BUILD_PLAN OR PERFMODEL_BUILD_CALIBRATE)
  find_package(CLI11 2.1 QUIET)
  if(NOT CLI11_FOUND)
    perfmodel_say_fetch(CLI11 2.1 libcli11-dev)
    FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.4.1 GIT_SHALLOW ON)
    FetchContent_MakeAvailable(CLI11)
  endif()
endif()

if(PERFMODEL_BUILD_TESTS)
  find_package(doctest 2.4 QUIET)
  if(NOT doctest_FOUND)
    perfmodel_say_fetch(doctest 2.4 doctest-dev)
    FetchContent_Declare(doctest GIT_REPOSITORY https://github.com/doctest/doctest.git GIT_TAG v2.4.11 GIT_SHALLOW ON)
    FetchContent_MakeAvailable(doctest)
  endif()
endif()
