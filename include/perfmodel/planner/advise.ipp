#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <perfmodel/network/image_rewrite.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/advise.hpp>
#include <perfmodel/planner/what_if.hpp>
#include <perfmodel/step/least_batch.hpp>
#include <utility>

namespace perfmodel {
namespace detail {

/// What changes are worth beside the step as it is: keeps those that save time, and, where the step does not fit the
/// card, those that make it fit.
class Changes {
 public:
  Changes(const StepEstimate& now, const Network& network, const Recipe& recipe, const CardModel& card)
      : now_(now), network_(network), recipe_(recipe), card_(card) {}

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
  template <class Set>
  bool consider_recipe(std::string change, std::string reason, Set&& set) {
    Recipe changed = recipe_;
    set(changed);
    return consider(std::move(change), std::move(reason), network_, changed);
  }
  [[nodiscard]] const std::vector<Advice>& list() const { return list_; }

 private:
  [[nodiscard]] static Time per_sample(const StepEstimate& e, const Recipe& r) {
    return e.step / static_cast<double>(r.batch * r.accumulation);
  }

  const StepEstimate& now_;
  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  std::vector<Advice> list_{};
};

/// Collects what is to be considered, and has all of it worked out at once when the answer is asked for.
class Adviser {
 public:
  /// What is considered together: a change, and others that depend on whether it fits.
  using Work = std::function<void(Changes&)>;

  /// @throws Error as estimate_step() for the network and recipe as they are
  Adviser(const Network& network, const Recipe& recipe, const CardModel& card, const ForEach& each)
      : network_{network}, recipe_{recipe}, card_{card}, each_{each}, now_{estimate_step(network, recipe, card)} {}

  [[nodiscard]] const StepEstimate& now() const { return now_; }
  [[nodiscard]] const ForEach& each() const { return each_; }

  void add(Work work) { works_.push_back(std::move(work)); }
  void consider(std::string change, std::string reason, std::optional<Network> network) {
    if (!network) return;
    add([change = std::move(change), reason = std::move(reason), network = std::move(*network),
         &recipe = recipe_](Changes& to) { (void)to.consider(change, reason, network, recipe); });
  }
  template <class Set>
  void consider_recipe(std::string change, std::string reason, Set&& set) {
    add([change = std::move(change), reason = std::move(reason), set](Changes& to) {
      (void)to.consider_recipe(change, reason, set);
    });
  }

  /// What fits first, then what saves most.
  [[nodiscard]] AdviceList answer() && {
    std::vector<Changes> found(works_.size(), Changes(now_, network_, recipe_, card_));
    each_(works_.size(), [&](std::size_t i) { works_[i](found[i]); });
    std::vector<Advice> list;
    for (const Changes& some : found) list.insert(list.end(), some.list().begin(), some.list().end());
    std::stable_sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) {
      return a.fits != b.fits ? a.fits : a.saved() > b.saved();
    });
    return {now_, std::move(list)};
  }

 private:
  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  const ForEach& each_;
  StepEstimate now_{};
  std::vector<Work> works_{};
};

/// Number formats, memory format, framework and optimizer.
void consider_formats(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card);

/// Larger batches, where need be by way of checkpointing or of several passes; smaller passes where the batch does not
/// fit.
void consider_batches(Adviser& adviser, const Network& network, const Recipe& recipe);

/// The depthwise convolutions whose replacement by full ones saves time, all of these at once.
void consider_full_convolutions(Adviser& adviser, const Network& network, const Recipe& recipe, const StepModel& model);

/// Shapes that fit tensor cores, fewer passes over memory.
void consider_rewrites(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card);

/// @pre network, recipe and card outlive the adviser
inline void consider_graph(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card) {
  adviser.add([&](Changes& to) {
    (void)to.consider("CUDA graph", "one launch a step", network, recipe, with_framework(card, Framework::cuda_graph));
  });
}

PERFMODEL_INLINE void consider_formats(Adviser& adviser, const Network& network, const Recipe& recipe,
                                       const CardModel& card) {
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
  if (recipe.mode == Mode::train && has_loop(recipe.optimizer, OptimizerLoop::fused) &&
      recipe.optimizer_loop != OptimizerLoop::fused && framework != Framework::libtorch)
    adviser.consider_recipe("fused optimizer", "one pass over the parameters",
                            [](Recipe& r) { r.optimizer_loop = OptimizerLoop::fused; });
  if (framework != Framework::cuda_graph) consider_graph(adviser, network, recipe, card);
}

inline constexpr const char* checkpoint_word = "checkpoint every block";

/// The fewest passes that fit.
inline void consider_passes(Changes& to, const Recipe& recipe, std::int64_t least, const std::string& beside,
                            std::int64_t every) {
  for (std::int64_t passes = 2; recipe.batch % passes == 0 && recipe.batch / passes >= least; passes *= 2)
    if (to.consider_recipe(
            std::to_string(passes) + " passes of batch " + std::to_string(recipe.batch / passes) + beside,
            "the same optimizer step",
            [&](Recipe& r) { r.batch /= passes, r.accumulation *= passes, r.checkpoint_every = every; }))
      return;
}

