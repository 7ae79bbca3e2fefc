#pragma once
/// Fit of the convolution table to measured convolutions. What the product and the memory cost is priced once per row;
/// only the table's factors move.
#include <functional>
#include <map>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>
#include <perfmodel/pricing/convolution/time.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/coordinate_search.hpp"

namespace perfmodel {

struct ConvolutionFitRow {
  Convolution convolution{};
  ConvolutionParts parts{};    ///< as they are predicted
  ConvolutionParts guessed{};  ///< as on cards whose kernels have no tiles of their own: what sets factors
  std::string device{};
  double seconds{};
  double overhead{};  ///< inside the timing, caused by no kernel
  double eager{};     ///< as much of it as other operations of the card show
  bool held_out{};
  bool judges{};           ///< of those held out: whether a constant that moves has made the table better
  bool teaches_padding{};  ///< set constants also where channels are padded
};

[[nodiscard]] inline double expected_seconds(const ConvolutionFitRow& row, const ConvolutionTable& table) {
  return convolution_time(row.parts, table).total + row.overhead;
}

/// A row's two kinds of parts; FP32 kernels are the library's choice in either. `table`: an earlier fit, by which
/// kernels that the library would not take are told.
[[nodiscard]] inline ConvolutionFitRow convolution_fit_row(const Convolution& c, const GemmModels& gemm,
                                                           const StreamingModel& streaming,
                                                           const ConvolutionTable& table) {
  ConvolutionFitRow row{.convolution = c, .parts = priced_convolution(c, gemm, streaming, table).parts};
  row.guessed = convolution_unit(c.format) == 0 ? row.parts : convolution_parts(c, gemm, streaming, table.blocks);
  return row;
}

/// Time between kernels is not in a row's seconds.
inline void add_launch(ConvolutionFitRow& row, double launch, double gap) {
  for (ConvolutionParts* parts : {&row.parts, &row.guessed}) parts->launch += launch, parts->gap += gap;
}

[[nodiscard]] inline double guessed_seconds(const ConvolutionFitRow& row, const ConvolutionTable& table) {
  return convolution_time(row.guessed, table).total + row.overhead;
}

/// All members that a fit may move.
[[nodiscard]] inline TableParameters<ConvolutionTable> members_of(unsigned fit) {
  TableParameters<ConvolutionTable> out;
  add_parameters(out, convolution_fields, fit, [](ConvolutionTable& t) -> ConvolutionTable& { return t; });
  add_parameters(out, convolution_engine_fields, fit, [](ConvolutionTable& t) -> ConvolutionTable& { return t; });
  return out;
}

/// Factors of one unit and pass, and what its kernels have beside them. Winograd's kernels run on CUDA cores alone.
[[nodiscard]] inline TableParameters<ConvolutionTable> convolution_parameters(std::size_t unit, std::size_t pass) {
  TableParameters<ConvolutionTable> out;
  for (std::size_t m = 0; m < convolution_method_count; ++m) {
    const auto method = static_cast<ConvolutionMethod>(m);
    const bool winograd = method == ConvolutionMethod::winograd || method == ConvolutionMethod::winograd_large;
    if (method == ConvolutionMethod::depthwise || (winograd && unit > 0)) continue;
    add_parameter(out, convolution_factor, convolution_fit::products,
                  [=](ConvolutionTable& t) -> double& { return t.factor[unit][m][pass]; });
  }
  add_parameter(out, fixed_seconds_constant, convolution_fit::products,
                [=](ConvolutionTable& t) -> double& { return t.fixed_seconds[unit][pass]; });
  if (unit > 0) return out;
  for (const auto& member : members_of(convolution_fit::cuda_products)) out.push_back(member);
  return out;
}

[[nodiscard]] inline TableParameters<ConvolutionTable> depthwise_parameters() {
  TableParameters<ConvolutionTable> out;
  constexpr std::size_t widths = 3, layouts = 2;
  for (std::size_t width = 0; width < widths; ++width)
    for (std::size_t nhwc = 0; nhwc < layouts; ++nhwc)
      for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
        add_parameter(out, tap_cycles_constant, convolution_fit::depthwise,
                      [=](ConvolutionTable& t) -> double& { return t.tap_cycles[width][nhwc][pass]; });
  for (std::size_t nhwc = 0; nhwc < layouts; ++nhwc)
    for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
      add_parameter(out, taps_beside_constant, convolution_fit::depthwise,
                    [=](ConvolutionTable& t) -> double& { return t.taps_beside[nhwc][pass]; });
  for (const auto& member : members_of(convolution_fit::depthwise)) out.push_back(member);
  return out;
}

/// Constants of the engines on CUDA cores.
[[nodiscard]] inline TableParameters<ConvolutionTable> engine_parameters() {
  TableParameters<ConvolutionTable> out;
  for (std::size_t e = 0; e < convolution_engine_count; ++e)
    add_parameters(out, engine_fields, convolution_fit::engines,
                   [=](ConvolutionTable& t) -> EngineConstants& { return t.engines[e]; });
  for (const auto& member : members_of(convolution_fit::engines)) out.push_back(member);
  return out;
}

/// Calls that pad channels, most of them of odd sizes, teach nothing unless they are said to: their copies have rows of
/// their own (layout_copy_fit.hpp). The few channels of a first layer are always padded.
[[nodiscard]] inline bool pads_channels(const ConvolutionParts& parts) {
  const LayoutChanges& changes = parts.layout;
  return parts.method != ConvolutionMethod::few_channels &&
         std::any_of(changes.copies.begin(), changes.copies.begin() + static_cast<std::ptrdiff_t>(changes.count),
                     [](const LayoutCopy& c) { return c.kind == LayoutCopyKind::fill; });
}

/// All constants that fit_convolutions() may move.
[[nodiscard]] inline TableParameters<ConvolutionTable> product_parameters() {
  TableParameters<ConvolutionTable> out = engine_parameters();
  const auto add = [&](const TableParameters<ConvolutionTable>& more) {
    out.insert(out.end(), more.begin(), more.end());
  };
  for (std::size_t unit = 0; unit < convolution_unit_count; ++unit)
    for (std::size_t pass = 0; pass < convolution_pass_count; ++pass) add(convolution_parameters(unit, pass));
  add(depthwise_parameters());
  add(members_of(convolution_fit::shared));
  return out;
}

/// The table fitted to the rows that are not held out.
/// @param prior  of a start that an earlier fit has left, whose constants move where they get better (improve());
///               nullptr: the start is the prior
[[nodiscard]] inline ConvolutionTable fit_convolutions(const ConvolutionTable& start,
                                                       const std::vector<ConvolutionFitRow>& rows,
                                                       const ConvolutionTable* prior = nullptr) {
  ConvolutionTable table = start;
  const auto search = [&](const TableParameters<ConvolutionTable>& parameters,
                          const std::function<bool(const ConvolutionFitRow&)>& wanted) {
    std::vector<const ConvolutionFitRow*> taught, judged;
    for (const ConvolutionFitRow& row : rows)
      if ((!row.held_out || row.judges) && (row.teaches_padding || !pads_channels(row.guessed)) && wanted(row))
        (row.held_out ? judged : taught).push_back(&row);
    if (taught.empty()) return;
    const auto loss_of = [](const std::vector<const ConvolutionFitRow*>& chosen) {
      return [&chosen](const ConvolutionTable& t) {
        double loss = 0.0;
        for (const ConvolutionFitRow* row : chosen) loss += huber_log(guessed_seconds(*row, t), row->seconds);
        return loss / std::max<double>(1.0, static_cast<double>(chosen.size()));
      };
    };
    if (prior == nullptr)
      coordinate_search(table, parameters, loss_of(taught));
    else
      improve(table, *prior, parameters, loss_of(taught), loss_of(judged));
  };
  const bool engines = table.has_engines();
  if (engines)
    search(engine_parameters(), [](const ConvolutionFitRow& r) {
      return r.guessed.unit == 0 && r.guessed.method != ConvolutionMethod::depthwise;
    });
  for (int round = 0; round < 3; ++round) {
    for (std::size_t unit = engines ? 1 : 0; unit < convolution_unit_count; ++unit)
      for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
        search(convolution_parameters(unit, pass), [&](const ConvolutionFitRow& r) {
          return r.guessed.unit == unit && r.guessed.pass == pass && r.guessed.method != ConvolutionMethod::depthwise;
        });
    search(depthwise_parameters(),
           [](const ConvolutionFitRow& r) { return r.guessed.method == ConvolutionMethod::depthwise; });
    search(members_of(convolution_fit::shared), [](const ConvolutionFitRow&) { return true; });
  }
  return table;
}

}  // namespace perfmodel
