#include <doctest/doctest.h>

#include <perfmodel/json/layout.hpp>

namespace json_layout_test {
using namespace perfmodel;

TEST_CASE("numbers are as short as they read back the same") {
  CHECK(json::shortest(2000.0) == "2000");
  CHECK(json::shortest(0.5) == "0.5");
  CHECK(json::shortest(1e-6) == "1e-06");
  CHECK(json::rounded(0.9622349569764284, 5) == 0.96223);
  CHECK(json::rounded(8963.378140676128, 5) == 8963.4);
  CHECK(json::rounded(json::rounded(1.0 / 3.0, 5), 5) == 0.33333);
  CHECK(json::rounded(382205952000.0, 17) == 382205952000.0);
}

TEST_CASE("what fits on a line stands on one, numbers fill lines, lists of objects have a line each") {
  json::Ordered numbers = json::Ordered::array();
  for (int i = 0; i < 60; ++i) numbers.push_back(i);
  json::Ordered tiles = json::Ordered::array();
  for (int i = 0; i < 2; ++i)
    tiles.push_back({{"m", 64}, {"name", "a text of many more letters than a word has"}, {"n", 32.5}});
  const json::Ordered value{{"name", "one"},      {"b", 1},         {"a", 2.0},   {"empty", json::Ordered::array()},
                            {"numbers", numbers}, {"tiles", tiles}, {"yes", true}};
  CHECK(json::laid_out(value) == R"({
  "name": "one", "b": 1, "a": 2, "empty": [],
  "numbers": [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59
  ],
  "tiles": [
    {"m": 64, "name": "a text of many more letters than a word has", "n": 32.5},
    {"m": 64, "name": "a text of many more letters than a word has", "n": 32.5}
  ],
  "yes": true
}
)");
}
}  // namespace json_layout_test
