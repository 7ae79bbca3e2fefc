#pragma once
#include <perfmodel/measurement/operation_table.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE std::optional<NamedFunction> named_function(std::string_view op) {
  using enum PointwiseFunction;
  constexpr std::array functions{NamedFunction{"add", add, 2},
                                 NamedFunction{"mul", multiply, 2},
                                 NamedFunction{"div", divide, 2},
                                 NamedFunction{"pow", power, 2},
                                 NamedFunction{"addu", add_scalar},
                                 NamedFunction{"mulu", multiply_scalar},
                                 NamedFunction{"divu", divide_scalar},
                                 NamedFunction{"powu", power},
                                 NamedFunction{"relu", relu},
                                 NamedFunction{"gelu", gelu},
                                 NamedFunction{"tanh", tanh},
                                 NamedFunction{"mul_scalar", multiply_scalar},
                                 NamedFunction{"add_inplace", add, 2},
                                 NamedFunction{"relu_inplace", relu},
                                 NamedFunction{"threshold_backward", relu_backward, 2},
                                 NamedFunction{"gelu_backward", gelu_backward, 2},
                                 NamedFunction{"silu", silu},
                                 NamedFunction{"sigmoid", sigmoid},
                                 NamedFunction{"tanh_backward", tanh_backward, 2},
                                 NamedFunction{"exp", exponential},
                                 NamedFunction{"clone", copy}};
  for (const NamedFunction& f : functions)
    if (f.name == op) return f;
  return std::nullopt;
}

PERFMODEL_INLINE op::Pointwise flat_pointwise(PointwiseFunction function, int inputs, NumberFormat format,
                                              std::int64_t count) {
  op::Pointwise p{.function = function, .outputs = {packed({count}, format)}, .each = cost(function)};
  for (int i = 0; i < inputs; ++i) p.inputs[p.input_count++] = packed({count}, format);
  return p;
}

PERFMODEL_INLINE std::vector<Operation> rowwise_operations(std::string_view op, NumberFormat format, std::int64_t rows,
                                                           std::int64_t columns) {
  const bool backward = op.ends_with("_backward");
  if (op == "sum_all")
    return {op::matrix_sum(1, checked_product(rows, columns), format, op::ReducedDimension::columns)};
  if (op == "sum_rows") return {op::matrix_sum(rows, columns, format, op::ReducedDimension::columns)};
  if (op == "sum_columns") return {op::matrix_sum(rows, columns, format, op::ReducedDimension::rows)};
  if (op.starts_with("softmax") || op.starts_with("log_softmax")) {
    const op::Softmax softmax{.input = format,
                              .output = format,
                              .rows = rows,
                              .columns = columns,
                              .logarithm = op.starts_with("log"),
                              .backward = backward};
    if (op != "softmax_backward") return {softmax};
    return {softmax, flat_pointwise(PointwiseFunction::multiply, 2, format, checked_product(rows, columns))};
  }
  if (op.starts_with("layer_norm") || op == "ln") {
    op::LayerNorm norm{.format = format, .parameters = format, .rows = rows, .columns = columns};
    if (!backward) return {norm};
    op::LayerNorm gains = norm;
    norm.pass = op::NormPass::input_gradient, gains.pass = op::NormPass::parameter_gradient;
    return {norm, gains};
  }
  if (op == "transpose") {
    Operand from = packed({columns, rows}, format);
    std::swap(from.shape.extent[0], from.shape.extent[1]);
    std::swap(from.strides[0], from.strides[1]);
    return {op::pointwise(PointwiseFunction::copy, {from}, packed({rows, columns}, format))};
  }
  if (op == "gather_rows") return {op::Gather{.input = format, .output = format, .rows = rows, .columns = columns}};
  return {};
}

