/// perfmodel-plan serve: which card, how many, and how many requests at once, to answer prompts with a language model.
#include "serve.hpp"

#include <memory>

#include "command.hpp"
#include "format.hpp"
#include "table.hpp"

namespace plan {
namespace serve_command {
namespace {

using nlohmann::ordered_json;

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
