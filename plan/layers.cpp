/// perfmodel-plan layers: what each layer of a network costs in one step.
#include <memory>
#include <perfmodel/network/counting.hpp>

#include "cards.hpp"
#include "chart_options.hpp"
#include "command.hpp"
#include "folded_layers.hpp"
#include "format.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "recipes.hpp"
#include "report/charts.hpp"
#include "step_options.hpp"
#include "table.hpp"
#include "timeline.hpp"

namespace plan {
namespace layers_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  NetworkOptions network{};
  std::string device{}, precision = "fp32", by = "layer", timeline{};
  std::int64_t batch = 64, gpus = 1;
  bool all = false;
  RecipeOptions recipe{};
  InputOptions input{};
  ChartOptions chart{};
  Output output{};
};

/// Everything the table says.
struct Answer {
  Network network{};
  NetworkShapes shapes{};
  Recipe recipe{};
  Software software{};
  json::Card card{};
  CardModel model{};   ///< of `card`
  std::string host{};  ///< which host's times, if not simply default_host()'s
  Evidence known{};
  StepTime step{};
  LayerCosts costs{};
  bool fits{};
  std::int64_t needed{}, room{};  ///< bytes that the step reserves, and that the card has for it
};

[[nodiscard]] Answer solve(const Options& o) {
  Answer a{.network = o.network.load(o.recipe.recipe().mode)};
  a.recipe = o.recipe.recipe_for(a.network, o.precision);
  a.software = o.recipe.software();
  set_batch(a.recipe, a.network, o.batch);
  a.card = load_card(o.device);
  check_precision(a.card.device(), a.recipe.precision);
  o.network.check_weights(a.card.device());
  a.shapes = shapes_of(a.network, a.recipe.batch);
  a.model = card_model(a.card, a.software, load_from(o.recipe.load, "--load"), o.recipe.host);
  const CardModel& card = a.model;
  a.host = host_text(a.card, card.software().framework, o.recipe.host);
  a.known = evidence(card, policy(a.recipe.precision).compute);
  StepDetail detail = step_detail(a.network, a.recipe, card);
  a.step = with_input(std::move(detail.step), a.recipe.batch * a.recipe.accumulation, o.input.pipeline());
  a.costs = std::move(detail.costs);
  const Footprint memory = memory_of_step(a.network, a.recipe, card.software(), a.card.device(), {});
  a.fits = memory.fits, a.needed = memory.peak_reserved, a.room = memory.limit;
  return a;
}

/// What the optimizer costs, whose kernels belong to all layers together.
struct OptimizerCosts {
  Time time{};
  Work work{};
  Bytes traffic{};
};
[[nodiscard]] OptimizerCosts optimizer_costs(const StepTime& step) {
  OptimizerCosts sum;
  for (const LayerTime& l : step.layers) {
    sum.time += l.optimizer;
    sum.work += l.optimizer_work;
    sum.traffic += l.optimizer_traffic;
  }
  return sum;
}

[[nodiscard]] std::string intensity_text(Work work, Bytes traffic) {
  return traffic > Bytes{} ? number("%.1f", in(work / traffic, flop / byte)) : "-";
}

[[nodiscard]] Bound bound_of(const LayerTime& l) {
  const auto longest = std::max_element(l.by_bound.begin(), l.by_bound.end());
  return static_cast<Bound>(longest - l.by_bound.begin());
}

[[nodiscard]] std::string shape_of(const Answer& a, std::size_t layer) {
  if (layer >= a.network.layers.size()) return "";
  std::string words;
  const Shape& shape = a.shapes.outputs[layer];
  for (std::size_t i = 0; i < shape.rank; ++i) words += (i == 0 ? "" : "x") + std::to_string(shape[i]);
  return words;
}

[[nodiscard]] std::string name_of(const Answer& a, std::size_t layer) {
  return layer < a.network.layers.size() ? a.network.layers[layer].name : "loss";
}

[[nodiscard]] double share(Time part, Time whole) {
  return whole > Time{} ? 100.0 * static_cast<double>(part / whole) : 0.0;
}

/// Samples, and tokens of text, of one step.
[[nodiscard]] std::int64_t samples_of(const Answer& a) { return a.recipe.batch * a.recipe.accumulation; }
[[nodiscard]] double per_second(const Answer& a, double things) { return things / in(a.step.total, second); }

