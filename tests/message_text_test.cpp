#include <perfmodel/message_text.hpp>
#include <doctest/doctest.h>
#include <string>

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
