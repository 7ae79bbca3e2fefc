#pragma once
#include <perfmodel/calibration/csv.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// One timed GEMM.
struct GemmMeasurement {
  std::string card{};       ///< as the file says; empty: the file does not say
  Gemm gemm{};
  double seconds{};
  Load load{Load::isolated};
  double clock{};           ///< Hz, of the SMs while it ran; 0: not recorded
  std::string family{};     ///< why the shape was measured; empty: not recorded
  std::string kernel{};     ///< empty: not recorded
  std::int64_t grid_z{};    ///< 0: not recorded
  std::int64_t blocks{};    ///< thread blocks of the grid; 0: not recorded
  std::string place{};      ///< file:line, for messages
};

namespace detail {
[[nodiscard]] inline Layout layout_from(std::string_view word, const std::string& place) {
  if (word == "NN" || word == "nn") return Layout::nn;
  if (word == "NT" || word == "nt") return Layout::nt;
  if (word == "TN" || word == "tn") return Layout::tn;
  if (word == "TT" || word == "tt") return Layout::tt;
  throw bad_input(place, quoted_cell(word), "must be NN, NT, TN or TT");
}

/// Thread blocks of "3x3x144".
[[nodiscard]] inline std::int64_t blocks_from(std::string_view grid, const std::string& place) {
  std::int64_t blocks = 1;
  while (!grid.empty()) {
    const std::size_t end = std::min(grid.find('x'), grid.size());
    blocks *= to_integer(grid.substr(0, end), place, 1, std::int64_t{1} << 31);
    grid.remove_prefix(std::min(end + 1, grid.size()));
  }
  return blocks;
}
}  // namespace detail

/// Rows of a table with columns layout, batch, m, n, k, time_us and dtype (or op: bmm and linear are FP32). Optional:
/// gpu, operands (cold, warm), load (isolated, sustained), kernel, family, sm_clock_mhz, grid or grid_x, grid_y, grid_z.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] inline std::vector<GemmMeasurement> gemm_measurements(const CsvTable& table) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  const auto optional_cell = [&](const CsvRow& row, std::string_view column) -> std::string_view {
    const auto found = table.find(column);
    return found ? std::string_view(row.cells[*found]) : std::string_view{};
  };
  std::vector<GemmMeasurement> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const auto whole = [&](std::string_view column) { return to_integer(cell(column), table.place(row, column), 1, largest); };
    const NumberFormat format = number_format_from(cell("dtype"), table.place(row, "dtype"));
    GemmMeasurement m{.card = std::string(optional_cell(row, "gpu")),
                      .gemm = {.format = format,
                               .layout = detail::layout_from(cell("layout"), table.place(row, "layout")),
                               .batch = whole("batch"),
                               .m = whole("m"),
                               .n = whole("n"),
                               .k = whole("k"),
                               .output = format},
                      .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                      .family = std::string(optional_cell(row, "family")),
                      .kernel = std::string(optional_cell(row, "kernel")),
                      .place = table.file + ':' + std::to_string(row.line)};
    const std::string_view operands = optional_cell(row, "operands"), load = optional_cell(row, "load");
    if (operands == "warm") m.gemm.operands = Operands::warm;
    else if (!operands.empty() && operands != "cold")
      throw bad_input(table.place(row, "operands"), detail::quoted_cell(operands), "must be cold or warm");
    if (load == "sustained") m.load = Load::sustained;
    else if (!load.empty() && load != "isolated")
      throw bad_input(table.place(row, "load"), detail::quoted_cell(load), "must be isolated or sustained");
    const std::string_view grid = optional_cell(row, "grid");
    if (!grid.empty()) m.blocks = detail::blocks_from(grid, table.place(row, "grid"));
    const std::string_view x = optional_cell(row, "grid_x"), y = optional_cell(row, "grid_y"), z = optional_cell(row, "grid_z");
    if (!x.empty() && !y.empty() && !z.empty() && x != "0") {
      m.grid_z = to_integer(z, table.place(row, "grid_z"), 1, largest);
      m.blocks = m.grid_z * to_integer(x, table.place(row, "grid_x"), 1, largest) *
                 to_integer(y, table.place(row, "grid_y"), 1, largest);
    }
    const std::string_view clock = optional_cell(row, "sm_clock_mhz");
    if (!clock.empty() && clock.front() != '-') m.clock = 1e6 * to_positive(clock, table.place(row, "sm_clock_mhz"));
    if (m.family == "bias") m.gemm.epilogue = Epilogue::bias;
    out.push_back(std::move(m));
  }
  return out;
}

}  // namespace perfmodel
