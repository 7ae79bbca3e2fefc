#pragma once
/// Options that say how a network is trained.
#include <CLI/App.hpp>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <perfmodel/timeline/input_pipeline.hpp>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "host_option.hpp"
#include "software_options.hpp"

namespace plan {

/// Passes of one step: each is written down, so that more would take minutes and gigabytes.
inline constexpr std::int64_t most_passes_asked = 1024;

/// @throws Error naming --precision where the card does not compute in it: no time can be said then
inline void check_precision(const perfmodel::Device& device, perfmodel::Precision precision) {
  if (!computes(device, precision))
    throw perfmodel::bad_input("--precision", std::string(name(precision)),
                               "must be one that " + device.name + " computes in");
}

/// torch.backends.cudnn.benchmark runs every algorithm once for each new shape, with the largest scratch memory that
/// any of them asks for, and gives it back to the driver (aten/src/ATen/native/cudnn/Conv_v8.cpp,
/// get_plans_from_find(), emptyCache()). How large that is, no table says: the later steps are what is answered. Said
/// once a run.
inline void note_cudnn_benchmark() {
  static std::once_flag said;
  std::call_once(said, [] {
    std::cerr << "perfmodel-plan: cudnn_benchmark: times and memory are those of later steps, with the algorithms that "
                 "cuDNN takes unasked; the scratch memory of trial runs in the first step is not known\n";
  });
}

/// What a recording calls its batch is the first extent of its inputs that grows: rows of a graph, say, not graphs. A
/// batch far below both recorded ones may be of another unit. Said once a run.
inline void note_batch_of(const perfmodel::Recording& recording, std::int64_t batch) {
  constexpr std::int64_t far = 16;
  const auto [one, other] = recording.batches;
  if (batch > std::min(one, other) / far) return;
  static std::once_flag said;
  std::call_once(said, [&] {
    std::cerr << "perfmodel-plan: note: batch " << batch << ": " << perfmodel::one_line(recording.file, 200)
              << " was recorded at " << one << " and " << other
              << ", the first extent of its inputs that grows; sizes are drawn out from there\n";
  });
}

/// The batch that was asked for, with a note where a recording may call something else so.
inline void set_batch(perfmodel::Recipe& recipe, const perfmodel::Network& network, std::int64_t batch) {
  recipe.batch = batch;
  if (network.recording != nullptr) note_batch_of(*network.recording, batch);
}

/// Words as typed; recipe() and software() check them.
struct RecipeOptions {
  std::string optimizer{name(perfmodel::Recipe{}.optimizer)},
      mode = "train", memory_format = "nchw", load = "sustained", gradient_scaler = "true", cudnn_benchmark = "false";
  SoftwareOptions runs_on{};
  std::int64_t accumulation = 1, checkpoint_every = 0;
  AskedHost host{};
  const CLI::App* options{};  ///< the command, which knows what was typed

