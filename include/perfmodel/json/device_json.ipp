#pragma once
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/json/read_sourced.hpp>
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
namespace detail {

/// Table of sources: {"id": {"document": ..., "table": ..., "year": ..., "url": ...}}.
[[nodiscard]] Sources read_sources(const Node& node);

/// Reads one device file and keeps the origin of all that it reads.
class DeviceReader {
 public:
  /// @param shared  sources that this file may name, too. It must outlive this
  DeviceReader(const Node& root, const Sources& shared) : root_(root), shared_(shared) {
    if (const auto own = root.find("sources")) own_ = read_sources(*own);
  }

  [[nodiscard]] DeviceRecord read() {
    root_.allow_only({"$schema",
                      "name",
                      "architecture",
                      "chip",
                      "compute_capability",
                      "sms",
                      "base_clock",
                      "boost_clock",
                      "tensor_clock",
                      "rates",
                      "l2",
                      "occupancy",
                      "memory",
                      "memory_type",
                      "memory_reported",
                      "memory_visible",
                      "dram_bandwidth",
                      "board_power",
                      "interconnect",
                      "measured",
                      "peaks",
                      "notes",
                      "sources"});
    read_identity();
    read_clocks();
    read_rates(root_.at("rates"));
    read_occupancy(root_.at("occupancy"));
    read_memory();
    read_interconnect(root_.at("interconnect"));
    if (const auto measured = root_.find("measured")) read_measured(*measured);
    if (const auto peaks = root_.find("peaks"))
      for (const Node& peak : peaks->elements()) record_.peaks.push_back(read_peak(peak));
    if (const auto notes = root_.find("notes"))
      for (const Node& note : notes->elements()) record_.notes.push_back(note.text(2000));
    return std::move(record_);
  }

 private:
  using Rate = UnitWord<IssueRate>;

  /// A source that nobody can look up is no source.
  void use_source(const Node& owner, const std::string& id) {
    for (const Sources* known : {&std::as_const(own_), &shared_})
      if (const auto it = known->find(id); it != known->end()) {
        record_.sources.insert(*it);
        return;
      }
    throw owner.at("source").error("must name an entry of \"sources\" in this file or in sources.json beside it");
  }
  template <class Q>
  [[nodiscard]] Sourced<Q> origin(const Node& node, std::initializer_list<UnitWord<Q>> units, const Range& range) {
    Sourced<Q> result = sourced<Q>(node, units, range);
    use_source(node, result.source);
    record_.facts.push_back({pointer(node), result.value, result.unit, result.kind, result.source, result.note});
    return result;
  }
  template <class Q>
  [[nodiscard]] Q quantity(const Node& node, std::initializer_list<UnitWord<Q>> units, const Range& range) {
    return origin<Q>(node, units, range).quantity;
  }
  [[nodiscard]] std::string pointer(const Node& node) const {
    return node.file().empty() ? node.place() : node.place().substr(node.file().size() + 2);
  }
  [[nodiscard]] int count(const Node& node, std::string_view unit, double low, double high) {
    const double value = quantity<double>(node, {{unit, 1.0}}, {.low = low, .high = high});
    if (value != static_cast<double>(static_cast<int>(value))) throw node.at("value").error("must be a whole number");
    return static_cast<int>(value);
  }
  [[nodiscard]] ClockRate clock(const Node& node) {
    return quantity<ClockRate>(node, {{"MHz", 1.0 * mega * cycle / second}}, {.low = 10.0, .high = 100000.0});
  }
  [[nodiscard]] Bytes size(const Node& node, std::string_view unit, double one, double low, double high) {
    return quantity<Bytes>(node, {{unit, one * byte}}, {.low = low, .high = high});
  }
  [[nodiscard]] Bandwidth bandwidth(const Node& node, double low = 1.0) {
    return quantity<Bandwidth>(node, {{"GB/s", giga * byte / second}, {"TB/s", tera * byte / second}},
                               {.low = low, .high = 1e6});
  }

