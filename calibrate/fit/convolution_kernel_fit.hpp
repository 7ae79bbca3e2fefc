#pragma once
/// Constants of convolution kernels from single convolutions of which cuDNN said what it runs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/convolution/factored_time.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>
#include <vector>

#include "calibrate/fit/convolution_answers.hpp"
#include "calibrate/fit/convolution_priors.hpp"
#include "calibrate/fit/coordinate_search.hpp"
#include "calibrate/fit/random_operation_judge.hpp"

namespace perfmodel {

/// A convolution that was measured, and the kernel that it ran.
struct KernelRow {
  Convolution convolution{};
  ConvolutionChoice choice{};
  ConvolutionParts parts{};
  double seconds{};
  bool held_out{};
};

/// Leaves out what passes between kernels. A product's duration is its period in a graph, other kernels' does not hold
/// the gap.
inline void set_kernels_alone(ConvolutionParts& parts, const StreamingModel& streaming) {
  const bool product = parts.method == ConvolutionMethod::pointwise && parts.unit > 0 && !parts.tiled;
  parts.launch = product ? parts.launch - stream_gap(streaming) : 0.0;
  parts.gap = 0.0;
}

namespace detail {
/// What tells convolutions apart, as the library sees them.
[[nodiscard]] inline std::array<std::int64_t, 22> shape_key(const Convolution& c) {
  return {static_cast<std::int64_t>(c.pass),
          static_cast<std::int64_t>(c.format),
          static_cast<std::int64_t>(c.memory_format),
          c.n,
          c.c,
          c.d,
          c.h,
          c.w,
          c.k,
          c.t,
          c.r,
          c.s,
          c.stride_d,
          c.stride_h,
          c.stride_w,
          c.pad_d,
          c.pad_h,
          c.pad_w,
          c.dilation_d,
          c.dilation_h,
          c.dilation_w,
          c.groups};
}
}  // namespace detail

/// What the library said, by shape.
using KnownChoices = std::map<std::array<std::int64_t, 22>, ConvolutionChoice>;
[[nodiscard]] inline KnownChoices known_choices(const std::vector<ConvolutionAnswer>& answers) {
  KnownChoices known;
  for (const ConvolutionAnswer& a : answers) known[detail::shape_key(a.convolution)] = a.choice;
  return known;
}

/// Rows of a card whose library was asked, warm, of one convolution each.
[[nodiscard]] inline std::vector<KernelRow> kernel_rows(const std::vector<RandomOperation>& rows,
                                                        const KnownChoices& known, const GemmModels& gemm,
                                                        const StreamingModel& streaming) {
  std::vector<KernelRow> out;
  for (const RandomOperation& r : rows) {
    const OperationMeasurement& m = r.measurement;
    const auto* c = m.operations.size() == 1 ? std::get_if<Convolution>(&m.operations[0]) : nullptr;
    if (c == nullptr || m.operands != Operands::warm || runs_in_framework(*c)) continue;
    const auto found = known.find(detail::shape_key(*c));
    if (found == known.end()) continue;
    KernelRow row{.convolution = *c,
                  .choice = found->second,
                  .parts = detail::chosen_parts(*c, found->second, gemm, streaming, convolution_engine_priors.blocks),
                  .seconds = m.seconds,
                  .held_out = random_rows(r) != RandomRows::fitted};
    set_kernels_alone(row.parts, streaming);
    out.push_back(std::move(row));
  }
  return out;
}

namespace detail {
/// Rows that teach some constants, and those that judge them.
struct KernelRows {
  std::vector<const KernelRow*> taught{}, judged{};
};

[[nodiscard]] inline double kernel_loss(const std::vector<const KernelRow*>& rows, const ConvolutionTable& t) {
  double loss = 0.0;
  for (const KernelRow* row : rows) loss += huber_log(convolution_time(row->parts, t).total, row->seconds);
  return rows.empty() ? 0.0 : loss / static_cast<double>(rows.size());
}

/// Moves those of an object's constants that belong to one pass.
/// @param prior  of a table that an earlier fit has left, which is kept unless it gets better; nullptr: the table
template <std::size_t N, class T, class Object>
void fit_pass(ConvolutionTable& table, const std::array<Field<T>, N>& fields, unsigned fit, std::size_t pass,
              const KernelRows& rows, const Object& object, const ConvolutionTable* prior) {
  constexpr std::size_t enough = 6;
  if (rows.taught.size() < enough) return;
  TableParameters<ConvolutionTable> all, of_pass;
  add_parameters(all, fields, fit, object);
  for (std::size_t i = pass; i < all.size(); i += convolution_pass_count) of_pass.push_back(all[i]);
  const auto loss = [&](const ConvolutionTable& t) { return kernel_loss(rows.taught, t); };
  if (prior == nullptr)
    coordinate_search(table, of_pass, loss);
  else
    improve(table, *prior, of_pass, loss, [&](const ConvolutionTable& t) { return kernel_loss(rows.judged, t); });
}
}  // namespace detail

/// Whether kernels on images as they lie have copies of each group's NCHW planes around them.
[[nodiscard]] constexpr bool copies_groups(std::size_t kernel, std::size_t layout) {
  return kernel == static_cast<std::size_t>(LyingKernel::cuda_cores) && layout == 0;
}

[[nodiscard]] constexpr unsigned lying_fit(std::size_t kernel, std::size_t layout) {
  return convolution_fit::as_they_lie | (copies_groups(kernel, layout) ? convolution_fit::copied : 0U);
}

/// All constants that fit_kernels() may move.
[[nodiscard]] inline TableParameters<ConvolutionTable> kernel_parameters() {
  TableParameters<ConvolutionTable> out;
  for (std::size_t kernel = 0; kernel < tiled_kernel_count; ++kernel)
    for (std::size_t unit = 0; unit < 2; ++unit)
      add_parameters(out, tiled_fields, convolution_fit::tiled,
                     [=](ConvolutionTable& t) -> TiledConstants& { return t.tiled[kernel][unit]; });
  for (std::size_t kernel = 0; kernel < lying_kernel_count; ++kernel)
    for (std::size_t layout = 0; layout < 2; ++layout)
      add_parameters(out, lying_fields, lying_fit(kernel, layout),
                     [=](ConvolutionTable& t) -> LyingConstants& { return t.lying[kernel][layout]; });
  return out;
}

/// Constants of kernels whose tiles are known, and of those on images as they lie, from the rows that teach.
/// @param prior  as in fit_convolutions()
inline void fit_kernels(ConvolutionTable& table, const std::vector<KernelRow>& rows,
                        const ConvolutionTable* prior = nullptr) {
  const auto chosen = [&](std::size_t pass, const auto& wanted) {
    detail::KernelRows out;
    for (const KernelRow& row : rows)
      if (row.seconds > 0.0 && static_cast<std::size_t>(row.convolution.pass) == pass && wanted(row))
        (row.held_out ? out.judged : out.taught).push_back(&row);
    return out;
  };
  for (std::size_t pass = 0; pass < convolution_pass_count; ++pass) {
    for (std::size_t kernel = 0; kernel < tiled_kernel_count; ++kernel)
      for (std::size_t unit = 0; unit < 2; ++unit)
        detail::fit_pass(
            table, tiled_fields, convolution_fit::tiled, pass,
            chosen(pass,
                   [&](const KernelRow& r) {
                     return r.parts.tiled && static_cast<std::size_t>(r.choice.kernel) == first_tiled_kernel + kernel &&
                            r.parts.unit == unit + 1;
                   }),
            [=](ConvolutionTable& t) -> TiledConstants& { return t.tiled[kernel][unit]; }, prior);
    for (std::size_t kernel = 0; kernel < lying_kernel_count; ++kernel)
      for (std::size_t layout = 0; layout < 2; ++layout)
        detail::fit_pass(
            table, lying_fields, lying_fit(kernel, layout), pass,
            chosen(pass,
                   [&](const KernelRow& r) {
                     return lies(r.parts.route) && static_cast<std::size_t>(lying_kernel(r.parts.route)) == kernel &&
                            (r.convolution.memory_format == MemoryFormat::nhwc) == (layout == 1);
                   }),
            [=](ConvolutionTable& t) -> LyingConstants& { return t.lying[kernel][layout]; }, prior);
  }
}

}  // namespace perfmodel
