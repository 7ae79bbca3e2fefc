#pragma once
/// Layers of equal blocks in one row each: "32 x layers.mlp.up_proj".
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <perfmodel/network/network.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plan {

/// A row of the table of layers: one layer, or one of each of several equal blocks.
struct LayerRow {
  std::string name{};
  std::vector<std::size_t> layers{};
};

/// The name of two layers of neighbouring blocks within their block: "layers.0.mlp" and "layers.1.mlp" are "mlp",
/// "linear2" and "linear3" are "linear", "layer1.1.conv" and "layer1.2.conv" of a numbered stage "layer1.conv". Nothing
/// where more than one part between dots differs.
[[nodiscard]] inline std::optional<std::string> name_without_number(std::string_view a, std::string_view b) {
  std::string common;
  int differing = 0;
  while (!a.empty() || !b.empty()) {
    const std::string_view x = a.substr(0, a.find('.')), y = b.substr(0, b.find('.'));
    a.remove_prefix(std::min(x.size() + 1, a.size()));
    b.remove_prefix(std::min(y.size() + 1, b.size()));
    std::string_view part = x;
    if (x != y) {
      const auto word = [](std::string_view text) {
        while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
        return text;
      };
      if (++differing > 1 || word(x) != word(y)) return std::nullopt;
      part = word(x);
      const bool stage =
          std::any_of(common.begin(), common.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
      if (part.empty() && !stage && !a.empty()) common.clear();
    }
    if (!part.empty()) common += (common.empty() ? "" : ".") + std::string(part);
  }
  return common;
}

namespace detail {
/// First layer of the block after the one that begins at `begin`.
[[nodiscard]] inline std::size_t block_end(const perfmodel::Network& network, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < network.layers.size() && network.layers[end].block == network.layers[begin].block) ++end;
  return end;
}
/// Whether the block at `next` has the same layers with the same shapes as the one at `begin`.
[[nodiscard]] inline bool same_block(const perfmodel::Network& network, const perfmodel::NetworkShapes& shapes,
                                     std::size_t begin, std::size_t next) {
  const std::size_t size = block_end(network, begin) - begin;
  if (next >= network.layers.size() || network.layers[next].block < 0 || block_end(network, next) - next != size)
    return false;
  for (std::size_t i = 0; i < size; ++i) {
    const perfmodel::Layer &a = network.layers[begin + i], &b = network.layers[next + i];
    if (a.what.index() != b.what.index() || shapes.layer_inputs[begin + i] != shapes.layer_inputs[next + i] ||
        shapes.outputs[begin + i] != shapes.outputs[next + i] || !name_without_number(a.name, b.name))
      return false;
  }
  return true;
}
}  // namespace detail

/// Rows in the order of the layers. @param all  every layer has its own
[[nodiscard]] inline std::vector<LayerRow> layer_rows(const perfmodel::Network& network,
                                                      const perfmodel::NetworkShapes& shapes, bool all) {
  std::vector<LayerRow> rows;
  for (std::size_t begin = 0; begin < network.layers.size();) {
    const std::size_t size = network.layers[begin].block < 0 ? 1 : detail::block_end(network, begin) - begin;
    std::size_t count = 1;
    if (!all && network.layers[begin].block >= 0)
      while (detail::same_block(network, shapes, begin, begin + count * size)) ++count;
    for (std::size_t i = begin; i < begin + size; ++i) {
      LayerRow row{.name = network.layers[i].name};
      if (count > 1)
        row.name = std::to_string(count) + " x " + *name_without_number(row.name, network.layers[i + size].name);
      for (std::size_t block = 0; block < count; ++block) row.layers.push_back(i + block * size);
      rows.push_back(std::move(row));
    }
    begin += count * size;
  }
  return rows;
}

/// The layers of a row together.
[[nodiscard]] inline perfmodel::LayerTime sum_of(const perfmodel::StepTime& step,
                                                 const std::vector<std::size_t>& layers) {
  perfmodel::LayerTime sum;
  for (const std::size_t i : layers) {
    const perfmodel::LayerTime& l = step.layers[i];
    sum.forward += l.forward, sum.backward += l.backward, sum.optimizer += l.optimizer;
    sum.work += l.work, sum.traffic += l.traffic;
    for (std::size_t b = 0; b < sum.by_bound.size(); ++b) sum.by_bound[b] += l.by_bound[b];
  }
  return sum;
}

}  // namespace plan
