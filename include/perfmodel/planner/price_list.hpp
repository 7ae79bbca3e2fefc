#pragma once
#include <map>
#include <optional>
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
inline void apply(const PriceList& list, Question& question) {
  const auto fill = [](auto& said, const auto& listed) {
    if (!said) said = listed;
  };
  fill(question.price_per_kwh, list.per_kwh);
  for (DeviceQuestion& device : question.devices) {
    const auto found = list.devices.find(lower_case(device.name));
    if (found == list.devices.end()) continue;
    fill(device.price_per_hour, found->second.per_hour);
    fill(device.purchase, found->second.purchase);
    fill(device.power, found->second.power);
  }
}

}  // namespace perfmodel
