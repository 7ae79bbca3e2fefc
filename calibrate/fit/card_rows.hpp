#pragma once
/// From raw tables to rows that a fit of one card's factors uses and that validation judges.
#include <cmath>
#include <optional>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/measurement/measurement.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/card_fit.hpp"
#include "calibrate/fit/direct_facts.hpp"

namespace perfmodel {

namespace detail {

/// FNV-1a over whole numbers: one family for what belongs together.
[[nodiscard]] constexpr std::uint64_t family_of(std::initializer_list<std::int64_t> values) {
  std::uint64_t hash = fnv1a_offset;
  for (const std::int64_t value : values) {
    hash = fnv1a_step(hash, static_cast<std::uint64_t>(value));
    hash ^= hash >> 29;
  }
  return hash;
}
/// Three in ten families are held out.
[[nodiscard]] constexpr bool held_out_family(std::uint64_t family) { return family / 7 % 10 < 3; }

/// A cell of raw_columns, which parse_raw() has checked; 0: not recorded.
[[nodiscard]] inline double optional_number(const RawTable& raw, std::size_t row, std::optional<std::size_t> column) {
  if (!column) return 0.0;
  double value = 0.0;
  const std::string& cell = raw.csv.rows[row].cells[*column];
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

/// Noise as the joined tables have it, for rows that typed readers return in the same order.
inline void add_noise(std::vector<CardRow>& rows, const RawTable& raw) {
  const auto column = raw.csv.find("noise");
  std::map<std::string, double> noise;
  for (std::size_t i = 0; i < raw.csv.rows.size(); ++i)
    noise[raw.csv.file + ':' + std::to_string(raw.csv.rows[i].line)] = optional_number(raw, i, column);
  for (CardRow& row : rows) row.noise = noise[row.measured.place];
}

}  // namespace detail

/// Products of a gemm table. Rows whose clock was capped by earlier work (column sm_clock_mhz under 95 % of the
/// highest) say nothing of an isolated product and are left out.
/// @param of  first word of the groups: "gemm", or "unseen" for products that belong to no design, all of them held out
[[nodiscard]] inline std::vector<CardRow> product_rows(const RawTable& raw, const std::string& of = "gemm") {
  constexpr double capped = 0.95;
  const std::vector<GemmMeasurement> rows = gemm_measurements(raw.csv);
  const auto clock = raw.csv.find("sm_clock_mhz");
  double highest = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) highest = std::max(highest, detail::optional_number(raw, i, clock));
  std::vector<CardRow> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Gemm& g = rows[i].gemm;
    if (rows[i].load == Load::isolated && detail::optional_number(raw, i, clock) < capped * highest) continue;
    const char* kind = rows[i].load == Load::sustained ? " sustained"
                       : g.operands == Operands::warm  ? " warm"
                       : leading_alignment(g) < 16     ? " unaligned"
                       : g.batch > 1                   ? " batched"
                                                       : " aligned";
    out.push_back(
        {.measured =
             {.card = raw.card, .operation = of, .operations = {g}, .seconds = rows[i].seconds, .place = rows[i].place},
         .load = rows[i].load,
         .group = of + ' ' + std::string(name(g.format)) + kind,
         .family = shape_family(g),
         .held_out = of != "gemm" || held_out(g)});
  }
  detail::add_noise(out, raw);
  return out;
}

namespace detail {
/// Rows of what a typed reader returns. `describe` gives group and family of a measurement (and holds it out, if no fit
/// may see its kind), or nothing to leave it out.
template <class Describe>
[[nodiscard]] std::vector<CardRow> described_rows(std::vector<OperationMeasurement> measured, const RawTable& raw,
                                                  Describe describe) {
  std::vector<CardRow> out;
  for (OperationMeasurement& m : measured) {
    std::optional<CardRow> row = describe(m);
    if (!row) continue;
    row->held_out = row->held_out || held_out_family(row->family);
    row->measured = std::move(m);
    out.push_back(std::move(*row));
  }
  add_noise(out, raw);
  return out;
}
}  // namespace detail

/// Operations of an ops table that the model knows.
[[nodiscard]] inline std::vector<CardRow> operation_rows(const RawTable& raw) {
  return detail::described_rows(raw_operations(raw.csv, raw.card), raw, [](const OperationMeasurement& m) {
    CardRow row{.group = "ops " + m.operation};
    for (const Kernel& kernel : kernels_of(m, {}))
      if (const auto* s = std::get_if<Streaming>(&kernel)) row.family = detail::family_of({s->columns});
    return std::optional(row);
  });
}

