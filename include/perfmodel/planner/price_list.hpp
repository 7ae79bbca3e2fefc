#pragma once
#include <map>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/planner/question.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>

namespace perfmodel {

/// What one GPU with its share of the host costs and takes. Nothing: not known.
struct DevicePrice {
  std::optional<double> per_hour{}, purchase{};  ///< in the list's currency
  std::optional<Power> power{};
};

/// Prices as somebody offered them one day. The project has none of its own.
struct PriceList {
  std::string currency{}, date{}, source{};
  std::optional<double> per_kwh{};
  std::map<std::string, DevicePrice> devices{};  ///< by name of the card, lower case
};

/// Fills in what the question does not say itself.
void apply(const PriceList& list, Question& question);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/price_list.ipp>
#endif
