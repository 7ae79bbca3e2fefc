/// perfmodel-plan advise: what would make this network's step faster, ranked by time saved, with the memory it takes.
#include <algorithm>
#include <memory>
#include <optional>
#include <perfmodel/network/image_rewrite.hpp>
#include <string>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "recipes.hpp"
#include "step_options.hpp"
#include "table.hpp"

namespace plan {
namespace advise_command {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  NetworkOptions network{};
  std::string device{}, precision = "fp32";
  std::int64_t batch = 64;
  RecipeOptions recipe{};
  Output output{};
};

/// What is asked for, and what it was answered with.
struct Asked {
  Network network{};
  Recipe recipe{};
  json::Card card{};
  CardModel model{};
  AdviceList list{};
  std::string host{};  ///< empty: the profile's own machine

  [[nodiscard]] std::string constants() const {
    return constants_text(card, evidence(model, policy(recipe.precision).compute));
  }
};

/// Every change is a step of its own, of which several are held at once.
constexpr std::int64_t most_passes_weighed = 128;

[[nodiscard]] Asked asked(const Options& o) {
  if (o.recipe.accumulation > most_passes_weighed)
    throw bad_input("--accumulation", std::to_string(o.recipe.accumulation),
                    "advise weighs steps of at most " + std::to_string(most_passes_weighed) + " passes");
  Asked a{.network = o.network.load(o.recipe.recipe().mode), .card = load_card(o.device)};
  a.recipe = o.recipe.recipe_for(a.network, o.precision);
  set_batch(a.recipe, a.network, o.batch);
  check_precision(a.card.device(), a.recipe.precision);
  o.network.check_weights(a.card.device());
  a.model = card_model(a.card, o.recipe.software(), load_from(o.recipe.load, "--load"), o.recipe.host);
  a.list = advice(a.network, a.recipe, a.model);
  a.host = host_text(a.card, a.model.software().framework, o.recipe.host);
  return a;
}

/// Advice that no formula here costs, with what it was measured to be worth (docs/lab/2026-11-27-narrow-products.md).
struct NotCosted {
  std::string change{}, measured{};
};
[[nodiscard]] std::optional<NotCosted> not_costed(const Asked& a) {
  const bool recorded = a.network.recording != nullptr;
  if (recorded || !has_convolutions(a.network)) return std::nullopt;
  return NotCosted{"torch.backends.cudnn.benchmark = True",
                   "3 % faster to 1 % slower steps of five networks on an H200, trials of 3 to 16 s in the first step"};
}

[[nodiscard]] ordered_json as_json(const Asked& a) {
  ordered_json answer{{"network", a.network.name},
                      {"device", a.card.device().name},
                      {"batch", a.recipe.batch},
                      {"precision", name(a.recipe.precision)}};
  add_setting(answer, a.recipe, a.model.software());
  answer.update(ordered_json{{"host", host_or_default(a.host, a.model.software().framework)},
                             {"constants", a.constants()},
                             {"device_used_bytes", in(a.list.now.device_used, byte)},
                             {"fits", a.list.now.fits},
                             {"advice", ordered_json::array()}});
  for (const Advice& change : a.list.changes)
    answer["advice"].push_back({{"change", change.change},
                                {"reason", change.reason},
                                {"before_us_per_sample", in(change.before, micro * second)},
                                {"after_us_per_sample", in(change.after, micro * second)},
                                {"device_used_bytes", in(change.device_used, byte)},
                                {"fits", change.fits}});
  if (const auto more = not_costed(a))
    answer["not_costed"] = {{{"change", more->change}, {"measured", more->measured}}};
  return answer;
}

[[nodiscard]] std::string title(const Asked& a) {
  return wrapped(network_text(a.network) + " on " + a.card.device().name + ", batch " + std::to_string(a.recipe.batch) +
                 ", " + std::string(name(a.recipe.precision)) + ", " + std::string(name(a.recipe.mode)) +
                 ", time per sample; " + plan::text(a.list.now.device_used) +
                 (a.list.now.fits ? " used" : " needed: it does not fit")) +
         '\n';
}

/// @param all_fit  then no column says whether a change fits: advise() offers nothing that does not
[[nodiscard]] std::string advice_table(const AdviceList& list, bool all_fit) {
  std::vector<Column> columns{{"change", Align::left}, {"before"}, {"after"}, {"faster"}, {"memory"},
                              {"why", Align::left}};
  if (!all_fit) columns.insert(columns.end() - 1, Column{"fits", Align::left});
  Table table(columns);
  for (const Advice& a : list.changes) {
    std::vector<std::string> row{a.change,
                                 plan::text(a.before),
                                 plan::text(a.after),
                                 number("%.2fx", static_cast<double>(a.before / a.after)),
                                 plan::text(a.device_used),
                                 a.reason};
    if (!all_fit) row.insert(row.end() - 1, a.fits ? "yes" : "no");
    table.add(row);
  }
  return table.text();
}

[[nodiscard]] std::string report(const Asked& a) {
  const AdviceList& list = a.list;
  const auto more = not_costed(a);
  const std::string untold =
      more ? wrapped("Not costed: " + more->change + " (measured: " + more->measured + ").") : "";
  if (list.changes.empty()) return title(a) + wrapped("Nothing that is known here would make it faster.") + untold;
  const bool all_fit = list.now.fits;
  const bool none_fits =
      !all_fit && std::none_of(list.changes.begin(), list.changes.end(), [](const Advice& c) { return c.fits; });
  return title(a) + advice_table(list, all_fit) + '\n' +
         (none_fits ? wrapped("No change alone makes it fit; perfmodel-plan memory --what-if combines techniques.")
                    : "") +
         wrapped("Each change alone, costed by the model. Constants: " + a.constants() + '.' +
                 (a.host.empty() ? "" : " Host: " + a.host + '.')) +
         untold;
}

void run(const Options& o) {
  const Asked a = asked(o);
  if (o.output.json) return o.output.write(as_json(a));
  o.output.write(report(a));
}

}  // namespace
}  // namespace advise_command

void add_advise(CLI::App& app) {
  using namespace advise_command;
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("advise", "what would make a step faster: each change costed before and after, ranked");
  add_step_options(*command, *o);
  o->network.add_weights_to(*command);
  o->recipe.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan advise gpt2-124m:seq=512 -d A100-SXM4-80GB -b 8 -p amp_bf16\n"
      "  perfmodel-plan advise resnet50 -d T4 -b 64");
  command->callback([o] { run(*o); });
}

}  // namespace plan
