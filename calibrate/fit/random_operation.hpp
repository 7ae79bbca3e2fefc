#pragma once
/// Rows of random_operations tables (calibrate/measure/pytorch/random_operations.py): single PyTorch operations of
/// random shapes, strides and formats, as the operations that a step's trace would hold.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/random_layers.hpp"

namespace perfmodel {

/// A kernel that ran, by the name that the profiler gives it (cut after 60 characters).
struct TimedKernel {
  std::string name{};
  double seconds{};
};

/// One row: what was measured, and by which draw.
struct RandomOperation {
  OperationMeasurement measurement{};
  std::vector<TimedKernel> kernels{};  ///< in their order; empty where names are not at hand
  std::int64_t kernel_count{};         ///< of which a long list has the first alone
  std::string family{};                ///< of the benchmark
  NumberFormat format{};
  std::int64_t seed{}, number{};
  bool backward{};
};

/// The operations of a row; none: not modelled.
[[nodiscard]] inline std::vector<Operation> random_operations_of(const RandomCase& c, std::string_view family,
                                                                 NumberFormat format) {
  if (family == "copy_layout" || c.operation == "copy_inplace" || c.operation.starts_with("to_"))
    return c.backward ? std::vector<Operation>{} : detail::random_copy(c);
  if (family.starts_with("pointwise")) return detail::random_pointwise(c);
  if (family.ends_with("softmax")) return detail::random_softmax(c);
  if (family.find("norm") != std::string_view::npos) return detail::random_norm(c);
  if (family == "resize" || c.operation == "interpolate_nearest" || c.operation == "interpolate_bilinear" ||
      c.operation == "interpolate_bicubic")
    return detail::random_resampling(c);
  if (family == "reduction") return detail::random_reduction(c);
  if (family.find("convolution") != std::string_view::npos || family == "depthwise")
    return detail::random_convolution(c);
  if (family == "attention" || family == "one_query") return detail::random_attention(c);
  if (family == "optimizer") return detail::random_update(c, format);
  if (family == "pooling") return detail::random_pooling(c);
  if (family.ends_with("product")) return detail::random_product(c);
  return detail::random_other(c);
}

/// Kernels of a cell "number:us number:us ...", cut off with "..." where the list is long. @throws Error at `place`
[[nodiscard]] inline std::vector<TimedKernel> named_kernels(std::string_view cell,
                                                            const std::vector<std::string>& names,
                                                            const std::string& place) {
  std::vector<TimedKernel> out;
  if (names.empty()) return out;
  for (std::string_view word = detail::next_word(cell); !word.empty(); word = detail::next_word(cell)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) break;
    const std::int64_t number =
        to_integer(word.substr(0, colon), place, 0, static_cast<std::int64_t>(names.size()) - 1);
    out.push_back({names[static_cast<std::size_t>(number)], 1e-6 * to_number(word.substr(colon + 1), place, 0.0, 1e9)});
  }
  return out;
}

namespace detail {
/// Seconds of a row's kernels; where those of several streams overlap, of the call, which then is shorter than their
/// sum.
[[nodiscard]] inline double kernel_seconds_of(const CsvTable& table, const CsvRow& row) {
  const auto microseconds = [&](std::string_view column) {
    return to_number(row.cells[table.at(column)], table.place(row, column), 0.0, 1e9);
  };
  const double kernels = microseconds("kernel_us"), wall = table.find("wall_us") ? microseconds("wall_us") : 0.0;
  return 1e-6 * (wall > 0.0 ? std::min(kernels, wall) : kernels);
}

/// The operations of a row, which the rest of `r` is already of.
inline void set_operations(RandomOperation& r, const CsvTable& table, const CsvRow& row) {
  const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
  const std::string place = table.place(row, "specification");
  const nlohmann::json text = nlohmann::json::parse(cell("specification"), nullptr, false);
  if (!text.is_object() || !text.contains("operands") || !text.contains("attributes"))
    throw bad_input(place, in_quotes(cell("specification")), "must be an object of operands and attributes");
  try {
    RandomCase c{.operation = cell("operation"),
                 .backward = r.backward,
                 .tf32 = cell("tf32") == "1",
                 .attributes = &text["attributes"]};
    for (const nlohmann::json& x : text["operands"]) c.operands.push_back(operand_from(x, place));
    if (text.contains("gradient_of")) c.gradient_of = text["gradient_of"].get<std::vector<std::size_t>>();
    if (r.backward && text["attributes"].contains("gradient"))
      c.gradient = operand_from(text["attributes"]["gradient"], place);
    r.measurement.operations = random_operations_of(c, r.family, r.format);
  } catch (const nlohmann::json::exception& error) {
    throw bad_input(place, one_line(error.what(), 200), "must be a row of random_operations.py");
  }
}
}  // namespace detail

