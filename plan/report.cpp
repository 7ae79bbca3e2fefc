/// perfmodel-plan report: everything about a network and the cards it may run on, on one page.
#include <algorithm>
#include <memory>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/network/spec.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <set>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "progress.hpp"
#include "recommend.hpp"
#include "report/charts.hpp"
#include "report/option_charts.hpp"
#include "report/page.hpp"
#include "timeline.hpp"
#include "validate.hpp"

namespace plan {
namespace report_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

/// Cards whose rooflines, throughput and scaling are drawn: the best of the answer.
inline constexpr std::size_t most_cards = 3, most_cards_in_map = 8;
inline constexpr std::int64_t most_batch = 16384;
/// Widths of fully connected networks: low, medium and high utilization (Mei et al., Figure 4), and those of Figure 3.
inline constexpr std::array<std::int64_t, 3> three_widths{64, 512, 4096};
inline constexpr std::array<std::int64_t, 8> all_widths{64, 128, 256, 512, 1024, 2048, 4096, 8192};

struct ReportOptions {
  RecommendOptions question{};
  std::string measured{}, file = "report.html";
};

/// The answer, and the step that is recommended.
struct Report {
  Plan plan{};
  std::vector<Option> options{};
  ordered_json answer{};
  const Option* best{};
  Recipe recipe{};
  const CardModel* card{};
  StepDetail detail{};
};

[[nodiscard]] Report solve_report(const ReportOptions& o) {
  Report r{.plan = solve(o.question)};
  if (r.plan.answer.options.empty()) refuse(r.plan);
  r.options = chosen(r.plan, false);
  r.answer = answer_json(r.plan, r.options);
  r.best = &r.options.front();
  r.recipe = r.plan.recipe_of(r.best->candidate);
  r.card = &r.plan.card_of(r.best->candidate);
  r.detail = step_detail(r.plan.network, r.recipe, *r.card);
  return r;
}

[[nodiscard]] std::span<const Option> first_of(const Report& r, std::size_t count) {
  return std::span(r.options).first(std::min(count, r.options.size()));
}

/// One cell of a grid. A batch norm that cannot be trained with so few samples counts as not fitting.
[[nodiscard]] GridPoint grid_point(const Network& network, Recipe recipe, const CardModel& card, std::int64_t batch,
                                   const std::string& series) {
  GridPoint point{.card = card.device.name, .series = series, .batch = batch, .fits = false};
  recipe.batch = batch;
  if (batch < least_batch_of(network, recipe.mode)) return point;
  const StepEstimate e = estimate(network, recipe, card);
  if (!e.fits) return point;
  const std::int64_t samples = batch * recipe.accumulation;
  point.fits = true;
  point.samples_per_second = static_cast<double>(samples) / in(e.step, second);
  point.utilization = flop_utilization(model_work(network, recipe.mode, samples), e.step, card.device,
                                       policy(recipe.precision).compute);
  point.bound = name(e.bound);
  return point;
}

/// Batches of a line: doubling, up to the first that does not fit, which is the line's last point.
[[nodiscard]] std::vector<GridPoint> line_of(const Network& network, const Recipe& recipe, const CardModel& card,
                                             const std::string& series, std::int64_t first) {
  std::vector<GridPoint> points;
  const std::int64_t fixed = network.recording != nullptr ? recipe.batch : 0;
  for (std::int64_t batch = fixed > 0 ? fixed : first; batch <= most_batch; batch *= 2) {
    points.push_back(grid_point(network, recipe, card, batch, series));
    if (fixed > 0 || (!points.back().fits && batch >= least_batch_of(network, recipe.mode))) break;
  }
  return points;
}

/// The fully connected network of the question with another width, where it is one.
[[nodiscard]] std::optional<Network> with_width(const ReportOptions& o, std::int64_t width) {
  const std::string text = o.question.network.spelled();
  if (!text.starts_with("fcnn:") || text.find("widths") != std::string::npos) return std::nullopt;
  const NetworkSpec spec = network_spec_from(text);
  std::string changed = "fcnn:hidden=" + std::to_string(width);
  for (const auto& [key, value] : spec.options)
    if (key != "hidden") changed += ',' + key + '=' + value;
  return load_network(changed);
}

void add(std::vector<GridPoint>& all, const std::vector<GridPoint>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

[[nodiscard]] PageSection batch_section(const ReportOptions& o, const Report& r) {
  PageSection section{.id = "batch", .title = "Batch size"};
  std::vector<GridPoint> lines, cells;
  const bool widths = with_width(o, three_widths.front()).has_value();
  for (const Option& option : first_of(r, most_cards)) {
    const CardModel& card = r.plan.card_of(option.candidate);
    const Recipe recipe = r.plan.recipe_of(option.candidate);
    if (!widths) add(lines, line_of(r.plan.network, recipe, card, std::string(name(recipe.precision)), 1));
    for (const std::int64_t width : three_widths)
      if (widths) add(lines, line_of(*with_width(o, width), recipe, card, std::to_string(width) + " nodes", 1));
  }
  constexpr std::int64_t first_cell = 64;
  if (widths)
    for (const std::int64_t width : all_widths)
      add(cells, line_of(*with_width(o, width), r.recipe, *r.card, std::to_string(width), first_cell));
  else
    for (const Option& option : first_of(r, most_cards_in_map)) {
      const CardModel& card = r.plan.card_of(option.candidate);
      add(cells, line_of(r.plan.network, r.plan.recipe_of(option.candidate), card, card.device.name, 1));
    }
  section.charts = {throughput_chart(lines, widths ? "width" : "precision"),
                    utilization_map(cells, widths ? "nodes of a layer" : "card")};
  if (widths)
    section.paragraphs.push_back("The network of the question with other widths; the map is for " +
                                 r.card->device.name + " in " + std::string(name(r.recipe.precision)) + ".");
  return section;
}

[[nodiscard]] PageSection cards_section(const Report& r) {
  PageSection section{.id = "cards", .title = "Cards"};
  std::vector<CardUtilization> peaks;
  std::vector<Device> devices;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < r.options.size(); ++i) {
    const Option& option = r.options[i];
    const CardModel& card = r.plan.card_of(option.candidate);
    const Recipe recipe = r.plan.recipe_of(option.candidate);
    if (!seen.insert(card.device.name).second) continue;
    devices.push_back(card.device);
    const NumberFormat asked = policy(recipe.precision).compute;
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16}) {
      peaks.push_back({.device = &card.device, .format = format});
      if (format == asked) peaks.back().utilization = r.answer.at("options")[i].at("flop_utilization").get<double>();
    }
    if (seen.size() > most_cards) continue;
    const NetworkShapes shapes = shapes_of(r.plan.network, recipe.batch);
    const StepTime step = i == 0 ? r.detail.step : time_of_step(r.plan.network, recipe, card);
    section.charts.push_back(roofline_chart(card.device, layer_points(r.plan.network, shapes, step)));
  }
  section.charts.push_back(peaks_chart(peaks));
  section.charts.push_back(ridge_points_chart(devices));
  return section;
}

