#pragma once
#include <perfmodel/network/network.hpp>
#include <perfmodel/training/step_time.hpp>
#include <algorithm>
#include <cstdint>
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
  [[nodiscard]] Time saved() const { return before - after; }
};

namespace detail {

[[nodiscard]] inline std::int64_t rounded_up(std::int64_t value, std::int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

[[nodiscard]] inline bool has_convolutions(const Network& network) {
  return std::any_of(network.layers.begin(), network.layers.end(), [](const Layer& l) { return std::holds_alternative<Convolution2d>(l.what); });
}

/// The last layer's outputs (classes, vocabulary) made a multiple, with the embedding that shares its weight.
[[nodiscard]] inline bool pad_outputs(Network& network, std::int64_t multiple) {
  Layer& last = network.layers.back();
  auto* linear = std::get_if<Linear>(&last.what);
  if (linear == nullptr || linear->outputs % multiple == 0) return false;
  const std::int64_t padded = rounded_up(linear->outputs, multiple);
  linear->outputs = padded;
  if (last.parameters_of >= 0)
    if (auto* table = std::get_if<Embedding>(&network.layers[static_cast<std::size_t>(last.parameters_of)].what)) table->count = padded;
  return true;
}

/// An image's channels made a multiple: zeros beside red, green and blue.
[[nodiscard]] inline bool pad_image(Network& network, std::int64_t multiple) {
  auto* first = std::get_if<Convolution2d>(&network.layers.front().what);
  if (first == nullptr || first->groups != 1 || network.inputs.front().shape.rank != 3 || first->in % multiple == 0) return false;
  for (std::size_t i = 1; i < network.layers.size(); ++i)
    for (const std::int32_t source : network.layers[i].inputs)
      if (source < 0) return false;  // someone else reads the image
  first->in = rounded_up(first->in, multiple);
  network.inputs.front().shape.extent[0] = first->in;
  return true;
}

/// Three linear layers that read the same tensor and feed one attention become one.
[[nodiscard]] inline bool concatenate_qkv(Network& network) {
  std::vector<std::int32_t> replaced_by(network.layers.size(), -1);
  std::vector<bool> dropped(network.layers.size(), false);
  bool any = false;
  for (Layer& layer : network.layers) {
    const auto* attention = std::get_if<DotProductAttention>(&layer.what);
    if (attention == nullptr || layer.inputs.size() != 3 || layer.inputs[0] < 0 || layer.inputs[1] < 0 || layer.inputs[2] < 0) continue;
    Layer* parts[3];
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
      parts[i] = &network.layers[static_cast<std::size_t>(layer.inputs[i])];
      const auto* linear = std::get_if<Linear>(&parts[i]->what);
      same = same && linear != nullptr && parts[i]->parameters_of < 0 && parts[i]->inputs == parts[0]->inputs && !parts[i]->inputs.empty();
    }
    if (!same || layer.inputs[0] == layer.inputs[1]) continue;
    Linear& q = std::get<Linear>(parts[0]->what);
    for (std::size_t i = 1; i < 3; ++i) {
      q.outputs += std::get<Linear>(parts[i]->what).outputs;
      dropped[static_cast<std::size_t>(layer.inputs[i])] = true;
    }
    layer.inputs = {layer.inputs[0]};
    any = true;
  }
  if (!any) return false;
  std::vector<std::int32_t> moved(network.layers.size(), 0);
  std::vector<Layer> kept;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    if (!dropped[i]) kept.push_back(network.layers[i]);
    moved[i] = static_cast<std::int32_t>(kept.size()) - 1;
  }
  const auto renumber = [&](std::int32_t& index) {
    if (index >= 0) index = moved[static_cast<std::size_t>(index)];
  };
  for (Layer& layer : kept) {
    for (std::int32_t& source : layer.inputs) renumber(source);
    renumber(layer.parameters_of);
    renumber(layer.held_until);
  }
  for (std::int32_t& output : network.extra_outputs) renumber(output);
  for (AuxiliaryLoss& loss : network.auxiliary_losses) renumber(loss.layer);
  network.layers = std::move(kept);
  return true;
}

