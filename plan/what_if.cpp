#include "what_if.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "progress.hpp"
#include "recipes.hpp"
#include "table.hpp"

namespace plan {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

/// Fits, then what keeps the algorithm, then fastest.
[[nodiscard]] auto better(const Recipe& recipe) {
  return [recipe](const WhatIf& a, const WhatIf& b) {
    if (a.estimate.fits != b.estimate.fits) return a.estimate.fits;
    const bool keeps = keeps_algorithm(a, recipe);
    return keeps != keeps_algorithm(b, recipe) ? keeps : a.estimate.step < b.estimate.step;
  };
}

[[nodiscard]] std::string change_text(double share) { return number("%+.0f %%", 100.0 * share); }

[[nodiscard]] ordered_json line_json(const WhatIf& w) {
  return {{"technique", w.name},
          {"device_used_bytes", in(w.estimate.device_used, byte)},
          {"peak_reserved_bytes", in(w.estimate.peak_reserved, byte)},
          {"step_us", in(w.estimate.step, micro * second)},
          {"fits", w.estimate.fits}};
}

[[nodiscard]] std::string table_text(const StepEstimate& base, const std::vector<WhatIf>& list) {
  Table table({{"technique", Align::left}, {"memory"}, {"saved"}, {"step"}, {"time"}, {"fits", Align::left}});
  table.add({"as it is", text(base.device_used), "", text(base.step), "", base.fits ? "yes" : "no"});
  for (const WhatIf& w : list) {
    const Bytes saved = base.device_used - w.estimate.device_used;
    table.add({w.name, text(w.estimate.device_used),
               (saved < Bytes{} ? "-" : "") + text(saved < Bytes{} ? -saved : saved), text(w.estimate.step),
               change_text(static_cast<double>(w.estimate.step / base.step) - 1.0), w.estimate.fits ? "yes" : "no"});
  }
  return table.text();
}

}  // namespace

std::string what_if_answer(const Network& network, const Recipe& recipe, const Software& software,
                           const json::Card& found, const MemoryOptions& memory, Load load, const AskedHost& host,
                           bool as_json) {
  const Device& device = found.device();
  if (recipe.mode != Mode::train) throw bad_input("--what-if", "--mode infer", "asks about training");
  check_precision(device, recipe.precision);
  const CardModel card = card_model(found, software, load, host);
  std::optional<Progress> progress;
  auto [base, list, all] = what_ifs(network, recipe, card, memory, [&](std::size_t count) {
    if (!progress) progress.emplace(count);
    progress->step();
  });
  for (const WhatIf& w : list)
    if (w.change != nullptr) all.push_back(w);  // no recipe says them, so that no combination has them
  std::stable_sort(all.begin(), all.end(), better(recipe));
  const WhatIf* cheapest = !all.empty() && all.front().estimate.fits ? &all.front() : nullptr;
  const auto least = std::min_element(all.begin(), all.end(), [](const WhatIf& a, const WhatIf& b) {
    return a.estimate.device_used < b.estimate.device_used;
  });
  if (!base.estimate.fits && cheapest == nullptr)
    throw NoPlan("nothing makes it fit into the " + text(base.estimate.device_memory) + " of " + device.name +
                 ": the least is " + text(least->estimate.device_used) + " with " + least->name);
  if (as_json) {
    ordered_json answer{{"network", network.name},
                        {"device", device.name},
                        {"batch", recipe.batch},
                        {"precision", name(recipe.precision)}};
    add_setting(answer, recipe, software);
    answer["host"] = host_or_default(host_text(found, software.framework, host), software.framework);
    answer["as_it_is"] = line_json(base);
    answer["techniques"] = ordered_json::array();
    for (const WhatIf& w : list) answer["techniques"].push_back(line_json(w));
    if (cheapest != nullptr) answer["cheapest_that_fits"] = line_json(*cheapest);
    return answer.dump(2) + '\n';
  }
  const std::string table = table_text(base.estimate, list) + '\n';
  const std::string room = text(base.estimate.device_memory);
  if (base.estimate.fits) return table + wrapped("It fits into the " + room + " of " + device.name + " as it is.");
  return table + wrapped("It fits into the " + room + " of " + device.name + " with " + cheapest->name + ": " +
                         text(cheapest->estimate.device_used) + ", " + text(cheapest->estimate.step) + " a step." +
                         (keeps_algorithm(*cheapest, recipe)
                              ? ""
                              : " That changes the training itself: nothing that keeps it makes it fit."));
}

}  // namespace plan
