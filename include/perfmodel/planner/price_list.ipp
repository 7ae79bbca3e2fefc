#pragma once
#include <perfmodel/planner/price_list.hpp>

namespace perfmodel {

PERFMODEL_INLINE void apply(const PriceList& list, Question& question) {
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