PERFMODEL_INLINE std::vector<Operation> update_operations(std::string_view op, NumberFormat format, std::int64_t size,
                                                          std::int64_t tensors) {
  struct Named {
    std::string_view name;
    int lists;
    double reads, writes;
    PerElement each;
  };
  constexpr std::array updates{Named{"foreach_add", 2, 2, 1, {2, 0}},     Named{"foreach_mul", 1, 1, 1, {1, 0}},
                               Named{"foreach_addcmul", 3, 3, 1, {3, 0}}, Named{"foreach_addcdiv", 3, 3, 1, {3, 1}},
                               Named{"foreach_sqrt", 2, 1, 1, {1, 1}},    Named{"fused_sgd", 3, 3, 2, {4, 0}},
                               Named{"fused_adam", 4, 4, 3, {12, 2}}};
  if (tensors == 1) return {};  // a list of one tensor is not told apart from a plain update
  for (const Named& u : updates)
    if (u.name == op)
      return {op::Update{
          .format = format,
          .sizes = std::make_shared<const std::vector<std::int64_t>>(static_cast<std::size_t>(tensors), size),
          .lists = u.lists,
          .reads = u.reads,
          .writes = u.writes,
          .each = u.each}};
  return {};
}

PERFMODEL_INLINE std::vector<Operation> image_operations(std::string_view op, NumberFormat format, std::int64_t planes,
                                                         std::int64_t pixels, std::int64_t channels) {
  const bool norm = op == "batch_norm_nhwc" || op == "batch_norm_backward_nhwc";
  if (!norm && !op.starts_with("to_other_layout")) return {};
  if (norm && format != NumberFormat::bf16) return {};
  const Shape images{planes / channels, channels, 1, pixels};
  const Operand together{.shape = images, .strides = channels_last_strides(images), .format = format};
  if (norm) return {op::BatchNorm{.input = together, .backward = op == "batch_norm_backward_nhwc"}};
  return {op::pointwise(PointwiseFunction::copy, {packed(images, format)}, together)};
}

PERFMODEL_INLINE std::vector<Operation> mse_backward_operations(NumberFormat format, std::int64_t count) {
  const Operand all = packed({count}, format), one = packed({1}, format);
  return {op::pointwise(PointwiseFunction::squared_difference_backward, {all, all, one}, all), op::Fill{all}};
}

}  // namespace detail
PERFMODEL_INLINE std::vector<Operation> named_operations(std::string_view op, NumberFormat format, std::int64_t rows,
                                                         std::int64_t columns, std::int64_t tensors) {
  const std::int64_t count = checked_product(rows, columns);
  if (const auto f = detail::named_function(op)) return {detail::flat_pointwise(f->function, f->inputs, format, count)};
  if (op == "mse_loss")
    return {detail::flat_pointwise(PointwiseFunction::squared_difference, 2, format, count),
            op::matrix_sum(1, count, format, op::ReducedDimension::columns)};
  if (op == "mse_loss_backward") return detail::mse_backward_operations(format, count);
  if (op == "to_fp32") {
    const NumberFormat to = format == NumberFormat::fp32 ? NumberFormat::bf16 : NumberFormat::fp32;
    return {op::pointwise(PointwiseFunction::copy, {packed({columns}, format)}, packed({columns}, to))};
  }
  if (op == "zero_inplace") return {op::Fill{packed({columns}, format)}};
  for (auto operations :
       {detail::rowwise_operations(op, format, rows, columns), detail::update_operations(op, format, columns, tensors),
        detail::image_operations(op, format, rows, columns, tensors)})
    if (!operations.empty()) return operations;
  return {};
}

namespace detail {
PERFMODEL_INLINE void check_extents(std::string_view op, std::int64_t rows, std::int64_t columns, std::int64_t tensors,
                                    const std::string& place) {
  const double elements = static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(tensors);
  const auto extents = [&] {
    return std::to_string(rows) + " x " + std::to_string(columns) + " x " + std::to_string(tensors);
  };
  if (elements > static_cast<double>(most_elements))
    throw bad_input(place, extents() + " elements", "must be at most 2^53");
  const bool list = op.starts_with("foreach_") || op.starts_with("fused_"),
             image = op.find("batch_norm") != std::string_view::npos;
  if (list && tensors > most_tensors_listed)
    throw bad_input(place, std::to_string(tensors) + " tensors", "must be at most 1000000");
  if (image && rows % tensors != 0)
    throw bad_input(place, extents(), "rows must be a multiple of the channels, which are the last number");
}

}  // namespace detail
PERFMODEL_INLINE std::vector<OperationMeasurement> raw_operations(const CsvTable& table, const std::string& card) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) {
      return to_integer(cell(column), table.place(row, column), 1, largest);
    };
    const NumberFormat format = number_format_from(cell("dtype"), table.place(row, "dtype"));
    const std::int64_t rows = whole("rows"), columns = whole("columns"), tensors = whole("tensors");
    const std::string place = table.file + ':' + std::to_string(row.line);
    detail::check_extents(cell("op"), rows, columns, tensors, place);
    OperationMeasurement m{.card = card,
                           .operation = std::string(cell("op")),
                           .operations = named_operations(cell("op"), format, rows, columns, tensors),
                           .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                           .in_graph = true,
                           .place = place};
    if (!m.operations.empty()) out.push_back(std::move(m));
  }
  return out;
}

