#pragma once
/// Options whose values are checked with the same words as everything else: place, value, what is accepted.
#include <perfmodel/calibration/csv.hpp>
#include <perfmodel/error.hpp>
#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace plan {

inline constexpr std::int64_t any_size = std::numeric_limits<std::int64_t>::max();

/// A whole number between low and high.
inline CLI::Option* add_integer(CLI::App& command, const std::string& name, std::int64_t& value, const std::string& description,
                                std::int64_t low = 1, std::int64_t high = any_size) {
  const std::string place = name.substr(name.rfind(',') == std::string::npos ? 0 : name.rfind(',') + 1);
  auto* option = command.add_option_function<std::string>(
      name, [&value, place, low, high](const std::string& text) { value = perfmodel::to_integer(text, place, low, high); }, description);
  return option->type_name("N");
}

/// A finite number > 0.
inline CLI::Option* add_positive(CLI::App& command, const std::string& name, double& value, const std::string& description) {
  const std::string place = name.substr(name.rfind(',') == std::string::npos ? 0 : name.rfind(',') + 1);
  auto* option = command.add_option_function<std::string>(
      name, [&value, place](const std::string& text) { value = perfmodel::to_positive(text, place); }, description);
  return option->type_name("X");
}

}  // namespace plan
