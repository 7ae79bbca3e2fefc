#pragma once
/// Fit of the streaming model's constants to measured operations: memory rows first (long elementwise kernels), then
/// each shape by itself. Coordinate search with shrinking steps in the logarithm; bounds; a prior pulls every constant
/// towards its starting value, so that data decide only what they say something about.
#include <map>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/pricing/streaming/fields.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/coordinate_search.hpp"

namespace perfmodel {

struct StreamingFitRow {
  std::vector<Streaming> kernels{};
  double seconds{};
  double overhead{};  ///< inside the timing, caused by no kernel
  bool in_graph{};
  bool alone{};  ///< the kernels' own time, without what passes between them
  KernelVersion version{};
  Device device{};
  StreamingShape shape{};  ///< of the first kernel
  std::string operation{};
  bool held_out{};
  bool only_judges{};  ///< sets no constant, but is no sample of unseen shapes either
};

/// Seconds that the row's measurement should show.
[[nodiscard]] inline double expected_seconds(const StreamingFitRow& row, const StreamingTable& table) {
  const StreamingModel model = make_streaming_model(row.device, table, row.version);
  const double saved = row.alone      ? table.launch_seconds
                       : row.in_graph ? table.launch_seconds - table.graph_launch_seconds
                                      : 0.0;
  double seconds = row.overhead;
  for (const Streaming& s : row.kernels) seconds += in(predict(s, model).total, second) - saved;
  return seconds;
}

/// Mean Huber loss over the rows, every card with the same weight.
[[nodiscard]] inline double streaming_loss(const StreamingTable& table,
                                           const std::vector<const StreamingFitRow*>& rows) {
  std::map<std::string, std::pair<double, double>> by_card;
  for (const StreamingFitRow* row : rows) {
    auto& [sum, count] = by_card[row->device.name];
    sum += huber_log(expected_seconds(*row, table), row->seconds);
    count += 1.0;
  }
  double loss = 0.0;
  for (const auto& [card, sum] : by_card) loss += sum.first / sum.second / static_cast<double>(by_card.size());
  return loss;
}

/// Rows that teach some constants, and those that judge them.
struct StreamingRows {
  std::vector<const StreamingFitRow*> taught{}, judged{};