/// Of the step's time and the card's peak.
[[nodiscard]] double flop_utilization_of(const Answer& a) {
  return flop_utilization(model_work(a.network, a.recipe.mode, samples_of(a)), a.step.total, a.card.device(),
                          policy(a.recipe.precision).compute);
}

/// "20.1 k samples/s, 20.6 M tokens/s; GPU utilization 99 %, FLOP utilization 41 % of 156 TFLOPS (tf32)"
[[nodiscard]] std::string throughput_text(const Answer& a) {
  const auto tokens = tokens_per_sample(a.network);
  const NumberFormat format = policy(a.recipe.precision).compute;
  const double samples = static_cast<double>(samples_of(a));
  return rate_text(per_second(a, samples), "samples/s") +
         (tokens ? ", " + rate_text(per_second(a, samples * static_cast<double>(*tokens)), "tokens/s") : "") +
         "; GPU utilization " + number("%.0f", 100.0 * a.step.gpu_utilization()) + " %, FLOP utilization (MFU) " +
         number("%.1f", 100.0 * flop_utilization_of(a)) + " % of " +
         three_digits(in(peak(a.card.device(), format), tera * flop / second)) + " TFLOPS in " +
         std::string(name(format));
}

[[nodiscard]] std::string summary(const Answer& a) {
  std::string text = wrapped("one step " + plan::text(a.step.total) + ", bound by " + std::string(name(a.step.bound)) +
                             ": device " + plan::text(a.step.device) + " in " + grouped(a.step.launches) +
                             " kernels, host " + plan::text(a.step.host)) +
                     wrapped(throughput_text(a));
  if (flop_utilization_of(a) > 1.0)
    text += wrapped("MFU counts three forward passes; the gradient of the network's own input is never computed.");
  if (a.step.traffic > Bytes{})
    text += wrapped("device memory: " + three_digits(in(a.step.traffic, mega * byte)) + " MB for " +
                    plan::text(a.step.work) + ", " + number("%.1f", in(a.step.work / a.step.traffic, flop / byte)) +
                    " FLOP/B");
  if (a.step.bound == Bound::host)
    text += wrapped("The kernels above add up to less than the step takes: the host cannot launch them fast enough.");
  text += wrapped("90 % of measurements in " + range_text(a.step.low, a.step.high) +
                  "; constants: " + constants_text(a.card, a.known));
  if (!a.fits)
    text += wrapped("It does not fit: the step reserves " + plan::text(static_cast<double>(a.needed) * byte) + ", " +
                    a.card.device().name + " has " + plan::text(static_cast<double>(a.room) * byte) +
                    " for it. The times are those of a larger memory.");
  if (a.step.bound == Bound::host)
    return text + wrapped("host: " + host_or_default(a.host, a.software.framework) + "; " +
                          host_share_text(a.step.host_of_interval));
  return text + (a.host.empty() ? "" : wrapped("host: " + a.host));
}

[[nodiscard]] std::string microseconds(Time t) {
  return t > Time{} ? three_digits(in(t, micro * second)) : std::string("-");
}

[[nodiscard]] std::string layer_text(const Answer& a, bool all) {
  Table table({{.title = "layer", .align = Align::left, .keep_end = true},
               {.title = "output", .align = Align::left},
               {"GFLOP"},
               {"MB"},
               {"FLOP/B"},
               {"bound", Align::left},
               {"tile"},
               {.title = "waves", .spare = 1},
               {"fwd us"},
               {"bwd us"},
               {"share"}});
  std::vector<LayerRow> rows = layer_rows(a.network, a.shapes, all);
  const bool folded = rows.size() < a.network.layers.size();
  rows.push_back({.name = "loss", .layers = {a.network.layers.size()}});
  for (const LayerRow& row : rows) {
    const LayerTime l = sum_of(a.step, row.layers);
    const std::size_t first = row.layers.front();
    const Time time = l.forward + l.backward;
    if (!(time > Time{}) && first == a.network.layers.size()) continue;
    const auto* product =
        first < a.costs.products.size() && a.costs.products[first] ? &*a.costs.products[first] : nullptr;
    const bool tiled = product != nullptr && product->tile_m > 0;
    table.add({row.name, shape_of(a, first), three_digits(in(l.work, giga * flop)),
               three_digits(in(l.traffic, mega * byte)), intensity_text(l.work, l.traffic),
               time > Time{} ? std::string(name(bound_of(l))) : "-",
               tiled ? std::to_string(product->tile_m) + "x" + std::to_string(product->tile_n) : "-",
               tiled ? std::to_string(product->waves) : "-", microseconds(l.forward), microseconds(l.backward),
               number("%.1f %%", share(time, a.step.device))});
  }
  const OptimizerCosts o = optimizer_costs(a.step);
  if (o.time > Time{})
    table.add({"optimizer", "", three_digits(in(o.work, giga * flop)), three_digits(in(o.traffic, mega * byte)),
               intensity_text(o.work, o.traffic), "", "", "", microseconds(o.time), "",
               number("%.1f %%", share(o.time, a.step.device))});
  return table.text() + (folded ? wrapped("N x: the layers of N equal blocks together; --all shows each.") : "");
}

