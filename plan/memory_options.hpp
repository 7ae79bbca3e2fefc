#pragma once
/// Options about the card's memory and the framework's allocator.
#include <CLI/App.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <string>

#include "arguments.hpp"
#include "format.hpp"

namespace plan {

/// A share such as "5%" or "0.05".
[[nodiscard]] inline double fraction_from(const std::string& text, const std::string& place) {
  const bool percent = text.ends_with('%');
  const std::string figure = percent ? text.substr(0, text.size() - 1) : text;
  if (figure == "0") return 0.0;
  const double share = perfmodel::to_positive(figure, place) * (percent ? 0.01 : 1.0);
  if (!(share < 1.0))
    throw perfmodel::bad_input(place, perfmodel::in_quotes(text), "must be a share below 1, as in 5% or 0.05");
  return share;
}

struct MemoryArguments {
  std::string reserve{}, others{}, limit{};
  bool expandable_segments = false;

  void add_to(CLI::App& command) {
    command.add_option("--reserve", reserve, "memory to be left free, e.g. 1GiB")->type_name("SIZE");
    command.add_option("--other-processes", others, "memory that others hold on the card")->type_name("SIZE");
    command.add_option("--limit", limit, "on reserved memory, instead of what the card has left")->type_name("SIZE");
    command.add_flag("--expandable-segments", expandable_segments, "the allocator's expandable_segments:True");
  }
  [[nodiscard]] perfmodel::MemoryOptions options() const {
    const auto count = [](const std::string& text, const char* place, std::int64_t absent) {
      return text.empty() ? absent : static_cast<std::int64_t>(perfmodel::in(bytes_from(text, place), perfmodel::byte));
    };
    return {.expandable_segments = expandable_segments,
            .reserve = count(reserve, "--reserve", 0),
            .other_processes = count(others, "--other-processes", 0),
            .reserved_limit = count(limit, "--limit", -1)};
  }
};

/// @throws Error where nothing of the card's memory is left for the step
inline void check_room(const perfmodel::Device& device, const perfmodel::MemoryOptions& options) {
  if (options.reserved_limit >= 0 || perfmodel::reserved_limit(device, options) > 0) return;
  throw perfmodel::bad_input(options.reserve > 0 ? "--reserve" : "--other-processes",
                             std::to_string(options.reserve + options.other_processes) + " bytes in all",
                             "must leave some of what " + device.name + " has beside its context");
}

}  // namespace plan
