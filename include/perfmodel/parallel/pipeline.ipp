#pragma once
#include <perfmodel/parallel/pipeline.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::vector<StageRange> pipeline_stages(const Network& network, std::int64_t stages) {
  const std::int64_t blocks = pipeline_blocks(network);
  if (stages > blocks)
    throw bad_input("pp", std::to_string(stages),
                    "must be at most the repeated layers of " + network.name + ", " + std::to_string(blocks));
  std::vector<StageRange> ranges(static_cast<std::size_t>(stages));
  std::int64_t next = 0;
  std::size_t at = 0;
  for (std::int64_t s = 0; s < stages; ++s) {
    StageRange& range = ranges[static_cast<std::size_t>(s)];
    range.blocks = blocks / stages + (s < blocks % stages ? 1 : 0);
    next += range.blocks;
    range.first = at;
    while (at < network.layers.size() && (network.layers[at].block < next || s + 1 == stages)) ++at;
    range.last = at;
  }
  return ranges;
}

namespace detail {
PERFMODEL_INLINE std::int32_t crossing(const Network& network, std::size_t cut) {
  std::int32_t value = -1;
  for (std::size_t i = cut; i < network.layers.size(); ++i)
    for (const std::int32_t s : sources(network, i)) {
      if (s < 0 || static_cast<std::size_t>(s) >= cut || s == value) continue;
      if (value >= 0)
        throw bad_input("pp", "more than one stage",
                        network.name + " passes several values between its blocks: no pipeline of it is modelled");
      value = s;
    }
  return value;
}

}  // namespace detail

PERFMODEL_INLINE Network stage_network(const Network& network, const StageRange& range) {
  Network out{.name = network.name, .loss = NoLoss{}};
  const bool is_first = range.first == 0, is_last = range.last == network.layers.size();
  if (is_last) out.loss = network.loss;
  const std::int32_t arrives = is_first ? -1 : detail::crossing(network, range.first);
  if (!is_last && detail::crossing(network, range.last) + 1 != static_cast<std::int32_t>(range.last))
    throw bad_input("pp", "more than one stage", network.name + ": a block must end with what it passes on");
  std::int32_t shift = static_cast<std::int32_t>(range.first);
  if (is_first) {
    out.inputs = network.inputs;
  } else {
    const Shape passed = infer_shapes(network, 1).outputs[static_cast<std::size_t>(arrives)];
    Shape sample{};
    for (std::size_t i = 1; i < passed.rank; ++i) sample.push_back(passed[i]);
    out.inputs.push_back({.name = "stage input", .shape = sample});
    out.layers.push_back({.name = "receive",
                          .what = custom_layer(Communication{.what = Exchange::receive}),
                          .inputs = {network_input(0)}});
    --shift;
  }
  for (std::size_t i = range.first; i < range.last; ++i) {
    Layer layer = network.layers[i];
    layer.inputs = sources(network, i);
    for (std::int32_t& s : layer.inputs) {
      if (s < 0 && !is_first)
        throw bad_input("pp", "more than one stage", layer.name + " reads an input of the network in a later stage");
      if (s >= 0) s = s == arrives && !is_first ? 0 : s - shift;
    }
    const bool elsewhere = layer.parameters_of >= 0 && layer.parameters_of < static_cast<std::int32_t>(range.first);
    layer.parameters_of = layer.parameters_of < 0 || elsewhere ? -1 : layer.parameters_of - shift;
    if (layer.held_until >= 0)
      layer.held_until = std::min(layer.held_until, static_cast<std::int32_t>(range.last) - 1) - shift;
    out.layers.push_back(std::move(layer));
  }
  return out;
}

PERFMODEL_INLINE PipelineTime pipeline_time(const std::vector<double>& stages, const std::vector<double>& devices,
                                            double micro_batches, double virtual_stages) {
  const auto slowest = static_cast<std::size_t>(std::max_element(stages.begin(), stages.end()) - stages.begin());
  double others = 0.0;
  for (std::size_t s = 0; s < devices.size(); ++s) others += s == slowest ? 0.0 : devices[s];
  const double waits = others / virtual_stages, total = micro_batches * stages[slowest] + waits;
  return {total, total > 0.0 ? waits / total : 0.0};
}

}  // namespace perfmodel
