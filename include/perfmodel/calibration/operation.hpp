#pragma once
/// Measured operations other than matrix products, in the two forms in which they come: raw tables of
/// perfmodel-calibrate, and tables with one JSON column of parameters (NeuSight).
#include <perfmodel/calibration/csv.hpp>
#include <perfmodel/calibration/format_words.hpp>
#include <perfmodel/kernel/kernel.hpp>
#include <perfmodel/kernel/streaming_model.hpp>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// One timed framework operation: the kernels it launches, one after the other.
struct OperationMeasurement {
  std::string card{};
  std::string operation{};
  std::vector<Kernel> kernels{};
  double seconds{};
  KernelVersion version{KernelVersion::pytorch_2_11};
  bool in_graph{};            ///< back to back in a CUDA graph: no launch gap of a stream
  std::string place{};        ///< file:line
  std::string kernel{};       ///< the longest of those that ran; empty: not recorded
};

namespace detail {

/// How an elementwise operation counts, per element: operands read and written, arithmetic, special functions.
struct ElementCost {
  std::string_view name;
  double read, written, work, special;
  double second_read = -1.0;  ///< >= 0: a reduction of a temporary of this many operands follows
  double cycles = 0.0;        ///< of an SM, where instructions are many. Slope of an H100's kernel times over elements within its L2,
                              ///< devices/calibrated/raw/h100-sxm5-80gb/pytorch_eager_ops.csv; where the schedulers issue as many, likewise on GA100 and GV100
};

/// The counts of layer/activation.hpp, layer/elementwise.hpp and layer/loss.hpp.
[[nodiscard]] inline std::optional<ElementCost> element_cost(std::string_view op) {
  constexpr std::array costs{
      ElementCost{"add", 2, 1, 1, 0},          ElementCost{"mul", 2, 1, 1, 0},           ElementCost{"div", 2, 1, 1, 1},
      ElementCost{"pow", 2, 1, 2, 2, -1.0, 0.78},          ElementCost{"addu", 1, 1, 1, 0},          ElementCost{"mulu", 1, 1, 1, 0},
      ElementCost{"divu", 1, 1, 1, 0},         ElementCost{"powu", 1, 1, 1, 0, -1.0, 0.73},          ElementCost{"relu", 1, 1, 1, 0},
      ElementCost{"gelu", 1, 1, 5, 1},         ElementCost{"tanh", 1, 1, 1, 1},          ElementCost{"mul_scalar", 1, 1, 1, 0},
      ElementCost{"add_inplace", 2, 1, 1, 0},  ElementCost{"relu_inplace", 1, 1, 1, 0},  ElementCost{"threshold_backward", 2, 1, 1, 0},
      ElementCost{"gelu_backward", 2, 1, 9, 2}, ElementCost{"silu", 1, 1, 4, 2},         ElementCost{"sigmoid", 1, 1, 3, 1},
      ElementCost{"tanh_backward", 2, 1, 3, 0}, ElementCost{"exp", 1, 1, 1, 1},          ElementCost{"clone", 1, 1, 0, 0},
      ElementCost{"mse_loss", 2, 1, 2, 0, 1.0}};
  for (const ElementCost& cost : costs)
    if (cost.name == op) return cost;
  return std::nullopt;
}

/// rows x columns of `format`, `read` and `written` operands of that size.
[[nodiscard]] inline Streaming matrix_kernel(StreamingKind kind, NumberFormat format, std::int64_t rows, std::int64_t columns,
                                             double read, double written) {
  const Bytes operand = static_cast<double>(rows) * static_cast<double>(columns) * element_size(format);
  return {.kind = kind, .format = format, .rows = rows, .columns = columns, .read = read * operand, .written = written * operand};
}

[[nodiscard]] inline std::vector<Kernel> elementwise_kernels(const ElementCost& cost, NumberFormat format, std::int64_t count) {
  Streaming s = matrix_kernel(StreamingKind::elementwise, format, 1, count, cost.read, cost.written);
  s.work = cost.work * static_cast<double>(count) * flop;
  s.special_functions = cost.special * static_cast<double>(count);
  s.issue_cycles = cost.cycles * static_cast<double>(count);
  std::vector<Kernel> kernels{s};
  if (cost.second_read >= 0.0) {
    Streaming sum = matrix_kernel(StreamingKind::row_reduction, format, 1, count, cost.second_read, 0.0);
    sum.written = element_size(format);
    kernels.emplace_back(sum);
  }
  return kernels;
}

[[nodiscard]] inline std::vector<Kernel> rowwise_kernels(std::string_view op, NumberFormat format, std::int64_t rows,
                                                         std::int64_t columns) {
  using enum StreamingKind;
  const double n = static_cast<double>(rows) * static_cast<double>(columns);
  const auto one = [](Streaming s) { return std::vector<Kernel>{s}; };
  if (op == "sum_all") {
    Streaming s = matrix_kernel(row_reduction, format, 1, rows * columns, 1, 0);
    return one(s);
  }
  if (op == "sum_rows" || op == "sum_columns") {
    Streaming s = matrix_kernel(op == "sum_rows" ? row_reduction : column_reduction, format, rows, columns, 1, 0);
    s.written = static_cast<double>(op == "sum_rows" ? rows : columns) * element_size(format);
    return one(s);
  }
  const bool backward = op.size() > 9 && op.substr(op.size() - 9) == "_backward";
  if (op.substr(0, 7) == "softmax" || op.substr(0, 11) == "log_softmax") {
    Streaming s = matrix_kernel(softmax, format, rows, columns, backward ? 2 : 1, 1);
    s.work = (backward ? 4.0 : 5.0) * n * flop;
    s.special_functions = backward ? 0.0 : n;
    s.backward = backward;
    // PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, softmax_backward_cuda_out: a product of gradient and result comes first.
    if (op == "softmax_backward") return {s, matrix_kernel(elementwise, format, 1, rows * columns, 2, 1)};
    return one(s);
  }
  if (op.substr(0, 10) == "layer_norm" || op == "ln") {
    Streaming s = matrix_kernel(layer_norm, format, rows, columns, backward ? 2 : 1, 1);
    s.work = (backward ? 11.0 : 8.0) * n * flop;
    s.backward = backward;
    if (!backward) return one(s);
    Streaming gains = s;
    gains.kind = column_reduction;
    gains.written = 2.0 * static_cast<double>(columns) * element_size(format);
    gains.work = 4.0 * n * flop;
    return {s, gains};
  }
  if (op == "transpose") return one(matrix_kernel(transpose, format, rows, columns, 1, 1));
  if (op == "gather_rows") return one(matrix_kernel(gather, format, rows, columns, 1, 1));
  return {};
}

/// Updates of a list of tensors: reads and writes per element, arithmetic, special functions.
[[nodiscard]] inline std::vector<Kernel> update_kernels(std::string_view op, NumberFormat format, std::int64_t size,
                                                        std::int64_t tensors) {
  constexpr std::array updates{ElementCost{"foreach_add", 2, 1, 2, 0},     ElementCost{"foreach_mul", 1, 1, 1, 0},
                               ElementCost{"foreach_addcmul", 3, 1, 3, 0}, ElementCost{"foreach_addcdiv", 3, 1, 3, 1},
                               ElementCost{"foreach_sqrt", 1, 1, 1, 1},    ElementCost{"fused_sgd", 3, 2, 4, 0},
                               ElementCost{"fused_adam", 4, 3, 12, 2}};
  if (tensors == 1) return {};  // Streaming cannot tell a list of one tensor from a plain update
  // Tensors that one launch takes, by lists of operands. PyTorch, aten/src/ATen/native/cuda/MultiTensorApply.cuh.
  constexpr std::array<std::int64_t, 5> most_tensors{110, 64, 48, 36, 30};
  for (const ElementCost& u : updates) {
    if (u.name != op) continue;
    const std::size_t lists = static_cast<std::size_t>(std::max(u.read, u.written)) + (op == "foreach_sqrt" ? 1 : 0);
    std::vector<Kernel> kernels;
    for (std::int64_t left = tensors; left > 0; left -= most_tensors[lists - 1]) {
      const std::int64_t count = std::min(left, most_tensors[lists - 1]);
      Streaming s = matrix_kernel(StreamingKind::optimizer, format, 1, size * count, u.read, u.written);
      s.work = u.work * static_cast<double>(size * count) * flop;
      s.special_functions = u.special * static_cast<double>(size * count);
      s.tensors = count;
      kernels.emplace_back(s);
    }
    return kernels;
  }
  return {};
}

/// Batch norm (channels last, BF16: otherwise networks run cuDNN's kernel instead of the one timed) and layout changes of
/// n x c x h x w images given as rows = n c, columns = h w, channels.
[[nodiscard]] inline std::vector<Kernel> image_kernels(std::string_view op, NumberFormat format, std::int64_t planes,
                                                       std::int64_t pixels, std::int64_t channels) {
  using enum StreamingKind;
  const auto starts = [&](std::string_view word) { return op.substr(0, word.size()) == word; };
  const double n = static_cast<double>(planes) * static_cast<double>(pixels);
  const auto shaped = [&](StreamingKind kind, double read, double written) {
    Streaming s = matrix_kernel(kind, format, planes, pixels, read, written);
    if (kind == batch_norm) s.rows = planes / channels * pixels, s.columns = channels;
    return s;
  };
  if (starts("batch_norm") && format != NumberFormat::bf16) return {};  // networks run cuDNN's kernel instead of the one timed
  if (op == "batch_norm_backward_nhwc") {
    Streaming s = shaped(batch_norm, 4, 1);
    s.work = 14.0 * n * flop, s.backward = true;
    return {s};
  }
  if (op == "batch_norm_nhwc") {
    Streaming s = shaped(batch_norm, 2, 1);
    s.work = 8.0 * n * flop;
    return {s};
  }
  if (starts("to_other_layout")) return {shaped(transpose, 1, 1)};
  return {};
}

/// Zeroes, then gradients from two operands and the loss's own, a scalar that is broadcast: that kernel computes addresses
/// element by element, 0.7 cycles of one SM each (H200: 743 of 859 us for 2^28 elements in BF16).
[[nodiscard]] inline std::vector<Kernel> mse_backward_kernels(NumberFormat format, std::int64_t count) {
  constexpr double address_cycles = 0.72;
  Streaming s = matrix_kernel(StreamingKind::elementwise, format, 1, count, 2, 1);
  s.work = 3.0 * static_cast<double>(count) * flop;
  s.issue_cycles = address_cycles * static_cast<double>(count);
  return {s, matrix_kernel(StreamingKind::fill, format, 1, count, 0, 1)};
}

/// A cast: the operation's name says the target.
[[nodiscard]] inline std::vector<Kernel> cast_kernels(NumberFormat from, std::int64_t count) {
  const NumberFormat to = from == NumberFormat::fp32 ? NumberFormat::bf16 : NumberFormat::fp32;
  Streaming s = matrix_kernel(StreamingKind::elementwise, to, 1, count, 0, 1);
  s.read = static_cast<double>(count) * element_size(from);
  return {s};
}
}  // namespace detail

