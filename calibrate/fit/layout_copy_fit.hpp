#pragma once
/// Fit of the copies around convolutions on tensor cores to their own kernels' times.
#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "calibrate/fit/convolution_fit.hpp"
#include "calibrate/fit/random_operation.hpp"

namespace perfmodel {

/// The kernels of one kind in a call.
struct LayoutCopyRow {
  std::vector<LayoutCopy> copies{};
  double seconds{};
};

[[nodiscard]] inline bool is_copy_of(LayoutCopyKind kind, std::string_view kernel) {
  const auto named = [&](std::string_view part) { return kernel.find(part) != std::string_view::npos; };
  switch (kind) {
    case LayoutCopyKind::fill:
      return named("Memset");
    case LayoutCopyKind::transpose:
      return named("nchwToNhwcKernel") || named("nhwcToNchwKernel");
    case LayoutCopyKind::pad:
      return named("nhwcAddPaddingKernel");
    case LayoutCopyKind::rearrange:
      return named("tensorTransformGeneric");
    case LayoutCopyKind::pad_planes:
      return named("nchwAddPaddingKernel");
  }
  return false;
}

/// Calls with as many kernels of the kind as layout_changes() counts.
[[nodiscard]] inline std::vector<LayoutCopyRow> layout_copy_rows(const std::vector<RandomOperation>& rows,
                                                                 LayoutCopyKind kind) {
  std::vector<LayoutCopyRow> out;
  for (const RandomOperation& r : rows) {
    const auto* c = std::get_if<Convolution>(&r.measurement.operations[0]);
    if (c == nullptr || c->groups > 1) continue;
    LayoutCopyRow row;
    std::size_t kernels = 0;
    for (const TimedKernel& k : r.kernels)
      if (is_copy_of(kind, k.name)) ++kernels, row.seconds += k.seconds;
    const LayoutChanges changes = layout_changes(*c);
    for (std::size_t i = 0; i < changes.count; ++i)
      if (changes.copies[i].kind == kind) row.copies.push_back(changes.copies[i]);
    if (kernels > 0 && kernels == row.copies.size()) out.push_back(std::move(row));
  }
  return out;
}

[[nodiscard]] inline TableParameters<ConvolutionTable> layout_copy_parameters(std::size_t kind) {
  TableParameters<ConvolutionTable> out;
  add_parameters(out, layout_copy_fields, convolution_fit::copies,
                 [=](ConvolutionTable& t) -> LayoutCopyConstants& { return t.copies[kind]; });
  return out;
}

/// Constants of each kind on a card.
/// @param taught,judged  rows that may teach, and others
/// @param prior          as in fit_convolutions()
inline void fit_layout_copies(ConvolutionTable& table, const std::vector<RandomOperation>& taught,
                              const std::vector<RandomOperation>& judged, const StreamingModel& streaming,
                              const ConvolutionTable* prior = nullptr) {
  const double copied = streaming.copy_bandwidth(), issued = streaming.sms * streaming.clock;
  for (std::size_t k = 0; k < layout_copy_kinds; ++k) {
    const auto loss_of = [&](const std::vector<LayoutCopyRow>& rows) {
      return [&, k](const ConvolutionTable& t) {
        double loss = 0.0;
        for (const LayoutCopyRow& row : rows) {
          double seconds = 0.0;
          for (const LayoutCopy& copy : row.copies) seconds += copy_seconds(copy, t.copies[k], copied, issued);
          loss += huber_log(seconds, row.seconds);
        }
        return rows.empty() ? 0.0 : loss / static_cast<double>(rows.size());
      };
    };
    const auto kind = static_cast<LayoutCopyKind>(k);
    const std::vector<LayoutCopyRow> teach = layout_copy_rows(taught, kind), judge = layout_copy_rows(judged, kind);
    if (teach.empty()) continue;
    if (prior == nullptr)
      coordinate_search(table, layout_copy_parameters(k), loss_of(teach));
    else
      improve(table, *prior, layout_copy_parameters(k), loss_of(teach), loss_of(judge));
  }
}

}  // namespace perfmodel
