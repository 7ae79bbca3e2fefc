/// perfmodel-plan devices: the catalogue, or one card with the source of every number.
#include <algorithm>
#include <memory>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "output.hpp"
#include "table.hpp"

namespace plan {
namespace devices_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  std::vector<std::string> names{};
  Output output{};
};

[[nodiscard]] double teraflops(WorkRate rate) { return in(rate, tera * flop / second); }

[[nodiscard]] std::string teraflops_or_dash(const Device& device, NumberFormat format) {
  const double rate = teraflops(peak(device, format));
  return rate > 0.0 ? three_digits(rate) : "-";
}

[[nodiscard]] std::string list_text(const std::vector<json::Card>& cards) {
  Table table({{.title = "device", .align = Align::left, .whole = true},
               {.title = "architecture", .align = Align::left, .spare = 2},
               {.title = "SMs", .spare = 3},
               {.title = "MHz", .spare = 4},
               {"FP32"},
               {.title = "TF32", .spare = 1},
               {"FP16"},
               {.title = "BF16", .spare = 1},
               {.title = "FP8", .spare = 1},
               {"GiB"},
               {"GB/s"},
               {.title = "W", .spare = 1}});
  for (const json::Card& card : cards) {
    const Device& d = card.device();
    table.add({d.name, d.architecture, number("%.0f", in(d.sms, sm)),
               number("%.0f", in(d.boost_clock, mega * cycle / second)), teraflops_or_dash(d, NumberFormat::fp32),
               teraflops_or_dash(d, NumberFormat::tf32), teraflops_or_dash(d, NumberFormat::fp16),
               teraflops_or_dash(d, NumberFormat::bf16), teraflops_or_dash(d, NumberFormat::fp8),
               number("%.0f", in(d.memory, gibi * byte)), number("%.0f", in(d.dram_bandwidth, giga * byte / second)),
               number("%.0f", in(d.board_power, watt))});
  }
  std::string measured;
  for (const json::Card& card : cards)
    if (card.calibration) measured += (measured.empty() ? "" : ", ") + card.device().name;
  return table.text() + '\n' +
         wrapped("Peaks in TFLOPS, dense, the faster of CUDA and tensor cores, with FP32 accumulation.") +
         (measured.empty() ? "" : wrapped("Measured with perfmodel-calibrate: " + measured + '.'));
}

[[nodiscard]] ordered_json card_json(const json::Card& found) {
  const json::DeviceRecord& card = found.record;
  const Device& d = card.device;
  ordered_json answer{{"name", d.name},
                      {"architecture", d.architecture},
                      {"chip", d.chip},
                      {"compute_capability", d.compute_capability / 10.0},
                      {"sms", in(d.sms, sm)},
                      {"boost_clock_mhz", in(d.boost_clock, mega * cycle / second)},
                      {"memory_bytes", in(d.memory, byte)},
                      {"memory_reported_bytes", in(d.memory_reported, byte)},
                      {"dram_bandwidth_bytes_per_s", in(d.dram_bandwidth, byte / second)},
                      {"board_power_w", in(d.board_power, watt)}};
  for (const NumberFormat format : all_number_formats) {
    const WorkRate rate = peak(d, format);
    if (!(rate > WorkRate{})) continue;
    answer["peaks"][std::string(name(format))] = {{"flop_per_s", in(rate, flop / second)},
                                                  {"ridge_flop_per_byte", in(rate / d.dram_bandwidth, flop / byte)}};
  }
  if (found.calibration)
    answer["calibration"] = {{"file", found.calibration->file.string()},
                             {"date", found.calibration->date},
                             {"applies", found.calibration->applies}};
  for (const json::Fact& fact : card.facts)
    answer["facts"].push_back({{"field", fact.field},
                               {"value", fact.value},
                               {"unit", fact.unit},
                               {"kind", name(fact.kind)},
                               {"source", fact.source}});
  return answer;
}

[[nodiscard]] std::string source_text(const json::Source& source) {
  return source.document + (source.table.empty() ? "" : ", " + source.table) + ", " + std::to_string(source.year);
}

[[nodiscard]] std::string card_text(const json::Card& found) {
  const json::DeviceRecord& card = found.record;
  const Device& d = card.device;
  std::string text = d.name + ": " + d.chip + ", " + d.architecture + ", compute capability " +
                     number("%.1f", d.compute_capability / 10.0) + "\n\n";
  Table peaks({{"format", Align::left}, {"unit", Align::left}, {"TFLOPS"}, {"ridge FLOP/B"}});
  for (const NumberFormat format : all_number_formats)
    for (const MathUnit unit : {MathUnit::cuda_core, MathUnit::tensor_core, MathUnit::tensor_core_fp16_accumulate}) {
      const WorkRate rate = peak(d, unit, format);
      if (rate > WorkRate{})
        peaks.add({std::string(name(format)), std::string(name(unit)), three_digits(teraflops(rate)),
                   number("%.1f", in(ridge_point(d, unit, format), flop / byte))});
    }
  text += peaks.text() + '\n';
  Table facts({{"field", Align::left}, {"value"}, {"unit", Align::left}, {"kind", Align::left}, {"source"}});
  std::vector<std::string> sources;
  for (const json::Fact& fact : card.facts) {
    auto source = std::find(sources.begin(), sources.end(), fact.source);
    if (source == sources.end()) source = sources.insert(sources.end(), fact.source);
    facts.add({fact.field.substr(1), number("%.6g", fact.value), fact.unit, std::string(name(fact.kind)),
               '[' + std::to_string(source - sources.begin() + 1) + ']'});
  }
  text += facts.text() + '\n';
  for (std::size_t i = 0; i < sources.size(); ++i)
    text += wrapped('[' + std::to_string(i + 1) + "] " + source_text(card.sources.at(sources[i])));
  if (found.calibration) text += '\n' + wrapped(json::line(*found.calibration));
  for (const std::string& note : card.notes) text += '\n' + wrapped(note);
  return text;
}

void run(const Options& options) {
  const bool all = options.names.empty();
  const auto cards = all ? all_cards() : load_cards(options.names);
  if (options.output.json) {
    ordered_json answer = ordered_json::array();
    for (const auto& card : cards) answer.push_back(card_json(card));
    return options.output.write(answer);
  }
  std::string text;
  if (cards.size() == 1 && !all)
    text = card_text(cards[0]);
  else
    text = list_text(cards);
  options.output.write(text);
}

}  // namespace
}  // namespace devices_command

void add_devices(CLI::App& app) {
  using namespace devices_command;
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("devices", "the cards that are known, or one of them with the source of every number");
  command->add_option("NAME", options->names, "cards to show (default: all); one card is shown in full");
  options->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan devices\n  perfmodel-plan devices A100-SXM4-40GB\n  perfmodel-plan devices "
      "H100-SXM5-80GB,H200-SXM --json");
  command->callback([options] { run(*options); });
}

}  // namespace plan
