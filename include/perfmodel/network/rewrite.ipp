#pragma once
#include <map>
#include <perfmodel/network/rewrite.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE std::vector<int> readers(const Network& network) {
  std::vector<int> count(network.layers.size(), 0);
  const auto read = [&](std::int32_t source) {
    if (source >= 0) ++count[static_cast<std::size_t>(source)];
  };
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    for (const std::int32_t source : sources(network, i)) read(source);
  for (const std::int32_t output : network.extra_outputs) read(output);
  for (const AuxiliaryLoss& loss : network.auxiliary_losses) read(loss.layer);
  if (!count.empty()) ++count.back();
  return count;
}

PERFMODEL_INLINE Network without(Network network, const Replacements& instead) {
  std::vector<std::int32_t> moved(network.layers.size());
  std::vector<Layer> kept;
  const auto renumber = [&](std::int32_t& index) {
    while (index >= 0 && instead[static_cast<std::size_t>(index)]) index = *instead[static_cast<std::size_t>(index)];
    if (index >= 0) index = moved[static_cast<std::size_t>(index)];
  };
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    moved[i] = static_cast<std::int32_t>(kept.size());
    if (instead[i]) continue;
    kept.push_back(network.layers[i]);
    kept.back().inputs = sources(network, i);
    for (std::int32_t& source : kept.back().inputs) renumber(source);
    renumber(kept.back().parameters_of);
  }
  for (Layer& layer : kept) renumber(layer.held_until);  // a later layer: all numbers must be known
  for (std::int32_t& output : network.extra_outputs) renumber(output);
  for (AuxiliaryLoss& loss : network.auxiliary_losses) renumber(loss.layer);
  network.layers = std::move(kept);
  return network;
}

PERFMODEL_INLINE std::int32_t private_source(const Network& network, const std::vector<int>& readers,
                                             std::int32_t layer) {
  if (layer < 0) return -1;
  const std::vector<std::int32_t> from = sources(network, static_cast<std::size_t>(layer));
  return from.size() == 1 && from[0] >= 0 && readers[static_cast<std::size_t>(from[0])] == 1 ? from[0] : -1;
}

PERFMODEL_INLINE Rewriting::Rewriting(const Network& network)
    : old{network}, out{network}, moved(network.layers.size()) {
  out.layers.clear();
}

PERFMODEL_INLINE std::int32_t Rewriting::append(Layer layer) {
  out.layers.push_back(std::move(layer));
  return static_cast<std::int32_t>(out.layers.size()) - 1;
}

PERFMODEL_INLINE Layer Rewriting::renumbered(std::size_t i) const {
  Layer layer = old.layers[i];
  layer.inputs = sources(old, i);
  for (std::int32_t& source : layer.inputs) source = now(source);
  if (layer.parameters_of >= 0) layer.parameters_of = now(layer.parameters_of);
  return layer;
}

PERFMODEL_INLINE Network Rewriting::finish() {
  for (std::size_t i = 0; i < old.layers.size(); ++i)
    if (const std::int32_t until = old.layers[i].held_until; until >= 0)
      out.layers[static_cast<std::size_t>(moved[i])].held_until = now(until);
  for (std::int32_t& i : out.extra_outputs) i = now(i);
  for (AuxiliaryLoss& a : out.auxiliary_losses) a.layer = now(a.layer);
  return std::move(out);
}

}  // namespace detail
PERFMODEL_INLINE std::optional<Network> with_padded_outputs(Network network, std::int64_t multiple) {
  Layer& last = network.layers.back();
  auto* linear = std::get_if<Linear>(&last.what);
  if (linear == nullptr || linear->outputs % multiple == 0) return std::nullopt;
  const std::int64_t padded = round_up(linear->outputs, multiple);
  linear->outputs = padded;
  if (last.parameters_of >= 0)
    if (auto* table = std::get_if<Embedding>(&network.layers[static_cast<std::size_t>(last.parameters_of)].what))
      table->count = padded;
  return network;
}

PERFMODEL_INLINE std::optional<Network> with_joined_qkv(Network network) {
  detail::Replacements instead(network.layers.size());
  bool any = false;
  for (Layer& layer : network.layers) {
    const auto* attention = std::get_if<DotProductAttention>(&layer.what);
    if (attention == nullptr || layer.inputs.size() != 3 || layer.inputs[0] < 0 || layer.inputs[1] < 0 ||
        layer.inputs[2] < 0)
      continue;
    Layer* parts[3];
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
      parts[i] = &network.layers[static_cast<std::size_t>(layer.inputs[i])];
      const auto* linear = std::get_if<Linear>(&parts[i]->what);
      same = same && linear != nullptr && parts[i]->parameters_of < 0 && parts[i]->inputs == parts[0]->inputs &&
             !parts[i]->inputs.empty();
    }
    if (!same || layer.inputs[0] == layer.inputs[1]) continue;
    Linear& q = std::get<Linear>(parts[0]->what);
    for (std::size_t i = 1; i < 3; ++i) {
      q.outputs += std::get<Linear>(parts[i]->what).outputs;
      instead[static_cast<std::size_t>(layer.inputs[i])] = layer.inputs[0];
    }
    layer.inputs = {layer.inputs[0]};
    any = true;
  }
  if (!any) return std::nullopt;
  return detail::without(std::move(network), instead);
}