[[nodiscard]] inline bool fuse_attention(Network& network) {
  bool any = false;
  for (Layer& layer : network.layers)
    if (auto* attention = std::get_if<DotProductAttention>(&layer.what); attention != nullptr && !attention->fused) attention->fused = any = true;
  return any;
}

}  // namespace detail

/// Every change that applies, the one that saves most first; changes that would cost time are left out.
/// @throws Error as step_time() for the network and recipe as they are
[[nodiscard]] inline std::vector<Advice> advise(const Network& network, const Recipe& recipe, const Device& device, const StepModel& model) {
  const auto per_sample = [&](const Network& n, const Recipe& r) { return step_time(n, r, model).total / static_cast<double>(r.batch); };
  const Time before = per_sample(network, recipe);
  std::vector<Advice> list;
  const auto consider = [&](std::string change, std::string reason, const Network& n, const Recipe& r) {
    const Time after = per_sample(n, r);
    if (after < before) list.push_back({std::move(change), std::move(reason), before, after});
  };
  const auto with = [&](auto&& set) {
    Recipe r = recipe;
    set(r);
    return r;
  };
  const bool train = recipe.mode == Mode::train;
  const auto tensor_cores = [&](NumberFormat f) { return peak(device, MathUnit::tensor_core, f) > WorkRate{}; };
  if (recipe.precision == Precision::fp32 || recipe.precision == Precision::tf32) {
    if (tensor_cores(NumberFormat::bf16))
      consider("precision amp_bf16", "tensor cores, half the bytes", network, with([](Recipe& r) { r.precision = Precision::amp_bf16; }));
    if (tensor_cores(NumberFormat::fp16))
      consider("precision amp_fp16", "tensor cores, half the bytes", network, with([](Recipe& r) { r.precision = Precision::amp_fp16; }));
  }
  if (recipe.precision == Precision::fp32 && tensor_cores(NumberFormat::tf32))
    consider("precision tf32", "tensor cores, same storage", network, with([](Recipe& r) { r.precision = Precision::tf32; }));
  if (recipe.memory_format == MemoryFormat::nchw && detail::has_convolutions(network))
    consider("channels last (nhwc)", "no layout changes", network, with([](Recipe& r) { r.memory_format = MemoryFormat::nhwc; }));
  if (recipe.batch % 8 != 0)
    consider("batch " + std::to_string(detail::rounded_up(recipe.batch, 8)), "multiple of 8", network,
             with([](Recipe& r) { r.batch = detail::rounded_up(r.batch, 8); }));
  if (recipe.batch <= (std::int64_t{1} << 29))
    consider("batch " + std::to_string(2 * recipe.batch), "larger products, if it fits", network,
             with([](Recipe& r) { r.batch *= 2; }));
  if (train && !recipe.fused_optimizer && recipe.framework != Framework::libtorch)
    consider("fused optimizer", "one pass over the parameters", network, with([](Recipe& r) { r.fused_optimizer = true; }));
  if (recipe.framework != Framework::cuda_graph)
    consider("CUDA graph", "one launch a step", network, with([](Recipe& r) { r.framework = Framework::cuda_graph; }));
  const bool on_tensor_cores = tensor_cores(policy(recipe.precision).compute);
  for (const std::int64_t multiple : {std::int64_t{8}, std::int64_t{64}})
    if (Network padded = network; on_tensor_cores && detail::pad_outputs(padded, multiple))
      consider("pad the last layer to " + std::to_string(std::get<Linear>(padded.layers.back().what).outputs) + " outputs",
               "multiple of " + std::to_string(multiple), padded, recipe);
  if (Network padded = network; on_tensor_cores && detail::pad_image(padded, 4))
    consider("pad the image to 4 channels", "kernels for C = 4", padded, recipe);
  if (Network joined_qkv = network; detail::concatenate_qkv(joined_qkv))
    consider("concatenate q, k and v", "one wider product", joined_qkv, recipe);
  if (Network fused = network; detail::fuse_attention(fused))
    consider("fused attention", "no score matrix in memory", fused, recipe);
  std::stable_sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) { return a.saved() > b.saved(); });
  return list;
}

}  // namespace perfmodel