[[nodiscard]] PageSection memory_section(const ReportOptions& o, const Report& r) {
  const Footprint f = memory_of_step(r.plan.network, r.recipe, r.card->software(), r.card->device, {.timeline = true});
  PageSection section{.id = "memory", .title = "Memory"};
  section.paragraphs.push_back(text(static_cast<double>(f.peak_reserved) * byte) + " reserved of " +
                               text(static_cast<double>(f.limit) * byte) + " on " + r.card->device.name +
                               ". What would make a larger step fit: `perfmodel-plan memory " +
                               o.question.network.spelled() + " --what-if`.");
  section.charts = {memory_parts_chart(f), memory_time_chart(r.plan.network, f)};
  return section;
}

/// The product that takes most of a step.
[[nodiscard]] std::optional<Gemm> longest_product(const TimelineAnswer& timeline, const KernelModel& kernels) {
  std::optional<Gemm> longest;
  Time most{};
  for (const TraceEvent& event : timeline.trace.step) {
    const auto* e = std::get_if<Execute>(&event.what);
    const Gemm* g = e == nullptr ? nullptr : std::get_if<Gemm>(&timeline.trace.operations[e->operation]);
    if (g == nullptr) continue;
    const Time time = predict(*g, kernels.gemm).total;
    if (!longest || time > most) longest = *g, most = time;
  }
  return longest;
}

[[nodiscard]] PageSection step_section(const Report& r) {
  PageSection section{.id = "step", .title = "One step"};
  section.paragraphs.push_back(text(r.detail.step.total) + " a step, bound by " +
                               std::string(name(r.detail.step.bound)) + ": device " + text(r.detail.step.device) +
                               " in " + grouped(r.detail.step.launches) + " kernels, host " + text(r.detail.step.host) +
                               ".");
  const NetworkShapes shapes = shapes_of(r.plan.network, r.recipe.batch);
  section.charts.push_back(layers_chart(layer_points(r.plan.network, shapes, r.detail.step)));
  const TimelineQuestion question{
      .network = r.plan.network, .recipe = r.recipe, .card = *r.card, .gpus = r.best->candidate.gpus};
  const TimelineAnswer timeline = step_timeline(question);
  section.charts.push_back(timeline_chart(question, timeline));
  if (const auto product = longest_product(timeline, r.card->steps.kernels))
    section.charts.push_back(
        waves_chart(*product, r.card->device.name, wave_points(*product, r.card->steps.kernels.gemm)));
  return section;
}

