#pragma once
/// Fit of the streaming model's constants to measured operations: memory rows first (long elementwise kernels), then each
/// shape by itself. Coordinate search with shrinking steps in the logarithm; bounds; a prior pulls every constant towards
/// its starting value, so that data decide only what they say something about.
#include <perfmodel/calibration/coordinate_search.hpp>
#include <perfmodel/calibration/operation.hpp>
#include <perfmodel/kernel/streaming_time.hpp>
#include <map>
#include <string>
#include <vector>

namespace perfmodel {

struct StreamingFitRow {
  std::vector<Streaming> kernels{};
  double seconds{};
  double overhead{};          ///< inside the timing, caused by no kernel
  bool in_graph{};
  KernelVersion version{};
  Device device{};
  StreamingShape shape{};     ///< of the first kernel
  std::string operation{};
  bool held_out{};
  bool only_judges{};         ///< sets no constant, but is no sample of unseen shapes either
};

using StreamingParameter = TableParameter<StreamingTable>;

/// Seconds that the row's measurement should show.
[[nodiscard]] inline double expected_seconds(const StreamingFitRow& row, const StreamingTable& table) {
  const StreamingModel model = make_streaming_model(row.device, table, row.version);
  const double saved = row.in_graph ? table.launch_seconds - table.graph_launch_seconds : 0.0;
  double seconds = row.overhead;
  for (const Streaming& s : row.kernels) seconds += in(predict(s, model).total, second) - saved;
  return seconds;
}

/// Mean Huber loss over the rows, every card with the same weight.
[[nodiscard]] inline double streaming_loss(const StreamingTable& table, const std::vector<const StreamingFitRow*>& rows) {
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

inline void minimize(StreamingTable& table, const std::vector<const StreamingFitRow*>& rows,
                     const std::vector<StreamingParameter>& parameters) {
  if (!rows.empty()) coordinate_search(table, parameters, [&](const StreamingTable& t) { return streaming_loss(t, rows); });
}

/// Constants of one shape that the data of its kernels can tell.
[[nodiscard]] inline std::vector<StreamingParameter> shape_parameters(KernelVersion version, StreamingShape shape) {
  const auto at = [=](double ShapeConstants::* member) {
    return [=](StreamingTable& t) -> double& {
      return t.shapes[static_cast<std::size_t>(version)][static_cast<std::size_t>(shape)].*member;
    };
  };
  // Layer norm loads vectors that cross no sector: FP32 rows of 16 bytes over one take an H100 (pytorch_eager_ops.csv) no longer than others. The
  // rows of the H200 that are no whole sectors are short ones of 16 bits; what is slow about those is not the sectors.
  const double least_misaligned = shape == StreamingShape::normalized_row ? 0.95 : 0.6;
  return {{at(&ShapeConstants::efficiency), 0.3, 1.0},         {at(&ShapeConstants::misaligned), least_misaligned, 1.0},
          {at(&ShapeConstants::block_cycles), 50.0, 40000.0},  {at(&ShapeConstants::trip_cycles), 2.0, 4000.0},
          {at(&ShapeConstants::element_cycles), 0.002, 8.0},   {at(&ShapeConstants::special_cycles), 0.005, 2.0},
          {at(&ShapeConstants::stage_seconds), 1e-6, 3e-5},
          {at(&ShapeConstants::partial_cycles), 1.0, 1000.0}};
}

[[nodiscard]] inline std::vector<StreamingParameter> memory_parameters(std::size_t row) {
  return {{[=](StreamingTable& t) -> double& { return t.memories[row].share; }, 0.5, 1.0},
          {[=](StreamingTable& t) -> double& { return t.memories[row].turnaround; }, 0.001, 0.8}};
}

/// Which of the table's memory rows a device uses.
[[nodiscard]] inline std::size_t memory_row(const Device& device, const StreamingTable& table) {
  for (std::size_t i = 0; i < table.memories.size(); ++i) {
    const MemoryConstants& row = table.memories[i];
    if (device.compute_capability >= row.cc_low && device.compute_capability <= row.cc_high &&
        (row.type == MemoryType::unknown || row.type == device.memory_type))
      return i;
  }
  return table.memories.size() - 1;
}

/// The whole fit on rows that are not held out. `skip`: a card none of whose rows may be used.
[[nodiscard]] inline StreamingTable fit_streaming(const StreamingTable& start, const std::vector<StreamingFitRow>& rows,
                                                  const std::string& skip = {}) {
  StreamingTable table = start;
  const auto chosen = [&](auto&& wanted) {
    std::vector<const StreamingFitRow*> out;
    for (const StreamingFitRow& row : rows)
      if (!row.held_out && !row.only_judges && row.device.name != skip && wanted(row)) out.push_back(&row);
    return out;
  };
  constexpr double long_stream = 100e6;  // bytes: launch and latency are small beside it
  for (std::size_t i = 0; i < table.memories.size(); ++i) {
    minimize(table, chosen([&](const StreamingFitRow& r) {
               return r.shape == StreamingShape::flat && r.operation.substr(0, 4) != "gelu" && r.operation != "silu" &&
                      in(traffic(r.kernels[0]), byte) > long_stream && memory_row(r.device, table) == i;
             }),
             memory_parameters(i));
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t v = 0; v < kernel_version_count; ++v)
      for (std::size_t s = 0; s < streaming_shape_count; ++s) {
        const auto version = static_cast<KernelVersion>(v);
        const auto shape = static_cast<StreamingShape>(s);
        std::vector<StreamingParameter> parameters = shape_parameters(version, shape);
        if (shape == StreamingShape::normalized_row_backward)  // measured together with the gain's gradient
          for (StreamingParameter& p : shape_parameters(version, StreamingShape::gain_sums)) parameters.push_back(p);
        minimize(table, chosen([&](const StreamingFitRow& r) {
                   return r.version == version && r.shape == shape && r.operation.substr(0, 3) != "mse";
                 }),
                 parameters);
      }
  }
  return table;
}

}  // namespace perfmodel
