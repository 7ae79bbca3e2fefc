#pragma once
/// Options that say on which machine's processor steps run.
#include <CLI/App.hpp>
#include <optional>
#include <perfmodel/json/host_json.hpp>
#include <string>

#include "arguments.hpp"

namespace plan {

/// --host-scale or --host, as typed; neither: the calibrated file's machine, else default_host().
struct AskedHost {
  std::optional<double> scale{};
  std::optional<perfmodel::Host> host{};

  /// Host times over the framework profiles'; nothing where nothing was typed.
  [[nodiscard]] std::optional<double> factor() const { return host ? host->factor : scale; }
};

/// Hosts differ by two or three; a hundred is a slip.
inline void add_host_options(CLI::App& command, AskedHost& asked) {
  constexpr double most = 100.0;
  auto* scale = command.add_option_function<std::string>(
      "--host-scale",
      [&asked](const std::string& text) {
        asked.scale = perfmodel::to_positive(text, "--host-scale");
        if (*asked.scale > most || *asked.scale < 1.0 / most)
          throw perfmodel::bad_input("--host-scale", perfmodel::in_quotes(text), "must be a number from 0.01 to 100");
      },
      "host time of this machine over the framework profile's, instead of --host: "
      "divide a measured host-bound step by the one predicted with 1");
  scale->type_name("X");
  auto* host = command.add_option_function<std::string>(
      "--host", [&asked](const std::string& word) { asked.host = perfmodel::json::load_host(word, "--host"); },
      "whose processor launches the steps: " + perfmodel::host_names() +
          ", or a file of perfmodel-calibrate host (default: the calibrated file's machine for its framework, else " +
          std::string(perfmodel::default_host_name) + ")");
  host->type_name("NAME|FILE")->excludes(scale);
}

}  // namespace plan
