/// perfmodel-plan serve: the search for ways to serve.
#include <algorithm>
#include <cmath>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <utility>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "recipes.hpp"
#include "serve.hpp"

namespace plan::serve_command {
namespace {

[[nodiscard]] std::optional<NumberFormat> narrow_format(const std::string& word, const std::string& place) {
  if (word.empty()) return std::nullopt;
  const NumberFormat format = number_format_from(word, place);
  if (format != NumberFormat::fp8) throw bad_input(place, in_quotes(word), "must be fp8, or absent");
  return format;
}

/// The network over so many tokens. @throws Error where it is no language model, or not that long
[[nodiscard]] Network language_model(const std::string& text, std::int64_t tokens) {
  const auto require_causal = [&](const Network& network) {
    if (!with_past(network, 1))
      throw bad_input("network", in_quotes(one_line(text, 80)), "must be a language model with causal attention");
  };
  std::optional<Network> network;
  try {
    network = load_network(with_sequence(text, std::to_string(tokens)));
  } catch (const Error&) {
    require_causal(load_network(text));  // what networks of other kinds say of seq helps nobody
    throw;
  }
  require_causal(*network);
  return std::move(*network);
}

/// Requests at once to try: those typed, else doubled up to the largest.
[[nodiscard]] std::vector<std::int64_t> batches_of(const Asked& a, const ServingSteps& steps) {
  if (!a.o.batches.empty()) return number_list(a.o.batches, "--batch", 1, largest_batch_asked);
  std::vector<std::int64_t> batches;
  const std::int64_t largest = steps.largest_batch(most_requests);
  const bool limited = a.first_token || a.per_token;
  for (std::int64_t b = 1; limited && b < largest; b *= 2) batches.push_back(b);
  if (largest > 0) batches.push_back(largest);
  return batches;
}

/// Why an estimate is no answer; empty: it is one.
[[nodiscard]] std::string refused(const Asked& a, const ServingEstimate& e) {
  if (!e.fits) return "without room";
  if (a.first_token && e.first_token > *a.first_token) return "whose first token is late";
  if (a.per_token && e.per_token > *a.per_token) return "whose tokens are slow";
  return "";
}

/// How far a way is from what it misses most: bytes where it does not fit, else a time over its limit.
[[nodiscard]] double miss(const Asked& a, const ServingEstimate& e) {
  if (!e.fits) return in(e.used - e.memory, byte);
  double most = 0.0;
  if (a.first_token) most = static_cast<double>(e.first_token / *a.first_token);
  if (a.per_token) most = std::max(most, static_cast<double>(e.per_token / *a.per_token));
  return most;
}

/// Keeps a refused way if none came nearer: what fits is nearer than what does not.
void keep_nearer(const Asked& a, const Served& way, std::optional<Served>& nearest) {
  const auto rank = [&](const ServingEstimate& e) { return std::pair(!e.fits, miss(a, e)); };
  if (!nearest || rank(way.estimate) < rank(nearest->estimate)) nearest = way;
}

/// The ways of one card in one number, the best of them where no batches were typed.
void add_ways(const Asked& a, const json::Card& card, const CardModel& model, std::int64_t gpus, Answer& answer) {
  ServingRecipe recipe = a.recipe;
  recipe.gpus = gpus;
  const ServingSteps steps(a.prompts, a.token, a.load, recipe, model);
  const std::vector<std::int64_t> batches = batches_of(a, steps);
  if (batches.empty()) {
    ++answer.left["without room"];
    keep_nearer(a, {.device = card.device().name, .gpus = gpus, .estimate = steps.room(1)}, answer.nearest);
  }
  const NumberFormat format = recipe.weights.value_or(policy(recipe.precision).compute);
  std::optional<Served> best;
  std::string why;
  for (const std::int64_t batch : batches) {
    Served way{.device = card.device().name,
               .constants = constants_text(card, evidence(model, format)),
               .gpus = gpus,
               .estimate = steps(batch)};
    if (const std::string reason = refused(a, way.estimate); !reason.empty()) {
      why = reason;
      keep_nearer(a, way, answer.nearest);
      if (!a.o.batches.empty()) ++answer.left[reason];
      continue;
    }
    if (a.o.rate) way.servers = static_cast<std::int64_t>(std::ceil(*a.o.rate / way.estimate.tokens_per_second));
    if (!a.o.batches.empty())
      answer.ways.push_back(way);
    else if (!best || way.estimate.tokens_per_second > best->estimate.tokens_per_second)
      best = way;
  }
  if (best) answer.ways.push_back(*best);
  if (!best && a.o.batches.empty() && !batches.empty()) ++answer.left[why];
}

/// The way that needs the fewest cards for the rate; without one, that makes most of each card.
[[nodiscard]] bool better(const Served& a, const Served& b) {
  if (a.servers > 0 && a.servers * a.gpus != b.servers * b.gpus) return a.servers * a.gpus < b.servers * b.gpus;
  return a.per_gpu() > b.per_gpu();
}

/// One row a card, where neither numbers of cards nor batches were typed.
void keep_best_of_each(std::vector<Served>& ways) {
  std::vector<Served> kept;
  for (const Served& way : ways)
    if (std::none_of(kept.begin(), kept.end(), [&](const Served& k) { return k.device == way.device; }))
      kept.push_back(way);
  ways = std::move(kept);
}
}  // namespace

Asked asked(const Options& o) {
  Asked a{.o = o,
          .load = {.prompt = o.prompt, .generated = o.generated},
          .recipe = {.precision = precision_from(o.precision, "--precision"),
                     .weights = narrow_format(o.weights, "--weights"),
                     .narrow_cache = narrow_format(o.cache, "--cache").has_value(),
                     .tokens_at_once = o.chunk},
          .software = o.runs_on.software(),
          .held = load_from(o.load, "--load"),
          .systems = json::all_systems()};
  if (a.recipe.precision != Precision::bf16 && a.recipe.precision != Precision::fp16)
    throw bad_input("--precision", in_quotes(o.precision), "must be bf16 or fp16");
  if (!o.first_token.empty()) a.first_token = time_from(o.first_token, "--max-first-token");
  if (!o.per_token.empty()) a.per_token = time_from(o.per_token, "--max-per-token");
  a.prompts = language_model(o.network, o.prompt);  // refuses prompts that are longer than the model reads
  if (passes_of_prompt(a.load, a.recipe) > 1) a.prompts = language_model(o.network, tokens_of_pass(a.load, a.recipe));
  a.token = language_model(o.network, 1);
  return a;
}

Answer answer_to(const Asked& a) {
  Answer answer{.network = a.token.name};
  const std::vector<std::int64_t> counts = number_list(a.o.gpus.empty() ? "1,2,4,8" : a.o.gpus, "--gpus", 1, 1024);
  for (const json::Card& card : load_cards(a.o.devices)) {
    const Device& device = card.device();
    const bool narrow = a.recipe.weights && !(peak(device, *a.recipe.weights) > WorkRate{});
    if (narrow || !computes(device, a.recipe.precision)) {
      ++answer.left[narrow ? "without FP8 products" : "without " + a.o.precision + " products"];
      continue;
    }
    const HostSystem system =
        a.o.system.empty() ? json::usual_system(device, a.systems) : json::load_system(a.o.system, "--system");
    const CardModel model = on_system(card_model(card, a.software, a.held, a.o.host), system);
    for (const std::int64_t gpus : counts) {
      if (gpus > system.gpus) {
        ++answer.left["on more than one host"];
        if (!answer.largest || system.gpus > answer.largest->gpus)
          answer.largest = {.device = device.name, .gpus = system.gpus};
        continue;
      }
      try {
        add_ways(a, card, model, gpus, answer);
      } catch (const Error& e) {
        if (gpus == 1) throw;
        ++answer.left[one_line(e.what(), 120)];
      }
    }
  }
  std::stable_sort(answer.ways.begin(), answer.ways.end(), better);
  if (a.o.gpus.empty() && a.o.batches.empty()) keep_best_of_each(answer.ways);
  return answer;
}

}  // namespace plan::serve_command
