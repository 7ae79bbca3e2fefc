#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/layer/parts.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

enum class Cell : std::uint8_t { lstm, gru };

/// Recurrent layers as one cuDNN call: x [batch, length, inputs] -> [batch, length, directions x hidden].
/// Hochreiter and Schmidhuber 1997; Cho et al. 2014. Gates: 4 (LSTM), 3 (GRU), each with two bias vectors as cuDNN has them.
struct Recurrent {
  Cell cell{Cell::lstm};
  std::int64_t inputs{}, hidden{}, layers{1};
  bool bidirectional{};
  bool bias{true};
};

[[nodiscard]] constexpr std::string_view kind(const Recurrent& r) { return r.cell == Cell::lstm ? "lstm" : "gru"; }
[[nodiscard]] constexpr std::int64_t gates(Cell cell) { return cell == Cell::lstm ? 4 : 3; }
[[nodiscard]] constexpr std::int64_t directions(const Recurrent& r) { return r.bidirectional ? 2 : 1; }
/// Width that layer `layer` reads.
[[nodiscard]] constexpr std::int64_t width_in(const Recurrent& r, std::int64_t layer) {
  return layer == 0 ? r.inputs : directions(r) * r.hidden;
}

/// @throws Error naming the shapes if the input does not end in `inputs`
[[nodiscard]] inline Shape output_shape(const Recurrent& r, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("inputs of the recurrent layer", r.inputs, 1);
  require_at_least("hidden size", r.hidden, 1);
  require_at_least("layers", r.layers, 1);
  if (r.layers > 1000) throw bad_input("layers", std::to_string(r.layers), "must be at most 1000");
  if (inputs[0].rank != 3 || inputs[0].back() != r.inputs)
    throw bad_input("input shape", text(inputs[0]), "weights of shape " + text(Shape{gates(r.cell) * r.hidden, r.inputs}) +
                                                        " take [batch, length, " + std::to_string(r.inputs) + "]");
  return inputs[0].with_back(directions(r) * r.hidden);
}

/// torch.nn.LSTM, GRU: per layer and direction weight_ih, weight_hh, bias_ih, bias_hh.
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Recurrent& r, InputShapes) {
  std::vector<ParameterTensor> list;
  const std::int64_t g = checked_product(gates(r.cell), r.hidden);
  for (std::int64_t i = 0; i < r.layers * directions(r); ++i) {
    list.push_back({.name = "weight_ih", .shape = {g, width_in(r, i / directions(r))}});
    list.push_back({.name = "weight_hh", .shape = {g, r.hidden}});
    if (!r.bias) continue;
    list.push_back({.name = "bias_ih", .shape = {g}});
    list.push_back({.name = "bias_hh", .shape = {g}});
  }
  return list;
}

/// The products only: 2 x batch x length x gates x hidden x (inputs + hidden) per layer and direction.
[[nodiscard]] inline Work forward_work(const Recurrent& r, InputShapes inputs) {
  double macs = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer)
    macs += static_cast<double>(rows(inputs[0])) * static_cast<double>(directions(r) * gates(r.cell) * r.hidden) *
            static_cast<double>(width_in(r, layer) + r.hidden);
  return macs * mac;
}

