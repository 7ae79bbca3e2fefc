#pragma once
#include <perfmodel/measurement/measurement.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE std::int64_t blocks_from(std::string_view grid, const std::string& place) {
  std::int64_t blocks = 1;
  for (std::size_t axis = 0;; ++axis) {
    if (axis == largest_grid.size())
      throw bad_input(place, "more than three extents", "must be one to three, as in 3x3x144");
    const std::size_t end = std::min(grid.find('x'), grid.size());
    blocks *= to_integer(grid.substr(0, end), place, 1, largest_grid[axis]);
    if (end == grid.size()) return blocks;
    grid.remove_prefix(end + 1);
  }
}

/// A row by the names of its columns.
struct GemmRow {
  const CsvTable& table;
  const CsvRow& row;

  [[nodiscard]] std::string_view cell(std::string_view column) const { return row.cells[table.at(column)]; }
  /// Empty where the table has no such column.
  [[nodiscard]] std::string_view optional_cell(std::string_view column) const {
    const auto found = table.find(column);
    return found ? std::string_view(row.cells[*found]) : std::string_view{};
  }
  [[nodiscard]] std::string place(std::string_view column) const { return table.place(row, column); }
  [[nodiscard]] std::int64_t whole(std::string_view column) const {
    constexpr std::int64_t largest = std::int64_t{1} << 31;
    return to_integer(cell(column), place(column), 1, largest);
  }
};

/// How operands lay, under which load and by which library: where the row says so.
PERFMODEL_INLINE void read_circumstances(const GemmRow& row, GemmMeasurement& m) {
  const std::string_view operands = row.optional_cell("operands"), load = row.optional_cell("load"),
                         library = row.optional_cell("library"), clock = row.optional_cell("sm_clock_mhz"),
                         epilogue = row.optional_cell("epilogue");
  if (!operands.empty()) m.gemm.operands = operands_from(operands, row.place("operands"));
  if (!load.empty()) m.load = load_from(load, row.place("load"));
  if (!library.empty()) m.library = library_version_from(library, row.place("library"));
  if (!clock.empty() && clock.front() != '-') m.clock = 1e6 * to_positive(clock, row.place("sm_clock_mhz"));
  if (m.family == "bias" || row.optional_cell("op") == "linear") m.gemm.epilogue = Epilogue::bias;
  if (!epilogue.empty()) m.gemm.epilogue = epilogue_from(epilogue, row.place("epilogue"));
}

/// Thread blocks of the kernel that ran, in one column or in three.
PERFMODEL_INLINE void read_grid(const GemmRow& row, GemmMeasurement& m) {
  const std::string_view grid = row.optional_cell("grid"), x = row.optional_cell("grid_x"),
                         y = row.optional_cell("grid_y"), z = row.optional_cell("grid_z");
  if (!grid.empty()) m.blocks = blocks_from(grid, row.place("grid"));
  if (x.empty() || y.empty() || z.empty() || x == "0") return;
  m.grid_z = to_integer(z, row.place("grid_z"), 1, largest_grid[2]);
  m.blocks = m.grid_z * to_integer(x, row.place("grid_x"), 1, largest_grid[0]) *
             to_integer(y, row.place("grid_y"), 1, largest_grid[1]);
}

}  // namespace detail

PERFMODEL_INLINE std::vector<GemmMeasurement> gemm_measurements(const CsvTable& table, const GemmDefaults& unsaid) {
  std::vector<GemmMeasurement> out;
  for (const CsvRow& line : table.rows) {
    const detail::GemmRow row{table, line};
    const bool says_format = !unsaid.format || !row.optional_cell("dtype").empty();
    const NumberFormat format =
        says_format ? measured_format_from(row.cell("dtype"), row.place("dtype")) : *unsaid.format;
    const std::string place = table.file + ':' + std::to_string(line.line);
    GemmMeasurement m{
        .card = std::string(row.optional_cell("gpu")),
        .gemm = make_gemm(format, layout_from(row.cell("layout"), row.place("layout")), row.whole("batch"),
                          row.whole("m"), row.whole("n"), row.whole("k"), unsaid.operands, place),
        .seconds = 1e-6 * to_positive(row.cell("time_us"), row.place("time_us")),
        .load = unsaid.load,
        .library = unsaid.library,
        .family = std::string(row.optional_cell("family")),
        .kernel = std::string(row.optional_cell("kernel")),
        .place = place};
    detail::read_circumstances(row, m);
    detail::read_grid(row, m);
    out.push_back(std::move(m));
  }
  return out;
}

}  // namespace perfmodel