[[nodiscard]] Chart scaling_of(const Report& r) {
  const std::vector<std::int64_t> counts{1, 2, 4, 8};
  std::vector<ScalingPoint> points;
  for (const Option& option : first_of(r, most_cards)) {
    const CardModel& card = r.plan.card_of(option.candidate);
    const HostSystem& system = r.plan.systems[option.candidate.device];
    ParallelSteps steps(r.plan.network, system, card);
    for (const std::int64_t gpus : counts) {
      if (gpus > system.gpus) break;  // within one host
      const ParallelEstimate e = steps(r.plan.recipe_of(option.candidate), {.dp = gpus});
      if (e.step.fits) points.push_back({card.device.name, gpus, e.samples_per_second});
    }
  }
  return scaling_chart(points);
}

[[nodiscard]] PageSection answer_section(const Report& r) {
  PageSection section{.id = "options", .title = "Options", .tables = {option_table(r.answer)}};
  section.charts = option_charts(r.answer);
  section.charts.push_back(scaling_of(r));
  return section;
}

[[nodiscard]] PageSection measured_section(const ReportOptions& o, const Report& r) {
  const std::string text = json::read_file(o.measured, {});
  const bool says_card = parse_csv(text, o.measured).find("gpu").has_value();
  // rows that do not say their card are of the one that the page is about
  const std::string card = says_card || r.plan.found.size() != 1 ? "" : o.question.devices.front();
  const Validations found = validated_rows(text, o.measured, {.device = card});
  return {.id = "measured", .title = "Measured", .charts = {validation_chart(intervals_of(found))}};
}

void run(const ReportOptions& o) {
  if (!o.file.ends_with(".html")) throw bad_input("--output", in_quotes(o.file), "must end in .html");
  const Report r = solve_report(o);
  const std::size_t parts = o.measured.empty() ? 5 : 6;
  Progress progress(parts);
  Page page{.title = network_text(r.plan.network) + ": which GPU?", .summary = r.answer.at("recommendation")};
  const auto add_section = [&](PageSection section) {
    page.sections.push_back(std::move(section));
    progress.step();
  };
  add_section(answer_section(r));
  add_section(cards_section(r));
  add_section(batch_section(o, r));
  add_section(memory_section(o, r));
  add_section(step_section(r));
  if (!o.measured.empty()) add_section(measured_section(o, r));
  json::write_file(o.file, html_of(page));
  if (!draws_charts()) std::cerr << "perfmodel-plan: warning: charts are left out: " << why_no_charts() << '\n';
  std::cout << page.summary << '\n' << o.file << '\n';
}

}  // namespace
}  // namespace report_command

void add_report(CLI::App& app) {
  using namespace report_command;
  auto o = std::make_shared<ReportOptions>();
  RecommendOptions& q = o->question;
  CLI::App* command =
      app.add_subcommand("report", "one HTML page with charts: options, cards, batches, memory, a step");
  q.network.add_to(*command);
  CLI::Option* devices = command->add_option("-d,--device", q.devices, "cards to choose from, comma-separated, or all")
                             ->type_name("NAMES")
                             ->capture_default_str();
  command->add_option("-b,--batch", q.batches, "samples per step to try: 64,128 or 64..4096 (doubling)")
      ->type_name("N,...")
      ->capture_default_str();
  command->add_option("-p,--precision", q.precisions, "of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16")
      ->type_name("WORDS")
      ->capture_default_str();
  command->add_option("--by", q.goal, "rank by samples (per second), time, energy or cost")->capture_default_str();
  command->add_option("--price", q.prices, "per hour and GPU: PRICE, or NAME=PRICE,...; without --device: those cards")
      ->type_name("PRICES");
  add_integer(*command, "--max-gpus", q.max_gpus, "try 1, 2, 4, ... GPUs, data parallel (default 1)", 1, 1024);
  command->add_flag("--as-is", q.as_is, "run steps as typed, as in recommend");
  command->add_option("--measured", o->measured, "measured times beside predicted ones, as validate reads them")
      ->type_name("FILE.csv");
  command->add_option("-o,--output", o->file, "the page")->type_name("FILE.html")->capture_default_str();
  q.recipe.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan report resnet50 -d H100,A100-SXM4-80GB,L40S -o report.html\n"
      "  perfmodel-plan report fcnn:layers=8,hidden=4096,inputs=4000,outputs=600 -d A100*,T4 -b 64..16384");
  command->callback([o, command, devices] {
    o->question.devices_typed = devices->count() > 0;
    o->question.framework_typed = command->count("--framework") > 0;
    o->question.memory_format_typed = command->count("--memory-format") > 0;
    run(*o);
  });
}

}  // namespace plan