namespace detail {

/// How the library runs a layer: step by step, or all steps in one kernel that keeps the recurrent weights on chip.
enum class RecurrentAlgorithm : std::uint8_t { step_by_step, persistent_small, persistent };

/// PyTorch's choice (aten/src/ATen/native/cudnn/RNN.cpp, get_algo): small hidden sizes persist; larger LSTMs in FP16 where one
/// layer of one direction meets the sizes that cuDNN's kernels know. BF16 has no such kernels.
[[nodiscard]] constexpr RecurrentAlgorithm recurrent_algorithm(const Recurrent& r, std::int64_t batch, std::int64_t length, NumberFormat stored,
                                                               const TraceTarget& target, bool backward) {
  constexpr std::int64_t small_forward = 192, small_backward = 128, largest = 1024, multiple = 128, most_batch = 128;
  constexpr int fewest_sms = 98;
  if (stored == NumberFormat::bf16 || target.compute_capability < 60) return RecurrentAlgorithm::step_by_step;
  if (r.hidden <= (backward ? small_backward : small_forward)) return RecurrentAlgorithm::persistent_small;
  const bool sizes = r.layers == 1 && !r.bidirectional && r.hidden <= largest && r.hidden % multiple == 0 && r.inputs % multiple == 0;
  if (stored != NumberFormat::fp16 || !sizes) return RecurrentAlgorithm::step_by_step;
  const bool volta = target.compute_capability == 70, ampere = target.compute_capability >= 80 && target.compute_capability % 10 != 6 && target.sms >= fewest_sms;
  const bool many = volta && ((batch % 16 == 0 && batch != 80 && batch != 112) || batch == 8) &&
                    ((length >= 40 && batch <= most_batch) || (length >= 20 && batch <= 96) || (length >= 10 && batch <= 32));
  const bool lstm = ampere && r.cell == Cell::lstm && batch % 8 == 0 && batch <= most_batch;
  return many || lstm ? RecurrentAlgorithm::persistent : RecurrentAlgorithm::step_by_step;
}

/// Core cycles of one step of a persistent kernel. Small: a block takes one sample (FP32) or tile of samples (FP16); larger: 16
/// samples at a time forward, 64 backward. ns a step of 42 cases on an H200, 1.98 GHz
/// (devices/calibrated/raw/h200-sxm/pytorch_recurrent_kernels.csv, RNN_blockPersist and ampere_lstm kernels).
[[nodiscard]] inline double persistent_step_cycles(const Recurrent& r, std::int64_t batch, NumberFormat stored, double sms, RecurrentAlgorithm algorithm,
                                                      bool backward) {
  const double h = static_cast<double>(r.hidden), n = static_cast<double>(batch);
  if (algorithm == RecurrentAlgorithm::persistent) {
    constexpr double forward_tile = 16.0, backward_tile = 64.0;
    // Many samples of few units run as four kernels side by side (RNN_persist_fp): 174 and 183 us for 40 steps of 128 samples and 256
    // units forward, 321 backward (busy_us of pytorch_recurrent_busy.csv less the kernels around them, and a second session).
    constexpr double many_samples = 64.0, few_units = 256.0, forward_cycles = 8800.0, backward_cycles = 15900.0;
    if (n > many_samples && h <= few_units) return backward ? backward_cycles : forward_cycles;
    if (!backward) return std::ceil(n / forward_tile) * (2150.0 + 1.3 * h);
    return n <= forward_tile ? 5200.0 + 3.2 * h : std::ceil(n / backward_tile) * (8900.0 + 11.2 * h);
  }
  if (stored == NumberFormat::fp16) return backward ? 2100.0 + 14.5 * h : 1100.0 + 17.3 * h;
  constexpr double widest = 128.0;
  const double waves = std::max(1.0, std::ceil(n * h / widest / sms));
  return waves * h * (r.cell == Cell::lstm ? (backward ? 30.0 : 42.0) : (backward ? 15.0 : 20.0));
}

/// Cycles of a row of the kernel that sums the bias gradients: a thread walks all rows of a column. Same table, bp2 kernels,
/// mean error 14 to 23 %.
[[nodiscard]] constexpr double bias_row_cycles(const Recurrent& r, NumberFormat stored) {
  const double h = static_cast<double>(r.hidden);
  const bool wide = bits(stored) == 32;
  return r.cell == Cell::lstm ? (wide ? 6.7 + 0.020 * h : 9.0 + 0.0115 * h) : (wide ? 34.0 + 0.06 * h : 23.0 + 0.021 * h);
}

/// The gates of `cells` layers or directions at one step: an element a thread, a chain of loads and special functions.
[[nodiscard]] inline Streaming gate_kernel(const Recurrent& r, std::int64_t batch, std::int64_t cells, NumberFormat stored, const TraceTarget& target, bool backward) {
  // H200, LSTM and GRU alike within a fifth: 1.3 to 1.9 us for few elements, 2.6 us for 65,536, 4.3 us for 262,144, whatever the format
  constexpr double chain_cycles = 2000.0, element_cycles = 1.3, waiting_cycles = 75.0;
  const std::int64_t elements = cells * batch * r.hidden;
  const double n = static_cast<double>(elements), g = static_cast<double>(gates(r.cell));
  Streaming gate = elementwise(stored, elements, (2.0 * g + 2.0) * n * element_size(stored), (g + 2.0) * n * element_size(stored),
                               {5.0 * g, g + 1.0}, backward);
  gate.operands = Operands::warm;
  const double an_sm = n / std::max(1.0, static_cast<double>(target.sms));
  gate.serial_cycles = chain_cycles + waiting_cycles * std::sqrt(an_sm) + element_cycles * an_sm;
  return gate;
}

/// The product of a step of `cells` layers and directions: [batch, hidden] x [hidden, gates x hidden] forward, [batch, gates x hidden] x
/// [gates x hidden, hidden] backward. cuDNN leaves the library little scratch memory for it: FP32 products are split along K into fewer
/// parts than plain ones of the same shape, TF32 ones backward hardly; both are up to 2.3 times slower. Parts are written as products of a
/// batch, which the library never splits: FP32 backward as many along K as there are gates, twice as many of few rows, two forward in
/// large layers and where several layers run at once; TF32 two halves of the result backward, two along K forward from 1,024 units on. 16 bits: the
/// library's own choice. 96 step products of an H200 (devices/calibrated/raw/h200-sxm/pytorch_recurrent_kernels.csv, simt_sgemm, f32f32 and
/// s1688gemm kernels). Forward, weights stay in L2 from step to step up to 24 MB: 64 x 4608 x 1536 takes 14 us in TF32,
/// 64 x 8192 x 2048 30 us (pytorch_recurrent_grids.csv); the slower steps backward show nothing of it, and FP32 ones wait as for memory: 21 us for
/// 64 x 2048 x 512 in a tile of 32 x 32, 20 for 256 rows in 64 x 64 (15 and 16 with an L2's wait).
[[nodiscard]] constexpr Gemm step_product(const Recurrent& r, std::int64_t cells, std::int64_t batch, NumberFormat format, NumberFormat stored, bool backward) {
  constexpr std::int64_t few_rows = 20, halves = 2, large_hidden = 512, very_large_hidden = 1024;
  constexpr double kept_bytes = 24e6;
  const std::int64_t g = gates(r.cell);
  Gemm product{.format = format, .layout = backward ? Layout::nn : Layout::nt, .batch = cells, .m = batch, .n = backward ? r.hidden : g * r.hidden,
               .k = backward ? g * r.hidden : r.hidden, .output = stored, .operands = Operands::warm};
  const bool even = r.hidden % halves == 0;
  if (!backward && static_cast<double>(product.n * product.k) * in(element_size(stored), byte) > kept_bytes) product.operands = Operands::cold;
  if (format == NumberFormat::tf32 && even && !backward && r.hidden >= very_large_hidden) product.batch *= halves, product.k /= halves;
  if (format == NumberFormat::tf32 && even && backward) product.batch *= halves, product.n /= halves;
  if (format != NumberFormat::fp32) return product;
  product.operands = Operands::cold;
  const bool alone = cells == 1, few = batch <= few_rows;  // streams of several layers fill the card without parts
  const std::int64_t whole = even ? halves : 1;
  const std::int64_t parts = backward ? (alone ? (few && even ? halves * g : g) : whole) : alone && !few && r.hidden >= large_hidden ? whole : 1;
  product.batch *= parts, product.k /= parts;
  return product;
}

/// cuDNN multiplies the inputs of all time steps at once; the recurrent product and the gates go step by step. Layers and
/// directions are in the works at the same time, each layer one step behind the one below: Appleyard, Kocisky, Blunsom 2016,
/// arXiv:1604.01946, section 3. FP32 products of a moment are written as one batched product. The short kernels of other formats
/// end before the host has launched the next: they run one after the other (device_us and busy_us of
/// devices/calibrated/raw/h200-sxm/pytorch_recurrent_busy.csv agree).
inline void recurrent_steps(TraceWriter& w, const Recurrent& r, std::int64_t batch, std::int64_t length, NumberFormat format, NumberFormat stored, bool backward) {
  const bool clears = backward && bits(stored) == 32;  // memory of partial sums and their counters, 1 us
  for (std::int64_t moment = 0; moment < length + r.layers - 1; ++moment) {
    const std::int64_t busy = directions(r) * std::min({moment + 1, r.layers, length, length + r.layers - 1 - moment});
    const std::int64_t cells = format == NumberFormat::fp32 ? busy : 1;
    for (std::int64_t done = 0; done < busy; done += cells) {
      // with its launches 18 us a step forward, 27 us backward (host columns of pytorch_unusual.csv); a view costs what is left of that
      w.host(HostOp::view);
      w.host(HostOp::other, backward ? 3 * (cells - 1) + (clears ? 0 : 1) : 2 * (cells - 1));
      if (clears)
        w.launch(Streaming{.kind = StreamingKind::fill, .format = stored, .columns = cells * batch, .written = static_cast<double>(cells * batch) * element_size(stored)});
      w.launch(Kernel{step_product(r, cells, batch, format, stored, backward)});
      w.launch(gate_kernel(r, batch, cells, stored, w.options().target, backward));
    }
  }
}

/// All steps of one layer and direction in one kernel.
inline void persistent_steps(TraceWriter& w, const Recurrent& r, std::int64_t batch, std::int64_t length, NumberFormat stored, RecurrentAlgorithm algorithm, bool backward) {
  const double steps = static_cast<double>(length), n = steps * static_cast<double>(batch * r.hidden), g = static_cast<double>(gates(r.cell));
  const TraceTarget& target = w.options().target;
  Streaming all = elementwise(stored, length * batch * r.hidden, (g + 2.0) * n * element_size(stored), (g + 2.0) * n * element_size(stored), {}, backward);
  all.work = g * n * static_cast<double>(r.hidden) * mac;
  all.serial_cycles = steps * persistent_step_cycles(r, batch, stored, std::max(1.0, static_cast<double>(target.sms)), algorithm, backward);
  for (std::int64_t i = 0; i < r.layers * directions(r); ++i) w.launch(all);
}

/// Products run in cuDNN's own workspace: launched as plain kernels, they make none of the framework's.
/// What stands around the steps: a copy of the input with time first and states filled with zeros; backward the bias gradients,
/// two weight gradients and the input gradient of each layer and direction.
inline void recurrent_kernels(TraceWriter& w, const Recurrent& r, const Shape& x, NumberFormat format, NumberFormat stored, bool backward) {
  const std::int64_t batch = x[0], length = x[1], g = gates(r.cell) * r.hidden, rows = batch * length;
  // The call's own host time, whatever its length: 0.2 ms forward, 0.8 ms backward (host_us of persistent kernels)
  constexpr std::int64_t call_forward = 15, call_backward = 60;
  w.host(HostOp::other, backward ? call_backward : call_forward);
  const Bytes input = static_cast<double>(rows * r.inputs) * element_size(stored), states = static_cast<double>(r.layers * directions(r) * batch * r.hidden) * element_size(stored);
  w.launch(Streaming{.kind = StreamingKind::transpose, .format = stored, .rows = rows, .columns = r.inputs, .read = input, .written = input, .backward = backward});
  for (int i = 0; i < (r.cell == Cell::lstm ? 2 : 1); ++i)
    w.launch(Streaming{.kind = StreamingKind::fill, .format = stored, .columns = r.layers * directions(r) * batch * r.hidden, .written = states});
  const auto product = [&](std::int64_t layer) {
    const std::int64_t k = width_in(r, layer);
    return Gemm{.format = format, .layout = backward ? Layout::nn : Layout::nt, .m = rows, .n = backward ? k : g, .k = backward ? g : k, .output = stored};
  };
  const RecurrentAlgorithm algorithm = recurrent_algorithm(r, batch, length, stored, w.options().target, backward);
  const auto each = [&](const auto& what) {
    for (std::int64_t i = 0; i < r.layers * directions(r); ++i) what(i / directions(r));
  };
  if (!backward) each([&](std::int64_t layer) { w.launch(Kernel{product(layer)}); });
  if (algorithm == RecurrentAlgorithm::step_by_step) recurrent_steps(w, r, batch, length, format, stored, backward);
  else persistent_steps(w, r, batch, length, stored, algorithm, backward);
  if (!backward) return;
  each([&](std::int64_t layer) {
    w.launch(Kernel{product(layer)});
    for (const std::int64_t n : {width_in(r, layer), r.hidden}) w.launch(Kernel{Gemm{.format = format, .layout = Layout::tn, .m = g, .n = n, .k = rows, .output = stored}});
    if (!r.bias) return;
    w.launch(Streaming{.kind = StreamingKind::column_reduction, .format = stored, .rows = rows, .columns = g,
                       .read = static_cast<double>(rows * g) * element_size(stored), .written = static_cast<double>(2 * g) * element_size(stored),
                       .backward = true, .serial_cycles = static_cast<double>(rows) * bias_row_cycles(r, stored)});
  });
}

}  // namespace detail

