/// perfmodel-plan serve: which card, how many, and how many requests at once, to answer prompts with a language model.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/serve.hpp>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "recipes.hpp"
#include "software_options.hpp"
#include "table.hpp"

namespace plan {
namespace serve_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

/// Requests at once up to which engines go unasked (TensorRT-LLM 0.17: max_batch_size).
constexpr std::int64_t most_requests = 2048;

struct Options {
  std::string network{}, gpus{}, batches{}, precision = "bf16", weights{}, cache{}, system{}, load = "sustained";
  std::string first_token{}, per_token{};
  std::vector<std::string> devices{"all"};
  std::int64_t prompt = 1024, generated = 128, chunk = 8192, top = 12;
  std::optional<double> rate{};
  SoftwareOptions runs_on{.framework = "compile_graph"};
  AskedHost host{};
  Output output{};
};

/// One way to serve, with what it does.
struct Served {
  std::string device{}, constants{};
  std::int64_t gpus{};
  ServingEstimate estimate{};
  std::int64_t servers{};  ///< of `gpus` cards each, that make the rate asked for; 0: none was asked for

  [[nodiscard]] double per_gpu() const { return estimate.tokens_per_second / static_cast<double>(gpus); }
};

struct Answer {
  std::string network{};
  std::vector<Served> ways{};                  ///< best first
  std::map<std::string, std::int64_t> left{};  ///< why combinations were left out, and how many
  std::optional<Served> nearest{};             ///< of those that were refused
  std::optional<Served> largest{};             ///< most GPUs in one host, of those that need more than one
};

struct Asked {
  const Options& o;
  ServingLoad load{};
  ServingRecipe recipe{};
  Software software{};
  Load held{};
  std::optional<Time> first_token{}, per_token{};
  std::vector<HostSystem> systems{};
  Network prompts{}, token{};
};

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

[[nodiscard]] Asked asked(const Options& o) {
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

[[nodiscard]] Answer answer_to(const Asked& a) {
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

[[nodiscard]] std::string left_text(const Answer& answer) {
  std::string text;
  for (const auto& [why, count] : answer.left) text += (text.empty() ? "" : "; ") + std::to_string(count) + ' ' + why;
  return text;
}

/// What comes nearest where nothing serves, and by how much it misses which limit; empty: nothing was near.
[[nodiscard]] std::string nearest_text(const Asked& a, const Answer& answer) {
  if (!answer.nearest)
    return answer.largest
               ? "; the largest host has " + std::to_string(answer.largest->gpus) + " GPUs: " + answer.largest->device
               : "";
  const ServingEstimate& e = answer.nearest->estimate;
  std::string by;
  const auto add = [&](const std::optional<Time>& limit, Time is, const char* which) {
    if (limit && is > *limit) by += (by.empty() ? " takes " : " and ") + text(is - *limit) + " too long " + which;
  };
  if (!e.fits) by = " misses by " + text(e.used - e.memory);
  if (e.fits) add(a.first_token, e.first_token, "to the first token (--max-first-token)");
  if (e.fits) add(a.per_token, e.per_token, "for each token (--max-per-token)");
  return "; the nearest" + by + ": " + cards_text(answer.nearest->gpus, answer.nearest->device) +
         (answer.nearest->gpus > 1 ? "" : ", one GPU") + ", " + std::to_string(e.batch) +
         (e.batch == 1 ? " request" : " requests") + " at once";
}

[[nodiscard]] ordered_json as_json(const Asked& a, const Answer& answer) {
  ordered_json out{{"network", answer.network},
                   {"prompt", a.load.prompt},
                   {"generated", a.load.generated},
                   {"precision", name(a.recipe.precision)},
                   {"weights", a.recipe.weights ? name(*a.recipe.weights) : name(a.recipe.precision)},
                   {"cache", a.recipe.narrow_cache ? "fp8" : name(a.recipe.precision)},
                   {"framework", name(a.software.framework)},
                   {"ways", ordered_json::array()},
                   {"left_out", answer.left}};
  for (const Served& w : answer.ways) {
    const ServingEstimate& e = w.estimate;
    out["ways"].push_back({{"device", w.device},
                           {"gpus", w.gpus},
                           {"batch", e.batch},
                           {"first_token_ms", in(e.first_token, milli * second)},
                           {"per_token_ms", in(e.per_token, milli * second)},
                           {"tokens_per_s", e.tokens_per_second},
                           {"low_tokens_per_s", e.low},
                           {"high_tokens_per_s", e.high},
                           {"tokens_per_s_and_gpu", w.per_gpu()},
                           {"bound", name(e.bound)},
                           {"weights_bytes", in(e.weights, byte)},
                           {"cache_bytes_per_request", in(e.cache_per_request, byte)},
                           {"used_bytes", in(e.used, byte)},
                           {"memory_bytes", in(e.memory, byte)},
                           {"constants", w.constants}});
    if (w.servers > 0) out["ways"].back()["gpus_for_rate"] = w.servers * w.gpus;
  }
  return out;
}

[[nodiscard]] std::string table_of(const Asked& a, const Answer& answer) {
  std::vector<Column> columns{{"device", Align::left, false, true},
                              {"GPUs"},
                              {"requests"},
                              {"first token"},
                              {"per token"},
                              {"tokens/s"},
                              {"90 % between", Align::right, false, false, 2},
                              {"a GPU"},
                              {"bound", Align::left, false, false, 3},
                              {"cache", Align::right, false, false, 1},
                              {"memory"}};
  if (a.o.rate) columns.insert(columns.begin() + 8, Column{"for the rate"});
  Table table(columns);
  std::int64_t shown = 0;
  for (const Served& w : answer.ways) {
    if (++shown > a.o.top) break;
    const ServingEstimate& e = w.estimate;
    std::vector<std::string> row{w.device,
                                 std::to_string(w.gpus),
                                 std::to_string(e.batch),
                                 text(e.first_token),
                                 text(e.per_token),
                                 count_text(e.tokens_per_second),
                                 count_text(e.low) + ".." + count_text(e.high),
                                 count_text(w.per_gpu()),
                                 std::string(name(e.bound)),
                                 text(static_cast<double>(e.batch) * e.cache_per_request),
                                 text(e.used)};
    if (a.o.rate) row.insert(row.begin() + 8, std::to_string(w.servers * w.gpus));
    table.add(row);
  }
  return table.text();
}

[[nodiscard]] std::string report(const Asked& a, const Answer& answer) {
  const Served& best = answer.ways.front();
  const std::string weights(a.recipe.weights ? name(*a.recipe.weights) : name(a.recipe.precision)),
      cache(a.recipe.narrow_cache ? "fp8" : name(a.recipe.precision));
  std::string out = wrapped(answer.network + ", prompts of " + grouped(a.load.prompt) + " tokens, answers of " +
                            grouped(a.load.generated) + ", weights in " + weights + ", cache in " + cache) +
                    '\n' + table_of(a, answer) + '\n';
  if (!answer.left.empty()) out += wrapped("left out: " + left_text(answer));
  out += wrapped("A request's cache at the end of its answer: " +
                 text(static_cast<double>(best.gpus) * best.estimate.cache_per_request) + " on all its GPUs; weights " +
                 text(best.estimate.weights) + " and activations " + text(best.estimate.activations) +
                 " a GPU. Constants of " + best.device + ": " + best.constants + '.');
  const std::string needed =
      best.servers > 0 ? ": " + grouped(best.servers * best.gpus) + " GPUs make " + rate_text(*a.o.rate, "tokens/s")
                       : "";
  return out + '\n' +
         wrapped("Serve from " + std::to_string(best.gpus) + " x " + best.device + " with " +
                 std::to_string(best.estimate.batch) + " requests at once" + needed + ".");
}

void run(const Options& o) {
  const Asked a = asked(o);
  const Answer answer = answer_to(a);
  if (answer.ways.empty())
    throw NoPlan("nothing serves " + answer.network + " so: " + left_text(answer) + nearest_text(a, answer));
  if (o.output.json) return o.output.write(as_json(a, answer));
  o.output.write(report(a, answer));
}

void add_limits(CLI::App& command, Options& o) {
  add_amount(command, "--rate", o.rate, "tokens per second to be generated in all: how many GPUs make them");
  command.add_option("--max-first-token", o.first_token, "of one prompt alone, e.g. 200ms")->type_name("TIME");
  command.add_option("--max-per-token", o.per_token, "of a request, e.g. 30ms")->type_name("TIME");
  command
      .add_option("--gpus", o.gpus,
                  "that hold the model together, by tensor parallelism: 4 or 1,2,4,8 (default: the "
                  "best of these)")
      ->type_name("N,...");
  command
      .add_option("-b,--batch", o.batches,
                  "requests at once, to try: 64,128 or 1..256 (doubling); default: the most that fit, up to " +
                      std::to_string(most_requests))
      ->type_name("N,...");
}

}  // namespace
}  // namespace serve_command

void add_serve(CLI::App& app) {
  using namespace serve_command;
  CLI::App* command = app.add_subcommand(
      "serve", "which card, how many, how many requests at once: a language model answers prompts token by token");
  const auto o = std::make_shared<Options>();
  command->add_option("NETWORK", o->network, "a language model: llama-8b, gpt2-124m, hf:config.json")->required();
  command->add_option("-d,--device", o->devices, "cards to choose from, comma-separated, or all")
      ->type_name("NAMES")
      ->capture_default_str();
  add_integer(*command, "--prompt", o->prompt, "tokens of a prompt (default 1024)", 1, (std::int64_t{1} << 30));
  add_integer(*command, "--generate", o->generated, "tokens of an answer (default 128)", 1, (std::int64_t{1} << 30));
  add_limits(*command, *o);
  command->add_option("-p,--precision", o->precision, "bf16 or fp16")->capture_default_str();
  command->add_option("--weights", o->weights, "fp8: of the blocks' linear layers, stored and multiplied so");
  command->add_option("--cache", o->cache, "fp8: keys and values of earlier tokens in 8 bits");
  add_integer(*command, "--chunk", o->chunk, "tokens of prompts in one pass (default 8192)", 1,
              (std::int64_t{1} << 30));
  command->add_option("--system", o->system, "what joins the GPUs: a name (dgx-h100) or a .json file")
      ->type_name("NAME");
  add_integer(*command, "--top", o->top, "lines of the table (default 12)", 1, 10000);
  o->runs_on.add_to(*command, "how steps are run");
  command->add_option("--load", o->load, "isolated: a short burst; sustained: the card has been busy for seconds")
      ->capture_default_str();
  add_host_options(*command, o->host);
  o->output.add_to(*command);
  command->footer(
      "Prompts run in chunks, answers one token a step for all requests together; keys and values stay in a cache.\n"
      "tokens/s: generated, prompts included in the time. Nothing waits for requests that are not there.\n"
      "Examples:\n"
      "  perfmodel-plan serve llama-8b -d H100-SXM5-80GB,A100-SXM4-80GB,L40S --prompt 2048 --generate 256\n"
      "  perfmodel-plan serve llama-70b -d H100-SXM5-80GB --weights fp8 --cache fp8 --rate 20k --max-per-token 40ms");
  command->callback([o] { run(*o); });
}

}  // namespace plan
