#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/lowering/constants.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/recurrent.hpp>
#include <perfmodel/trace/trace_target.hpp>

namespace perfmodel {

/// How cuDNN runs a recurrent layer: step by step, or all steps in one kernel that keeps the recurrent weights on chip.
enum class RecurrentAlgorithm : std::uint8_t { step_by_step, persistent_small, persistent };

/// PyTorch's choice (aten/src/ATen/native/cudnn/RNN.cpp, get_algo): small hidden sizes persist; larger LSTMs in FP16
/// where one layer of one direction meets the sizes that cuDNN's kernels know. BF16 has no such kernels.
[[nodiscard]] constexpr RecurrentAlgorithm recurrent_algorithm(const op::Recurrent& r, const TraceTarget& card) {
  constexpr std::int64_t small_forward = 192, small_backward = 128, largest = 1024, multiple = 128, most_batch = 128;
  constexpr int fewest_sms = 98;
  const bool backward = r.pass != ConvolutionPass::forward;
  const PersistentRecurrence kernels = architecture_of(card.compute_capability).persistent_recurrence;
  if (r.stored == NumberFormat::bf16 || kernels == PersistentRecurrence::none) return RecurrentAlgorithm::step_by_step;
  if (r.hidden <= (backward ? small_backward : small_forward)) return RecurrentAlgorithm::persistent_small;
  const bool sizes =
      r.layers == 1 && !r.bidirectional && r.hidden <= largest && r.hidden % multiple == 0 && r.inputs % multiple == 0;
  if (r.stored != NumberFormat::fp16 || !sizes) return RecurrentAlgorithm::step_by_step;
  const std::int64_t n = r.batch, length = r.length;
  const bool volta = kernels == PersistentRecurrence::volta,
             ampere = kernels == PersistentRecurrence::ampere && card.sms >= fewest_sms;
  const bool many = volta && ((n % 16 == 0 && n != 80 && n != 112) || n == 8) &&
                    ((length >= 40 && n <= most_batch) || (length >= 20 && n <= 96) || (length >= 10 && n <= 32));
  const bool lstm = ampere && r.cell == Cell::lstm && n % 8 == 0 && n <= most_batch;
  return many || lstm ? RecurrentAlgorithm::persistent : RecurrentAlgorithm::step_by_step;
}

/// Whether the kernels of small hidden sizes run on tensor cores: in FP16, where samples and hidden units fill their
/// operands of eight.
[[nodiscard]] constexpr bool on_tensor_cores(const op::Recurrent& r) {
  constexpr std::int64_t operand = 8;
  return r.stored == NumberFormat::fp16 && r.batch % operand == 0 && r.hidden % operand == 0;
}

/// cuDNN's own kernels in a recurrent call: the gates of one step of `cells` layers or directions, the sums of bias
/// gradients, or all steps of one layer and direction at once.
struct RecurrentKernel {
  enum class Part : std::uint8_t { gates, bias_sums, all_steps } part{Part::gates};
  op::Recurrent call{};
  RecurrentAlgorithm algorithm{RecurrentAlgorithm::step_by_step};
  std::int64_t cells{1};