  /// Those of `rows` that are wanted. `skip`: a card none of whose rows may be used.
  template <class Wanted>
  StreamingRows(const std::vector<StreamingFitRow>& rows, const Wanted& wanted, const std::string& skip = {}) {
    for (const StreamingFitRow& row : rows)
      if (!row.only_judges && row.device.name != skip && wanted(row)) (row.held_out ? judged : taught).push_back(&row);
  }
};

/// @param prior  of a table that an earlier fit has left, which is kept unless it gets better; nullptr: the table
inline void minimize(StreamingTable& table, const StreamingRows& rows,
                     const TableParameters<StreamingTable>& parameters, const StreamingTable* prior = nullptr) {
  const auto loss = [&](const StreamingTable& t) { return streaming_loss(t, rows.taught); };
  if (rows.taught.empty()) return;
  if (prior == nullptr)
    coordinate_search(table, parameters, loss);
  else
    improve(table, *prior, parameters, loss, [&](const StreamingTable& t) { return streaming_loss(t, rows.judged); });
}

/// Rows of over 1,024 elements, which a block walks along. What a start within a sector costs is told by shorter ones.
[[nodiscard]] constexpr bool walks_along_row(StreamingShape shape) {
  using enum StreamingShape;
  return shape == row_in_registers || shape == one_row_per_block || shape == softmax_block_backward;
}

/// Kernels that take their operands as one long row, of which no other starts anywhere.
[[nodiscard]] constexpr bool has_one_row(StreamingShape shape) {
  using enum StreamingShape;
  return shape == flat || shape == permuted || shape == write_only;
}

/// Constants of one shape that the data of its kernels can tell.
[[nodiscard]] inline TableParameters<StreamingTable> shape_parameters(KernelVersion version, StreamingShape shape) {
  TableParameters<StreamingTable> out;
  const bool interleaved =
      shape == StreamingShape::softmax_strided || shape == StreamingShape::softmax_strided_backward;
  add_parameters(out, shape_fields,
                 interleaved                               ? streaming_fit::strided_row
                 : shape == StreamingShape::multi_tensor   ? streaming_fit::many_tensors
                 : has_one_row(shape)                      ? streaming_fit::one_row
                 : reduces_by_launch(shape)                ? streaming_fit::reduction
                 : walks_along_row(shape)                  ? streaming_fit::long_row
                 : shape == StreamingShape::widening       ? streaming_fit::instructions
                 : shape == StreamingShape::normalized_row ? streaming_fit::normalized_row
                                                           : streaming_fit::shape,
                 [=](StreamingTable& t) -> ShapeConstants& {
                   return t.shapes[static_cast<std::size_t>(version)][static_cast<std::size_t>(shape)];
                 });
  return out;
}

[[nodiscard]] inline TableParameters<StreamingTable> memory_parameters(std::size_t row) {
  TableParameters<StreamingTable> out;
  add_parameters(out, memory_fields, streaming_fit::memory,
                 [=](StreamingTable& t) -> MemoryConstants& { return t.memories[row]; });
  return out;
}

/// All constants that a fit of streaming kernels may move.
[[nodiscard]] inline TableParameters<StreamingTable> streaming_parameters() {
  TableParameters<StreamingTable> out;
  const auto add = [&](const TableParameters<StreamingTable>& more) {
    out.insert(out.end(), more.begin(), more.end());
  };
  for (std::size_t i = 0; i < memory_row_count; ++i) add(memory_parameters(i));
  for (std::size_t v = 0; v < kernel_version_count; ++v)
    for (std::size_t s = 0; s < streaming_shape_count; ++s)
      add(shape_parameters(static_cast<KernelVersion>(v), static_cast<StreamingShape>(s)));
  return out;
}

/// The whole fit on rows that are not held out.
/// @param skip   a card none of whose rows may be used
/// @param prior  of a start that an earlier fit has left, whose constants move where they get better (improve());
///               nullptr: the start is the prior
[[nodiscard]] inline StreamingTable fit_streaming(const StreamingTable& start, const std::vector<StreamingFitRow>& rows,
                                                  const std::string& skip = {}, const StreamingTable* prior = nullptr) {
  StreamingTable table = start;
  const auto chosen = [&](auto&& wanted) { return StreamingRows(rows, wanted, skip); };
  constexpr double long_stream = 100e6;  // bytes: launch and latency are small beside it
  for (std::size_t i = 0; i < table.memories.size(); ++i) {
    minimize(table, chosen([&](const StreamingFitRow& r) {
               return r.shape == StreamingShape::flat && r.operation.substr(0, 4) != "gelu" && r.operation != "silu" &&
                      in(traffic(r.kernels[0]), byte) > long_stream && memory_row(r.device, table) == i;
             }),
             memory_parameters(i), prior);
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t v = 0; v < kernel_version_count; ++v)
      for (std::size_t s = 0; s < streaming_shape_count; ++s) {
        const auto version = static_cast<KernelVersion>(v);
        const auto shape = static_cast<StreamingShape>(s);
        TableParameters<StreamingTable> parameters = shape_parameters(version, shape);
        if (shape == StreamingShape::normalized_row_backward)  // measured together with the gain's gradient
          for (TableParameter<StreamingTable>& p : shape_parameters(version, StreamingShape::gain_sums))
            parameters.push_back(p);
        minimize(table, chosen([&](const StreamingFitRow& r) {
                   return r.version == version && r.shape == shape && r.operation.substr(0, 3) != "mse";
                 }),
                 parameters, prior);
      }
  }
  return table;
}

}  // namespace perfmodel
