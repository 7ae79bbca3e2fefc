/// What perfmodel-plan recommend says of what is no option, and where there is none.
#include <algorithm>
#include <cstdlib>

#include "command.hpp"
#include "format.hpp"
#include "option_figures.hpp"
#include "recommend.hpp"

namespace plan {

using namespace perfmodel;

std::string rejections_text(const Rejections& no) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* why) {
    if (count > 0) text += (text.empty() ? "" : ", ") + grouped(count) + ' ' + why;
  };
  add(no.does_not_fit, "do not fit into memory");
  add(no.over_memory_limit, "need more than --max-memory");
  add(no.over_time_limit, "take longer than --max-time");
  add(no.over_cost_limit, "cost more than --max-cost");
  add(no.over_power_limit, "take more than --max-power");
  add(no.unsupported, "in a precision that the card does not have");
  add(no.indivisible, "do not divide among the GPUs or the passes");
  add(no.too_small, "leave a batch norm one value per channel");
  if (no.reasons.empty()) return text;
  const std::string others =
      no.reasons.size() > 1 ? ", and " + std::to_string(no.reasons.size() - 1) + " more reasons: --json" : "";
  add(no.cannot_spread, ("cannot be spread (" + one_line(no.reasons.front().first, 200) + others + ')').c_str());
  return text;
}

namespace {
/// Where no batch in question divides: the one nearest to them that does, and by how many samples it is another.
[[nodiscard]] std::string nearest_batch_text(const Plan& plan) {
  const Question& q = plan.question;
  std::int64_t nearest = 0, off = 0;
  Candidate of{};
  for (std::size_t device = 0; device < q.devices.size(); ++device)
    for (const Spread& spread : q.devices[device].spreads)
      for (const std::int64_t batch : q.batches) {
        const std::int64_t unit = spread.layout.shares() * std::max<std::int64_t>(q.passes, 1);
        for (const std::int64_t other : {batch / unit * unit, (batch / unit + 1) * unit}) {
          if (other < 1 || (nearest > 0 && std::abs(other - batch) >= off)) continue;
          nearest = other, off = std::abs(other - batch);
          of = {.device = device, .gpus = spread.layout.gpus(), .spread = spread};
        }
      }
  return "; the nearest batch that divides is " + grouped(nearest) + ", " + grouped(off) +
         (off == 1 ? " sample off: " : " samples off: ") + cards_text(plan, of) + ", " + spread_text(of);
}
}  // namespace

void refuse(const Plan& plan) {
  const Rejections& no = plan.answer.rejections;
  const std::int64_t others = no.does_not_fit + no.over_memory_limit + no.over_time_limit + no.over_cost_limit +
                              no.over_power_limit + no.unsupported + no.indivisible + no.too_small;
  if (others == 0 && !no.reasons.empty()) throw Error(no.reasons.front().first);  // what was typed cannot be
  const Question& q = plan.question;
  if (has_amount(q) && no.shortest_step && q.max_time < no.shortest_step)
    throw bad_input("--max-time", text(*q.max_time),
                    "must be at least one step: the shortest takes " + text(*no.shortest_step));
  std::string nearest;
  const auto add = [&](const auto& miss, const char* which, const std::string& by) {
    if (!miss) return;
    const Candidate& c = miss->candidate;
    nearest += (nearest.empty() ? "; " : ", ") + std::string(which) + ' ' + by + ": " + cards_text(plan, c) + ", " +
               spread_text(c) + ", batch " + std::to_string(c.batch) + " in " + std::string(name(c.precision));
  };
  if (no.dear)
    add(no.dear, "the cheapest costs",
        money_text(no.dear->by) + (plan.prices ? ' ' + plan.prices->currency : "") + " too much");
  if (no.late)
    add(no.late, has_amount(q) ? "the fastest takes" : "the fastest step takes", text(no.late->by) + " too long");
  if (no.hungry) add(no.hungry, "the most modest takes", power_text(no.hungry->by) + " too much");
  if (no.missing && nearest.empty()) add(no.missing, "the nearest misses by", text(no.missing->by));
  if (nearest.empty() && no.indivisible > 0) nearest = nearest_batch_text(plan);
  throw NoPlan("no plan: of all combinations " + rejections_text(no) + nearest);
}

}  // namespace plan
