#pragma once
#include <array>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/format_words.hpp>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/pricing/gemm/library.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// One timed GEMM.
struct GemmMeasurement {
  std::string card{};  ///< as the file says; empty: the file does not say
  Gemm gemm{};
  double seconds{};
  Load load{Load::isolated};
  LibraryVersion library{newest_library};
  double clock{};         ///< Hz, of the SMs while it ran; 0: not recorded
  std::string family{};   ///< why the shape was measured; empty: not recorded
  std::string kernel{};   ///< empty: not recorded
  std::int64_t grid_z{};  ///< 0: not recorded
  std::int64_t blocks{};  ///< thread blocks of the grid; 0: not recorded
  std::string place{};    ///< file:line, for messages
};

/// What a row is taken to be that does not say.
struct GemmDefaults {
  std::optional<NumberFormat> format{};  ///< nothing: every row must have its dtype
  Load load{Load::isolated};
  LibraryVersion library{newest_library};
  Operands operands{Operands::cold};
};

namespace detail {
/// Largest extents of a grid of thread blocks (CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability").
inline constexpr std::array<std::int64_t, 3> largest_grid{2147483647, 65535, 65535};

/// Thread blocks of "3x3x144".
[[nodiscard]] std::int64_t blocks_from(std::string_view grid, const std::string& place);
}  // namespace detail

/// Rows of a table with columns layout, batch, m, n, k, time_us and dtype (optional where `unsaid` has a format).
/// Optional: gpu, operands (cold, warm, rotated), load (isolated, sustained), library (12.1), kernel, family,
/// sm_clock_mhz, grid or grid_x, grid_y, grid_z, epilogue (none, bias, bias_activation, accumulate) and op: without an
/// epilogue "linear" is a linear layer with its bias, anything else a product alone. An empty cell of these is as if
/// the column were not there.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] std::vector<GemmMeasurement> gemm_measurements(const CsvTable& table, const GemmDefaults& unsaid = {});

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/measurement.ipp>
#endif
