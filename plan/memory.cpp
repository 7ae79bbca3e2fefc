/// perfmodel-plan memory: what a step holds on the card, where it holds most, what fits.
#include <iostream>
#include <memory>

#include "cards.hpp"
#include "chart_options.hpp"
#include "command.hpp"
#include "format.hpp"
#include "memory_options.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "on_threads.hpp"
#include "output.hpp"
#include "recipes.hpp"
#include "report/charts.hpp"
#include "step_options.hpp"
#include "table.hpp"
#include "what_if.hpp"

namespace plan {
namespace memory_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  NetworkOptions network{};
  std::string device{}, precision = "fp32", timeline{}, headroom = "0";
  std::int64_t batch = 64, multiple_of = 1;
  bool max_batch = false, what_if = false;
  RecipeOptions recipe{};
  MemoryArguments memory{};
  ChartOptions chart{};
  Output output{};
};

struct Question {
  Network network{};
  Recipe recipe{};
  Software software{};
  json::Card card{};
  Device device{};
  MemoryOptions memory{};
};

[[nodiscard]] std::string size_text(std::int64_t bytes) {
  return (bytes < 0 ? "-" : "") + plan::text(static_cast<double>(bytes < 0 ? -bytes : bytes) * byte);
}

[[nodiscard]] Question make_question(const Options& o) {
  Question q{.network = o.network.load(o.recipe.recipe().mode), .software = o.recipe.software()};
  q.recipe = o.recipe.recipe_for(q.network, o.precision);
  if (o.max_batch)
    q.recipe.batch = o.batch;  // which no answer is about
  else
    set_batch(q.recipe, q.network, o.batch);
  q.card = load_card(o.device);
  q.device = q.card.device();
  o.network.check_weights(q.device);
  q.memory = o.memory.options();
  check_room(q.device, q.memory);
  return q;
}

[[nodiscard]] std::string layer_name(const Network& network, std::int32_t layer) {
  return layer < 0 ? "-" : network.layers[static_cast<std::size_t>(layer)].name;
}

[[nodiscard]] std::string_view phase_name(Phase phase) {
  constexpr std::array<std::string_view, 6> names{"setup",    "forward",   "loss",
                                                  "backward", "optimizer", "zero gradients"};
  return names[static_cast<std::size_t>(phase)];
}

/// 1: the first step, 0: before it.
[[nodiscard]] int step_number(int step) { return step + 1; }

[[nodiscard]] std::string step_name(int step) {
  return step < 0 ? "before the first step" : "in step " + std::to_string(step_number(step));
}

/// "at hidden3.linear1, backward, in step 2"
[[nodiscard]] std::string place_text(const Network& network, std::int32_t layer, Phase phase, int step) {
  return (layer < 0 ? std::string() : "at " + layer_name(network, layer) + ", ") + std::string(phase_name(phase)) +
         ", " + step_name(step);
}

[[nodiscard]] std::string verdict(const Question& q, const Footprint& f) {
  if (f.fits)
    return "fits: " + size_text(f.limit - f.peak_reserved) + " of " + size_text(f.limit) +
           " that the allocator may take are left\n";
  const OutOfMemory& oom = *f.out_of_memory;
  return wrapped("out of memory " + place_text(q.network, oom.layer, oom.phase, oom.step) + ": a request for " +
                 size_text(oom.failure.request) + " (" + std::string(name(oom.why)) + ") fails with " +
                 size_text(oom.failure.allocated) + " allocated and " + size_text(oom.failure.reserved) +
                 " reserved of " + size_text(oom.limit) + "; the step would need " +
                 size_text(f.peak_reserved - f.limit) + " more");
}

[[nodiscard]] std::string parts_text(const Question& q, const Footprint& f) {
  Table classes({{"at the peak", Align::left}, {"size"}, {"bytes"}, {"share"}});
  const auto add = [&](const std::string& what, std::int64_t bytes) {
    if (bytes == 0) return;
    classes.add({what, size_text(bytes), grouped(bytes),
                 number("%.1f %%", 100.0 * static_cast<double>(bytes) / static_cast<double>(f.device_used))});
  };
  for (std::size_t i = 0; i < memory_class_count; ++i)
    add(std::string(name(static_cast<MemoryClass>(i))), f.by_class[i]);
  add("cached, not in use", f.fragmentation);
  add("context and kernels", f.outside.total());
  add("other processes", q.memory.other_processes);
  add("device memory used", f.device_used);
  Table layers({{"largest", Align::left}, {"layer", Align::left, true}, {"tensors"}, {"size"}});
  for (std::size_t i = 0; i < std::min<std::size_t>(8, f.parts.size()); ++i) {
    const FootprintPart& p = f.parts[i];
    layers.add({std::string(name(p.why)), layer_name(q.network, p.layer), grouped(p.tensors), size_text(p.bytes)});
  }
  return classes.text() + '\n' + layers.text();
}

