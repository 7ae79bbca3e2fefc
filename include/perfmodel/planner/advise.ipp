#pragma once
#include <perfmodel/planner/advise.hpp>
#include <perfmodel/step/least_batch.hpp>

namespace perfmodel {
namespace detail {
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
