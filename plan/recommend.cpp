/// perfmodel-plan recommend: which card, which batch, which precision, run how.
#include "recommend.hpp"

#include <memory>
#include <perfmodel/planner/pareto.hpp>

#include "command.hpp"
#include "report/option_charts.hpp"
#include "spreads.hpp"

namespace plan {

using namespace perfmodel;

namespace {

void run(const RecommendOptions& o) {
  o.chart.check(o.output);
  if (o.csv && o.output.json) throw bad_input("--csv", "--json beside it", "give one of them");
  const Plan plan = o.unknown.empty() ? solve(o) : solve_for(o);
  if (plan.answer.options.empty()) refuse(plan);
  const std::vector<Option> options =
      o.pareto ? pareto_front(plan.question, plan.answer.options) : chosen(plan, o.every);
  const Charts charts = [&] { return option_charts(answer_json(plan, options)); };
  o.chart.draw(plan.network.name + ": options", charts);
  if (o.chart.answers(o.output, charts)) return;
  if (o.csv) return o.output.write(answer_csv(plan, options));
  if (o.output.json) return o.output.write(answer_json(plan, options));
  o.output.write(answer_text(plan, options, static_cast<std::size_t>(o.top)));
}

void add_cost_options(CLI::App& command, RecommendOptions& o) {
  command.add_option("--price", o.prices, "per hour and GPU: PRICE, or NAME=PRICE,...; without --device: those cards")
      ->type_name("PRICES");
  command.add_option("--purchase", o.purchases, "of one GPU that is bought for the work: PRICE, or NAME=PRICE,...")
      ->type_name("PRICES");
  command.add_option("--prices", o.price_file, "prices and power of cards, as data/prices/example.json")
      ->type_name("FILE");
  add_amount(command, "--energy-price", o.energy_price, "per kWh of the cards' energy");
  add_amount(command, "--max-cost", o.max_cost, "of the whole work: purchase, hours and energy, as far as priced");
}

void add_amount_options(CLI::App& command, RecommendOptions& o) {
  add_amount(command, "--samples", o.samples, "amount of work: samples to train on, e.g. 1.28M or 1e9");
  add_amount(command, "--tokens", o.tokens, "amount of work: tokens to train on, e.g. 20G");
  add_amount(command, "--epochs", o.epochs, "times that --samples or --tokens are passed through (default 1)");
  add_amount(command, "--steps", o.steps, "amount of work: steps");
}

/// What the answer must keep to, and which part of it is shown.
void add_limit_options(CLI::App& command, RecommendOptions& o) {
  command.add_option("--max-memory", o.max_memory, "per GPU, e.g. 20GiB")->type_name("SIZE");
  command.add_option("--max-time", o.max_time, "of the whole work, e.g. 12h; without an amount, of one step: 50ms")
      ->type_name("TIME");
  command.add_option("--max-power", o.max_power, "of all GPUs together, e.g. 10kW")->type_name("POWER");
  command.add_flag(
      "--as-is", o.as_is,
      "run steps as typed; else channels-last, a fused optimizer and a CUDA graph are tried, too, "
      "unless --memory-format, --optimizer or --framework say otherwise; torch.compile: --framework compile");
  command.add_flag("--pareto", o.pareto, "what nothing else beats in time, cost and energy at once");
  command
      .add_option("--solve", o.unknown,
                  "the largest batch, layers, hidden or seq, the fewest gpus, or the shortest deadline that has a "
                  "plan")
      ->type_name("WORD");
  command.add_flag("--every", o.every, "every combination, not only the best of each card");
  add_integer(command, "--top", o.top, "lines of the table (default 12)", 1, 1'000'000);
}

constexpr const char* examples =
    "Examples:\n  perfmodel-plan recommend fcnn:layers=8,hidden=4096,inputs=4000,outputs=600\n"
    "  perfmodel-plan recommend net.json -d T4,A100-PCIE-80GB -b 1024 -p fp32,amp_fp16\n"
    "  perfmodel-plan recommend net.json --by cost --samples 1e9 --price T4=0.35,L4=0.7 --max-gpus 8\n"
    "  perfmodel-plan recommend llama-1b --seq 4096 --tokens 20G --max-cost 5000 --price H100-SXM5-80GB=2.5";
}  // namespace

void add_recommend(CLI::App& app) {
  auto o = std::make_shared<RecommendOptions>();
  CLI::App* command =
      app.add_subcommand("recommend", "which card, batch and precision: ranks all that fit and says what bounds each");
  o->network.add_to(*command);
  CLI::Option* network = command->get_option("NETWORK")->required(false);
  command->add_option("--preset", o->preset, "a benchmark's network, data set and epochs: mlperf-resnet50, ...")
      ->type_name("NAME");
  CLI::Option* devices = command->add_option("-d,--device", o->devices, "cards to choose from, comma-separated, or all")
                             ->type_name("NAMES")
                             ->capture_default_str();
  command
      ->add_option(
          "-b,--batch", o->batches,
          "samples per optimizer step, over all GPUs and passes, to try: 64,128 or 64..4096 (doubling) or 100..500+100")
      ->type_name("N,...")
      ->capture_default_str();
  command->add_option("-p,--precision", o->precisions, "of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16")
      ->type_name("WORDS")
      ->capture_default_str();
  command->add_option("--by", o->goal, "rank by samples (per second), time, energy or cost")->capture_default_str();
  add_amount_options(*command, *o);
  add_cost_options(*command, *o);
  add_spread_options(*command, *o);
  add_limit_options(*command, *o);
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->add_flag("--csv", o->csv, "answer as CSV, one row an option");
  command->footer(examples);
  command->callback([o, command, devices, network] {
    if (network->empty() && o->preset.empty()) throw CLI::RequiredError("NETWORK");
    o->devices_typed = devices->count() > 0;
    o->precisions_typed = command->count("--precision") > 0;
    o->strategies_typed = command->count("--strategy") > 0;
    o->framework_typed = command->count("--framework") > 0;
    o->memory_format_typed = command->count("--memory-format") > 0;
    run(*o);
  });
}

}  // namespace plan
