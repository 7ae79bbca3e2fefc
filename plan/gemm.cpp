/// perfmodel-plan gemm: one matrix product explained.
#include <memory>
#include <optional>
#include <perfmodel/measurement/format_words.hpp>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/pricing/gemm/padding.hpp>

#include "arguments.hpp"
#include "cards.hpp"
#include "chart_options.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "other_library.hpp"
#include "output.hpp"
#include "product_size.hpp"
#include "report/charts.hpp"
#include "software_options.hpp"
#include "table.hpp"

namespace plan {
namespace gemm_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  std::string device{}, format = "fp16", layout = "NT", operands = "rotated", load = "isolated", tile{};
  SoftwareOptions runs_in{};
  std::vector<std::string> shape{};  ///< M N K, or MxNxK
  std::int64_t batch = 1;
  ChartOptions chart{};
  Output output{};
};

[[nodiscard]] double microseconds(Time time) { return in(time, micro * second); }

/// Time of the part, and its share of the whole; parts overlap, so shares need not add up to 100 %.
void add_part(Table& table, const std::string& part, Time time, const GemmPrediction& p) {
  table.add({part, three_digits(microseconds(time)), number("%.0f %%", 100.0 * static_cast<double>(time / p.total))});
}

/// "Pad N from 50257 to 50304: 1.90 times as fast (6453 us)."
[[nodiscard]] std::string padding_text(const Gemm& g, const GemmPrediction& p, const Padding& padding) {
  std::string changes;
  const auto add = [&](const char* name, std::int64_t from, std::int64_t to) {
    if (to != from)
      changes += (changes.empty() ? "" : ", ") + std::string(name) + " from " + std::to_string(from) + " to " +
                 std::to_string(to);
  };
  add("M", g.m, padding.product.m);
  add("N", g.n, padding.product.n);
  add("K", g.k, padding.product.k);
  return "Pad " + changes + ": " + number("%.2f", static_cast<double>(p.total / padding.prediction.total)) +
         " times as fast (" + three_digits(microseconds(padding.prediction.total)) + " us).\n";
}

/// What runs: time, bound, work, intensity, tiles, kernels.
[[nodiscard]] std::string facts_text(const Gemm& g, const GemmPrediction& p, const json::Card& card) {
  const Device& device = card.device();
  const WorkRate roof = peak(device, g.format);
  std::string text = "C[" + std::to_string(g.m) + " x " + std::to_string(g.n) +
                     "] = A B with k = " + std::to_string(g.k) +
                     (g.batch > 1 ? ", " + std::to_string(g.batch) + " products" : "") + ", " +
                     std::string(name(g.format)) + ' ' + layout_word(g.layout) + ", on " + device.name + "\n\n";
  text += "time        " + three_digits(microseconds(p.total)) + " us (90 % of measurements between " +
          three_digits(microseconds(p.low)) + " and " + three_digits(microseconds(p.high)) + " us)\n";
  text += "bound by    " + std::string(name(p.bound)) +
          (p.validated ? "" : " (outside the range of shapes that was ever measured)") + "\n";
  text += "work        " + plan::text(p.work) + ", " + three_digits(in(p.work / p.total, tera * flop / second)) +
          " TFLOPS, " + number("%.0f", 100.0 * static_cast<double>(p.work / p.total / roof)) +
          " % of the card's peak\n";
  text += "intensity   " + number("%.1f", in(intensity(g), flop / byte)) + " FLOP/B at best, " +
          number("%.1f", in(p.intensity(), flop / byte)) + " with the traffic of these tiles; ridge point " +
          number("%.1f", in(roof / device.dram_bandwidth, flop / byte)) + "\n";
  if (p.tile_m > 0)
    text += "tiles       " + grouped(p.tiles) + " of " + std::to_string(p.tile_m) + " x " + std::to_string(p.tile_n) +
            (p.split_k > 1 ? ", K split in " + std::to_string(p.split_k) : "") + ", " + grouped(p.waves) +
            (p.waves == 1 ? " wave of " : " waves of ") + std::to_string(p.blocks_per_sm) + " per SM\n";
  text += "kernels     " + std::string(name(p.family)) +
          (p.stands_in ? " in place of " + std::string(name(g.format)) + "'s own" : "") + ", aligned to " +
          std::string(name(p.alignment)) + ", at " + number("%.0f", in(p.clock, mega * cycle / second)) + " MHz\n";
  text += wrapped("constants   " + constants_text(card, p.evidence)) + '\n';
  return text;
}