/// The kernels of an operation of perfmodel-calibrate's ops table; none: not modelled.
[[nodiscard]] inline std::vector<Kernel> operation_kernels(std::string_view op, NumberFormat format, std::int64_t rows,
                                                           std::int64_t columns, std::int64_t tensors) {
  if (const auto cost = detail::element_cost(op)) return detail::elementwise_kernels(*cost, format, rows * columns);
  if (op == "mse_loss_backward") return detail::mse_backward_kernels(format, rows * columns);
  if (op == "to_fp32") return detail::cast_kernels(format, columns);
  if (op == "zero_inplace") return {detail::matrix_kernel(StreamingKind::fill, format, 1, columns, 0, 1)};
  for (auto kernels : {detail::rowwise_kernels(op, format, rows, columns), detail::update_kernels(op, format, columns, tensors),
                       detail::image_kernels(op, format, rows, columns, tensors)})
    if (!kernels.empty()) return kernels;
  return {};
}

namespace detail {
/// Elements of an operation, in all its tensors, that counts and doubles hold exactly.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 53;
inline constexpr std::int64_t most_tensors_listed = 1'000'000;

/// @throws Error at `place` for more elements than can be counted, for lists too long to be launched one by one
inline void check_extents(std::string_view op, std::int64_t rows, std::int64_t columns, std::int64_t tensors, const std::string& place) {
  const double elements = static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(tensors);
  const auto extents = [&] { return std::to_string(rows) + " x " + std::to_string(columns) + " x " + std::to_string(tensors); };
  if (elements > static_cast<double>(most_elements)) throw bad_input(place, extents() + " elements", "must be at most 2^53");
  const bool list = op.starts_with("foreach_") || op.starts_with("fused_"), image = op.find("batch_norm") != std::string_view::npos;
  if (list && tensors > most_tensors_listed) throw bad_input(place, std::to_string(tensors) + " tensors", "must be at most 1000000");
  if (image && rows % tensors != 0) throw bad_input(place, extents(), "rows must be a multiple of the channels, which are the last number");
}
}  // namespace detail

