#pragma once
/// Options that say how a network is trained.
#include "arguments.hpp"
#include <perfmodel/calibration/gemm_words.hpp>
#include <perfmodel/plan/step_estimate.hpp>
#include <perfmodel/training/allocator_rules.hpp>
#include <perfmodel/training/input_pipeline.hpp>
#include <perfmodel/training/recipe.hpp>
#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <string>

namespace plan {

/// Says on stderr when a framework version lies beyond those that are known. @throws Error if it is no version
inline void note_version(const std::string& version) {
  using namespace perfmodel;
  const int wanted = version_number(version, "--framework-version");
  const bool old = wanted < version_number(oldest_known_version, "table");
  if (!old && wanted <= version_number(newest_known_version, "table")) return;
  std::cerr << "perfmodel-plan: warning: framework version " << version << " is " << (old ? "older" : "newer") << " than any that is known; taken as "
            << (old ? oldest_known_version : newest_known_version) << '\n';
}

/// Passes of one step: each is written down, so that more would take minutes and gigabytes.
inline constexpr std::int64_t most_passes_asked = 1024;

/// @throws Error naming --precision where the card does not compute in it: no time can be said then
inline void check_precision(const perfmodel::Device& device, perfmodel::Precision precision) {
  if (!computes(device, precision))
    throw perfmodel::bad_input("--precision", std::string(name(precision)), "must be one that " + device.name + " computes in");
}

/// Words as typed; recipe() checks them.
struct RecipeOptions {
  std::string optimizer = "adam", mode = "train", framework = "pytorch", version = "2.11", memory_format = "nchw", load = "sustained";
  std::int64_t accumulation = 1, checkpoint_every = 0;
  std::optional<double> host_scale{};

  void add_to(CLI::App& command) {
    command.add_option("--optimizer", optimizer, "sgd, momentum, rmsprop, adam, adamw, adam8bit")->capture_default_str();
    command.add_option("--mode", mode, "train or infer")->capture_default_str();
    command.add_option("--framework", framework, "whose host and allocator: libtorch, pytorch, cuda_graph")->capture_default_str();
    command.add_option("--framework-version", version, "1.13 to 2.11")->capture_default_str();
    command.add_option("--memory-format", memory_format, "of images: nchw or nhwc")->capture_default_str();
    command.add_option("--load", load, "isolated: a short burst; sustained: the card has been busy for seconds")->capture_default_str();
    add_host_scale_option(command, host_scale);
    add_integer(command, "--accumulation", accumulation, "forward and backward passes per optimizer step (default 1)", 1, most_passes_asked);
    add_integer(command, "--checkpoint-every", checkpoint_every, "blocks per checkpointed segment (default: keep all activations)");
  }
  [[nodiscard]] perfmodel::Recipe recipe() const {
    note_version(version);
    return {.optimizer = perfmodel::optimizer_from(optimizer, "--optimizer"),
            .mode = perfmodel::mode_from(mode, "--mode"),
            .memory_format = perfmodel::memory_format_from(memory_format, "--memory-format"),
            .framework = perfmodel::framework_from(framework, "--framework"),
            .version = version,
            .accumulation = accumulation,
            .checkpoint_every = checkpoint_every};
  }
};

/// What delivers the samples, as typed.
struct InputOptions {
  double rate = 0.0;
  bool serial = false;

  void add_to(CLI::App& command) {
    CLI::Option* samples = add_positive(command, "--input-rate", rate, "samples/s that the input pipeline delivers to the whole job (default: never waited for)");
    command.add_flag("--input-serial", serial, "each step waits for its samples first, instead of the pipeline working beside it")->needs(samples);
  }
  [[nodiscard]] perfmodel::InputPipeline pipeline() const { return {.rate = rate, .overlapped = !serial}; }
};

/// Batches of a question: nobody trains with more samples than this in one step.
inline constexpr std::int64_t largest_batch_asked = std::int64_t{1} << 30;

}  // namespace plan
