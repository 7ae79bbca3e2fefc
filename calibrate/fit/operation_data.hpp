#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/eager_call.hpp>
#include <perfmodel/measurement/operation_time.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/convolution_fit.hpp"
#include "calibrate/fit/streaming_fit.hpp"

namespace perfmodel {

/// Names of cards in the public table, as device files call them.
[[nodiscard]] inline std::string device_word(const std::string& card) {
  static const std::map<std::string, std::string> words{
      {"P100", "p100-pcie-16gb"}, {"V100", "v100-pcie-32gb"}, {"T4", "t4"}, {"A100-PCIE-40GB", "a100-pcie-40gb"}};
  const auto found = words.find(card);
  return found == words.end() ? card : found->second;
}

/// What one eager call costs beside its kernels, by card and operation. A call with next to nothing to do takes
/// `floor`; the host is then still issuing the end of the timing, so a long kernel hides part of it. How much is seen
/// on elementwise operations, whose time is a line over bytes: floor - intercept, the same for all operations of a
/// card.
struct EagerOverhead {
  std::map<std::pair<std::string, std::string>, double> floor{};
  std::map<std::string, double> hidden{};

  [[nodiscard]] double at(const std::string& card, const std::string& operation) const {
    const auto f = floor.find({card, operation});
    const auto h = hidden.find(card);
    return f == floor.end() || h == hidden.end() ? 0.0 : std::max(0.0, f->second - h->second);
  }
};

[[nodiscard]] inline EagerOverhead eager_overhead(const std::vector<OperationMeasurement>& rows, double fixed_seconds) {
  EagerOverhead out;
  for (const OperationMeasurement& m : rows) {
    const auto [at, fresh] = out.floor.emplace(std::pair(m.card, m.operation), m.seconds);
    if (!fresh) at->second = std::min(at->second, m.seconds);
  }
  struct Line {
    double w{}, x{}, y{}, xx{}, xy{};
  };
  std::map<std::pair<std::string, std::string>, Line> lines;
  constexpr double beyond_caches = 160e6;  // bytes
  for (const OperationMeasurement& m : rows) {
    const std::optional<Streaming> s = principal_streaming(m);
    if (!s || s->kind != StreamingKind::elementwise) continue;
    const double x = in(traffic(*s), byte), w = 1.0 / (m.seconds * m.seconds);
    if (x < beyond_caches) continue;
    Line& l = lines[{m.card, m.operation}];
    l.w += w, l.x += w * x, l.y += w * m.seconds, l.xx += w * x * x, l.xy += w * x * m.seconds;
  }
  std::map<std::string, std::pair<double, double>> hidden;
  for (const auto& [key, l] : lines) {
    const double slope = (l.w * l.xy - l.x * l.y) / (l.w * l.xx - l.x * l.x), intercept = (l.y - slope * l.x) / l.w;
    hidden[key.first].first += out.floor[key] - (intercept - fixed_seconds);
    hidden[key.first].second += 1.0;
  }
  for (const auto& [card, sum] : hidden) out.hidden[card] = sum.first / sum.second;
  return out;
}

/// Families of operations that the fit never sees: one in three, by operation, format and row length.
[[nodiscard]] inline bool held_out_family(const OperationMeasurement& m) {
  std::uint64_t hash = fnv1a(m.operation, split_offset);
  const auto mix = [&](std::uint64_t value) { hash = fnv1a_step(hash, value); };
  if (const std::optional<Streaming> s = principal_streaming(m))
    mix(static_cast<std::uint64_t>(s->columns)), mix(index(s->format));
  return (hash >> 20) % 3 == 0;
}

struct OperationData {
  std::vector<OperationMeasurement> rows{};
  EagerOverhead overhead{};
  std::map<std::string, Device> devices{};  ///< by the word of device_word()
};

/// The public table (if the folder has it) and the raw tables of our own cards.
[[nodiscard]] inline OperationData load_operations(const std::filesystem::path& public_data,
                                                   const std::filesystem::path& raw, double fixed_seconds) {
  OperationData data;
  const auto add = [&](std::vector<OperationMeasurement> rows) {
    for (OperationMeasurement& m : rows) {
      m.card = device_word(m.card);
      if (!data.devices.contains(m.card)) data.devices[m.card] = json::load_device(m.card).device;
      data.rows.push_back(std::move(m));
    }
  };
  const std::filesystem::path eager = public_data / "ops_fp32.csv";
  if (std::filesystem::exists(eager))
    add(eager_operations(parse_csv(json::read_file(eager), eager.filename().string())));
  data.overhead = eager_overhead(data.rows, fixed_seconds);
  if (std::filesystem::exists(raw))
    for (const auto& folder : std::filesystem::directory_iterator(raw)) {
      const std::filesystem::path ops = folder.path() / "ops.csv", convolutions = folder.path() / "convolutions.csv";
      if (std::filesystem::exists(ops)) {
        const RawTable table = parse_raw(json::read_file(ops), ops.string(), "ops");
        add(raw_operations(table.csv, table.card));
      }
      if (std::filesystem::exists(convolutions)) {
        const RawTable table = parse_raw(json::read_file(convolutions), convolutions.string(), "convolutions");
        add(raw_convolutions(table.csv, table.card));
      }
    }
  return data;
}

/// Rows for the convolution fit, priced once. In a graph the gap of a stream is not in the time.
[[nodiscard]] inline std::vector<ConvolutionFitRow> convolution_rows(const OperationData& data) {
  constexpr double least_over_floor = 3.0;
  std::map<std::string, std::pair<GemmModels, StreamingModel>> models;
  std::vector<ConvolutionFitRow> out;
  for (const OperationMeasurement& m : data.rows) {
    const auto* c = std::get_if<Convolution>(&m.operations[0]);
    if (c == nullptr || (!m.in_graph && m.seconds < least_over_floor * data.overhead.floor.at({m.card, m.operation})))
      continue;
    const Device& device = data.devices.at(m.card);
    auto at = models.find(m.card);
    if (at == models.end()) {
      at = models.emplace(m.card, std::pair(make_gemm_models(device), make_streaming_model(device))).first;
      if (!m.in_graph) set_repetitions(at->second.first, eager_repetitions);
    }
    const std::size_t library = convolution_table_index(*at->second.first.architecture, cudnn_9, c->format);
    ConvolutionFitRow row = convolution_fit_row(*c, at->second.first, at->second.second, convolution_tables()[library]);
    row.device = device.name;
    row.seconds = m.seconds;
    row.eager = row.overhead = m.in_graph ? 0.0 : data.overhead.at(m.card, m.operation);
    if (m.in_graph) add_launch(row, -stream_gap(at->second.second), -stream_gap(at->second.second));
    out.push_back(std::move(row));
  }
  return out;
}

/// Rows of the public table that were taken while the card ran far below its boost clock: they judge, but set no
/// constant. Its rows come in sessions by number of rows: on the A100 `pow`, all instructions, takes 10 ps an element
/// where the L2 holds it up to 4,096 rows and 6 beyond; layer norm takes the T4 26 ns a row up to 4,100 rows, 17 up to
/// 8,160 and 10 beyond, whatever the row length; softmax steps there at 2,048 rows. Elementwise operations, whose time
/// is the memory's, show nothing of it, and V100 and P100 show next to nothing.
[[nodiscard]] inline bool at_low_clock(const std::string& card, const Streaming& s) {
  struct Session {
    std::string_view card;
    StreamingKind kind;
    std::int64_t below_rows;
  };
  using enum StreamingKind;
  constexpr std::array sessions{Session{"a100-pcie-40gb", layer_norm, 4096}, Session{"a100-pcie-40gb", softmax, 4096},
                                Session{"t4", layer_norm, 8192}, Session{"t4", softmax, 2048}};
  return std::any_of(sessions.begin(), sessions.end(), [&](const Session& other) {
    return other.card == card && other.kind == s.kind && s.rows < other.below_rows;
  });
}

/// Layer norm of rows that are no multiple of four elements: kernel times of an H100, the only card with such rows.
/// Families of row lengths; every other one sets no constant.
[[nodiscard]] inline std::vector<StreamingFitRow> uneven_norm_rows(const std::filesystem::path& raw) {
  std::vector<StreamingFitRow> out;
  const std::filesystem::path path = raw / "h100-sxm5-80gb" / "pytorch_eager_ops.csv";
  if (!std::filesystem::exists(path)) return out;
  RawTable table = parse_raw(json::read_file(path), path.string(), "pytorch_eager_ops");
  const Device device = json::load_device(table.card).device;
  for (CsvRow& row : table.csv.rows) row.cells[table.csv.at("time_us")] = row.cells[table.csv.at("kernel_us")];
  for (const OperationMeasurement& m : eager_operations(table.csv)) {
    const std::optional<Streaming> s = principal_streaming(m);
    if (!s || s->kind != StreamingKind::layer_norm || !detail::is_uneven_norm(*s)) continue;
    out.push_back({.kernels = {*s},
                   .seconds = m.seconds,
                   .in_graph = true,
                   .version = KernelVersion::pytorch_2_11,
                   .device = device,
                   .shape = StreamingShape::uneven_normalized_row,
                   .operation = m.operation,
                   .held_out = (s->columns / 2) % 2 == 1});
  }
  return out;
}

/// Were half of the roots of a measurement of negative numbers, which takes another way through the function than an
/// optimizer's roots, of squares? (docs/reference/raw-tables.md)
[[nodiscard]] constexpr bool takes_negative_roots(std::string_view operation) {
  return operation == "foreach_sqrt" || operation == "fused_adam";
}

/// Rows for the streaming fit. Eager rows count where the kernel is a good part of them.
[[nodiscard]] inline std::vector<StreamingFitRow> streaming_rows(const OperationData& data) {
  constexpr double least_over_floor = 2.5;
  std::vector<StreamingFitRow> out;
  for (const OperationMeasurement& m : data.rows) {
    if (m.in_graph && takes_negative_roots(m.operation)) continue;
    StreamingFitRow row{.seconds = m.seconds,
                        .in_graph = m.in_graph,
                        .version = m.version,
                        .device = data.devices.at(m.card),
                        .operation = m.operation};
    const std::vector<Kernel> kernels = kernels_of(m, {.card = trace_target(row.device)});
    for (const Kernel& k : kernels)
      if (const auto* s = std::get_if<Streaming>(&k)) row.kernels.push_back(*s);
    if (row.kernels.empty() || row.kernels.size() != kernels.size()) continue;
    if (!m.in_graph) {
      if (m.seconds < least_over_floor * data.overhead.floor.at({m.card, m.operation})) continue;
      row.overhead = data.overhead.at(m.card, m.operation);
    }
    const Streaming principal = *principal_streaming(m);
    row.only_judges = !m.in_graph && at_low_clock(m.card, principal);
    row.shape = detail::shape_of(principal, m.version);
    row.held_out = m.in_graph && held_out_family(m);
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace perfmodel
