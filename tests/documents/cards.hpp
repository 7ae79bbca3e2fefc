#pragma once
/// Cards of the catalogue and rates in the units that papers print.
#include <perfmodel/json/catalogue.hpp>
#include <string>

[[nodiscard]] inline perfmodel::json::DeviceRecord card_record(const std::string& name) {
  return perfmodel::json::load_device(name, "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices");
}
[[nodiscard]] inline perfmodel::Device card_named(const std::string& name) { return card_record(name).device; }

[[nodiscard]] inline double tflops(perfmodel::WorkRate rate) {
  return in(rate, perfmodel::tera * perfmodel::flop / perfmodel::second);
}
[[nodiscard]] inline double gbs(perfmodel::Bandwidth bandwidth) {
  return in(bandwidth, perfmodel::giga * perfmodel::byte / perfmodel::second);
}
