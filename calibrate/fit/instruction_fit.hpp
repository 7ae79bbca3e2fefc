#pragma once
/// Fit of what streaming kernels' instructions cost to single operations drawn at random: batch norms by whose kernels
/// run them, group norms. Bounds and priors: pricing/streaming/instruction_fields.hpp, streaming_priors.hpp.
#include <algorithm>
#include <functional>
#include <perfmodel/pricing/streaming/fields.hpp>
#include <vector>

#include "calibrate/fit/random_streaming_rows.hpp"
#include "calibrate/fit/streaming_fit.hpp"

namespace perfmodel {

/// Calls on warm operands, of 5 us and more, of which each kernel is a streaming one and at least one is `kind`.
[[nodiscard]] inline std::vector<StreamingFitRow> rows_with(StreamingKind kind,
                                                            const std::vector<RandomOperation>& rows,
                                                            const Device& device) {
  constexpr double least_seconds = 5e-6;
  std::vector<StreamingFitRow> out;
  for (const RandomOperation& r : rows) {
    const OperationMeasurement& m = r.measurement;
    if (m.seconds < least_seconds || m.operands != Operands::warm) continue;
    StreamingFitRow row{.seconds = m.seconds,
                        .alone = true,
                        .version = m.version,
                        .device = device,
                        .operation = m.operation,
                        .held_out = random_rows(r) != RandomRows::fitted};
    bool streaming = true, wanted = false;
    for (const Kernel& kernel : kernels_of(m, {.card = trace_target(device), .wide_launches = true})) {
      const auto* s = std::get_if<Streaming>(&kernel);
      streaming = streaming && s != nullptr;
      if (s == nullptr) break;
      wanted = wanted || s->kind == kind;
      row.kernels.push_back(*s);
    }
    if (streaming && wanted) out.push_back(std::move(row));
  }
  return out;
}

namespace detail {
/// The constants of a training batch norm's kernels.
[[nodiscard]] inline TableParameters<StreamingTable> norm_parameters(bool framework) {
  TableParameters<StreamingTable> out;
  using N = BatchNormConstants;
  if (framework) {
    for (BatchNormTurn N::*turn : {&N::forward_turn, &N::backward_turn, &N::sums_turn})
      add_parameters(out, batch_norm_turn_fields, instruction_fit::own_norms,
                     [=](StreamingTable& t) -> BatchNormTurn& { return t.batch_norm.*turn; });
    for (BatchNormWalk N::*walk : {&N::forward_walk, &N::backward_walk, &N::sums_walk})
      add_parameters(out, batch_norm_walk_fields, instruction_fit::own_norms,
                     [=](StreamingTable& t) -> BatchNormWalk& { return t.batch_norm.*walk; });
    return out;
  }
  for (auto N::*blocks : {&N::single_forward, &N::half_forward, &N::single_backward})
    for (std::size_t i = 0; i < 2; ++i)
      add_parameters(out, channel_block_fields, instruction_fit::library_norms,
                     [=](StreamingTable& t) -> ChannelBlock& { return (t.batch_norm.*blocks)[i]; });
  for (std::size_t i = 0; i < 3; ++i)
    add_parameters(out, channel_block_fields, instruction_fit::library_norms,
                   [=](StreamingTable& t) -> ChannelBlock& { return t.batch_norm.half_backward[i]; });
  return out;
}

[[nodiscard]] inline TableParameters<StreamingTable> moment_parameters() {
  TableParameters<StreamingTable> out;
  add_parameters(out, instruction_fields, instruction_fit::moments,
                 [](StreamingTable& t) -> InstructionConstants& { return t.instructions; });
  return out;
}

/// Constants that start at 0 stay there: a search in logarithms would not find back.
inline void leave_zeros(TableParameters<StreamingTable>& parameters, StreamingTable& table) {
  std::erase_if(parameters, [&](const TableParameter<StreamingTable>& p) { return !(p.at(table) > 0.0); });
}
}  // namespace detail

/// All constants that fit_instructions() may move and no other fit does.
[[nodiscard]] inline TableParameters<StreamingTable> instruction_parameters() {
  TableParameters<StreamingTable> out = detail::moment_parameters();
  for (const bool framework : {true, false})
    for (const TableParameter<StreamingTable>& p : detail::norm_parameters(framework)) out.push_back(p);
  return out;
}

/// Batch norms of the framework and of the library, then group norms; what judges is left out.
/// @param prior  as in fit_streaming()
inline void fit_instructions(StreamingTable& table, const std::vector<RandomOperation>& random, const Device& device,
                             const StreamingTable* prior = nullptr) {
  const auto fit = [&](StreamingKind kind, TableParameters<StreamingTable> parameters,
                       const std::function<bool(const Streaming&)>& wanted) {
    const std::vector<StreamingFitRow> rows = rows_with(kind, random, device);
    detail::leave_zeros(parameters, table);
    minimize(table,
             StreamingRows(rows,
                           [&](const StreamingFitRow& row) {
                             return std::any_of(row.kernels.begin(), row.kernels.end(),
                                                [&](const Streaming& s) { return s.kind == kind && wanted(s); });
                           }),
             parameters, prior);
  };
  for (const bool framework : {true, false})
    fit(StreamingKind::batch_norm, detail::norm_parameters(framework),
        [=](const Streaming& s) { return s.framework_kernel == framework; });
  TableParameters<StreamingTable> interleaved =
      shape_parameters(KernelVersion::pytorch_2_11, StreamingShape::softmax_strided);
  for (TableParameter<StreamingTable>& p :
       shape_parameters(KernelVersion::pytorch_2_11, StreamingShape::softmax_strided_backward))
    interleaved.push_back(p);
  fit(StreamingKind::softmax, interleaved, [](const Streaming& s) { return s.stride > 1; });
  fit(StreamingKind::row_moments, detail::moment_parameters(), [](const Streaming&) { return true; });
}

}  // namespace perfmodel
