#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/what_if.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// A change to a network or its recipe, costed by the model: what "NN Performance optimization" (Molchanov, NVIDIA)
/// recommends, applied to the user's own network. Times are per sample, since some changes alter the batch.
struct Advice {
  std::string change{};
  std::string reason{};
  Time before{}, after{};
  Bytes device_used{};  ///< of the changed step
  bool fits{};          ///< the changed step, into the card
  [[nodiscard]] Time saved() const { return before - after; }
};

/// The step as it is, and every change that helps it.
struct AdviceList {
  StepEstimate now{};
  std::vector<Advice> changes{};
};

namespace detail {

/// Collects changes: those that save time, and, where the step does not fit the card, those that make it fit.
class Adviser {
 public:
  /// @throws Error as estimate_step() for the network and recipe as they are
  Adviser(const Network& network, const Recipe& recipe, const CardModel& card)
      : network_{network}, recipe_{recipe}, card_{card}, now_{estimate_step(network, recipe, card)} {}

  [[nodiscard]] const StepEstimate& now() const { return now_; }

  /// @returns whether the changed step fits
  bool consider(std::string change, std::string reason, const Network& network, const Recipe& recipe) {
    return consider(std::move(change), std::move(reason), network, recipe, card_);
  }
  bool consider(std::string change, std::string reason, const Network& network, const Recipe& recipe,
                const CardModel& card) {
    const StepEstimate e = estimate_step(network, recipe, card);
    const Advice a{.change = std::move(change),
                   .reason = std::move(reason),
                   .before = per_sample(now_, recipe_),
                   .after = per_sample(e, recipe),
                   .device_used = e.device_used,
                   .fits = e.fits};
    const bool useful = now_.fits ? a.fits && a.after < a.before : a.fits || a.after < a.before;
    if (useful) list_.push_back(a);
    return e.fits;
  }
  bool consider(std::string change, std::string reason, const std::optional<Network>& network) {
    return network && consider(std::move(change), std::move(reason), *network, recipe_);
  }
  template <class Set>
  bool consider_recipe(std::string change, std::string reason, Set&& set) {
    Recipe changed = recipe_;
    set(changed);
    return consider(std::move(change), std::move(reason), network_, changed);
  }

  /// What fits first, then what saves most.
  [[nodiscard]] AdviceList answer() && {
    std::stable_sort(list_.begin(), list_.end(), [](const Advice& a, const Advice& b) {
      return a.fits != b.fits ? a.fits : a.saved() > b.saved();
    });
    return {now_, std::move(list_)};
  }