/// Convolutions, by format and pass; a family is a layer: channels, filter, stride.
[[nodiscard]] inline std::vector<CardRow> convolution_rows(const RawTable& raw) {
  return detail::described_rows(raw_convolutions(raw.csv, raw.card), raw, [](const OperationMeasurement& m) {
    const auto& c = std::get<Convolution>(m.operations.at(0));
    constexpr std::array<const char*, 3> passes{" forward", " input gradient", " weight gradient"};
    return std::optional(
        CardRow{.group = "convolution " + std::string(name(c.format)) + passes[static_cast<std::size_t>(c.pass)],
                .family = detail::family_of({c.c, c.k, c.r, c.s, c.stride_h, c.groups})});
  });
}

/// Attention, by format; a family is a length and a head size. Backward rows are judged, not fitted: the factor of a
/// card is that of its forward kernels. Those of another kernel than the model's are left out.
[[nodiscard]] inline std::vector<CardRow> attention_rows(const RawTable& raw, const Device& device) {
  return detail::described_rows(
      raw_attention(raw.csv, raw.card), raw, [&](const OperationMeasurement& m) -> std::optional<CardRow> {
        const auto& a = std::get<Attention>(m.operations.at(0));
        if (times_another_kernel(m, device.compute_capability)) return std::nullopt;
        return CardRow{.group = "attention " + std::string(name(a.format)) + (a.backward ? " backward" : ""),
                       .family = detail::family_of({a.queries, a.keys, a.head_size}),
                       .held_out = a.backward};
      });
}

namespace detail {
[[nodiscard]] inline CardRow direct_row(const std::string& what, Operation operation, double seconds, bool in_graph) {
  return {
      .measured = {.operation = what, .operations = {std::move(operation)}, .seconds = seconds, .in_graph = in_graph},
      .group = "direct " + what,
      .direct = true};
}
}  // namespace detail

/// Long streams of bandwidth.csv (the largest of each access), which pin the memory's bandwidth.
[[nodiscard]] inline std::vector<CardRow> direct_bandwidth_rows(const RawTable& bandwidth) {
  struct Access {
    const char* name;
    int reads, writes;  // tensors
  };
  constexpr std::array accesses{Access{"read", 1, 0}, Access{"write", 0, 1}, Access{"copy", 1, 1},
                                Access{"triad", 2, 1}};
  const auto cold = detail::curves(bandwidth, "cold");
  std::vector<CardRow> out;
  for (const Access& access : accesses) {
    const auto found = cold.find(access.name);
    if (found == cold.end() || found->second.bytes.empty()) continue;
    const double bytes = found->second.bytes.back();
    const auto elements = static_cast<std::int64_t>(bytes / (4.0 * (access.reads + access.writes)));
    const Operand one = packed({elements}, NumberFormat::fp32);
    op::Pointwise stream{.outputs = {one},
                         .input_count = static_cast<std::uint8_t>(access.reads),
                         .output_count = static_cast<std::uint8_t>(access.writes)};
    for (std::size_t i = 0; i < stream.input_count; ++i) stream.inputs[i] = one;
    const Operation operation = access.reads == 0 ? Operation{op::Fill{one}} : Operation{stream};
    out.push_back(
        detail::direct_row(std::string("bandwidth of ") + access.name, operation, found->second.seconds.back(), true));
  }
  return out;
}

/// The gap between two kernels of a graph (fact launch_gap.graph of one block per SM), as a kernel with nothing to do:
/// what the model calls its latency is added.
[[nodiscard]] inline std::vector<CardRow> direct_launch_rows(const RawTable& launch, const Device& device) {
  const std::string wanted = "launch_gap.graph.blocks_" + std::to_string(static_cast<int>(in(device.sms, sm)));
  std::vector<CardRow> out;
  for (const DirectFact& fact : launch_facts(launch))
    if (fact.name == wanted && fact.value > 0.0)
      out.push_back(detail::direct_row(
          "gap between kernels", op::Pointwise{.outputs = {packed({1}, NumberFormat::fp32)}, .output_count = 0},
          detail::micro * fact.value + make_streaming_model(device).table.latency_seconds, true));
  return out;
}

/// The rate of 8192^3 products once the clock is steady (clock.csv), which pins what the board's power allows.
[[nodiscard]] inline std::vector<CardRow> direct_clock_rows(const RawTable& clock) {
  constexpr std::int64_t size = 8192;
  std::vector<CardRow> out;
  for (const DirectFact& fact : clock_facts(clock))
    for (const NumberFormat format : all_number_formats) {
      if (fact.name != "rate." + std::string(name(format)) + ".sustained") continue;
      const Gemm g{.format = format, .layout = Layout::nt, .m = size, .n = size, .k = size, .output = format};
      CardRow row = detail::direct_row("sustained rate of " + std::string(name(format)), g,
                                       in(work(g), flop) / (1e12 * fact.value), false);
      row.load = Load::sustained;
      out.push_back(std::move(row));
    }
  return out;
}

}  // namespace perfmodel