PERFMODEL_INLINE ConvolutionPass convolution_pass_from(std::string_view word, const std::string& place) {
  for (const ConvolutionPass pass :
       {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
    if (name(pass) == word || name(pass).substr(0, name(pass).find('_')) == word) return pass;
  throw bad_input(place, in_quotes(word), "must be forward, input_gradient or weight_gradient");
}

namespace detail {
PERFMODEL_INLINE std::array<std::int64_t, 3> lengths_from(std::string_view text, std::int64_t unsaid,
                                                          const std::string& place) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  std::array<std::int64_t, 3> values{unsaid, unsaid, unsaid};
  for (std::size_t i = values.size(); i-- > 0 && !text.empty();) {
    const std::size_t cut = text.rfind('x');
    values[i] = to_integer(cut == std::string_view::npos ? text : text.substr(cut + 1), place, 0, largest);
    text = cut == std::string_view::npos ? std::string_view{} : text.substr(0, cut);
  }
  return values;
}

/// A row's cells under whichever of a column's names its table has.
struct ConvolutionCells {
  const CsvTable& table;
  const CsvRow& row;

  [[nodiscard]] std::string_view column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names)
      if (table.find(name)) return name;
    return *names.begin();
  }
  [[nodiscard]] std::string_view cell(std::string_view name) const { return row.cells[table.at(name)]; }
  [[nodiscard]] std::int64_t whole(std::string_view name) const {
    return to_integer(cell(name), table.place(row, name), 0, std::int64_t{1} << 31);
  }
  /// Depth, height, width: in two columns of their own, in one together, or in none.
  [[nodiscard]] std::array<std::int64_t, 3> lengths(std::string_view together, std::string_view height,
                                                    std::string_view width, std::int64_t unsaid) const {
    if (table.find(height)) return {unsaid, whole(height), whole(width)};
    if (!table.find(together)) return {unsaid, unsaid, unsaid};
    if (!table.find("image")) return {unsaid, whole(together), whole(together)};
    return lengths_from(cell(together), unsaid, table.place(row, together));
  }
};
}  // namespace detail

PERFMODEL_INLINE Convolution convolution_from(const CsvTable& table, const CsvRow& row) {
  const detail::ConvolutionCells cells{.table = table, .row = row};
  const std::string_view format = cells.column({"dtype", "precision", "format"}),
                         layout = cells.column({"memory_format", "layout"});
  const std::string_view planes = cells.cell(layout);
  if (planes != "nchw" && planes != "nhwc")
    throw bad_input(table.place(row, layout), in_quotes(planes), "must be nchw or nhwc");
  const auto image = cells.lengths("image", "h", "w", 1), filter = cells.lengths("filter", "r", "s", 1),
             stride = cells.lengths("stride", {}, {}, 1), pad = cells.lengths("pad", "pad_h", "pad_w", 0),
             dilation = cells.lengths("dilation", {}, {}, 1);
  return {.pass = convolution_pass_from(cells.cell("pass"), table.place(row, "pass")),
          .format = number_format_from(cells.cell(format), table.place(row, format)),
          .memory_format = planes == "nhwc" ? MemoryFormat::nhwc : MemoryFormat::nchw,
          .n = cells.whole("n"),
          .c = cells.whole("c"),
          .h = image[1],
          .w = image[2],
          .k = cells.whole("k"),
          .r = filter[1],
          .s = filter[2],
          .stride_h = stride[1],
          .stride_w = stride[2],
          .pad_h = pad[1],
          .pad_w = pad[2],
          .dilation_h = dilation[1],
          .dilation_w = dilation[2],
          .groups = cells.whole("groups"),
          .d = image[0],
          .t = filter[0],
          .stride_d = stride[0],
          .pad_d = pad[0],
          .dilation_d = dilation[0]};
}