namespace detail {
/// Numbers that cuDNN keeps for backward: gates and cell of every step (LSTM 5, GRU 6 times the hidden size), and what goes from
/// layer to layer. Exact in 192 cases (pytorch_recurrent.csv, column kept_bytes).
[[nodiscard]] constexpr std::int64_t reserve_elements(const Recurrent& r, std::int64_t steps) {
  const std::int64_t kept = r.cell == Cell::lstm ? 5 : 6;
  return steps * r.hidden * directions(r) * (kept * r.layers + r.layers - 1);
}

/// Scratch memory of a pass: the matrices once more, `step` outputs (of one direction) and the inputs of every step, `state` outputs of one
/// step for each layer, and 8 MiB and 384 bytes for each layer and direction. Read off pytorch_recurrent.csv (peak_bytes, less the tensors
/// that forward() lists): 161 of 192 peaks within 4 kB; the others have 0.2 to 2 MB more (6 % at most), because the allocator keeps what
/// is left of a block together.
[[nodiscard]] inline std::int64_t recurrent_workspace_bytes(const Recurrent& r, const Shape& x, NumberFormat stored, const TraceTarget& target) {
  struct Outputs { double step, state; };
  constexpr Outputs lstm{5.0, 10.0}, gru{4.0, 5.0}, lstm_both{14.0, 10.0}, gru_both{12.0, 5.0}, lstm_persistent{21.0, 8.0}, gru_persistent{16.0, 4.0};
  constexpr double each_bytes = 8.0 * 1024.0 * 1024.0 + 384.0, between_directions = 4.0;
  const bool is_lstm = r.cell == Cell::lstm;
  const bool persists = recurrent_algorithm(r, x[0], x[1], stored, target, false) != RecurrentAlgorithm::step_by_step;
  const Outputs& o = r.bidirectional ? (is_lstm ? lstm_both : gru_both) : persists ? (is_lstm ? lstm_persistent : gru_persistent) : (is_lstm ? lstm : gru);
  const double cells = static_cast<double>(r.layers * directions(r)), batch = static_cast<double>(x[0]), steps = static_cast<double>(x[1]);
  const double h = static_cast<double>(r.hidden), g = static_cast<double>(gates(r.cell));
  double matrices = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer) matrices += static_cast<double>(directions(r)) * g * h * (static_cast<double>(width_in(r, layer)) + h);
  const double kept = batch * (steps * (o.step * h + static_cast<double>(r.inputs)) + (o.state * cells + (r.bidirectional ? between_directions : 0.0)) * h);
  return static_cast<std::int64_t>((matrices + kept) * in(element_size(stored), byte) + cells * each_bytes);
}
}  // namespace detail