  void read_identity() {
    Device& device = record_.device;
    device.name = root_.at("name").text(64);
    for (const char c : device.name)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.')
        throw root_.at("name").error("must be made of letters, digits, '-', '_' and '.'");
    device.architecture = root_.at("architecture").text(32);
    device.chip = root_.at("chip").text(32);
    device.compute_capability = compute_capability(root_.at("compute_capability"));
    device.sms = count(root_.at("sms"), "SM", 1, 10000) * sm;
  }
  /// "8.0" -> 80, "12.0" -> 120.
  [[nodiscard]] static int compute_capability(const Node& node) {
    const std::string text = node.text(8);
    const auto dot = text.find('.');
    const auto digits = [](std::string_view part) {
      return !part.empty() && part.size() <= 2 &&
             std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (dot == std::string::npos || !digits(text.substr(0, dot)) || !digits(text.substr(dot + 1)) ||
        text.size() != dot + 2)
      throw node.error("must be a text such as \"8.0\"");
    return 10 * std::stoi(text.substr(0, dot)) + (text[dot + 1] - '0');
  }
  void read_clocks() {
    Device& device = record_.device;
    if (const auto base = root_.find("base_clock")) device.base_clock = clock(*base);
    device.boost_clock = clock(root_.at("boost_clock"));
    device.tensor_clock = device.boost_clock;
    if (const auto tensor = root_.find("tensor_clock")) device.tensor_clock = clock(*tensor);
    if (device.base_clock > device.boost_clock)
      throw root_.at("base_clock").at("value").error("must not be above the boost clock");
  }
  void read_rates(const Node& rates) {
    IssueRates& result = record_.device.rates;
    rates.allow_only({"cuda_core", "tensor_core", "tensor_core_fp16_accumulate", "sparse_factor"});
    (void)rates.at("cuda_core");
    for (const MathUnit unit : all_math_units) {
      const auto formats = rates.find(name(unit));
      if (!formats) continue;
      for (const auto& [word, node] : formats->members()) {
        const NumberFormat format = number_format_from(word, node.place());
        result.dense[static_cast<std::size_t>(unit)][index(format)] =
            quantity<IssueRate>(node, {Rate{"MAC/clk/SM", mac / (cycle * sm)}}, {.low = 0.01, .high = 1e6});
      }
    }
    if (!(result(MathUnit::cuda_core, NumberFormat::fp32) > IssueRate{}))
      throw rates.at("cuda_core").missing("fp32", "every card multiplies FP32 on its CUDA cores");
    if (const auto factor = rates.find("sparse_factor"))
      result.sparse_factor = quantity<double>(*factor, {{"1", 1.0}}, {.low = 1.0, .high = 16.0});
  }
  void read_occupancy(const Node& node) {
    OccupancyLimits& limits = record_.device.occupancy;
    node.allow_only(
        {"shared_memory_per_sm", "shared_memory_per_block", "registers_per_sm", "threads_per_sm", "blocks_per_sm"});
    limits.shared_memory_per_sm = size(node.at("shared_memory_per_sm"), "KiB", kibi, 1, 65536);
    limits.shared_memory_per_block = size(node.at("shared_memory_per_block"), "KiB", kibi, 1, 65536);
    limits.registers_per_sm = size(node.at("registers_per_sm"), "KiB", kibi, 1, 65536);
    limits.threads_per_sm = count(node.at("threads_per_sm"), "thread", 32, 1 << 20);
    limits.blocks_per_sm = count(node.at("blocks_per_sm"), "block", 1, 1 << 16);
    if (limits.shared_memory_per_block > limits.shared_memory_per_sm)
      throw node.at("shared_memory_per_block").at("value").error("must not be above shared_memory_per_sm");
  }
  void read_memory() {
    Device& device = record_.device;
    device.l2 = size(root_.at("l2"), "MiB", mebi, 0.01, 1e6);
    device.memory = size(root_.at("memory"), "GiB", gibi, 0.01, 1e6);
    std::vector<Word<MemoryType>> types;
    types.reserve(all_memory_types.size());
    for (const MemoryType type : all_memory_types) types.push_back({name(type), type});
    if (const auto type = root_.find("memory_type")) device.memory_type = type->word<MemoryType>(types);
    device.memory_reported = size(root_.at("memory_reported"), "MiB", mebi, 1, 1e9);
    device.memory_visible = device.memory_reported;
    if (const auto visible = root_.find("memory_visible")) device.memory_visible = size(*visible, "MiB", mebi, 1, 1e9);
    if (device.memory_reported > device.memory)
      throw root_.at("memory_reported").at("value").error("must not be above the nominal memory");
    if (device.memory_visible > device.memory_reported)
      throw root_.at("memory_visible").at("value").error("must not be above memory_reported");
    device.dram_bandwidth = bandwidth(root_.at("dram_bandwidth"));
    device.board_power = quantity<Power>(root_.at("board_power"), {{"W", 1.0 * watt}}, {.low = 1.0, .high = 1e5});
  }
  void read_interconnect(const Node& node) {
    Interconnect& link = record_.device.interconnect;
    node.allow_only({"pcie_generation", "pcie_lanes", "host_bandwidth", "nvlink_bandwidth", "nvlink_cards"});
    if (const auto generation = node.find("pcie_generation")) link.pcie_generation = count(*generation, "1", 1, 6);
    if (link.pcie_generation > 0) {
      link.pcie_lanes = count(node.at("pcie_lanes"), "lane", 1, 64);
      link.host_bandwidth = pcie_bandwidth(link.pcie_generation, link.pcie_lanes);
    }
    if (const auto host = node.find("host_bandwidth")) link.host_bandwidth = bandwidth(*host);
    if (!(link.host_bandwidth > Bandwidth{}))
      throw node.missing("pcie_generation", "a card has pcie_generation and pcie_lanes, or host_bandwidth");
    if (const auto nvlink = node.find("nvlink_bandwidth")) link.nvlink_bandwidth = bandwidth(*nvlink);
    if (const auto cards = node.find("nvlink_cards")) link.nvlink_cards = count(*cards, "1", 2, 1024);
  }
  void read_measured(const Node& node) {
    node.allow_only({"dram_bandwidth"});
    const Node field = node.at("dram_bandwidth");
    record_.measured_dram_bandwidth = origin<Bandwidth>(
        field, {{"GB/s", giga * byte / second}, {"TB/s", tera * byte / second}}, {.low = 1.0, .high = 1e6});
    if (record_.measured_dram_bandwidth->kind != Kind::measured) throw field.at("kind").error("must be \"measured\"");
  }
  [[nodiscard]] PublishedPeak read_peak(const Node& node) {
    node.allow_only({"math_unit", "format", "sparse", "printed", "unit", "clock", "source", "exception"});
    PublishedPeak peak;
    peak.math_unit = node.at("math_unit")
                         .word<MathUnit>({{"cuda_core", MathUnit::cuda_core},
                                          {"tensor_core", MathUnit::tensor_core},
                                          {"tensor_core_fp16_accumulate", MathUnit::tensor_core_fp16_accumulate}});
    peak.format = number_format_from(node.at("format").text(), node.at("format").place());
    if (const auto sparse = node.find("sparse")) peak.sparse = sparse->boolean();
    detail::read_printed(node, peak);
    peak.clock = peak_clock(node.at("clock"));
    peak.source = node.at("source").text(200);
    use_source(node, peak.source);
    if (const auto exception = node.find("exception")) peak.exception = exception->text();
    return peak;
  }
  /// "base", "boost", "tensor", or a clock of its own.
  [[nodiscard]] ClockRate peak_clock(const Node& node) {
    if (node.is_object()) return clock(node);
    const Device& device = record_.device;
    const ClockRate rate = node.word<ClockRate>(
        {{"base", device.base_clock}, {"boost", device.boost_clock}, {"tensor", device.tensor_clock}});
    if (!(rate > ClockRate{})) throw node.error("names a clock that this file does not have");
    return rate;
  }

  Node root_;
  const Sources& shared_;
  Sources own_{};
  DeviceRecord record_{};
};
}  // namespace detail

namespace detail {
PERFMODEL_INLINE Sources read_sources(const Node& node) {
  Sources result;
  for (const auto& [id, entry] : node.members()) {
    entry.allow_only({"document", "table", "year", "url"});
    Source source{.document = entry.at("document").text()};
    if (const auto table = entry.find("table")) source.table = table->text();
    if (const auto url = entry.find("url")) source.url = url->text();
    source.year = static_cast<int>(entry.at("year").integer(1990, 2100));
    result.emplace(id, source);
  }
  return result;
}
}  // namespace detail

PERFMODEL_INLINE DeviceRecord device_from_json(const Node& root, const Sources& shared) {
  return detail::DeviceReader(root, shared).read();
}

PERFMODEL_INLINE Sources shared_sources(const std::filesystem::path& folder) {
  const std::filesystem::path table = folder / "sources.json";
  std::error_code ignored;
  if (!std::filesystem::exists(table, ignored)) return {};
  const Document sources = parse_file(table);
  return detail::read_sources(sources.root());
}

PERFMODEL_INLINE DeviceRecord device_from_file(const std::filesystem::path& path) {
  const Sources shared = shared_sources(path.parent_path());
  const Document document = parse_file(path);
  return device_from_json(document.root(), shared);
}

}  // namespace perfmodel::json
