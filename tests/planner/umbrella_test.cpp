#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace planner_umbrella_test {
TEST_CASE("perfmodel.hpp includes every header but those that read files") {
  namespace fs = std::filesystem;
  const fs::path include = fs::path(PERFMODEL_SOURCE_DIR) / "include";
  std::ostringstream umbrella;
  umbrella << std::ifstream(include / "perfmodel/perfmodel.hpp").rdbuf();
  int headers = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(include / "perfmodel")) {
    if (entry.path().extension() != ".hpp" || entry.path().filename() == "perfmodel.hpp") continue;
    const std::string name = fs::relative(entry.path(), include).generic_string();
    CAPTURE(name);
    const bool reads_files = name.rfind("perfmodel/json/", 0) == 0;
    CHECK((umbrella.str().find("#include <" + name + ">") != std::string::npos) == !reads_files);
    ++headers;
  }
  CHECK(headers > 100);
}
}  // namespace planner_umbrella_test
