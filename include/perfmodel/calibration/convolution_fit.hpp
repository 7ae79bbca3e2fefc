#pragma once
/// Fit of the convolution table to measured convolutions. What the product and the memory cost is priced once per row;
/// only the table's factors move.
#include <perfmodel/calibration/coordinate_search.hpp>
#include <perfmodel/calibration/operation.hpp>
#include <perfmodel/kernel/convolution_time.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace perfmodel {

struct ConvolutionFitRow {
  Convolution convolution{};
  ConvolutionParts parts{};
  std::string device{};
  double seconds{};
  double overhead{};        ///< inside the timing, caused by no kernel
  double eager{};           ///< as much of it as other operations of the card show
  bool held_out{};
};

[[nodiscard]] inline double expected_seconds(const ConvolutionFitRow& row, const ConvolutionTable& table) {
  return combine(row.parts, table).total + row.overhead;
}

using ConvolutionParameter = TableParameter<ConvolutionTable>;

/// Factors of one unit and pass, and the depthwise cycles of that pass.
[[nodiscard]] inline std::vector<ConvolutionParameter> convolution_parameters(std::size_t unit, std::size_t pass) {
  std::vector<ConvolutionParameter> out;
  for (const ConvolutionMethod method : {ConvolutionMethod::pointwise, ConvolutionMethod::implicit, ConvolutionMethod::few_channels,
                                         ConvolutionMethod::grouped, ConvolutionMethod::winograd, ConvolutionMethod::winograd_large}) {
    const auto m = static_cast<std::size_t>(method);
    const bool winograd = method == ConvolutionMethod::winograd || method == ConvolutionMethod::winograd_large;
    const double low = 0.4, high = 6.0;
    if (winograd && unit > 0) continue;
    out.push_back({[=](ConvolutionTable& t) -> double& { return t.factor[unit][m][pass]; }, low, high});
  }
  if (unit > 0) return out;
  out.push_back({[](ConvolutionTable& t) -> double& { return t.lone_block; }, 0.5, 3.0});
  for (std::size_t size = 0; size < 2; ++size) out.push_back({[=](ConvolutionTable& t) -> double& { return t.filter_cycles[size]; }, 5.0, 300.0});
  return out;
}

[[nodiscard]] inline std::vector<ConvolutionParameter> depthwise_parameters() {
  std::vector<ConvolutionParameter> out;
  for (std::size_t width = 0; width < 3; ++width)
    for (std::size_t nhwc = 0; nhwc < 2; ++nhwc)
      for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
        out.push_back({[=](ConvolutionTable& t) -> double& { return t.tap_cycles[width][nhwc][pass]; }, 0.002, 5.0});
  for (std::size_t nhwc = 0; nhwc < 2; ++nhwc)
    for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
      out.push_back({[=](ConvolutionTable& t) -> double& { return t.taps_beside[nhwc][pass]; }, 0.3, 40.0});
  out.push_back({[](ConvolutionTable& t) -> double& { return t.depthwise_seconds; }, 1e-7, 6e-6});
  out.push_back({[](ConvolutionTable& t) -> double& { return t.depthwise_dram_share; }, 0.3, 1.0});
  return out;
}

[[nodiscard]] inline std::vector<ConvolutionParameter> shared_parameters() {
  return {{[](ConvolutionTable& t) -> double& { return t.dram_share; }, 0.3, 1.0},
          {[](ConvolutionTable& t) -> double& { return t.l2_factor; }, 0.1, 1.5},
          {[](ConvolutionTable& t) -> double& { return t.transpose_share; }, 0.2, 1.0},
          {[](ConvolutionTable& t) -> double& { return t.transpose_cycles; }, 0.05, 2.0},
          {[](ConvolutionTable& t) -> double& { return t.transpose_seconds; }, 5e-7, 6e-6},
          {[](ConvolutionTable& t) -> double& { return t.first_layer; }, 0.1, 1.0},
          {[](ConvolutionTable& t) -> double& { return t.fixed_seconds[0]; }, 1e-7, 6e-6},
          {[](ConvolutionTable& t) -> double& { return t.fixed_seconds[1]; }, 1e-7, 6e-6},
          {[](ConvolutionTable& t) -> double& { return t.fixed_seconds[2]; }, 1e-7, 6e-6}};
}

/// Constants of the engines on CUDA cores.
[[nodiscard]] inline std::vector<ConvolutionParameter> engine_parameters() {
  std::vector<ConvolutionParameter> out;
  for (std::size_t e = 0; e < convolution_engine_count; ++e) {
    out.push_back({[=](ConvolutionTable& t) -> double& { return t.engines[e].together; }, 0.05, 1.0});
    out.push_back({[=](ConvolutionTable& t) -> double& { return t.engines[e].lag; }, 0.05, 8.0});
    out.push_back({[=](ConvolutionTable& t) -> double& { return t.engines[e].depth; }, 2.0, 300.0});
  }
  out.push_back({[](ConvolutionTable& t) -> double& { return t.engine_load_bytes; }, 2.0, 30.0});
  out.push_back({[](ConvolutionTable& t) -> double& { return t.engine_tiles_share; }, 0.3, 1.0});
  out.push_back({[](ConvolutionTable& t) -> double& { return t.engine_layout_share; }, 0.3, 1.0});
  out.push_back({[](ConvolutionTable& t) -> double& { return t.engine_seconds; }, 5e-7, 6e-6});
  return out;
}

/// The table fitted to the rows that are not held out.
[[nodiscard]] inline ConvolutionTable fit_convolutions(const ConvolutionTable& start, const std::vector<ConvolutionFitRow>& rows) {
  ConvolutionTable table = start;
  bool pads = false;  // calls that pad channels, most of them of odd sizes, tell what that costs and nothing else
  const auto search = [&](const std::vector<ConvolutionParameter>& parameters, const std::function<bool(const ConvolutionFitRow&)>& wanted) {
    std::vector<const ConvolutionFitRow*> chosen;
    for (const ConvolutionFitRow& row : rows)
      if (!row.held_out && (row.parts.padding > 0.0) == pads && wanted(row)) chosen.push_back(&row);
    if (chosen.empty()) return;
    coordinate_search(table, parameters, [&](const ConvolutionTable& t) {
      double loss = 0.0;
      for (const ConvolutionFitRow* row : chosen) loss += huber_log(expected_seconds(*row, t), row->seconds);
      return loss / static_cast<double>(chosen.size());
    });
  };
  const bool engines = table.has_engines();
  if (engines)
    search(engine_parameters(), [](const ConvolutionFitRow& r) { return r.parts.unit == 0 && r.parts.method != ConvolutionMethod::depthwise; });
  for (int round = 0; round < 3; ++round) {
    for (std::size_t unit = engines ? 1 : 0; unit < convolution_unit_count; ++unit)
      for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
        search(convolution_parameters(unit, pass), [&](const ConvolutionFitRow& r) {
          return r.parts.unit == unit && r.parts.pass == pass && r.parts.method != ConvolutionMethod::depthwise;
        });
    search(depthwise_parameters(), [](const ConvolutionFitRow& r) { return r.parts.method == ConvolutionMethod::depthwise; });
    search(shared_parameters(), [](const ConvolutionFitRow&) { return true; });
  }
  pads = true;
  search({{[](ConvolutionTable& t) -> double& { return t.padding_share; }, 0.2, 2.0}, {[](ConvolutionTable& t) -> double& { return t.padding_seconds; }, 5e-7, 6e-6}}, [](const ConvolutionFitRow&) { return true; });
  return table;
}

}  // namespace perfmodel