/// Which cards of the catalogue could do it.
[[nodiscard]] std::string cards_text(const Question& q) {
  std::vector<Device> cards;
  for (json::DeviceRecord& card : all_devices())
    if (computes(card.device, q.recipe.precision)) cards.push_back(std::move(card.device));
  const std::vector<bool> fit = cards_that_fit(q.network, q.recipe, q.software, cards, q.memory);
  std::string fits, not_fits;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    std::string& list = fit[i] ? fits : not_fits;
    list += (list.empty() ? "" : ", ") + cards[i].name;
  }
  return wrapped("fits on: " + (fits.empty() ? "none" : fits)) +
         (not_fits.empty() ? "" : wrapped("does not fit on: " + not_fits));
}

[[nodiscard]] std::string describe(const Question& q, const Footprint& f) {
  std::string text = wrapped(network_text(q.network) + " on " + q.device.name + ", batch " +
                             std::to_string(q.recipe.batch) + ", " + std::string(name(q.recipe.precision)) + ", " +
                             (q.recipe.mode == Mode::train ? optimizer_text(q.recipe) : "inference") + ", " +
                             std::string(name(q.software.framework)) + ' ' + q.software.version) +
                     '\n';
  text += "peak allocated      " + grouped(f.peak_allocated) + " bytes (" + size_text(f.peak_allocated) + "), " +
          place_text(q.network, f.peak_layer, f.peak_phase, f.peak_step) + '\n';
  text += "peak reserved       " + grouped(f.peak_reserved) + " bytes (" + size_text(f.peak_reserved) + ")\n";
  text += "device memory used  " + grouped(f.device_used) + " bytes (" + size_text(f.device_used) + "), context " +
          (f.outside.measured ? "measured" : "estimated") + "\n";
  return text + verdict(q, f) + '\n' + parts_text(q, f);
}

/// What every answer in JSON begins with.
[[nodiscard]] ordered_json question_json(const Question& q, std::optional<std::int64_t> batch = {}) {
  ordered_json answer{{"network", q.network.name}};
  if (const auto tokens = tokens_per_sample(q.network)) answer["tokens_per_sample"] = *tokens;
  answer["device"] = q.device.name;
  if (batch) answer["batch"] = *batch;
  answer["precision"] = name(q.recipe.precision);
  add_setting(answer, q.recipe, q.software);
  return answer;
}

[[nodiscard]] ordered_json as_json(const Question& q, const Footprint& f) {
  ordered_json answer = question_json(q, q.recipe.batch);
  answer.update(ordered_json{{"peak_allocated_bytes", f.peak_allocated},
                             {"peak_reserved_bytes", f.peak_reserved},
                             {"device_used_bytes", f.device_used},
                             {"limit_bytes", f.limit},
                             {"fits", f.fits},
                             {"peak",
                              {{"step", step_number(f.peak_step)},
                               {"phase", phase_name(f.peak_phase)},
                               {"layer", layer_name(q.network, f.peak_layer)}}}});
  for (std::size_t i = 0; i < memory_class_count; ++i)
    answer["parts"][std::string(name(static_cast<MemoryClass>(i)))] = f.by_class[i];
  answer["parts"]["fragmentation"] = f.fragmentation;
  answer["parts"]["context"] = f.outside.total();
  if (q.memory.other_processes > 0) answer["parts"]["other processes"] = q.memory.other_processes;
  for (const FootprintPart& p : f.parts)
    answer["by_layer"].push_back({{"class", name(p.why)},
                                  {"layer", layer_name(q.network, p.layer)},
                                  {"tensors", p.tensors},
                                  {"bytes", p.bytes}});
  if (f.out_of_memory) {
    const OutOfMemory& oom = *f.out_of_memory;
    answer["out_of_memory"] = {{"class", name(oom.why)},
                               {"layer", layer_name(q.network, oom.layer)},
                               {"phase", phase_name(oom.phase)},
                               {"step", step_number(oom.step)},
                               {"request_bytes", oom.failure.request},
                               {"allocated_bytes", oom.failure.allocated},
                               {"reserved_bytes", oom.failure.reserved}};
  }
  return answer;
}

void write_timeline(const Options& o, const Question& q, const Footprint& f) {
  if (o.timeline == "json") {
    ordered_json answer = ordered_json::array();
    for (const FootprintPoint& p : f.timeline)
      answer.push_back({{"step", step_number(p.step)},
                        {"phase", phase_name(p.phase)},
                        {"layer", layer_name(q.network, p.layer)},
                        {"allocated_bytes", p.allocated},
                        {"reserved_bytes", p.reserved}});
    return o.output.write(answer);
  }
  std::string text = "step,phase,layer,allocated_bytes,reserved_bytes\n";
  for (const FootprintPoint& p : f.timeline)
    text += csv_line({std::to_string(step_number(p.step)), std::string(phase_name(p.phase)),
                      layer_name(q.network, p.layer), std::to_string(p.allocated), std::to_string(p.reserved)});
  o.output.write(text);
}