/// Rows of an ops table of perfmodel-calibrate. Operations that are not modelled are left out.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] inline std::vector<OperationMeasurement> raw_operations(const CsvTable& table, const std::string& card) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) { return to_integer(cell(column), table.place(row, column), 1, largest); };
    const NumberFormat format = number_format_from(cell("dtype"), table.place(row, "dtype"));
    const std::int64_t rows = whole("rows"), columns = whole("columns"), tensors = whole("tensors");
    const std::string place = table.file + ':' + std::to_string(row.line);
    detail::check_extents(cell("op"), rows, columns, tensors, place);
    OperationMeasurement m{.card = card,
                           .operation = std::string(cell("op")),
                           .kernels = operation_kernels(cell("op"), format, rows, columns, tensors),
                           .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                           .in_graph = true,
                           .place = place};
    if (!m.kernels.empty()) out.push_back(std::move(m));
  }
  return out;
}

/// Rows of a convolutions table of perfmodel-calibrate.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] inline std::vector<OperationMeasurement> raw_convolutions(const CsvTable& table, const std::string& card) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) { return to_integer(cell(column), table.place(row, column), 0, largest); };
    const std::string_view memory_format = cell("memory_format");
    if (memory_format != "nchw" && memory_format != "nhwc")
      throw bad_input(table.place(row, "memory_format"), in_quotes(memory_format), "must be nchw or nhwc");
    Convolution c{.format = number_format_from(cell("dtype"), table.place(row, "dtype")),
                  .memory_format = memory_format == "nhwc" ? MemoryFormat::nhwc : MemoryFormat::nchw,
                  .n = whole("n"), .c = whole("c"), .h = whole("h"), .w = whole("w"), .k = whole("k"), .r = whole("r"), .s = whole("s"),
                  .stride_h = whole("stride"), .stride_w = whole("stride"), .pad_h = whole("pad"), .pad_w = whole("pad"),
                  .groups = whole("groups")};
    const std::string_view pass = cell("pass");
    if (pass == "input_gradient") c.pass = ConvolutionPass::input_gradient;
    else if (pass == "weight_gradient") c.pass = ConvolutionPass::weight_gradient;
    else if (pass != "forward")
      throw bad_input(table.place(row, "pass"), in_quotes(pass), "must be forward, input_gradient or weight_gradient");
    out.push_back({.card = card,
                   .operation = std::string(pass),
                   .kernels = {c},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                   .in_graph = true,
                   .place = table.file + ':' + std::to_string(row.line)});
  }
  return out;
}