PERFMODEL_INLINE std::vector<OperationMeasurement> raw_convolutions(const CsvTable& table, const std::string& card) {
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    out.push_back({.card = card,
                   .operation = std::string(cell("pass")),
                   .operations = {convolution_from(table, row)},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                   .in_graph = true,
                   .place = table.file + ':' + std::to_string(row.line)});
  }
  return out;
}

PERFMODEL_INLINE std::vector<OperationMeasurement> raw_attention(const CsvTable& table, const std::string& card) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  const auto kernel = table.find("kernel");
  std::vector<OperationMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) {
      return to_integer(cell(column), table.place(row, column), 0, largest);
    };
    const std::string_view pass = cell("pass");
    if (pass != "forward" && pass != "backward")
      throw bad_input(table.place(row, "pass"), in_quotes(pass), "must be forward or backward");
    const Attention a{.format = number_format_from(cell("dtype"), table.place(row, "dtype")),
                      .batch = whole("batch"),
                      .heads = whole("heads"),
                      .key_heads = whole("heads"),
                      .queries = whole("queries"),
                      .keys = whole("keys"),
                      .head_size = whole("head_size"),
                      .causal = to_integer(cell("causal"), table.place(row, "causal"), 0, 1) == 1,
                      .backward = pass == "backward"};
    out.push_back({.card = card,
                   .operation = std::string(pass),
                   .operations = {a},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                   .in_graph = true,
                   .place = table.file + ':' + std::to_string(row.line),
                   .kernel = kernel ? row.cells[*kernel] : std::string()});
  }
  return out;
}

namespace detail {
PERFMODEL_INLINE std::int64_t json_number(std::string_view object, std::string_view key, const std::string& place,
                                          std::int64_t low) {
  const std::string wanted = '"' + std::string(key) + "\":";
  std::size_t at = object.find(wanted);
  if (at == std::string_view::npos)
    throw bad_input(place, in_quotes(object), "must have the key \"" + std::string(key) + '"');
  at = std::min(object.find_first_not_of(' ', at + wanted.size()), object.size());
  const std::size_t end = std::min(object.find_first_of(" ,}", at), object.size());
  return to_integer(object.substr(at, end - at), place + ": " + std::string(key), low, std::int64_t{1} << 40);
}

PERFMODEL_INLINE Convolution square_convolution(std::string_view params, NumberFormat tensors,
                                                const std::string& place) {
  const auto value = [&](std::string_view key) { return json_number(params, key, place); };
  const bool named = tensors == NumberFormat::fp32 && params.find("tf32") != std::string_view::npos;
  const NumberFormat format = named ? NumberFormat::tf32 : tensors;
  return {.format = format,
          .n = value("n"),
          .c = value("c"),
          .h = value("hw"),
          .w = value("hw"),
          .k = value("k"),
          .r = value("r"),
          .s = value("r"),
          .stride_h = value("stride"),
          .stride_w = value("stride"),
          .pad_h = json_number(params, "pad", place, 0),
          .pad_w = json_number(params, "pad", place, 0)};
}

}  // namespace detail
PERFMODEL_INLINE std::vector<OperationMeasurement> eager_operations(const CsvTable& table, NumberFormat unsaid,
                                                                    KernelVersion version) {
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
                           .operands = Operands::warm,
                           .place = table.file + ':' + std::to_string(row.line)};
    const bool says = dtype && !row.cells[*dtype].empty();
    const NumberFormat format = says ? measured_format_from(row.cells[*dtype], table.place(row, "dtype")) : unsaid;
    if (op == "conv2d_fwd") {
      m.operations = {detail::square_convolution(params, format, place)};
    } else {
      const std::int64_t rows = detail::json_number(params, "b", place),
                         columns = detail::json_number(params, "h", place);
      detail::check_extents(op, rows, columns, 1, place);
      m.operations = named_operations(op, format == NumberFormat::tf32 ? NumberFormat::fp32 : format, rows, columns, 1);
    }
    if (!m.operations.empty()) out.push_back(std::move(m));
  }
  return out;
}

}  // namespace perfmodel