[[nodiscard]] std::string class_text(const Answer& a) {
  Table table({{"operator class", Align::left}, {"kernels"}, {"GFLOP"}, {"% of FLOP"}, {"ms"}, {"% of time"}});
  for (std::size_t c = 0; c < operator_class_count; ++c) {
    const ClassCosts& sum = a.costs.classes[c];
    if (sum.kernels == 0) continue;
    table.add({std::string(name(static_cast<OperatorClass>(c))), grouped(sum.kernels),
               three_digits(in(sum.work, giga * flop)),
               number("%.2f", 100.0 * static_cast<double>(sum.work / a.costs.all.work)),
               three_digits(in(sum.time, milli * second)), number("%.1f", share(sum.time, a.costs.all.time))});
  }
  return table.text();
}

/// What one forward pass of one sample counts, exactly and in a convention that others print.
[[nodiscard]] std::string convention_text(const Network& network) {
  Table table({{"convention", Align::left}, {"FLOP"}, {"bytes"}, {"FLOP/B"}});
  for (const ForwardCount& c : forward_counts(network))
    if (c.operations > 0.0)  // a recording has no layers that a convention could count
      table.add({std::string(c.convention), number("%.0f", c.operations), number("%.0f", c.memory),
                 number("%.2f", c.intensity())});
  return "One forward pass of one sample in FP32:\n" + table.text() +
         wrapped(
             "exact: two operations a multiply-accumulate; inputs, outputs and parameters of every layer once each. "
             "Verma 2022 "
             "(ImageNet Analysis using Roofline Model): pytorch-estimate-flops, and numbers of convolutions counted by "
             "depth.");
}

[[nodiscard]] double us(Time t) { return in(t, micro * second); }

[[nodiscard]] ordered_json step_json(const Answer& a) {
  ordered_json answer{{"network", a.network.name},
                      {"device", a.card.device().name},
                      {"batch", a.recipe.batch},
                      {"precision", name(a.recipe.precision)},
                      {"parameters", parameters_of(a.network)}};
  add_setting(answer, a.recipe, a.software);
  if (const auto tokens = tokens_per_sample(a.network)) answer["tokens_per_sample"] = *tokens;
  answer.update(ordered_json{{"step_us", us(a.step.total)},
                             {"low_us", us(a.step.low)},
                             {"high_us", us(a.step.high)},
                             {"host_of_interval", a.step.host_of_interval},
                             {"device_us", us(a.step.device)},
                             {"busy_us", us(a.step.busy)},
                             {"host_us", us(a.step.host)},
                             {"work_flop", in(a.step.work, flop)},
                             {"traffic_bytes", in(a.step.traffic, byte)},
                             {"bound", name(a.step.bound)},
                             {"kernels", a.step.launches},
                             {"samples_per_s", per_second(a, static_cast<double>(samples_of(a)))},
                             {"gpu_utilization", a.step.gpu_utilization()},
                             {"flop_utilization", flop_utilization_of(a)},
                             {"fits", a.fits},
                             {"constants", constants_text(a.card, a.known)},
                             {"host", host_or_default(a.host, a.software.framework)}});
  return answer;
}

[[nodiscard]] ordered_json layer_json(const Answer& a, std::size_t i) {
  const LayerTime& l = a.step.layers[i];
  ordered_json line{{"layer", name_of(a, i)},
                    {"output", shape_of(a, i)},
                    {"work_flop", in(l.work, flop)},
                    {"traffic_bytes", in(l.traffic, byte)},
                    {"bound", name(bound_of(l))},
                    {"forward_us", us(l.forward)},
                    {"backward_us", us(l.backward)},
                    {"host_us", us(l.host)},
                    {"share", share(l.forward + l.backward, a.step.device) / 100.0}};
  if (i < a.costs.products.size() && a.costs.products[i]) {
    const GemmPrediction& p = *a.costs.products[i];
    line["tile"] = {p.tile_m, p.tile_n};
    line["waves"] = p.waves;
  }
  return line;
}