PERFMODEL_INLINE std::optional<Network> with_past(Network network, std::int64_t past, bool narrow) {
  bool any = false;
  for (Layer& layer : network.layers)
    if (auto* attention = std::get_if<DotProductAttention>(&layer.what); attention != nullptr && attention->causal) {
      attention->past = past;
      attention->narrow_cache = narrow;
      any = true;
    }
  if (!any) return std::nullopt;
  return network;
}

PERFMODEL_INLINE std::optional<Network> with_quantized_weights(Network network, NumberFormat format) {
  bool any = false;
  for (Layer& layer : network.layers) {
    if (layer.block < 0) continue;
    if (auto* linear = std::get_if<Linear>(&layer.what)) linear->quantized = format, any = true;
    if (auto* experts = std::get_if<MixtureOfExperts>(&layer.what)) experts->quantized = format, any = true;
  }
  if (!any) return std::nullopt;
  return network;
}

namespace detail {
/// Of each layer that is the first of several that may become one: all of them; `later`: those behind the first.
struct JoinableLayers {
  std::vector<std::vector<std::size_t>> groups{};
  std::vector<bool> later{};
};

/// Linear layers without a bias, within a block, that read the same tensor.
[[nodiscard]] inline JoinableLayers joinable_layers(const Network& network) {
  JoinableLayers out{.groups = std::vector<std::vector<std::size_t>>(network.layers.size()),
                     .later = std::vector<bool>(network.layers.size(), false)};
  std::map<std::int32_t, std::vector<std::size_t>> by_source;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    const auto* linear = std::get_if<Linear>(&layer.what);
    if (linear != nullptr && !linear->bias && !linear->transposed_input && layer.block >= 0 && layer.parameters_of < 0)
      by_source[sources(network, i)[0]].push_back(i);
  }
  for (const auto& [source, layers] : by_source) {
    if (layers.size() < 2) continue;
    out.groups[layers.front()] = layers;
    for (std::size_t i = 1; i < layers.size(); ++i) out.later[layers[i]] = true;
  }
  return out;
}

/// Linear layers as one, and a slice of its output for each.  @param rank  of the output
PERFMODEL_INLINE void join(Rewriting& to, const std::vector<std::size_t>& parts, std::size_t rank) {
  Layer layer = to.renumbered(parts.front());
  Linear& whole = std::get<Linear>(layer.what);
  whole.outputs = 0;
  for (const std::size_t part : parts) whole.outputs += std::get<Linear>(to.old.layers[part].what).outputs;
  layer.held_until = -1;
  layer.name += "+";
  const std::int32_t block = layer.block, joined = to.append(std::move(layer));
  std::int64_t begin = 0;
  for (const std::size_t part : parts) {
    const std::int64_t width = std::get<Linear>(to.old.layers[part].what).outputs;
    Layer slice{.name = to.old.layers[part].name,
                .what = Slice{.dimension = static_cast<std::int64_t>(rank) - 1, .begin = begin, .length = width},
                .inputs = {joined}};
    slice.block = block;
    begin += width;
    to.moved[part] = to.append(std::move(slice));
  }
}
}  // namespace detail

PERFMODEL_INLINE std::optional<Network> with_joined_projections(const Network& network) {
  const detail::JoinableLayers joinable = detail::joinable_layers(network);
  if (std::all_of(joinable.groups.begin(), joinable.groups.end(), [](const auto& g) { return g.empty(); }))
    return std::nullopt;
  const NetworkShapes shapes = infer_shapes(network, 1);
  detail::Rewriting rewriting(network);
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    if (joinable.later[i]) continue;
    if (joinable.groups[i].empty())
      rewriting.moved[i] = rewriting.append(rewriting.renumbered(i));
    else
      detail::join(rewriting, joinable.groups[i], shapes.outputs[i].rank);
  }
  return rewriting.finish();
}

PERFMODEL_INLINE std::optional<Network> with_fused_attention(Network network) {
  bool any = false;
  for (Layer& layer : network.layers)
    if (auto* attention = std::get_if<DotProductAttention>(&layer.what); attention != nullptr && !attention->fused)
      attention->fused = any = true;
  if (!any) return std::nullopt;
  return network;
}

}  // namespace perfmodel
