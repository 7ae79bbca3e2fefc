#include <doctest/doctest.h>

#include <array>
#include <perfmodel/data/short_text.hpp>
#include <string>

namespace data_short_text_test {
using namespace perfmodel;

static_assert(ShortText<4>("T4") == "T4");
static_assert(ShortText<4>{}.empty());

TEST_CASE("a short text owns what it says, and a copy too") {
  std::string name = "H200-SXM";
  const CardName card = std::string_view(name);
  name = "T4";
  const std::array<CardName, 2> cards{card, "T4"};
  CHECK(cards[0] == "H200-SXM");
  CHECK(cards[1] == std::string("T4"));
  CHECK(cards[0] == card);
  CHECK(std::string_view(cards[0]).size() == 8);
}

TEST_CASE("a text that does not fit is an error, never cut") {
  CHECK_THROWS_WITH_AS(ShortText<4>("T4000"), "text: got 5 characters; must have at most 4", Error);
  CHECK(ShortText<4>("T400") == "T400");
}
}  // namespace data_short_text_test
