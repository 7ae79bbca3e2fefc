#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <perfmodel/json/price_list_json.hpp>
#include <string>

namespace perfmodel::json {

namespace detail {

/// 2026-11-23. @throws Error for text that is no day
[[nodiscard]] inline std::string day(const Node& node) {
  constexpr std::size_t length = 10;
  std::string text = node.text(length);
  int year = 0;
  unsigned month = 0, day = 0;
  char end = 0;
  const bool read = std::sscanf(text.c_str(), "%4d-%2u-%2u%c", &year, &month, &day, &end) == 3;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!read || text.size() != length || !date.ok()) throw node.error("must be a day, as in 2026-11-23");
  return text;
}

[[nodiscard]] inline DevicePrice price(const Node& node) {
  constexpr double most_money = 1e9, most_watts = 1e6;
  node.allow_only({"per_hour", "purchase", "power"});
  const auto amount = [&](const char* key, double most) -> std::optional<double> {
    const auto found = node.find(key);
    return found ? std::optional(found->number(positive(most))) : std::nullopt;
  };
  DevicePrice price{.per_hour = amount("per_hour", most_money), .purchase = amount("purchase", most_money)};
  if (const auto watts = amount("power", most_watts)) price.power = *watts * watt;
  return price;
}

}  // namespace detail

PERFMODEL_INLINE PriceList prices_from_json(const Node& root, const std::vector<std::string>& cards) {
  constexpr double most_money = 1e9;
  root.allow_only({"currency", "date", "source", "per_kwh", "devices"});
  PriceList list{.currency = root.at("currency").text(8),
                 .date = detail::day(root.at("date")),
                 .source = root.at("source").text(400)};
  if (const auto energy = root.find("per_kwh")) list.per_kwh = energy->number(positive(most_money));
  for (const auto& [name, node] : root.at("devices").members()) {
    const std::string lower = lower_case(name);
    if (std::none_of(cards.begin(), cards.end(), [&](const std::string& card) { return lower_case(card) == lower; })) {
      std::string near;
      for (const std::string& other : nearest_names(name, cards)) near += (near.empty() ? "" : ", ") + other;
      throw bad_input(node.place(), in_quotes(one_line(name, 64)), "must be the name of a card; nearest: " + near);
    }
    list.devices[lower] = detail::price(node);
  }
  return list;
}

PERFMODEL_INLINE PriceList prices_from_file(const std::filesystem::path& path, const std::vector<std::string>& cards) {
  const Document document = parse_file(path);
  return prices_from_json(document.root(), cards);
}

}  // namespace perfmodel::json
