/// perfmodel-plan validate: operations of a framework, convolutions and attention.
#include "model.hpp"
#include "validate_rows.hpp"
#include <perfmodel/calibration/operation_time.hpp>

namespace plan {
namespace {

using namespace perfmodel;

/// Operations, convolutions or attention, by the table's columns.
[[nodiscard]] std::vector<OperationMeasurement> measured_operations(const CsvTable& table, const Device& device, NumberFormat unsaid) {
  if (table.find("params")) return eager_operations(table, unsaid);
  if (table.find("op")) return raw_operations(table, device.name);
  if (table.find("head_size")) return raw_attention(table, device.name);
  return raw_convolutions(table, device.name);
}

[[nodiscard]] NumberFormat format_of(const Kernel& kernel) {
  if (const auto* c = std::get_if<Convolution>(&kernel)) return c->format;
  if (const auto* a = std::get_if<Attention>(&kernel)) return a->format;
  return std::get<Streaming>(kernel).format;
}

/// "32x64x56x56, filter 64x3x3": what a row names beyond its operation and format.
[[nodiscard]] std::string shape_text(const Kernel& kernel) {
  const auto by = [](std::initializer_list<std::int64_t> sizes) {
    std::string text;
    for (const std::int64_t size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  };
  if (const auto* c = std::get_if<Convolution>(&kernel)) return by({c->n, c->c, c->h, c->w}) + ", filter " + by({c->k, c->r, c->s});
  if (const auto* a = std::get_if<Attention>(&kernel)) return by({a->batch, a->heads, a->queries, a->keys, a->head_size});
  const Streaming& s = std::get<Streaming>(kernel);
  return by({s.rows, s.columns});
}

/// "fp16 convolution forward", "bf16 attention backward", "fp32 softmax"
[[nodiscard]] std::string kind_text(const OperationMeasurement& m) {
  const Kernel& kernel = m.kernels.front();
  const std::string format(name(format_of(kernel)));
  if (!m.in_graph) return format + ' ' + m.operation;  // an eager call has a name of its own
  return format + (std::holds_alternative<Convolution>(kernel) ? " convolution " : std::holds_alternative<Attention>(kernel) ? " attention " : " ") + m.operation;
}

/// @param notes  gets which rows were left out, and how single calls are judged
[[nodiscard]] std::vector<ValidatedRow> operation_rows(const CsvTable& table, const json::Card& asked, const ValidationOptions& o, std::string& notes) {
  const Device& device = asked.device();
  const KernelModel model = kernel_model(device, o.load.value_or(Load::isolated), o.library.value_or(newest_library), asked.correction());
  std::vector<ValidatedRow> rows;
  std::vector<OperationMeasurement> measured = measured_operations(table, device, o.format.value_or(NumberFormat::fp32));
  const std::size_t unknown = table.rows.size() - measured.size();
  const std::size_t others = std::erase_if(measured, [&](const auto& m) { return times_another_kernel(m, device.compute_capability); });
  if (unknown > 0) add(notes, "left out: " + count_text(unknown, "row") + " of operations or formats that the model does not know");
  if (others > 0) add(notes, "left out: " + count_text(others, "row") + " of another backward kernel than this card runs (docs/attention.md)");
  // Single calls show the framework as well as the kernel: rows near the shortest are judged apart ("eager").
  const bool single = table.find("params") && !o.kernel_only;
  std::size_t apart = 0;
  bool convolutions = false;
  ShortestCalls calls;
  for (const OperationMeasurement& m : measured) calls.add(m.operation, m.seconds);
  for (const OperationMeasurement& m : measured) {
    const bool eager = single && !m.in_graph && calls.near(m.operation, m.seconds);
    ValidatedRow row{.place = m.place, .what = kind_text(m) + ' ' + shape_text(m.kernels.front()), .format = std::string(name(format_of(m.kernels.front()))), .eager = eager};
    row.judged.measured = m.seconds;
    Prediction p;
    try {
      OperationMeasurement timed = m;
      timed.in_graph = m.in_graph || o.kernel_only;  // a profiler's time of a kernel is what a graph shows
      p = predict(timed, model);
    } catch (const Error& error) {
      throw at(m.place + ": ", error);
    }
    row.judged.predicted = in(p.total, second), row.judged.low = in(p.low, second), row.judged.high = in(p.high, second);
    if (single && !m.in_graph) show_as_call(row.judged, m.operation, calls.of(m.operation));
    for (const Kernel& kernel : m.kernels) row.judged.roofline += in(traffic(kernel) / device.dram_bandwidth, second);
    const Bound bound = p.bound;
    row.judged.regime = kind_text(m) + ' ' + (eager ? "eager" : std::string(name(bound)));
    row.explanation = count_text(m.kernels.size(), "kernel") + ", " + std::string(name(bound)) + (eager ? "; under 10 times the shortest call" : "");
    apart += eager ? 1 : 0;
    convolutions = convolutions || std::holds_alternative<Convolution>(m.kernels.front());
    rows.push_back(std::move(row));
  }
  if (single) add(notes, eager_text(apart, rows.size(), "", convolutions));
  return rows;
}

}  // namespace

void judge_operations(const CsvTable& table, const ValidationOptions& o, Validation& result) {
  result.rows = operation_rows(table, result.card, o, result.note);
}

std::string assumed_of_operations(const CsvTable& table, const ValidationOptions& o) {
  std::string list;
  if (table.find("params") && !o.kernel_only) append(list, "single framework calls on the same tensors again and again (--kernel-only: a profiler's times)");
  if (!o.load) append(list, "short bursts (--load)");
  return list;
}

}  // namespace plan