/// @param best   the fastest tile, or the library's own where a tile was asked for (`forced`)
/// @param older  the time under the last cuBLAS that runs another family of kernels, where nobody asked for a version
[[nodiscard]] std::string explain(const Gemm& g, const GemmPrediction& p, const GemmPrediction& best,
                                  const std::optional<Padding>& padding, const std::optional<Time>& older,
                                  const json::Card& card, bool forced) {
  std::string text = facts_text(g, p, card);
  Table parts({{"part", Align::left}, {"us"}, {"of the time"}});
  add_part(parts, "math", p.math, p);
  add_part(parts, "device memory", p.dram, p);
  add_part(parts, "L2", p.l2, p);
  add_part(parts, "latency", p.latency, p);
  add_part(parts, "launch", p.launch, p);
  text += parts.text();
  if (forced)
    text += "\nThe tile is asked for; the library is expected to choose " + std::to_string(best.tile_m) + " x " +
            std::to_string(best.tile_n) + ": " + three_digits(microseconds(best.total)) + " us.\n";
  else if (best.total < 0.98 * p.total)
    text += "\nAnother tile (" + std::to_string(best.tile_m) + " x " + std::to_string(best.tile_n) + ") would take " +
            three_digits(microseconds(best.total)) + " us: what the library is expected to choose is not the best.\n";
  if (padding) text += '\n' + padding_text(g, p, *padding);
  if (older)
    text += "\ncuBLAS " + std::string(without_nvjet.version) + " (" + std::string(without_nvjet.frameworks) +
            ") takes " + three_digits(microseconds(*older)) + " us: " + without_nvjet.option() + ".\n";
  if (!fits(g, card.device()))
    text += '\n' + wrapped("Too large: " + too_large_text(g, card.device()) +
                           ". The product cannot run there. The time is that of a larger memory.");
  return text;
}

/// null where padding gains nothing.
[[nodiscard]] ordered_json as_json(const std::optional<Padding>& padding) {
  if (!padding) return nullptr;
  const Gemm& g = padding->product;
  return {{"m", g.m}, {"n", g.n}, {"k", g.k}, {"predicted_us", microseconds(padding->prediction.total)}};
}

[[nodiscard]] ordered_json as_json(const Gemm& g, const GemmPrediction& p, const std::optional<Padding>& padding,
                                   const json::Card& card) {
  return {{"device", card.device().name},
          {"dtype", name(g.format)},
          {"layout", layout_word(g.layout)},
          {"batch", g.batch},
          {"m", g.m},
          {"n", g.n},
          {"k", g.k},
          {"predicted_us", microseconds(p.total)},
          {"low_us", microseconds(p.low)},
          {"high_us", microseconds(p.high)},
          {"bound", name(p.bound)},
          {"validated", p.validated},
          {"fits", fits(g, card.device())},
          {"work_flop", in(p.work, flop)},
          {"traffic_bytes", in(p.traffic, byte)},
          {"compulsory_bytes", in(traffic(g), byte)},
          {"intensity", in(intensity(g), flop / byte)},
          {"parts_us",
           {{"math", microseconds(p.math)},
            {"dram", microseconds(p.dram)},
            {"l2", microseconds(p.l2)},
            {"latency", microseconds(p.latency)},
            {"launch", microseconds(p.launch)}}},
          {"tile_m", p.tile_m},
          {"tile_n", p.tile_n},
          {"split_k", p.split_k},
          {"tiles", p.tiles},
          {"waves", p.waves},
          {"blocks_per_sm", p.blocks_per_sm},
          {"kernel_family", name(p.family)},
          {"stands_in", p.stands_in},
          {"alignment", name(p.alignment)},
          {"clock_mhz", in(p.clock, mega * cycle / second)},
          {"padding", as_json(padding)},
          {"constants", constants_text(card, p.evidence)}};
}

/// Rows, columns and length of the sums, from three words or from one like 4096x4096x1024.
[[nodiscard]] std::array<std::int64_t, 3> sizes_from(std::vector<std::string> words) {
  if (words.size() == 1) {
    const std::string text = words.front();
    words.clear();
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find_first_of("xX", begin), text.size());
      words.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (words.size() == 1) throw bad_input("gemm", "1 size", "must be three: M N K, or MxNxK");
  }
  if (words.size() != 3)
    throw bad_input("gemm", std::to_string(words.size()) + " sizes", "must be three: M N K, or MxNxK");
  return {whole_number(words[0], "M", 1, any_size), whole_number(words[1], "N", 1, any_size),
          whole_number(words[2], "K", 1, any_size)};
}

/// @throws Error for a format that the card does not multiply, with those that it does
[[nodiscard]] NumberFormat dtype_from(const std::string& word, const Device& device) {
  const NumberFormat format = measured_format_from(word, "--dtype");
  if (peak(device, format) > WorkRate{}) return format;
  std::string known;
  for (const NumberFormat other : all_number_formats)
    if (peak(device, other) > WorkRate{}) known += (known.empty() ? "" : ", ") + std::string(name(other));
  throw bad_input("--dtype", std::string(name(format)), "must be one that " + device.name + " multiplies: " + known);
}

/// "256x128": rows and columns of C that a thread block computes.
[[nodiscard]] std::array<std::int64_t, 2> tile_from(const std::string& text) {
  const std::size_t x = text.find_first_of("xX");
  if (x == std::string::npos) throw bad_input("--tile", in_quotes(text), "must be ROWSxCOLUMNS, as in 256x128");
  return {to_integer(text.substr(0, x), "--tile", 1, 65536), to_integer(text.substr(x + 1), "--tile", 1, 65536)};
}