/// Saves the input, the output and a reserve space with the gates and states of every step. Each pass works on copies with time first;
/// weights that do not lie side by side (BF16) are gathered once more.
/// aten/src/ATen/native/cudnn/RNN.cpp, _cudnn_rnn and _cudnn_rnn_backward, in the order of allocation records.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Recurrent& r, Inputs inputs, Parameters ids) {
  writer.host(HostOp::matmul, r.layers * directions(r));
  const Tensor x = writer.cast_operand(inputs[0]);
  std::vector<Tensor> operands{x}, weights;
  for (const ParameterId id : ids) weights.push_back(writer.cast_operand(writer.parameter(id)));
  operands.insert(operands.end(), weights.begin(), weights.end());
  const NumberFormat format = product_format(writer, x.format()), stored = x.format();
  std::int64_t weight_count = 0;
  for (const Tensor& t : weights) weight_count += t.size();
  const Shape state{(r.cell == Cell::lstm ? 2 : 1) * r.layers * directions(r), x.shape()[0], r.hidden};
  const Tensor before_first = writer.allocate(state, stored);  // zeros
  const Tensor gathered = stored == NumberFormat::bf16 && !writer.autocast() ? writer.allocate({weight_count}, stored) : Tensor{};
  const std::int64_t scratch = detail::recurrent_workspace_bytes(r, x.shape(), stored, writer.options().target);
  const bool moved = x.shape()[0] > 1;  // one sample lies the same either way
  const auto time_first = [moved](TraceWriter& w, const Shape& shape, NumberFormat kept_in) { return moved ? w.allocate(shape, kept_in, MemoryClass::temporary) : Tensor{}; };
  Tensor y{}, reserve{};
  {
    const Tensor turned = time_first(writer, x.shape(), stored);
    y = writer.allocate(x.shape().with_back(directions(r) * r.hidden), stored);
    const Tensor after_last = writer.allocate(state, stored);
    const Tensor workspace = writer.allocate({scratch}, bool_storage, MemoryClass::workspace);
    if (writer.grad_enabled()) reserve = writer.allocate({detail::reserve_elements(r, rows(x.shape()))}, stored);
    detail::recurrent_kernels(writer, r, x.shape(), format, stored, false);
  }
  std::vector<Shape> shapes;
  for (const Tensor& t : operands) shapes.push_back(t.shape());
  Tensor saved = y.detach();  // before y moves: arguments are evaluated in any order
  return writer.record(std::move(y), operands, [r, x = x.detach(), saved_y = std::move(saved), reserve, before_first, gathered, weights, shapes, state, format, stored, scratch, time_first](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::matmul_backward, r.layers * directions(r));
    const Tensor of_last = w.allocate(state, stored, MemoryClass::temporary), of_first = w.allocate(state, stored, MemoryClass::temporary);
    {
      const Tensor turned_dy = time_first(w, outputs[0].shape(), stored), turned = time_first(w, x.shape(), stored);
      grads[0] = w.allocate(shapes[0], stored, MemoryClass::temporary);
      const Tensor workspace = w.allocate({scratch}, bool_storage, MemoryClass::workspace);
    }
    const Tensor turned = time_first(w, x.shape(), stored);
    for (std::size_t i = 1; i < grads.size(); ++i) grads[i] = w.allocate(shapes[i], stored, MemoryClass::gradient);
    const Tensor workspace = w.allocate({scratch}, bool_storage, MemoryClass::workspace);
    detail::recurrent_kernels(w, r, x.shape(), format, stored, true);
  });
}

}  // namespace perfmodel
