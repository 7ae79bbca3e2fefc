// The rules of the house that a compiler does not check: which folder may include which, and where times may stand.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace house_test {
namespace {
namespace fs = std::filesystem;

struct Header {
  std::string name{}, folder{}, text{};
};

std::string folder_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash == std::string::npos ? "." : name.substr(0, slash);
}

std::vector<Header> headers() {
  const fs::path include = fs::path(PERFMODEL_SOURCE_DIR) / "include/perfmodel";
  std::vector<Header> list;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(include)) {
    const std::string name = fs::relative(entry.path(), include).generic_string();
    const fs::path extension = entry.path().extension();
    if ((extension != ".hpp" && extension != ".ipp") || name == "perfmodel.hpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    list.push_back({name, folder_of(name), text.str()});
  }
  return list;
}

/// Each folder includes itself and those before it.
constexpr std::array<const char*, 20> order{".",        "data",     "device",  "software",    "operation",
                                            "trace",    "layer",    "network", "compile",     "recording",
                                            "lowering", "pricing",  "system",  "step",        "memory",
                                            "timeline", "parallel", "planner", "measurement", "json"};
std::size_t place(const std::string& folder) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), folder) - order.begin());
}

bool matches(const Header& header, const char* expression) {
  return std::regex_search(header.text, std::regex(expression));
}
bool is_one_of(const std::string& folder, std::initializer_list<const char*> folders) {
  return std::find(folders.begin(), folders.end(), folder) != folders.end();
}
}  // namespace

TEST_CASE("folders of headers include only themselves and those before them") {
  const std::regex include("#include <perfmodel/([^>]+)>");
  std::size_t seen = 0;
  for (const Header& header : headers()) {
    REQUIRE(place(header.folder) < order.size());
    if (is_one_of(header.name, {"data/cublas_choices.hpp", "data/cudnn_choices.hpp"}))
      continue;  // generated: pricing's
    for (std::sregex_iterator m(header.text.begin(), header.text.end(), include), end; m != end; ++m) {
      const std::string included = (*m)[1];
      CAPTURE(header.name);
      CAPTURE(included);
      CHECK(place(folder_of(included)) <= place(header.folder));
      ++seen;
    }
  }
  CHECK(seen > 500);
}

TEST_CASE("JSON is read in json/ alone; nothing includes CUDA or a framework") {
  for (const Header& header : headers()) {
    CAPTURE(header.name);
    if (header.folder != "json") CHECK_FALSE(matches(header, "#include *<nlohmann"));
    CHECK_FALSE(matches(header, "#include *<(cuda|torch|ATen|c10|cublas)"));
  }
}

TEST_CASE("layers, networks, operations and traces know no cycles, no microseconds and no compute capability") {
  for (const Header& header : headers()) {
    if (!is_one_of(header.folder, {"operation", "trace", "layer", "network"})) continue;
    CAPTURE(header.name);
    CHECK_FALSE(matches(header, "_cycles"));
    CHECK_FALSE(matches(header, "(micro|nano|milli) \\* second"));
    CHECK_FALSE(matches(header, "[0-9]e-(6|9)"));
    CHECK_FALSE(matches(header, "compute_capability *[<>=]=? *[0-9]"));
  }
}

TEST_CASE("times are constants of pricing and data alone: no other folder multiplies a number by a unit of time") {
  // units.hpp defines them; json/ and measurement/ read what files say (kHz, us), which are conversions, not times;
  // 1.0 * second is the unit itself
  constexpr const char* time = "(^|[^0-9.])(?!1\\.0 )[0-9][0-9.e+-]* \\* ((milli|micro|nano) \\* )?(second|cycle)\\b";
  CHECK(std::regex_search("return 2.5 * micro * second;", std::regex(time)));
  CHECK_FALSE(std::regex_search("Time one{1.0 * second};", std::regex(time)));
  for (const Header& header : headers()) {
    if (is_one_of(header.folder, {".", "pricing", "data", "json", "measurement"})) continue;
    CAPTURE(header.name);
    CHECK_FALSE(matches(header, time));
  }
}
}  // namespace house_test
