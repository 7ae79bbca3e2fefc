/// perfmodel-plan advise: what would make this network's step faster, ranked by time saved, with the memory it takes.
#include <algorithm>
#include <memory>

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

void run(const Options& o) {
  const Network network = o.network.load(o.recipe.recipe().mode);
  Recipe recipe = o.recipe.recipe_for(network, o.precision);
  recipe.batch = o.batch;
  const json::Card card = load_card(o.device);
  const Device& device = card.device();
  check_precision(device, recipe.precision);
  const CardModel model = card_model(card, o.recipe.software(), load_from(o.recipe.load, "--load"), o.recipe.host);
  const AdviceList list = advice(network, recipe, model);
  if (o.output.json) {
    ordered_json answer{{"network", network.name},
                        {"device", device.name},
                        {"batch", recipe.batch},
                        {"precision", name(recipe.precision)}};
    add_setting(answer, recipe, model.software());
    answer.update(ordered_json{{"host", host_or_default(host_text(card, model.software().framework, o.recipe.host),
                                                        model.software().framework)},
                               {"constants", constants_text(card, evidence(model, policy(recipe.precision).compute))},
                               {"device_used_bytes", in(list.now.device_used, byte)},
                               {"fits", list.now.fits},
                               {"advice", ordered_json::array()}});
    for (const Advice& a : list.changes)
      answer["advice"].push_back({{"change", a.change},
                                  {"reason", a.reason},
                                  {"before_us_per_sample", in(a.before, micro * second)},
                                  {"after_us_per_sample", in(a.after, micro * second)},
                                  {"device_used_bytes", in(a.device_used, byte)},
                                  {"fits", a.fits}});
    return o.output.write(answer);
  }
  const std::string title =
      wrapped(network_text(network) + " on " + device.name + ", batch " + std::to_string(recipe.batch) + ", " +
              std::string(name(recipe.precision)) + ", " + std::string(name(recipe.mode)) + ", time per sample; " +
              plan::text(list.now.device_used) + (list.now.fits ? " used" : " needed: it does not fit")) +
      '\n';
  if (list.changes.empty()) return o.output.write(title + wrapped("Nothing that is known here would make it faster."));
  const bool all_fit = list.now.fits;  // then advise() offers nothing that does not
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
  const std::string host = host_text(card, model.software().framework, o.recipe.host);
  const bool none_fits =
      !all_fit && std::none_of(list.changes.begin(), list.changes.end(), [](const Advice& a) { return a.fits; });
  o.output.write(
      title + table.text() + '\n' +
      (none_fits ? wrapped("No change alone makes it fit; perfmodel-plan memory --what-if combines techniques.") : "") +
      wrapped("Each change alone, costed by the model. Constants: " +
              constants_text(card, evidence(model, policy(recipe.precision).compute)) + '.' +
              (host.empty() ? "" : " Host: " + host + '.')));
}

}  // namespace

void add_advise(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("advise", "what would make a step faster: each change costed before and after, ranked");
  add_step_options(*command, *o);
  o->recipe.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan advise gpt2-124m:seq=512 -d A100-SXM4-80GB -b 8 -p amp_bf16\n"
      "  perfmodel-plan advise resnet50 -d T4 -b 64");
  command->callback([o] { run(*o); });
}

}  // namespace plan
