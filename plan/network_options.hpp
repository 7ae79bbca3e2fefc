#pragma once
/// NETWORK and --seq of a command line, and how an answer names what it is about.
#include <CLI/App.hpp>
#include <filesystem>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/serving.hpp>
#include <perfmodel/planner/throughput.hpp>
#include <perfmodel/step/recipe.hpp>
#include <string>

#include "arguments.hpp"
#include "networks.hpp"

namespace plan {

/// "4k" as "4000"; a range stays what it is.
[[nodiscard]] inline std::string length_from(const std::string& text) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (text.find("..") != std::string::npos || text.find_first_of(",|") != std::string::npos) return text;
  return std::to_string(whole_number(text, "--seq", 1, most));
}

/// The network that the text names, with the sequence length that --seq gives.
/// @throws Error where the text has one already, or names a file of layers, whose shapes are fixed
[[nodiscard]] inline std::string with_sequence(const std::string& network, const std::string& length) {
  const auto refuse = [&](const std::string& got, const std::string& accepted) {
    return perfmodel::bad_input("--seq", got, accepted);
  };
  if (network.find(":seq=") != std::string::npos || network.find(",seq=") != std::string::npos)
    throw refuse(length + " beside " + perfmodel::one_line(network, 80), "give the sequence length once");
  const bool options = network.starts_with("hf:") || network.starts_with("onnx:") || network.ends_with(".onnx");
  if (!options && names_a_file(network))
    throw refuse(length, "must be absent: the shapes of a file of layers are fixed in it");
  const bool first = !options && network.find(':') == std::string::npos;
  return network + (first ? ':' : ',') + "seq=" + length_from(length);
}

/// "gpt2-124m (1024 tokens a sample)": with the length that nobody may have said, and which logits are computed.
[[nodiscard]] inline std::string network_text(const perfmodel::Network& network) {
  const auto tokens = perfmodel::tokens_per_sample(network);
  if (!tokens) return network.name;
  return network.name + " (" + std::to_string(*tokens) + " tokens a sample" +
         (perfmodel::has_last_logits(network) ? ", logits of the last" : "") + ")";
}

struct NetworkOptions {
  std::string text{}, sequence{};
  bool all_logits = false;

  void add_to(CLI::App& command, const std::string& help = network_help) {
    command.add_option("NETWORK", text, help)->required();
    command.add_option("--seq", sequence, "tokens per sample, of networks that read text; as in gpt2-124m:seq=512")
        ->type_name("N");
    command.add_flag("--all-logits", all_logits,
                     "inference of a language model: logits of every position, not only of the last as servers do");
  }
  /// As the network is named elsewhere.
  [[nodiscard]] std::string spelled() const { return sequence.empty() ? text : with_sequence(text, sequence); }
  /// @throws Error as load_network() and with_sequence() do
  [[nodiscard]] perfmodel::Network load(perfmodel::Mode mode) const {
    const std::string network = spelled();
    require_file(network);
    return as_run(load_network(network), mode);
  }
  /// A file that is not there is missing, whatever could be done with it. @throws Error
  static void require_file(const std::string& network) {
    if (!network.ends_with(".onnx") || network.find(',') != std::string::npos || network.starts_with("onnx:")) return;
    std::error_code ignored;
    if (!std::filesystem::exists(network, ignored))
      throw perfmodel::bad_input(perfmodel::one_line(network, 400), "no such file", "must be a readable file");
  }
  /// What inference runs of a network.
  [[nodiscard]] perfmodel::Network as_run(perfmodel::Network network, perfmodel::Mode mode) const {
    if (mode == perfmodel::Mode::train || all_logits) return network;
    auto served = perfmodel::with_last_logits(network);
    return served ? std::move(*served) : std::move(network);
  }
};

}  // namespace plan