  void add_to(CLI::App& command) {
    options = &command;
    command
        .add_option("--optimizer", optimizer,
                    "sgd, momentum, rmsprop, adam, adamw, adam8bit; with :fused, :foreach or :loop")
        ->capture_default_str();
    command.add_option("--mode", mode, "train or infer")->capture_default_str();
    runs_on.add_to(command);
    command.add_option("--memory-format", memory_format, "of images: nchw or nhwc")->capture_default_str();
    command.add_option("--load", load, "isolated: a short burst; sustained: the card has been busy for seconds")
        ->capture_default_str();
    add_host_options(command, host);
    command.add_option("--gradient-scaler", gradient_scaler, "of amp_fp16 and fp16 training in PyTorch: true or false")
        ->capture_default_str();
    command
        .add_option("--cudnn-benchmark", cudnn_benchmark,
                    "true or false: whether cuDNN tries its algorithms in the first step, which is not modelled")
        ->capture_default_str();
    add_integer(command, "--accumulation", accumulation, "forward and backward passes per optimizer step (default 1)",
                1, most_passes_asked);
    add_integer(command, "--checkpoint-every", checkpoint_every,
                "blocks per checkpointed segment (default: keep all activations)");
  }
  [[nodiscard]] perfmodel::Recipe recipe() const {
    perfmodel::Recipe asked{.mode = perfmodel::mode_from(mode, "--mode"),
                            .memory_format = perfmodel::memory_format_from(memory_format, "--memory-format"),
                            .accumulation = accumulation,
                            .checkpoint_every = checkpoint_every};
    check_training_options(asked.mode);
    asked.gradient_scaler = truth_of(gradient_scaler, "--gradient-scaler");
    if (truth_of(cudnn_benchmark, "--cudnn-benchmark")) note_cudnn_benchmark();
    perfmodel::set_optimizer(asked, optimizer, "--optimizer");
    return asked;
  }
  /// What inference has none of is not passed over in silence. @throws Error naming the option
  void check_training_options(perfmodel::Mode asked) const {
    if (asked == perfmodel::Mode::train) return;
    for (const char* option : {"--optimizer", "--checkpoint-every", "--gradient-scaler"})
      if (typed(option))
        throw perfmodel::bad_input(option, "--mode infer beside it", "is of training: leave it out, or --mode infer");
  }
  [[nodiscard]] bool typed(const char* option) const { return options != nullptr && options->count(option) > 0; }
  /// The recipe of a network: a recording's own. @throws Error naming an option that contradicts the recording
  [[nodiscard]] perfmodel::Recipe recipe_for(const perfmodel::Network& network) const {
    const perfmodel::Recipe asked = recipe();
    if (network.recording == nullptr) return asked;
    perfmodel::Recipe recorded = perfmodel::recorded_recipe(*network.recording, asked.batch);
    perfmodel::Recipe both = recorded;
    if (typed("--optimizer")) both.optimizer = asked.optimizer, both.optimizer_loop = asked.optimizer_loop;
    if (typed("--mode")) both.mode = asked.mode;
    both.accumulation = asked.accumulation, both.checkpoint_every = asked.checkpoint_every;
    if (typed("--memory-format"))
      throw perfmodel::bad_input("--memory-format", memory_format, network.recording->file + " fixes it");
    if (typed("--gradient-scaler"))
      throw perfmodel::bad_input("--gradient-scaler", gradient_scaler, network.recording->file + " fixes it");
    perfmodel::require_recorded(*network.recording, both);
    return recorded;
  }
  /// The same in one precision. @throws Error, too, for a word that names none
  [[nodiscard]] perfmodel::Recipe recipe_for(const perfmodel::Network& network, const std::string& precision) const {
    perfmodel::Recipe made = recipe_for(network);
    if (network.recording != nullptr && !typed("--precision")) return made;
    const perfmodel::Precision recorded = made.precision;
    made.precision = perfmodel::precision_from(precision, "--precision");
    if (network.recording != nullptr && made.precision != recorded)
      perfmodel::require_recorded(*network.recording, made);
    return made;
  }
  /// Of a recording the only one that there is. @throws Error for a word that names none, or another than the recorded
  [[nodiscard]] std::vector<perfmodel::Precision> precisions_for(const perfmodel::Network& network,
                                                                 const std::vector<std::string>& words) const {
    if (network.recording != nullptr && !typed("--precision")) return {recipe_for(network).precision};
    std::vector<perfmodel::Precision> list;
    for (const std::string& word : words)
      list.push_back(network.recording != nullptr ? recipe_for(network, word).precision
                                                  : perfmodel::precision_from(word, "--precision"));
    return list;
  }
  /// As SoftwareOptions::software().
  [[nodiscard]] perfmodel::Software software() const { return runs_on.software(); }
};

/// What an answer in JSON says of how it is run: optimizer, mode, framework, memory format.
inline void add_setting(nlohmann::ordered_json& answer, const perfmodel::Recipe& recipe,
                        const perfmodel::Software& software) {
  answer["mode"] = name(recipe.mode);
  if (recipe.mode == perfmodel::Mode::train) answer["optimizer"] = optimizer_text(recipe);
  answer["framework"] = name(software.framework);
  answer["framework_version"] = software.version;
  answer["memory_format"] = recipe.memory_format == perfmodel::MemoryFormat::nhwc ? "nhwc" : "nchw";
  answer["accumulation"] = recipe.accumulation;
  answer["checkpoint_every"] = recipe.checkpoint_every;
}

/// What delivers the samples, as typed.
struct InputOptions {
  double rate = 0.0;
  bool serial = false;

  void add_to(CLI::App& command) {
    CLI::Option* samples =
        add_positive(command, "--input-rate", rate,
                     "samples/s that the input pipeline delivers to the whole job (default: never waited for)");
    command
        .add_flag("--input-serial", serial,
                  "each step waits for its samples first, instead of the pipeline working beside it")
        ->needs(samples);
  }
  [[nodiscard]] perfmodel::InputPipeline pipeline() const { return {.rate = rate, .overlapped = !serial}; }
};

/// Batches of a question: nobody trains with more samples than this in one step.
inline constexpr std::int64_t largest_batch_asked = std::int64_t{1} << 30;

}  // namespace plan
