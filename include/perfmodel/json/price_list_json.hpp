#pragma once
/// A user's prices. Format: docs/reference/prices.md; example: data/prices/example.json.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/planner/price_list.hpp>
#include <vector>

namespace perfmodel::json {

/// @param cards  the names that a price may have
/// @throws Error for a missing currency, date or source, a date that is none, an unknown field or card, a number that
/// is none or not above 0
[[nodiscard]] PriceList prices_from_json(const Node& root, const std::vector<std::string>& cards);
[[nodiscard]] PriceList prices_from_file(const std::filesystem::path& path,
                                         const std::vector<std::string>& cards = device_names());

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/price_list_json.ipp>
#endif
