/// perfmodel-plan validate: operations of a framework, convolutions and attention.
#include <algorithm>
#include <perfmodel/measurement/operation_time.hpp>

#include "model.hpp"
#include "validate_rows.hpp"

namespace plan {
namespace {

using namespace perfmodel;

/// What ran a table's operations where nobody says it: public tables of single calls are of PyTorch 2.1, those of
/// perfmodel-calibrate of the newest release.
[[nodiscard]] Software software_of_rows(const CsvTable& table, const ValidationOptions& o) {
  return o.unsaid.software(table.find("params") ? "2.1" : default_version);
}

/// Operations, convolutions or attention, by the table's columns, all of one software.
[[nodiscard]] std::vector<OperationMeasurement> measured_operations(const CsvTable& table, const Device& device,
                                                                    const ValidationOptions& o,
                                                                    const Software& software) {
  std::vector<OperationMeasurement> rows =
      table.find("params")      ? eager_operations(table, o.format.value_or(NumberFormat::fp32), software.kernels)
      : table.find("op")        ? raw_operations(table, device.name)
      : table.find("head_size") ? raw_attention(table, device.name)
                                : raw_convolutions(table, device.name);
  for (OperationMeasurement& m : rows) m.version = software.kernels;
  return rows;
}

[[nodiscard]] NumberFormat format_of(const OperationMeasurement& m) {
  if (const auto format = multiplied_format(m.operations.front())) return *format;
  return principal_streaming(m)->format;
}

/// "32x64x56x56, filter 64x3x3": what a row names beyond its operation and format.
[[nodiscard]] std::string shape_text(const OperationMeasurement& m) {
  const Operation& operation = m.operations.front();
  const auto by = [](std::initializer_list<std::int64_t> sizes) {
    std::string text;
    for (const std::int64_t size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  };
  if (const auto* c = std::get_if<Convolution>(&operation))
    return by({c->n, c->c, c->h, c->w}) + ", filter " + by({c->k, c->r, c->s});
  if (const auto* a = std::get_if<Attention>(&operation))
    return by({a->batch, a->heads, a->queries, a->keys, a->head_size});
  const Streaming s = *principal_streaming(m);
  return by({s.rows, s.columns});
}

/// "fp16 convolution forward", "bf16 attention backward", "fp32 softmax"
[[nodiscard]] std::string kind_text(const OperationMeasurement& m) {
  const Operation& operation = m.operations.front();
  const std::string format(name(format_of(m)));
  if (!m.in_graph) return format + ' ' + m.operation;  // an eager call has a name of its own
  return format +
         (std::holds_alternative<Convolution>(operation) ? " convolution "
          : std::holds_alternative<Attention>(operation) ? " attention "
                                                         : " ") +
         m.operation;
}

/// The rows that the model knows. @param notes  gets how many were left out, and why
[[nodiscard]] std::vector<OperationMeasurement> known_operations(const CsvTable& table, const Device& device,
                                                                 const ValidationOptions& o, const Software& software,
                                                                 std::string& notes) {
  std::vector<OperationMeasurement> measured = measured_operations(table, device, o, software);
  const std::size_t unknown = table.rows.size() - measured.size();
  const std::size_t others =
      std::erase_if(measured, [&](const auto& m) { return times_another_kernel(m, device.compute_capability); });
  if (unknown > 0)
    add(notes, "left out: " + count_text(unknown, "row") + " of operations or formats that the model does not know");
  if (others > 0)
    add(notes, "left out: " + count_text(others, "row") +
                   " of another backward kernel than this card runs (docs/reference/pricing/attention.md)");
  return measured;
}

/// @param shortest  single call of the operation (s); 0: the time is of kernels
/// @param kernel_only  a profiler's times, which are what a graph shows
[[nodiscard]] ValidatedRow operation_row(const OperationMeasurement& m, const KernelModel& model, const Device& device,
                                         double shortest, bool kernel_only) {
  OperationMeasurement timed = m;
  timed.in_graph = m.in_graph || kernel_only;
  const Prediction p = predict(timed, model);
  ValidatedRow row{
      .place = m.place, .what = kind_text(m) + ' ' + shape_text(m), .format = std::string(name(format_of(m)))};
  row.eager = shortest > 0.0 && m.seconds < eager_floors * shortest;
  row.judged = {.regime = kind_text(m) + ' ' + (row.eager ? "eager" : std::string(name(p.bound))),
                .predicted = in(p.total, second),
                .low = in(p.low, second),
                .high = in(p.high, second),
                .measured = m.seconds};
  if (shortest > 0.0) show_as_call(row.judged, m.operation, shortest);
  for (const Operation& operation : m.operations)
    row.judged.roofline += in(traffic(operation) / device.dram_bandwidth, second);
  row.explanation = count_text(kernels_of(m, lowering_target(model)).size(), "kernel") + ", " +
                    std::string(name(p.bound)) + (row.eager ? "; under 10 times the shortest call" : "");
  return row;
}

}  // namespace

void judge_operations(const CsvTable& table, const ValidationOptions& o, Validation& result) {
  const Device& device = result.card.device();
  const bool single = table.find("params") && !o.kernel_only;
  const Software software = software_of_rows(table, o);
  KernelModel model = kernel_model(device, software, o.load.value_or(Load::isolated), result.card.correction());
  set_repetitions(model.gemm, single ? eager_repetitions : isolated_repetitions);
  const std::vector<OperationMeasurement> measured = known_operations(table, device, o, software, result.note);
  ShortestCalls calls;
  for (const OperationMeasurement& m : measured) calls.add(m.operation, m.seconds);
  bool convolutions = false;
  for (const OperationMeasurement& m : measured) {
    const double shortest = single && !m.in_graph ? calls.of(m.operation) : 0.0;
    convolutions = convolutions || std::holds_alternative<Convolution>(m.operations.front());
    try {
      result.rows.push_back(operation_row(m, model, device, shortest, o.kernel_only));
    } catch (const Error& error) {
      throw at(m.place + ": ", error);
    }
  }
  const auto apart = static_cast<std::size_t>(
      std::count_if(result.rows.begin(), result.rows.end(), [](const ValidatedRow& row) { return row.eager; }));
  if (single) add(result.note, eager_text(apart, result.rows.size(), "", convolutions));
}

std::string assumed_of_operations(const CsvTable& table, const ValidationOptions& o) {
  std::string list;
  if (table.find("params") && !o.kernel_only)
    append(list, "single framework calls on the same tensors again and again (--kernel-only: a profiler's times)");
  if (table.find("params") && !o.unsaid.version)
    append(list, "kernels and libraries of PyTorch 2.1 (--framework-version)");
  if (!o.load) append(list, "short bursts (--load)");
  return list;
}

}  // namespace plan