 private:
  [[nodiscard]] static Time per_sample(const StepEstimate& e, const Recipe& r) {
    return e.step / static_cast<double>(r.batch * r.accumulation);
  }

  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  StepEstimate now_{};
  std::vector<Advice> list_{};
};

/// Number formats, memory format, framework and optimizer.
inline void consider_formats(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card) {
  const Device& device = card.device;
  const Framework framework = card.software().framework;
  const auto tensor_cores = [&](NumberFormat f) { return peak(device, MathUnit::tensor_core, f) > WorkRate{}; };
  if (recipe.precision == Precision::fp32 || recipe.precision == Precision::tf32) {
    if (tensor_cores(NumberFormat::bf16))
      adviser.consider_recipe("precision amp_bf16", "tensor cores, half the bytes",
                              [](Recipe& r) { r.precision = Precision::amp_bf16; });
    if (tensor_cores(NumberFormat::fp16))
      adviser.consider_recipe("precision amp_fp16", "tensor cores, half the bytes",
                              [](Recipe& r) { r.precision = Precision::amp_fp16; });
  }
  if (recipe.precision == Precision::fp32 && tensor_cores(NumberFormat::tf32))
    adviser.consider_recipe("precision tf32", "tensor cores, same storage",
                            [](Recipe& r) { r.precision = Precision::tf32; });
  if (recipe.memory_format == MemoryFormat::nchw && has_convolutions(network))
    adviser.consider_recipe("channels last (nhwc)", "no layout changes",
                            [](Recipe& r) { r.memory_format = MemoryFormat::nhwc; });
  if (recipe.mode == Mode::train && !recipe.fused_optimizer && has_loop(recipe.optimizer, OptimizerLoop::fused) &&
      recipe.optimizer_loop != OptimizerLoop::fused && framework != Framework::libtorch)
    adviser.consider_recipe("fused optimizer", "one pass over the parameters", [](Recipe& r) {
      r.fused_optimizer = true;
      r.optimizer_loop = OptimizerLoop::fused;
    });
  if (framework != Framework::cuda_graph)
    adviser.consider("CUDA graph", "one launch a step", network, recipe, with_framework(card, Framework::cuda_graph));
}

/// Larger batches, where need be by way of checkpointing or of several passes; smaller passes where the batch does not
/// fit.
inline void consider_batches(Adviser& adviser, const Network& network, const Recipe& recipe) {
  constexpr std::int64_t largest = std::int64_t{1} << 29;  // twice it still counts in 63 bits with any shape
  const bool train = recipe.mode == Mode::train,
             can_checkpoint = train && recipe.checkpoint_every == 0 && block_count(network) > 1;
  const std::string checkpoint = "checkpoint every block";
  if (recipe.batch % 8 != 0)
    adviser.consider_recipe("batch " + std::to_string(perfmodel::round_up(recipe.batch, 8)), "multiple of 8",
                            [](Recipe& r) { r.batch = perfmodel::round_up(r.batch, 8); });
  if (train && recipe.batch <= largest)
    adviser.consider_recipe("accumulate " + std::to_string(2 * recipe.accumulation) + " passes",
                            "half as many optimizer steps", [](Recipe& r) { r.accumulation *= 2; });
  if (!adviser.now().fits) {
    const std::int64_t least = least_batch(network, recipe.mode);
    const auto in_passes = [&](const std::string& beside, std::int64_t every) {  // the fewest that fit
      for (std::int64_t passes = 2; recipe.batch % passes == 0 && recipe.batch / passes >= least; passes *= 2)
        if (adviser.consider_recipe(
                std::to_string(passes) + " passes of batch " + std::to_string(recipe.batch / passes) + beside,
                "the same optimizer step",
                [&](Recipe& r) { r.batch /= passes, r.accumulation *= passes, r.checkpoint_every = every; }))
          return;
    };
    if (train) in_passes("", recipe.checkpoint_every);
    if (can_checkpoint &&
        !adviser.consider_recipe(checkpoint, "activations computed twice", [](Recipe& r) { r.checkpoint_every = 1; }))
      in_passes(", " + checkpoint, 1);
    return;
  }
  if (recipe.batch > largest) return;
  const std::string twice = "batch " + std::to_string(2 * recipe.batch);
  if (!adviser.consider_recipe(twice, "larger products", [](Recipe& r) { r.batch *= 2; }) && can_checkpoint)
    adviser.consider_recipe(twice + ", " + checkpoint, "larger products fit",
                            [](Recipe& r) { r.batch *= 2, r.checkpoint_every = 1; });
}

/// The depthwise convolutions whose replacement by full ones saves time, all of these at once.
inline void consider_full_convolutions(Adviser& adviser, const Network& network, const Recipe& recipe,
                                       const StepModel& model) {
  const std::vector<std::size_t> depthwise = depthwise_layers(network);
  if (depthwise.empty()) return;
  std::vector<std::size_t> better;
  for (const std::size_t layer : depthwise)
    if (step_time(with_full_convolutions(network, {layer}), recipe, model).total < adviser.now().step)
      better.push_back(layer);
  if (!better.empty())
    adviser.consider(std::to_string(better.size()) + " of " + std::to_string(depthwise.size()) + " depthwise made full",
                     "as EfficientNetV2 does", with_full_convolutions(network, better));
}

/// Shapes that fit tensor cores, fewer passes over memory.
inline void consider_rewrites(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card) {
  const bool on_tensor_cores = peak(card.device, MathUnit::tensor_core, policy(recipe.precision).compute) > WorkRate{};
  if (on_tensor_cores) {
    for (const std::int64_t multiple : {8, 64})
      if (const auto padded = with_padded_outputs(network, multiple))
        adviser.consider("pad outputs to " + std::to_string(std::get<Linear>(padded->layers.back().what).outputs),
                         "multiple of " + std::to_string(multiple), padded);
    adviser.consider("pad the image to 4 channels", "kernels for C = 4", with_padded_image(network, 4));
    for (const std::int64_t multiple : {8, 16})
      adviser.consider("pad channels to multiples of " + std::to_string(multiple), "tiles of tensor cores",
                       with_padded_channels(network, multiple));
  }
  adviser.consider("concatenate q, k and v", "one wider product", with_joined_qkv(network));
  adviser.consider("fused attention", "no score matrix in memory", with_fused_attention(network));
  if (recipe.mode == Mode::infer)
    adviser.consider("fold batch norms", "a kernel less for each", with_folded_batch_norms(network));
  consider_full_convolutions(adviser, network, recipe, card.steps);
}

}  // namespace detail

/// Every change that applies alone: the one that saves most first. Changes that cost time are left out, unless the step
/// does not fit the card and the change makes it fit; changes that do not fit are left out where the step itself does.
/// @throws Error as estimate_step() for the network and recipe as they are
[[nodiscard]] inline AdviceList advise(const Network& network, const Recipe& recipe, const CardModel& card) {
  detail::Adviser adviser(network, recipe, card);
  detail::consider_formats(adviser, network, recipe, card);
  detail::consider_batches(adviser, network, recipe);
  detail::consider_rewrites(adviser, network, recipe, card);
  return std::move(adviser).answer();
}

}  // namespace perfmodel
