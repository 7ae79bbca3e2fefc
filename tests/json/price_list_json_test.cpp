#include <doctest/doctest.h>

#include <perfmodel/json/price_list_json.hpp>

#include "../refusal.hpp"

namespace json_price_list_json_test {
using namespace perfmodel;

namespace {

[[nodiscard]] PriceList read(const std::string& text) {
  const json::Document document = json::parse_text(text, "prices.json");
  return json::prices_from_json(document.root(), {"T4", "L4"});
}
[[nodiscard]] std::string refused(const std::string& text) {
  return refusal([&] { (void)read(text); });
}

}  // namespace

TEST_CASE("a price list says in which money, of which day, from where") {
  const PriceList list = read(R"({"currency": "EUR", "date": "2026-11-23", "source": "an offer", "per_kwh": 0.2,
                                  "devices": {"t4": {"per_hour": 0.5, "power": 100}, "L4": {"purchase": 2000}}})");
  CHECK(list.currency == "EUR");
  CHECK(list.date == "2026-11-23");
  Question question{.devices = {{.name = "T4"}, {.name = "L4", .purchase = 1.0}, {.name = "A10"}}};
  apply(list, question);
  CHECK(question.price_per_kwh == 0.2);
  CHECK(question.devices[0].price_per_hour == 0.5);
  CHECK(question.devices[0].power == 100.0 * watt);
  CHECK(question.devices[1].purchase == 1.0);  // what is said goes before the list
  CHECK_FALSE(question.devices[2].price_per_hour);
}

TEST_CASE("a price list without money, day or source, or with unknown cards is refused by name") {
  const std::string end = R"("devices": {}})";
  CHECK(refused(R"({"date": "2026-11-23", "source": "x", )" + end) ==
        "prices.json: /currency: got nothing; this field is required");
  CHECK(refused(R"({"currency": "EUR", "source": "x", )" + end) ==
        "prices.json: /date: got nothing; this field is required");
  CHECK(refused(R"({"currency": "EUR", "date": "2026-11-23", )" + end) ==
        "prices.json: /source: got nothing; this field is required");
  for (const char* day : {"2026-02-30", "23.11.2026", "2026-1-1", "today"}) {
    CAPTURE(day);
    CHECK(refused(R"({"currency": "EUR", "date": ")" + std::string(day) + R"(", "source": "x", )" + end)
              .find("prices.json: /date: got \"" + std::string(day) + "\"; must be a day, as in 2026-11-23") == 0);
  }
  const std::string begin = R"({"currency": "EUR", "date": "2026-11-23", "source": "x", "devices": )";
  CHECK(refused(begin + R"({"T5": {}}})").find("prices.json: /devices/T5: got \"T5\"; must be the name of a card") ==
        0);
  CHECK(refused(begin + R"({"T4": {"per_hour": 0}}})") ==
        "prices.json: /devices/T4/per_hour: got 0; must be a number > 0 and <= 1000000000");
  CHECK(refused(begin + R"({"T4": {"hourly": 1}}})").find("the unknown field \"hourly\"") != std::string::npos);
}

TEST_CASE("the example that is shipped reads") {
  const PriceList list = json::prices_from_file(PERFMODEL_SOURCE_DIR "/data/prices/example.json");
  CHECK(list.currency == "USD");
  CHECK(list.devices.size() == 4);
}
}  // namespace json_price_list_json_test
