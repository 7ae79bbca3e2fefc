#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/lowering/recurrent.hpp>
#include <perfmodel/pricing/recurrent/table.hpp>
#include <perfmodel/pricing/streaming/time.hpp>

namespace perfmodel {

namespace detail {
/// One step of a kernel that runs all of them on tensor cores, a tile of samples a block.
[[nodiscard]] inline double persistent_step_cycles(const op::Recurrent& r, RecurrentAlgorithm algorithm,
                                                   const RecurrentTable& c) {
  const double h = static_cast<double>(r.hidden), n = static_cast<double>(r.batch);
  const bool backward = r.pass != ConvolutionPass::forward;
  if (algorithm == RecurrentAlgorithm::persistent_small)
    return backward ? c.half_backward_step + c.half_backward_unit * h : c.half_forward_step + c.half_forward_unit * h;
  if (n > c.many_samples && h <= c.few_units) return backward ? c.many_backward : c.many_forward;
  if (!backward) return std::ceil(n / c.forward_tile) * (c.forward_step + c.forward_unit * h);
  return n <= c.forward_tile ? c.few_backward_step + c.few_backward_unit * h
                             : std::ceil(n / c.backward_tile) * (c.backward_step + c.backward_unit * h);
}

/// All steps of a small hidden size without tensor cores: a block takes one sample.
[[nodiscard]] inline double small_cycles(const op::Recurrent& r, double sms, const RecurrentTable& c) {
  constexpr std::int64_t line_values = 32;  // of FP32 in 128 bytes
  const bool backward = r.pass != ConvolutionPass::forward, lstm = r.cell == Cell::lstm;
  const double blocks = std::ceil(static_cast<double>(r.hidden) / c.small_width), width = blocks * c.small_width;
  const auto step_of = [&](const auto& steps) {
    return steps[std::min(steps.size(), static_cast<std::size_t>(blocks)) - 1];
  };
  const double step = backward ? step_of(lstm ? c.lstm_backward : c.gru_backward)
                               : step_of(lstm ? c.lstm_forward : c.gru_forward),
               half = bits(r.stored) == 32 ? 1.0
                      : backward           ? c.small_backward_half
                                           : c.small_forward_half,
               weight = backward
                            ? c.small_backward_weight
                            : c.small_forward_weight + (r.hidden % line_values == 0 ? c.small_strided_weight : 0.0),
               start = (backward ? c.small_backward_start : c.small_forward_start) +
                       weight * static_cast<double>(gates(r.cell)) * width * width,
               shared = static_cast<double>(r.batch) / sms *
                        std::pow(std::min(1.0, width / c.widest), backward ? c.backward_shared : c.forward_shared);
  return std::max(1.0, shared) * (start + static_cast<double>(r.length) * half * step);
}

/// A thread walks all rows of a column. @param missed  share of them that is no longer in L2
[[nodiscard]] constexpr double bias_row_cycles(const op::Recurrent& r, double missed, const RecurrentTable& c) {
  const double h = static_cast<double>(r.hidden);
  const bool wide = bits(r.stored) == 32;
  if (r.cell == Cell::lstm)
    return wide ? c.lstm_bias + c.lstm_bias_unit * h + c.lstm_bias_missed * missed
                : c.lstm_bias_half + c.lstm_bias_half_unit * h + c.lstm_bias_half_missed * missed;
  return wide ? c.gru_bias + c.gru_bias_unit * h + c.gru_bias_missed * missed
              : c.gru_bias_half + c.gru_bias_half_unit * h + c.gru_bias_half_missed * missed;
}

/// Gradients of all gates and states of a layer, which the backward steps have written before.
[[nodiscard]] constexpr Bytes gate_gradients(const op::Recurrent& r) {
  return static_cast<double>(r.batch * r.length * r.hidden * (gates(r.cell) + 1) * directions(r)) *
         element_size(r.stored);
}

/// @param missed  sums of bias gradients: share of what they add that is no longer in L2
[[nodiscard]] inline double serial_cycles(const RecurrentKernel& k, double sms, const RecurrentTable& c,
                                          double missed = 0.0) {
  const op::Recurrent& r = k.call;
  switch (k.part) {
    case RecurrentKernel::Part::gates: {
      const double an_sm = static_cast<double>(k.cells * r.batch * r.hidden) / std::max(1.0, sms);
      return c.gate_chain + c.gate_waiting * std::sqrt(an_sm) + c.gate_element * an_sm;
    }
    case RecurrentKernel::Part::bias_sums:
      return static_cast<double>(r.batch * r.length) * bias_row_cycles(r, missed, c);
    case RecurrentKernel::Part::all_steps:
      return k.algorithm == RecurrentAlgorithm::persistent_small && !on_tensor_cores(r)
                 ? small_cycles(r, std::max(1.0, sms), c)
                 : static_cast<double>(r.length) * persistent_step_cycles(r, k.algorithm, c);
  }
  return 0.0;
}

/// What moves and is calculated, as a streaming kernel.
[[nodiscard]] inline Streaming streaming_part(const RecurrentKernel& k) {
  const op::Recurrent& r = k.call;
  const std::int64_t elements = k.cells * r.batch * r.hidden;
  const double n = static_cast<double>(elements), g = static_cast<double>(gates(r.cell));
  const bool backward = r.pass != ConvolutionPass::forward;
  switch (k.part) {
    case RecurrentKernel::Part::gates:
      return {.format = r.stored,
              .columns = elements,
              .read = (2.0 * g + 2.0) * n * element_size(r.stored),
              .written = (g + 2.0) * n * element_size(r.stored),
              .work = work(k),
              .special_functions = (g + 1.0) * n,
              .backward = backward,
              .operands = Operands::warm};
    case RecurrentKernel::Part::bias_sums: {
      const std::int64_t columns = gates(r.cell) * r.hidden;
      return {.kind = StreamingKind::column_reduction,
              .format = r.stored,
              .rows = r.batch * r.length,
              .columns = columns,
              .read = static_cast<double>(r.batch * r.length * columns) * element_size(r.stored),
              .written = static_cast<double>(2 * columns) * element_size(r.stored),
              .backward = true};
    }
    case RecurrentKernel::Part::all_steps:
      break;
  }
  const Bytes moved = (g + 2.0) * static_cast<double>(r.length) * n * element_size(r.stored);
  return {.format = r.stored,
          .columns = r.length * elements,
          .read = moved,
          .written = moved,
          .work = work(k),
          .backward = backward};
}
}  // namespace detail

/// Time of one of cuDNN's own kernels in a recurrent call.
[[nodiscard]] inline Prediction predict(const RecurrentKernel& kernel, const StreamingModel& model,
                                        const RecurrentTable& table) {
  const double missed = detail::missed_of_fresh(detail::gate_gradients(kernel.call), model);
  const InstructionCycles cycles{.serial = detail::serial_cycles(kernel, model.sms, table, missed)};
  return predict(detail::streaming_part(kernel), model, cycles);
}

}  // namespace perfmodel