  friend constexpr bool operator==(const RecurrentKernel&, const RecurrentKernel&) = default;
};
[[nodiscard]] constexpr Work work(const RecurrentKernel& k) {
  const double elements = static_cast<double>(k.cells * k.call.batch * k.call.hidden),
               g = static_cast<double>(gates(k.call.cell));
  switch (k.part) {
    case RecurrentKernel::Part::gates:
      return 5.0 * g * elements * flop;
    case RecurrentKernel::Part::bias_sums:
      return Work{};
    case RecurrentKernel::Part::all_steps:
      return g * static_cast<double>(k.call.length * k.call.hidden) * elements * mac;
  }
  return Work{};
}
[[nodiscard]] constexpr Bytes traffic(const RecurrentKernel& k) {
  const op::Recurrent& r = k.call;
  const double elements = static_cast<double>(k.cells * r.batch * r.hidden), g = static_cast<double>(gates(r.cell));
  switch (k.part) {
    case RecurrentKernel::Part::gates:
      return (3.0 * g + 4.0) * elements * element_size(r.stored);
    case RecurrentKernel::Part::bias_sums:
      return g * static_cast<double>(r.hidden) * (static_cast<double>(r.batch * r.length) + 2.0) *
             element_size(r.stored);
    case RecurrentKernel::Part::all_steps:
      return 2.0 * (g + 2.0) * static_cast<double>(r.length) * elements * element_size(r.stored);
  }
  return Bytes{};
}

namespace detail {
/// The product of a step of `cells` layers and directions: [batch, hidden] x [hidden, gates x hidden] forward,
/// [batch, gates x hidden] x [gates x hidden, hidden] backward. cuDNN leaves the library little scratch memory for it:
/// FP32 products are split along K into few parts, TF32 ones hardly; both are written here as products of a batch,
/// which the library never splits. Forward, weights stay in L2 from step to step while they fit.
[[nodiscard]] constexpr Gemm step_product(const op::Recurrent& r, std::int64_t cells, const RecurrentLowering& rules) {
  constexpr std::int64_t halves = 2;
  const bool backward = r.pass != ConvolutionPass::forward;
  const std::int64_t g = gates(r.cell);
  Gemm product{.format = r.format,
               .layout = backward ? Layout::nn : Layout::nt,
               .batch = cells,
               .m = r.batch,
               .n = backward ? r.hidden : g * r.hidden,
               .k = backward ? g * r.hidden : r.hidden,
               .output = r.stored,
               .operands = Operands::warm,
               .inside_cudnn = true};
  const bool even = r.hidden % halves == 0;
  const double weights = static_cast<double>(product.n * product.k) * in(element_size(r.stored), byte);
  if (!backward && weights > rules.kept_bytes) product.operands = Operands::cold;
  if (r.format == NumberFormat::tf32 && even && !backward && r.hidden >= rules.very_large_hidden)
    product.batch *= halves, product.k /= halves;
  if (r.format == NumberFormat::tf32 && even && backward) product.batch *= halves, product.n /= halves;
  if (r.format != NumberFormat::fp32) return product;
  product.operands = Operands::cold;
  const bool alone = cells == 1,
             few = r.batch <= rules.few_rows;  // streams of several layers fill the card without parts
  const std::int64_t whole = even ? halves : 1;
  const std::int64_t parts = backward ? (alone ? (few && even ? halves * g : g) : whole)
                             : alone && !few && r.hidden >= rules.large_hidden ? whole
                                                                               : 1;
  product.batch *= parts, product.k /= parts;
  return product;
}

/// Step by step: layers and directions are in the works at the same time, each layer one step behind the one below
/// (Appleyard, Kocisky, Blunsom 2016, arXiv:1604.01946, section 3). FP32 products of a moment run together, those of
/// other formats one after the other.
template <class Kernels>
void lower_steps(const op::Recurrent& r, const RecurrentLowering& rules, Kernels& kernels) {
  const bool clears = r.pass != ConvolutionPass::forward && bits(r.stored) == 32;  // partial sums and their counters
  for (std::int64_t moment = 0; moment < r.length + r.layers - 1; ++moment) {
    const std::int64_t busy =
        directions(r) * std::min({moment + 1, r.layers, r.length, r.length + r.layers - 1 - moment});
    const std::int64_t cells = r.format == NumberFormat::fp32 ? busy : 1;
    for (std::int64_t done = 0; done < busy; done += cells) {
      if (clears)
        kernels.push_back(Streaming{.kind = StreamingKind::fill,
                                    .format = r.stored,
                                    .columns = cells * r.batch,
                                    .written = static_cast<double>(cells * r.batch) * element_size(r.stored)});
      kernels.push_back(step_product(r, cells, rules));
      kernels.push_back(RecurrentKernel{.call = r, .cells = cells});
    }
  }
}

/// A product of all steps at once: of a layer's input with its weights, or of gradients.
[[nodiscard]] constexpr Gemm all_steps_product(const op::Recurrent& r, Layout layout, std::int64_t m, std::int64_t n,
                                               std::int64_t k) {
  return {.format = r.format, .layout = layout, .m = m, .n = n, .k = k, .output = r.stored};
}
}  // namespace detail

/// Forward: a copy of the input with time first, states filled with zeros, inputs of all steps at once, the steps.
/// Input gradient: the same backward. Weight gradient: two products and the bias sums of each layer and direction.
template <class Kernels>
void lower(const op::Recurrent& r, const TraceTarget& card, const RecurrentLowering& rules, Kernels& kernels) {
  const std::int64_t g = gates(r.cell) * r.hidden, rows = r.batch * r.length, cells = r.layers * directions(r);
  if (r.pass == ConvolutionPass::weight_gradient) {
    for (std::int64_t i = 0; i < cells; ++i) {
      for (const std::int64_t n : {width_in(r, i / directions(r)), r.hidden})
        kernels.push_back(detail::all_steps_product(r, Layout::tn, g, n, rows));
      if (r.bias) kernels.push_back(RecurrentKernel{.part = RecurrentKernel::Part::bias_sums, .call = r});
    }
    return;
  }
  const bool backward = r.pass == ConvolutionPass::input_gradient;
  const Bytes input = static_cast<double>(rows * r.inputs) * element_size(r.stored);
  const std::int64_t states = cells * r.batch * r.hidden;
  kernels.push_back(Streaming{.kind = StreamingKind::transpose,
                              .format = r.stored,
                              .rows = rows,
                              .columns = r.inputs,
                              .read = input,
                              .written = input,
                              .backward = backward});
  for (int i = 0; i < (r.cell == Cell::lstm ? 2 : 1); ++i)
    kernels.push_back(Streaming{.kind = StreamingKind::fill,
                                .format = r.stored,
                                .columns = states,
                                .written = static_cast<double>(states) * element_size(r.stored)});
  const auto products = [&] {
    for (std::int64_t i = 0; i < cells; ++i) {
      const std::int64_t width = width_in(r, i / directions(r));
      kernels.push_back(backward ? detail::all_steps_product(r, Layout::nn, rows, width, g)
                                 : detail::all_steps_product(r, Layout::nt, rows, g, width));
    }
  };
  const RecurrentAlgorithm algorithm = recurrent_algorithm(r, card);
  if (!backward) products();
  if (algorithm == RecurrentAlgorithm::step_by_step)
    detail::lower_steps(r, rules, kernels);
  else
    for (std::int64_t i = 0; i < cells; ++i)
      kernels.push_back(RecurrentKernel{.part = RecurrentKernel::Part::all_steps, .call = r, .algorithm = algorithm});
  if (backward) products();
}

namespace detail {
/// What a pass has scratch memory for: in numbers of the inputs and of the outputs (of one direction) of every step,
/// and of the outputs of one step for each layer. Training makes room for both passes.
struct RecurrentScratch {
  double inputs{}, outputs{}, state{};
};
[[nodiscard]] constexpr RecurrentScratch recurrent_scratch(const op::Recurrent& r, bool persists,
                                                           const RecurrentLowering& rules) {
  using Pairs = std::array<std::array<double, 2>, 2>;  // step by step, one kernel for all steps
  const auto [plain, trains] = [&]() -> std::array<Pairs, 2> {
    if (r.cell == Cell::lstm && r.bidirectional)
      return {{{rules.lstm_both, rules.lstm_both_persistent},
               {rules.lstm_both_training, rules.lstm_both_persistent_training}}};
    if (r.cell == Cell::lstm)
      return {{{rules.lstm, rules.lstm_persistent}, {rules.lstm_training, rules.lstm_persistent_training}}};
    if (r.bidirectional)
      return {
          {{rules.gru_both, rules.gru_both_persistent}, {rules.gru_both_training, rules.gru_both_persistent_training}}};
    return {{{rules.gru, rules.gru_persistent}, {rules.gru_training, rules.gru_persistent_training}}};
  }();
  const auto [outputs, state] = plain[persists ? 1 : 0];
  const RecurrentScratch least{1.0, outputs, state};
  if (!r.trains) return least;
  const auto [inputs_of_both, outputs_of_both] = trains[persists ? 1 : 0];
  const RecurrentScratch both{inputs_of_both, outputs_of_both, state};
  const bool copies = r.cell == Cell::gru && !r.bidirectional && !persists;
  const RecurrentScratch forward{copies ? rules.gru_training_inputs : 1.0, outputs, state};
  const auto size = [&](const RecurrentScratch& s) {
    return s.inputs * static_cast<double>(r.inputs) + s.outputs * static_cast<double>(r.hidden);
  };
  return size(both) > size(forward) ? both : forward;
}
}  // namespace detail

/// Scratch memory of a pass: the matrices once more, the outputs and the inputs of every step, outputs of one step for
/// each layer, and some bytes for each layer and direction.
[[nodiscard]] inline std::int64_t recurrent_workspace_bytes(
    const op::Recurrent& r, const TraceTarget& card, const RecurrentLowering& rules = lowering_table().recurrent) {
  const bool persists = recurrent_algorithm(r, card) != RecurrentAlgorithm::step_by_step;
  const detail::RecurrentScratch scratch = detail::recurrent_scratch(r, persists, rules);
  const double cells = static_cast<double>(r.layers * directions(r)), batch = static_cast<double>(r.batch),
               steps = static_cast<double>(r.length), h = static_cast<double>(r.hidden),
               g = static_cast<double>(gates(r.cell));
  double matrices = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer)
    matrices += static_cast<double>(directions(r)) * g * h * (static_cast<double>(width_in(r, layer)) + h);
  const double every_step = scratch.outputs * h + scratch.inputs * static_cast<double>(r.inputs),
               one_step = (scratch.state * cells + (r.bidirectional ? rules.between_directions : 0.0)) * h;
  return static_cast<std::int64_t>((matrices + batch * (steps * every_step + one_step)) *
                                       in(element_size(r.stored), byte) +
                                   cells * rules.each_bytes);
}

}  // namespace perfmodel