/// Of a step that does not fit.
inline void consider_smaller_passes(Adviser& adviser, const Network& network, const Recipe& recipe,
                                    bool can_checkpoint) {
  const std::int64_t least = least_batch(network, recipe.mode);
  if (recipe.mode == Mode::train)
    adviser.add([&recipe, least](Changes& to) { consider_passes(to, recipe, least, "", recipe.checkpoint_every); });
  if (can_checkpoint)
    adviser.add([&recipe, least](Changes& to) {
      if (!to.consider_recipe(checkpoint_word, "activations computed twice", [](Recipe& r) { r.checkpoint_every = 1; }))
        consider_passes(to, recipe, least, std::string(", ") + checkpoint_word, 1);
    });
}

PERFMODEL_INLINE void consider_batches(Adviser& adviser, const Network& network, const Recipe& recipe) {
  constexpr std::int64_t largest = std::int64_t{1} << 29;  // twice it still counts in 63 bits with any shape
  const bool train = recipe.mode == Mode::train,
             can_checkpoint = train && recipe.checkpoint_every == 0 && block_count(network) > 1;
  if (recipe.batch % 8 != 0)
    adviser.consider_recipe("batch " + std::to_string(perfmodel::round_up(recipe.batch, 8)), "multiple of 8",
                            [](Recipe& r) { r.batch = perfmodel::round_up(r.batch, 8); });
  if (train && recipe.batch <= largest)
    adviser.consider_recipe("accumulate " + std::to_string(2 * recipe.accumulation) + " passes",
                            "half as many optimizer steps", [](Recipe& r) { r.accumulation *= 2; });
  if (!adviser.now().fits) return consider_smaller_passes(adviser, network, recipe, can_checkpoint);
  if (recipe.batch > largest) return;
  adviser.add([&recipe, can_checkpoint](Changes& to) {
    const std::string twice = "batch " + std::to_string(2 * recipe.batch);
    if (!to.consider_recipe(twice, "larger products", [](Recipe& r) { r.batch *= 2; }) && can_checkpoint)
      (void)to.consider_recipe(twice + ", " + checkpoint_word, "larger products fit",
                               [](Recipe& r) { r.batch *= 2, r.checkpoint_every = 1; });
  });
}

PERFMODEL_INLINE void consider_full_convolutions(Adviser& adviser, const Network& network, const Recipe& recipe,
                                                 const StepModel& model) {
  const std::vector<std::size_t> depthwise = depthwise_layers(network);
  if (depthwise.empty()) return;
  std::vector<char> faster(depthwise.size());
  adviser.each()(depthwise.size(), [&](std::size_t i) {
    faster[i] = step_time(with_full_convolutions(network, {depthwise[i]}), recipe, model).total < adviser.now().step;
  });
  std::vector<std::size_t> better;
  for (std::size_t i = 0; i < depthwise.size(); ++i)
    if (faster[i] != 0) better.push_back(depthwise[i]);
  if (!better.empty())
    adviser.consider(std::to_string(better.size()) + " of " + std::to_string(depthwise.size()) + " depthwise made full",
                     "as EfficientNetV2 does", with_full_convolutions(network, better));
}

/// Weights of 8 bits, as serving engines run them.
inline void consider_narrow_weights(Adviser& adviser, const Network& network, const Device& device) {
  const auto narrow = [](const Layer& l) {
    const auto* linear = std::get_if<Linear>(&l.what);
    return linear != nullptr && linear->quantized;
  };
  if (std::any_of(network.layers.begin(), network.layers.end(), narrow)) return;
  for (const NumberFormat format : {NumberFormat::fp8, NumberFormat::int8})
    if (peak(device, MathUnit::tensor_core, format) > WorkRate{})
      adviser.consider("weights in " + std::string(name(format)), "half the bytes; check the accuracy",
                       with_quantized_weights(network, format));
}

PERFMODEL_INLINE void consider_rewrites(Adviser& adviser, const Network& network, const Recipe& recipe,
                                        const CardModel& card) {
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
  adviser.consider("no bias before a batch norm", "the norm takes it away", without_normalized_biases(network));
  adviser.consider("no squeeze and excitation", "no passes for an image's means", without_squeeze_excitation(network));
  adviser.consider("pixel shuffle", "the small image is convolved", with_pixel_shuffle(network));
  if (recipe.mode == Mode::infer) {
    adviser.consider("fold batch norms", "a kernel less for each", with_folded_batch_norms(network));
    consider_narrow_weights(adviser, network, card.device);
  }
  consider_full_convolutions(adviser, network, recipe, card.steps);
}

}  // namespace detail
PERFMODEL_INLINE AdviceList advise(const Network& network, const Recipe& recipe, const CardModel& card,
                                   const ForEach& each) {
  detail::Adviser adviser(network, recipe, card, each);
  if (network.recording != nullptr) {  // all else it fixes
    if (card.software().framework == Framework::pytorch) detail::consider_graph(adviser, network, recipe, card);
    adviser.consider_recipe("batch " + std::to_string(2 * recipe.batch), "larger products",
                            [](Recipe& r) { r.batch *= 2; });
    return std::move(adviser).answer();
  }
  detail::consider_formats(adviser, network, recipe, card);
  detail::consider_batches(adviser, network, recipe);
  detail::consider_rewrites(adviser, network, recipe, card);
  return std::move(adviser).answer();
}

}  // namespace perfmodel
