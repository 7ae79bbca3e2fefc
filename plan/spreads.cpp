#include "spreads.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/planner/what_if.hpp>

#include "arguments.hpp"
#include "cards.hpp"

namespace plan {

using namespace perfmodel;

namespace {

constexpr std::int64_t most_gpus = 1024, last_usual_batch = 16384;

/// Numbers of GPUs in question.
[[nodiscard]] std::vector<std::int64_t> counts_of(const RecommendOptions& o) {
  if (!o.gpus.empty() && o.max_gpus > 0)
    throw bad_input("--max-gpus", "--gpus beside it", "give one of them: --max-gpus N is --gpus 1..N --strategy ddp");
  if (!o.gpus.empty()) return number_list(o.gpus, "--gpus", 1, most_gpus);
  if (o.max_gpus > 0) return number_list("1.." + std::to_string(o.max_gpus), "--max-gpus", 1, most_gpus);
  const bool alone = o.system.empty() && o.strategies_typed && lower_case(o.strategies.front()) != "auto";
  if (alone)
    throw bad_input("--strategy", in_quotes(o.strategies.front()),
                    "needs --gpus, --max-gpus or --system: how many GPUs share the step?");
  if (!o.system.empty()) return {std::max<std::int64_t>(o.nodes, 1) * json::load_system(o.system, "--system").gpus};
  return {1};
}

/// Strategies that words name; none: all that are usual.
[[nodiscard]] std::vector<Strategy> strategies_of(const RecommendOptions& o, const SpreadLimits& limits,
                                                  const Network& network) {
  if (o.max_gpus > 0 && !o.strategies_typed) return {Strategy{}};
  std::vector<Strategy> list;
  for (const std::string& word : split_list(o.strategies)) {
    if (lower_case(word) == "auto") return {};
    list.push_back(strategy_from(word, "--strategy"));
    require_spreadable(list.back(), limits, network.name, word, "--strategy");
  }
  return list;
}

/// Appends number, number x 2, number x 4, ... up to the last of the usual batches.
void add_doubled(std::vector<std::int64_t>& batches, std::int64_t number) {
  for (; number <= last_usual_batch; number *= 2) batches.push_back(number);
}

void add_once(std::vector<Spread>& spreads, const Spread& spread) {
  if (std::find(spreads.begin(), spreads.end(), spread) == spreads.end()) spreads.push_back(spread);
}

}  // namespace

void add_spread_options(CLI::App& command, RecommendOptions& o) {
  command.add_option("--gpus", o.gpus, "numbers of GPUs to try: 8 or 1,2,6 or 1..1024 (doubling) or 1..64+1")
      ->type_name("N,...");
  command
      .add_option("--strategy", o.strategies,
                  "how they share a step: auto, or ddp, zero1, zero2, fsdp, tp, sp, pp, zb, ep, cp, offload joined by "
                  "+, each degree "
                  "open or said, as in fsdp,tp=8+sp+pp+zero1")
      ->type_name("WORDS")
      ->capture_default_str();
  command.add_option("--system", o.system, "what joins the GPUs: a name (dgx-h100) or a .json file")->type_name("NAME");
  add_integer(command, "--nodes", o.nodes, "hosts that the GPUs are spread over (default: as few as hold them)", 1,
              most_gpus);
  add_integer(command, "--max-gpus", o.max_gpus, "as --gpus 1..N --strategy ddp", 1, most_gpus);
}

bool spreads_asked(const RecommendOptions& o) { return !o.gpus.empty() || o.strategies_typed || !o.system.empty(); }

std::vector<HostSystem> systems_of(const RecommendOptions& o, const Plan& plan) {
  if (o.system.empty() && o.nodes > 0)
    throw bad_input("--nodes", std::to_string(o.nodes), "needs --system: hosts of what?");
  const std::vector<HostSystem> known = json::all_systems();
  std::vector<HostSystem> systems;
  for (const CardModel& card : plan.cards) {
    if (!o.system.empty()) {
      systems.push_back(json::load_system(o.system, "--system"));
      (void)make_collective_model(systems.back(), card.device);  // refuses links that the card does not have
    } else {
      systems.push_back(json::usual_system(card.device, known));
    }
  }
  return systems;
}

void set_spreads(const RecommendOptions& o, const Plan& plan, Question& question) {
  const SpreadLimits limits = spread_limits(plan.network);
  std::vector<Strategy> strategies = strategies_of(o, limits, plan.network);
  if (strategies.empty()) strategies = usual_strategies(limits);
  if (plan.recipe.mode == Mode::infer)
    for (Strategy& s : strategies) s.zero = 0;  // nothing to cut: no gradients, no state
  const std::vector<std::int64_t> counts = counts_of(o);
  for (std::size_t device = 0; device < question.devices.size(); ++device) {
    std::vector<Spread>& spreads = question.devices[device].spreads;
    spreads.clear();
    for (const std::int64_t gpus : counts)
      for (const Strategy& strategy : strategies)
        for (const ParallelLayout& layout : layouts(strategy, limits, gpus, plan.systems[device].gpus)) {
          add_once(spreads, {.layout = layout});
        }
    if (spreads.empty())
      throw bad_input("--strategy", in_quotes(o.strategies.front()),
                      "its degrees must divide one of the numbers of GPUs (--gpus)");
  }
}

std::vector<std::int64_t> batches_of(const RecommendOptions& o) {
  if (o.batches != usual_range) return number_list(o.batches, "--batch", 1, largest_batch_asked);
  std::vector<std::int64_t> batches, odd;  // odd: what powers of two lack to divide among a number of GPUs
  std::int64_t common = 1;
  for (const std::int64_t gpus : counts_of(o)) {
    odd.push_back(gpus >> std::countr_zero(static_cast<std::uint64_t>(gpus)));
    common = std::min(std::lcm(common, odd.back()), last_usual_batch + 1);
  }
  if (std::ranges::count(odd, 1) > 0) add_doubled(batches, 1);
  if (common <= last_usual_batch) {
    if (common > 1) add_doubled(batches, common);
  } else {  // too many numbers for batches that divide among all of them: one large batch for each
    for (const std::int64_t part : odd)
      batches.push_back(part *
                        static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(last_usual_batch / part))));
  }
  std::ranges::sort(batches);
  batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  return batches;
}

std::vector<Question> levels_of(const RecommendOptions& o, const Plan& plan) {
  std::vector<Question> levels{plan.question};
  if (!spreads_asked(o) || plan.recipe.mode == Mode::infer || plan.network.recording != nullptr) return levels;
  const auto recompute = [](Question question) {
    for (DeviceQuestion& device : question.devices)
      for (Spread& spread : device.spreads) spread.recompute = true;
    return question;
  };
  const bool blocks = plan.recipe.checkpoint_every == 0 && block_count(plan.network) > 0;
  if (blocks) levels.push_back(recompute(levels.front()));
  if (o.precisions_typed) return levels;
  Question halved = plan.question;
  halved.precisions = {Precision::bf16};
  if (blocks) {
    const Question again = recompute(halved);
    for (std::size_t i = 0; i < halved.devices.size(); ++i) {
      std::vector<Spread>& spreads = halved.devices[i].spreads;
      spreads.insert(spreads.end(), again.devices[i].spreads.begin(), again.devices[i].spreads.end());
    }
  }
  levels.push_back(halved);
  return levels;
}

}  // namespace plan