/// Rows of an attention table of perfmodel-calibrate. @throws Error as above
[[nodiscard]] inline std::vector<OperationMeasurement> raw_attention(const CsvTable& table, const std::string& card) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  const auto kernel = table.find("kernel");
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) { return to_integer(cell(column), table.place(row, column), 0, largest); };
    const std::string_view pass = cell("pass");
    if (pass != "forward" && pass != "backward")
      throw bad_input(table.place(row, "pass"), in_quotes(pass), "must be forward or backward");
    const Attention a{.format = number_format_from(cell("dtype"), table.place(row, "dtype")),
                      .batch = whole("batch"), .heads = whole("heads"), .key_heads = whole("heads"), .queries = whole("queries"),
                      .keys = whole("keys"), .head_size = whole("head_size"), .causal = to_integer(cell("causal"), table.place(row, "causal"), 0, 1) == 1,
                      .backward = pass == "backward"};
    out.push_back({.card = card,
                   .operation = std::string(pass),
                   .kernels = {a},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                   .in_graph = true,
                   .place = table.file + ':' + std::to_string(row.line),
                   .kernel = kernel ? row.cells[*kernel] : std::string()});
  }
  return out;
}

namespace detail {
/// The whole number >= low behind "key": in a flat JSON object of numbers and strings. @throws Error if it is not there
[[nodiscard]] inline std::int64_t json_number(std::string_view object, std::string_view key, const std::string& place, std::int64_t low = 1) {
  const std::string wanted = '"' + std::string(key) + "\":";
  std::size_t at = object.find(wanted);
  if (at == std::string_view::npos)
    throw bad_input(place, in_quotes(object), "must have the key \"" + std::string(key) + '"');
  at = std::min(object.find_first_not_of(' ', at + wanted.size()), object.size());
  const std::size_t end = std::min(object.find_first_of(" ,}", at), object.size());
  return to_integer(object.substr(at, end - at), place + ": " + std::string(key), low, std::int64_t{1} << 40);
}

/// Forward convolution, square images and filters. Ampere and later multiply FP32 tensors in TF32 unless PyTorch is told otherwise;
/// the kernel's name says so.
[[nodiscard]] inline Convolution square_convolution(std::string_view params, NumberFormat tensors, const std::string& place) {
  const auto value = [&](std::string_view key) { return json_number(params, key, place); };
  const bool named = tensors == NumberFormat::fp32 && params.find("tf32") != std::string_view::npos;
  const NumberFormat format = named ? NumberFormat::tf32 : tensors;
  return {.format = format, .n = value("n"), .c = value("c"), .h = value("hw"), .w = value("hw"), .k = value("k"), .r = value("r"), .s = value("r"),
          .stride_h = value("stride"), .stride_w = value("stride"), .pad_h = json_number(params, "pad", place, 0), .pad_w = json_number(params, "pad", place, 0)};
}
}  // namespace detail

