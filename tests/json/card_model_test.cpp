#include <doctest/doctest.h>

#include <perfmodel/json/card_model.hpp>

namespace json_card_model_test {
using namespace perfmodel;

TEST_CASE("make_card_model() of a card takes its calibration and its host; a device alone has a quiet host") {
  const json::Card card = json::load_card("H200-SXM");
  REQUIRE(card.calibration);
  const CardModel calibrated = make_card_model(card), bare = make_card_model(card.device());
  CHECK(calibrated.steps.host_scale == card.host());
  CHECK(bare.steps.host_scale == every_framework(default_host().factor));
  CHECK(calibrated.device.name == "H200-SXM");
  const CardModel named = json::card_model("h200-sxm", software_of(Framework::libtorch));
  CHECK(named.software().framework == Framework::libtorch);
  CHECK(named.steps.host_scale == card.host());
}

TEST_CASE("card_model() names the cards that there are") { CHECK_THROWS_AS((void)json::card_model("T5"), Error); }
}  // namespace json_card_model_test
