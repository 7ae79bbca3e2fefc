#pragma once
/// NETWORK and --seq of a command line, and how an answer names what it is about.
#include <CLI/App.hpp>
#include <filesystem>
#include <optional>
#include <perfmodel/device/device.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/serving.hpp>
#include <perfmodel/planner/throughput.hpp>
#include <perfmodel/step/recipe.hpp>
#include <string>
#include <utility>

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
  return network.name + " (" + std::to_string(*tokens) + (*tokens == 1 ? " token" : " tokens") + " a sample" +
         (perfmodel::has_last_logits(network) ? ", logits of the last" : "") + ")";
}

struct NetworkOptions {
  std::string text{}, sequence{}, weights{};
  bool all_logits = false;

  void add_to(CLI::App& command, const std::string& help = network_help) {
    command.add_option("NETWORK", text, help)->required();
    command.add_option("--seq", sequence, "tokens per sample, of networks that read text; as in gpt2-124m:seq=512")
        ->type_name("N");
    command.add_flag("--all-logits", all_logits,
                     "inference of a language model: logits of every position, not only of the last as servers do");
  }
  /// For commands that ask about one card. @see check_weights()
  void add_weights_to(CLI::App& command) {
    command
        .add_option("--weights", weights,
                    "inference: fp8 or int8: of the linear layers in blocks, stored and multiplied so, as serving "
                    "engines do")
        ->type_name("FORMAT");
  }
  /// @throws Error where the card does not multiply what --weights asks for
  void check_weights(const perfmodel::Device& device) const {
    if (weights.empty() || peak(device, perfmodel::MathUnit::tensor_core, narrow_format()) > perfmodel::WorkRate{})
      return;
    throw perfmodel::bad_input("--weights", weights,
                               "must be a format that tensor cores of " + device.name + " multiply");
  }
  /// As the network is named elsewhere.
  [[nodiscard]] std::string spelled() const { return sequence.empty() ? text : with_sequence(text, sequence); }
  /// @throws Error as load_network() and with_sequence() do
  [[nodiscard]] perfmodel::Network load(perfmodel::Mode mode) const {
    const std::string network = spelled();
    require_file(network);
    perfmodel::Network run = as_run(load_network(network), mode);
    return weights.empty() ? run : with_weights(run, mode);
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

 private:
  [[nodiscard]] perfmodel::NumberFormat narrow_format() const {
    for (const perfmodel::NumberFormat format : {perfmodel::NumberFormat::fp8, perfmodel::NumberFormat::int8})
      if (name(format) == weights) return format;
    throw perfmodel::bad_input("--weights", '"' + perfmodel::one_line(weights, 80) + '"',
                               "must be fp8 or int8, or absent");
  }
  [[nodiscard]] perfmodel::Network with_weights(const perfmodel::Network& network, perfmodel::Mode mode) const {
    const perfmodel::NumberFormat format = narrow_format();
    if (mode == perfmodel::Mode::train)
      throw perfmodel::bad_input("--weights", weights + " in training", "is of inference: --mode infer beside it");
    auto narrow = network.recording == nullptr ? perfmodel::with_quantized_weights(network, format) : std::nullopt;
    if (!narrow)
      throw perfmodel::bad_input("--weights", weights + " of " + perfmodel::one_line(network.name, 80),
                                 "must be of a network with linear layers in blocks, as language models have them");
    return std::move(*narrow);
  }
};

}  // namespace plan