/// Rows of a table op,params,time_us, optional gpu and dtype, params a JSON object: b x h elements, or a convolution (FP32 ones are
/// TF32 where the object's kernel is named so). @param unsaid  format of rows that do not say  @param version  whose kernels they are: public
/// tables are of PyTorch 2.1. Each row is timed as one eager call; operations that are not modelled are left out.
[[nodiscard]] inline std::vector<OperationMeasurement> eager_operations(const CsvTable& table, NumberFormat unsaid = NumberFormat::fp32,
                                                                        KernelVersion version = KernelVersion::pytorch_2_1) {
  const auto gpu = table.find("gpu"), dtype = table.find("dtype");
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const std::string place = table.place(row, "params");
    const std::string_view op = cell("op"), params = cell("params");
    OperationMeasurement m{.card = gpu ? row.cells[*gpu] : std::string(),
                           .operation = std::string(op),
                           .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                           .version = version,
                           .place = table.file + ':' + std::to_string(row.line)};
    const bool says = dtype && !row.cells[*dtype].empty();
    const NumberFormat format = says ? measured_format_from(row.cells[*dtype], table.place(row, "dtype")) : unsaid;
    if (op == "conv2d_fwd") {
      m.kernels = {detail::square_convolution(params, format, place)};
    } else {
      const std::int64_t rows = detail::json_number(params, "b", place), columns = detail::json_number(params, "h", place);
      detail::check_extents(op, rows, columns, 1, place);
      m.kernels = operation_kernels(op, format == NumberFormat::tf32 ? NumberFormat::fp32 : format, rows, columns, 1);
    }
    for (Kernel& kernel : m.kernels)  // called again and again on the same operands
      if (auto* streaming = std::get_if<Streaming>(&kernel)) streaming->operands = Operands::warm;
    if (!m.kernels.empty()) out.push_back(std::move(m));
  }
  return out;
}

}  // namespace perfmodel