/// Rows of a table that are modelled and ran at least one kernel, with the time of their kernels.
/// @param names  of kernels by number; empty: rows without their list of kernels
/// @throws Error naming file, line and column for what is no such row
[[nodiscard]] inline std::vector<RandomOperation> random_operations(const CsvTable& table, const std::string& card,
                                                                    const std::vector<std::string>& names = {}) {
  std::vector<RandomOperation> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const double seconds = detail::kernel_seconds_of(table, row);
    if (!(seconds > 0.0)) continue;
    RandomOperation r{};
    r.family = std::string(cell("family"));
    r.format = detail::storage_format(std::string(cell("format")), table.place(row, "format"));
    r.seed = to_integer(cell("seed"), table.place(row, "seed"), 0);
    r.number = to_integer(cell("number"), table.place(row, "number"), 0);
    r.backward = cell("mode") == "backward";
    r.measurement.card = card;
    r.measurement.operation = std::string(cell("operation"));
    r.measurement.seconds = seconds;
    r.measurement.operands = cell("operands") == "warm" ? Operands::warm : Operands::cold;
    r.measurement.place = table.file + ':' + std::to_string(row.line);
    detail::set_operations(r, table, row);
    if (r.measurement.operations.empty()) continue;
    if (!names.empty()) r.kernels = named_kernels(cell("kernel_list"), names, table.place(row, "kernel_list"));
    out.push_back(std::move(r));
  }
  return out;
}

/// Names of kernels by number; numbers that the table leaves out have none. @throws Error for a number it cannot have
[[nodiscard]] inline std::vector<std::string> kernel_names(const CsvTable& table) {
  constexpr std::int64_t largest = 1 << 20;
  std::vector<std::string> names;
  for (const CsvRow& row : table.rows) {
    const auto number =
        static_cast<std::size_t>(to_integer(row.cells[table.at("number")], table.place(row, "number"), 0, largest));
    names.resize(std::max(names.size(), number + 1));
    names[number] = row.cells[table.at("name")];
  }
  return names;
}

/// The tables of a card, as far as its folder has them; random_rows() says which rows may teach.
[[nodiscard]] inline std::vector<RandomOperation> random_operations(const std::filesystem::path& raw,
                                                                    const std::string& card) {
  std::vector<RandomOperation> out;
  for (const auto& [name, kernels] :
       {std::pair{"random_operations", "random_operations_kernels"},
        std::pair{"random_operations_unseen", "random_operations_kernels"},
        std::pair{"random_engines", "random_engines_kernels"},
        std::pair{"network_operations", "network_operations_kernels"},
        std::pair{"network_layers", "network_layers_kernels"}, std::pair{"thin_products", "thin_products_kernels"},
        std::pair{"single_operations", "single_operations_kernels"},
        std::pair{"signal_operations", "signal_operations_kernels"}}) {
    const std::filesystem::path path = raw / card / (std::string(name) + ".csv"),
                                named = raw / card / (std::string(kernels) + ".csv");
    if (!std::filesystem::exists(path)) continue;
    std::vector<std::string> names;
    if (std::filesystem::exists(named))
      names = kernel_names(parse_raw(json::read_file(named), named.string(), {}, card).csv);
    for (RandomOperation& r :
         random_operations(parse_raw(json::read_file(path), path.string(), {}, card).csv, card, names))
      out.push_back(std::move(r));
  }
  return out;
}

}  // namespace perfmodel