/// The product with a tile of the user's choice, of the kernels that run it otherwise.
/// @throws Error naming the tiles that these kernels have
[[nodiscard]] GemmPrediction predict_tile(const Gemm& g, KernelModel model, const json::Card& card, Load load,
                                          const GemmPrediction& free, const std::string& text) {
  const auto [rows, columns] = tile_from(text);
  if (free.tile_m == 0) throw bad_input("--tile", in_quotes(text), "must be absent: this product runs without tiles");
  GemmTable table = gemm_table();
  std::string known;
  bool found = false;
  for (GemmConstants& c : table.families) {
    const auto count = static_cast<std::size_t>(plain_tile_count(c));  // not those that add a bias
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {  // the library's columns are rows of C
      const GemmTile tile = c.tiles[i];
      if (tile.n == rows && tile.m == columns) c.tiles[kept++] = tile;
      const std::string word = std::to_string(tile.n) + "x" + std::to_string(tile.m);
      if (c.family == free.family && (known + ',').find(' ' + word + ',') == std::string::npos)
        known += (known.empty() ? " " : ", ") + word;
    }
    if (c.family == free.family) found = kept > 0;
    if (kept > 0) c.tile_count = static_cast<int>(kept), c.bias_tiles = 0;
  }
  if (!found)
    throw bad_input("--tile", in_quotes(text), "must be one of " + std::string(name(free.family)) + "'s:" + known);
  model.gemm = make_gemm_models(card.device(), load, model.gemm.library, table, {});
  apply(card.correction(), model);
  GemmPrediction out = predict_best(g, model.gemm.models[static_cast<std::size_t>(free.family)]);
  out.stands_in = free.stands_in;
  return out;
}

void run(const Options& o) {
  o.chart.check(o.output);
  const auto [m, n, k] = sizes_from(o.shape);
  const json::Card card = load_card(o.device);
  const Gemm g = make_gemm(dtype_from(o.format, card.device()), layout_from(o.layout, "--layout"), o.batch, m, n, k,
                           operands_from(o.operands, "--operands"), "gemm");
  const KernelModel model =
      kernel_model(card.device(), o.runs_in.software(), load_from(o.load, "--load"), card.correction());
  const GemmModels& models = model.gemm;
  const GemmPrediction free = predict(g, models);
  const bool forced = !o.tile.empty();
  const GemmPrediction p = forced ? predict_tile(g, model, card, load_from(o.load, "--load"), free, o.tile) : free;
  const Charts charts = [&] { return std::vector<Chart>{waves_chart(g, card.device().name, wave_points(g, models))}; };
  o.chart.draw("A product on " + card.device().name, charts);
  if (o.chart.answers(o.output, charts)) return;
  const std::optional<Padding> padding = forced ? std::nullopt : best_padding(g, models);
  if (o.output.json) return o.output.write(as_json(g, p, padding, card));
  std::optional<Time> older;
  if (!forced && !o.runs_in.library && !o.runs_in.version && differs_before_nvjet(g, card.device()))
    older = predict(g, kernel_model(card.device(), with_cublas(model.software, before_nvjet),
                                    load_from(o.load, "--load"), card.correction())
                           .gemm)
                .total;
  o.output.write(explain(g, p, forced ? free : predict_best(g, models), padding, older, card, forced));
}

}  // namespace
}  // namespace gemm_command

void add_gemm(CLI::App& app) {
  using namespace gemm_command;
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("gemm", "one matrix product explained: time, parts, tiles, what limits it");
  command->add_option("SHAPE", o->shape, "M N K or MxNxK: rows and columns of the product, length of the sums")
      ->required()
      ->expected(-1)
      ->type_name("N");
  add_device_option(*command, o->device)->required();
  command->add_option("-t,--dtype", o->format, "bf16, fp16, tf32, fp32, fp64, fp8, fp4, int8, int4, int1")
      ->capture_default_str();
  command
      ->add_option("-l,--layout", o->layout,
                   "row-major: N as stored, T transposed; NT is a linear layer's forward pass")
      ->capture_default_str();
  add_integer(*command, "-b,--batch", o->batch, "independent products (default 1)");
  command
      ->add_option("--tile", o->tile,
                   "rows x columns of C that a thread block computes, instead of the library's choice")
      ->type_name("MxN");
  command->add_option("--operands", o->operands, operands_help)->capture_default_str();
  command->add_option("--load", o->load, "isolated: a short burst; sustained: the card has been busy for seconds")
      ->capture_default_str();
  o->runs_in.add_versions_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan gemm 8192x128x8192 --device V100-SXM2-16GB\n"
      "  perfmodel-plan gemm 4096 4096 4096 -d H100-SXM5-80GB -t bf16 --layout NN --json\n"
      "  perfmodel-plan gemm 4096 4096 4096 -d A100-SXM4-80GB --tile 256x128");
  command->callback([o] { run(*o); });
}

}  // namespace plan
