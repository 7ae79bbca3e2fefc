#include <doctest/doctest.h>

#include <perfmodel/quoted_text.hpp>
#include <string>

namespace quoted_text_test {
using namespace perfmodel;

TEST_CASE("one_line() has no control characters and says where it was cut") {
  CHECK(one_line("a b") == "a b");
  CHECK(one_line("a\nb\tc\x7f") == "a?b?c?");
  CHECK(one_line(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(one_line(std::string(81, 'x')) == std::string(80, 'x') + "...");
  CHECK(one_line("abcdef", 3) == "abc...");
  CHECK(one_line("\xc3\xa4") == "\xc3\xa4");  // letters beyond ASCII stay
}

TEST_CASE("in_quotes() shows what was written, and that nothing was") {
  CHECK(in_quotes("T5") == "\"T5\"");
  CHECK(in_quotes("") == "nothing");
  CHECK(in_quotes("a\nb") == "\"a?b\"");
  CHECK(in_quotes(std::string(60, 'x')) == '"' + std::string(60, 'x') + '"');
  CHECK(in_quotes(std::string(100000, 'x')) == '"' + std::string(60, 'x') + "...\"");
}

TEST_CASE("lower_case() knows the letters of ASCII and no others") {
  CHECK(lower_case("A100-SXM4-80GB @[`{") == "a100-sxm4-80gb @[`{");  // the neighbours of A, Z, a and z
  CHECK(lower_case("\xc3\x84") == "\xc3\x84");
  CHECK(lower_case("") == "");
}

TEST_CASE("edit_distance() counts insertions, deletions and replacements") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook example
  CHECK(edit_distance("sitting", "kitten") == 3);
}
}  // namespace quoted_text_test
