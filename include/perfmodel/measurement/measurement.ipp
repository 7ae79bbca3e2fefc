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

}  // namespace detail
PERFMODEL_INLINE std::vector<GemmMeasurement> gemm_measurements(const CsvTable& table, const GemmDefaults& unsaid) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  const auto optional_cell = [&](const CsvRow& row, std::string_view column) -> std::string_view {
    const auto found = table.find(column);
    return found ? std::string_view(row.cells[*found]) : std::string_view{};
  };
  std::vector<GemmMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) {
      return to_integer(cell(column), table.place(row, column), 1, largest);
    };
    const bool says_format = !unsaid.format || !optional_cell(row, "dtype").empty();
    const NumberFormat format =
        says_format ? measured_format_from(cell("dtype"), table.place(row, "dtype")) : *unsaid.format;
    GemmMeasurement m{
        .card = std::string(optional_cell(row, "gpu")),
        .gemm = make_gemm(format, layout_from(cell("layout"), table.place(row, "layout")), whole("batch"), whole("m"),
                          whole("n"), whole("k"), unsaid.operands, table.file + ':' + std::to_string(row.line)),
        .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
        .load = unsaid.load,
        .library = unsaid.library,
        .family = std::string(optional_cell(row, "family")),
        .kernel = std::string(optional_cell(row, "kernel")),
        .place = table.file + ':' + std::to_string(row.line)};
    const std::string_view operands = optional_cell(row, "operands"), load = optional_cell(row, "load"),
                           library = optional_cell(row, "library");
    if (!operands.empty()) m.gemm.operands = operands_from(operands, table.place(row, "operands"));
    if (!load.empty()) m.load = load_from(load, table.place(row, "load"));
    if (!library.empty()) m.library = library_version_from(library, table.place(row, "library"));
    const std::string_view grid = optional_cell(row, "grid");
    if (!grid.empty()) m.blocks = detail::blocks_from(grid, table.place(row, "grid"));
    const std::string_view x = optional_cell(row, "grid_x"), y = optional_cell(row, "grid_y"),
                           z = optional_cell(row, "grid_z");
    if (!x.empty() && !y.empty() && !z.empty() && x != "0") {
      m.grid_z = to_integer(z, table.place(row, "grid_z"), 1, detail::largest_grid[2]);
      m.blocks = m.grid_z * to_integer(x, table.place(row, "grid_x"), 1, detail::largest_grid[0]) *
                 to_integer(y, table.place(row, "grid_y"), 1, detail::largest_grid[1]);
    }
    const std::string_view clock = optional_cell(row, "sm_clock_mhz");
    if (!clock.empty() && clock.front() != '-') m.clock = 1e6 * to_positive(clock, table.place(row, "sm_clock_mhz"));
    const std::string_view epilogue = optional_cell(row, "epilogue");
    if (m.family == "bias" || optional_cell(row, "op") == "linear") m.gemm.epilogue = Epilogue::bias;
    if (!epilogue.empty()) m.gemm.epilogue = epilogue_from(epilogue, table.place(row, "epilogue"));
    out.push_back(std::move(m));
  }
  return out;
}

}  // namespace perfmodel
