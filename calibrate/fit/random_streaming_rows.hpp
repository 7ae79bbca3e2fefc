#pragma once
/// Rows of the streaming fit from single operations drawn at random.
#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "calibrate/fit/operation_data.hpp"
#include "calibrate/fit/random_operation_judge.hpp"
#include "calibrate/fit/streaming_fit.hpp"

namespace perfmodel {

/// Calls of a streaming kernel of a shape, behind others (fills of counters, products), of 5 us and more, on warm
/// operands: what an L2 full of dirty lines adds to cold ones belongs to no kernel. Cold ones of held-out seeds judge.
[[nodiscard]] inline std::vector<StreamingFitRow> random_streaming_rows(const std::vector<RandomOperation>& rows,
                                                                        const Device& device,
                                                                        std::initializer_list<StreamingShape> shapes) {
  constexpr double least_seconds = 5e-6;
  std::vector<StreamingFitRow> out;
  constexpr std::int64_t first_of_engines = 201;  // drawn for norms and resizing, which teach elsewhere
  for (const RandomOperation& r : rows) {
    const OperationMeasurement& m = r.measurement;
    if (r.seed >= first_of_engines && r.family != "long_softmax") continue;
    const bool judges = random_rows(r) != RandomRows::fitted;
    if (m.seconds < least_seconds || takes_negative_roots(m.operation)) continue;
    if (m.operands != Operands::warm && !judges) continue;
    const std::vector<Kernel> kernels = kernels_of(m, {.card = trace_target(device), .wide_launches = true});
    const auto* s = kernels.empty() ? nullptr : std::get_if<Streaming>(&kernels.back());
    if (s == nullptr) continue;
    std::vector<Streaming> all;
    for (const Kernel& k : kernels)
      if (const auto* one = std::get_if<Streaming>(&k)) all.push_back(*one);
    if (all.size() != kernels.size()) continue;
    // bound by their own instructions, whatever their shape
    constexpr std::array others{StreamingKind::resampling_nearest, StreamingKind::resampling_between,
                                StreamingKind::resampling_atomic};
    if (std::find(others.begin(), others.end(), s->kind) != others.end() || detail::counted_whole(s->function))
      continue;
    const StreamingShape shape = detail::shape_of(*s, m.version);
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) continue;
    out.push_back({.kernels = std::move(all),
                   .seconds = m.seconds,
                   .alone = true,
                   .version = m.version,
                   .device = device,
                   .shape = shape,
                   .operation = m.operation,
                   .held_out = judges});
  }
  return out;
}

}  // namespace perfmodel