void answer_max_batch(const Options& o, const Question& q) {
  const MaxBatch m = max_batch(
      q.network, q.recipe, q.software, q.device,
      {.memory = q.memory, .multiple_of = o.multiple_of, .headroom = fraction_from(o.headroom, "--headroom")});
  if (m.batch == 0)
    throw NoPlan("not even batch " + std::to_string(o.multiple_of) + " fits: it reserves " +
                 size_text(m.smallest_need) + ", " + size_text(m.smallest_need - m.limit) + " more than the " +
                 size_text(m.limit) + " there are; perfmodel-plan memory --what-if shows what would make it fit");
  if (o.output.json) {
    ordered_json answer = question_json(q);
    answer["largest_batch"] = m.batch;
    answer["peak_allocated_bytes"] = m.peak_allocated;
    answer["peak_reserved_bytes"] = m.peak_reserved;
    answer["limit_bytes"] = m.limit;
    return o.output.write(answer);
  }
  o.output.write("largest batch " + std::to_string(m.batch) + ": " + size_text(m.peak_reserved) + " reserved of " +
                 size_text(m.limit) + " on " + q.device.name + '\n');
}

void run(const Options& o) {
  o.chart.check(o.output);
  if (!o.timeline.empty() && o.timeline != "csv" && o.timeline != "json")
    throw bad_input("--timeline", '"' + o.timeline + '"', "must be csv or json");
  const Load load = load_from(o.recipe.load, "--load");
  Question q = make_question(o);
  if (!o.what_if && !computes(q.device, q.recipe.precision))  // what --what-if prices must be computed
    std::cerr << "perfmodel-plan: " << q.device.name << " does not compute in " << name(q.recipe.precision)
              << ": memory alone is answered, as frameworks count it\n";
  if (o.chart.asked() && (o.max_batch || o.what_if))
    throw bad_input(o.chart.plot.empty() ? "--format" : "--plot", o.max_batch ? "--max-batch" : "--what-if",
                    "draws a step, without them");
  if (o.max_batch) return answer_max_batch(o, q);
  if (o.what_if && q.network.recording != nullptr)
    throw bad_input("--what-if", q.network.name, "changes what a recording fixes: record the step with the change");
  if (o.what_if)
    return o.output.write(
        what_if_answer(q.network, q.recipe, q.software, q.card, q.memory, load, o.recipe.host, o.output.json));
  q.memory.timeline = !o.timeline.empty() || o.chart.asked();
  const bool described = o.timeline.empty() && !o.output.json && !o.chart.asked();
  Footprint f;
  std::string cards;
  on_threads(described ? 2 : 1, [&](std::size_t piece, std::size_t) {
    if (piece == 0)
      f = memory_of_step(q.network, q.recipe, q.software, q.device, q.memory);
    else
      cards = cards_text(q);
  });
  const Charts charts = [&] { return std::vector<Chart>{memory_time_chart(q.network, f), memory_parts_chart(f)}; };
  o.chart.draw(q.network.name + " on " + q.device.name, charts);
  if (o.chart.answers(o.output, charts)) return;
  if (!o.timeline.empty()) return write_timeline(o, q, f);
  if (o.output.json) return o.output.write(as_json(q, f));
  o.output.write(describe(q, f) + '\n' + (described ? cards : cards_text(q)));
}

}  // namespace
}  // namespace memory_command

void add_memory(CLI::App& app) {
  using namespace memory_command;
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("memory", "what a step holds on the card, where it holds most, what fits, the largest batch");
  add_step_options(*command, *o);
  CLI::Option* max_batch = command->add_flag("--max-batch", o->max_batch, "the largest batch that fits");
  command->add_option("--headroom", o->headroom, "share that --max-batch leaves free, e.g. 5%")
      ->capture_default_str()
      ->needs(max_batch);
  add_integer(*command, "--multiple-of", o->multiple_of, "--max-batch: only such batches (default 1)", 1,
              largest_batch_asked)
      ->needs(max_batch);
  CLI::Option* what_if = command->add_flag(
      "--what-if", o->what_if, "each technique that saves memory: bytes saved, time it costs; what makes it fit");
  what_if->excludes(max_batch);
  command->add_option("--timeline", o->timeline, "every allocation and release, as csv or json")
      ->excludes(max_batch)
      ->excludes(what_if);
  o->memory.add_to(*command);
  o->network.add_weights_to(*command);
  o->recipe.add_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan memory fcnn:layers=8,hidden=4096,inputs=4000,outputs=600 -d T4 -b 4096\n"
      "  perfmodel-plan memory gpt2-124m:seq=512 -d A10 -p amp_bf16 --max-batch --headroom 5%\n"
      "  perfmodel-plan memory llama-8b:seq=2048 -d A100-SXM4-80GB -b 1 -p bf16 --what-if");
  command->callback([o] { run(*o); });
}

}  // namespace plan