[[nodiscard]] ordered_json as_json(const Answer& a) {
  ordered_json answer = step_json(a);
  for (std::size_t i = 0; i < a.step.layers.size(); ++i) answer["layers"].push_back(layer_json(a, i));
  if (const OptimizerCosts o = optimizer_costs(a.step); o.time > Time{})
    answer["optimizer"] = {{"name", optimizer_text(a.recipe)},
                           {"work_flop", in(o.work, flop)},
                           {"traffic_bytes", in(o.traffic, byte)},
                           {"time_us", us(o.time)},
                           {"share", share(o.time, a.step.device) / 100.0}};
  for (std::size_t c = 0; c < operator_class_count; ++c) {
    const ClassCosts& sum = a.costs.classes[c];
    answer["classes"][std::string(name(static_cast<OperatorClass>(c)))] = {
        {"kernels", sum.kernels}, {"work_flop", in(sum.work, flop)}, {"time_us", us(sum.time)}};
  }
  for (const ForwardCount& c : forward_counts(a.network))
    answer["conventions"][std::string(c.convention)] = {{"operations", c.operations}, {"bytes", c.memory}};
  return answer;
}

/// The step as a trace for chrome://tracing and Perfetto.
void write_timeline(const Options& o, const Answer& a) {
  const TimelineQuestion question{.network = a.network, .recipe = a.recipe, .card = a.model, .gpus = o.gpus};
  json::write_file(o.timeline, trace_events(question, step_timeline(question)).dump(1) + '\n');
}

void run(const Options& o) {
  o.chart.check(o.output);
  if (o.by != "layer" && o.by != "kind" && o.by != "convention")
    throw bad_input("--by", '"' + o.by + '"', "must be layer, kind or convention");
  const Answer a = solve(o);
  if (!o.timeline.empty()) write_timeline(o, a);
  const Charts charts = [&] {
    const std::vector<LayerPoint> points = layer_points(a.network, a.shapes, a.step);
    return std::vector<Chart>{roofline_chart(a.card.device(), points), layers_chart(points)};
  };
  o.chart.draw(a.network.name + " on " + a.card.device().name, charts);
  if (o.chart.answers(o.output, charts)) return;
  if (o.output.json) return o.output.write(as_json(a));
  const std::string title =
      wrapped(network_text(a.network) + " on " + a.card.device().name + ", batch " + std::to_string(a.recipe.batch) +
              ", " + std::string(name(a.recipe.precision)) + ", " + std::string(name(a.recipe.mode)) + ": " +
              grouped(parameters_of(a.network)) + " parameters") +
      '\n';
  const std::string table = o.by == "kind"         ? class_text(a)
                            : o.by == "convention" ? convention_text(a.network)
                                                   : layer_text(a, o.all);
  o.output.write(title + table + '\n' + summary(a));
}

}  // namespace
}  // namespace layers_command

void add_layers(CLI::App& app) {
  using namespace layers_command;
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("layers", "what each layer costs in one step: shape, FLOP, bytes, bound, tile, waves, time");
  add_step_options(*command, *o);
  command
      ->add_option("--by", o->by,
                   "layer, kind: sums by class of operator, or convention: FLOP and bytes as others count them")
      ->capture_default_str();
  command->add_flag("--all", o->all, "every layer in a row of its own, also those of equal blocks");
  CLI::Option* timeline =
      command
          ->add_option("--timeline", o->timeline,
                       "also write host, compute and communication of a step there, for chrome://tracing and Perfetto")
          ->type_name("FILE.json");
  add_integer(*command, "--gpus", o->gpus, "of the --timeline: data parallel, with the exchange of gradients", 1, 1024)
      ->needs(timeline);
  o->network.add_weights_to(*command);
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan layers fcnn:layers=4,hidden=1024,inputs=2000,outputs=200 -d A100-SXM4-80GB\n"
      "  perfmodel-plan layers examples/fcnn.json -d T4 -b 1024 -p amp_fp16 --by kind\n"
      "  perfmodel-plan layers gpt2-124m -d H100 -p amp_bf16 -b 8 --timeline step.json --gpus 8");
  command->callback([o] { run(*o); });
}

}  // namespace plan
