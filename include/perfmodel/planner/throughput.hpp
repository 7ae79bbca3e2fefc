#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/answer.hpp>
#include <perfmodel/step/recipe.hpp>

namespace perfmodel {

/// Tokens in one sample, where the network reads rows of token numbers; nothing where it reads anything else. One
/// number beside other inputs is a user or an item, alone it is a token.
[[nodiscard]] std::optional<std::int64_t> tokens_per_sample(const Network& network);

/// Operations that the mathematics of a step needs, over those of the forward pass: as many again for the gradients of
/// activations, and of weights where these are trained. Chowdhery et al. 2022, "PaLM", arXiv:2204.02311, appendix B.
/// @param frozen  weights are not trained, but thin matrices beside them, whose own work does not count
[[nodiscard]] constexpr double model_passes(Mode mode, bool frozen = false) {
  return mode == Mode::infer ? 1.0 : frozen ? 2.0 : 3.0;
}

/// Operations that the mathematics of so many samples needs: the forward pass, and twice as many for the backward pass
/// of training. What checkpointing computes again does not count. @throws Error as infer_shapes()
[[nodiscard]] inline Work model_work(const Network& network, Mode mode, std::int64_t samples) {
  return model_passes(mode) * static_cast<double>(samples) * forward_work(network, 1);
}

/// Share of the time in which a card runs kernels: "GPU utilization" of monitors. "Benchmarking Machine Learning in
/// HEP", section 3.2. In [0, 1].
[[nodiscard]] inline double gpu_utilization(const StepEstimate& e) {
  return e.step > Time{} ? std::min(1.0, static_cast<double>(e.device_busy / e.step)) : 0.0;
}

/// "Model FLOP utilization": operations of the mathematics over what the cards' published dense peak allows in the time
/// of the step. PaLM, appendix B. @param work  of the step, on all cards; @param format  that the products run in
/// @returns 0 where the card has no such peak
[[nodiscard]] inline double flop_utilization(Work work, Time step, const Device& device, NumberFormat format,
                                             std::int64_t gpus = 1) {
  const Work possible = static_cast<double>(gpus) * (peak(device, format) * step);
  return possible > Work{} ? static_cast<double>(work / possible) : 0.0;
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/throughput.ipp>
#endif
