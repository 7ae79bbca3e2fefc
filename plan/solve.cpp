/// perfmodel-plan recommend --solve: the largest or smallest value of one unknown that still has a plan.
#include <algorithm>
#include <array>
#include <numeric>
#include <regex>

#include "command.hpp"
#include "format.hpp"
#include "recommend.hpp"

namespace plan {

using namespace perfmodel;

namespace solve_command {
namespace {

/// A size of the network that is asked for, on a grid.
struct Size {
  const char* name;
  std::int64_t unit, most;  ///< in tokens, in columns, in layers
};
constexpr std::array<Size, 3> sizes{{{"layers", 1, 1 << 14}, {"hidden", 64, 1 << 17}, {"seq", 128, 1 << 22}}};

/// NETWORK with another value of a size, said by its name: `transformer:layers=8` with `layers=16`.
[[nodiscard]] std::string with_size(const std::string& network, const std::string& name, std::int64_t value) {
  const std::string said = name + '=' + std::to_string(value);
  const std::regex old("([:,])" + name + "=[^,]*");
  if (std::regex_search(network, old)) return std::regex_replace(network, old, "$1" + said);
  return network + (network.find(':') == std::string::npos ? ':' : ',') + said;
}

/// Values that heads divide, where the text says how many there are.
[[nodiscard]] std::int64_t unit_of(const Size& size, const std::string& network) {
  std::smatch heads;
  if (std::string(size.name) != "hidden" || !std::regex_search(network, heads, std::regex("[:,]heads=([0-9]{1,6})")))
    return size.unit;
  return std::lcm(size.unit, std::max<std::int64_t>(std::stoll(heads[1]), 1));
}

/// The question about a network of another size.
[[nodiscard]] Plan with_value(RecommendOptions o, const Size& size, std::int64_t value) {
  if (o.preset.empty() && !o.network.sequence.empty() && std::string(size.name) == "seq") o.network.sequence.clear();
  o.network.text = with_size(o.network.text, size.name, value);
  return solve(o);
}

[[nodiscard]] Plan largest_size(const RecommendOptions& o, const Size& size) {
  if (o.network.text.empty()) throw bad_input("--solve", size.name, "needs NETWORK, whose size is asked for");
  const std::int64_t unit = unit_of(size, o.network.text), most = std::max<std::int64_t>(size.most / unit, 1);
  const auto ask = [&](std::int64_t units) { return with_value(o, size, units * unit); };
  Plan best = ask(1);
  if (best.answer.options.empty()) refuse(best);
  std::int64_t good = 1, bad = most + 1;
  while (bad - good > 1) {  // doubles until it fails, then halves what lies between
    const std::int64_t next = bad > most ? std::min(2 * good, most) : good + (bad - good) / 2;
    Plan plan = ask(next);
    const bool found = !plan.answer.options.empty();
    if (found) best = std::move(plan);
    (found ? good : bad) = next;
    if (found && next == most) break;
  }
  const std::string name = size.name;
  best.solved =
      (name == "layers" ? "the most layers that have a plan are " : "the largest " + name + " that has a plan is ") +
      grouped(good * unit) + (unit > 1 ? " (in steps of " + std::to_string(unit) + ')' : "");
  return best;
}

/// Keeps the options whose value is the best one, in their order.
template <class Value>
void keep(Plan& plan, const Value& value) {
  if (plan.answer.options.empty()) refuse(plan);
  std::vector<Option>& all = plan.answer.options;
  auto best = value(all.front());
  for (const Option& o : all) best = std::min(best, value(o));
  std::erase_if(all, [&](const Option& o) { return value(o) > best; });
}

/// The largest batch. Between what the usual batches find and the next of them it is searched, in batches that divide
/// among as many cards.
[[nodiscard]] Plan largest_batch(const RecommendOptions& typed) {
  const auto largest = [](const RecommendOptions& o) {
    Plan plan = solve(o);
    if (!plan.answer.options.empty()) keep(plan, [](const Option& option) { return -option.candidate.batch; });
    return plan;
  };
  Plan best = largest(typed);
  if (best.answer.options.empty()) refuse(best);
  const auto found = [&] { return best.answer.options.front().candidate; };
  const bool usual = typed.batches == usual_range, last = found().batch == best.question.batches.back();
  RecommendOptions one = typed;
  const std::int64_t unit = found().gpus;
  std::int64_t good = found().batch / unit, bad = usual && !last ? 2 * good : 0;
  while (bad - good > 1) {
    const std::int64_t next = good + (bad - good) / 2;
    one.batches = std::to_string(next * unit);
    Plan plan = largest(one);
    const bool fits = !plan.answer.options.empty();
    if (fits) best = std::move(plan);
    (fits ? good : bad) = next;
  }
  best.solved = "the largest batch that has a plan is " + grouped(found().batch) +
                (!last   ? ""
                 : usual ? ", the last of those that are tried (--batch names others)"
                         : ", the last of --batch");
  return best;
}

}  // namespace
}  // namespace solve_command

Plan solve_for(const RecommendOptions& o) {
  using namespace solve_command;
  const std::string unknown = lower_case(o.unknown);
  for (const Size& size : sizes)
    if (unknown == size.name) return largest_size(o, size);
  if (unknown != "batch" && unknown != "gpus" && unknown != "deadline")
    throw bad_input("--solve", in_quotes(o.unknown), "must be one of batch, gpus, layers, hidden, seq, deadline");
  if (unknown == "batch") return largest_batch(o);
  Plan plan = solve(o);
  if (unknown == "gpus") keep(plan, [](const Option& option) { return option.candidate.gpus; });
  if (unknown == "deadline") keep(plan, [](const Option& option) { return in(option.time, second); });
  const Option& first = plan.answer.options.front();
  plan.solved = unknown == "gpus" ? "the fewest GPUs that have a plan are " + grouped(first.candidate.gpus)
                                  : "the shortest deadline that has a plan is " + text(first.time);
  return plan;
}

}  // namespace plan
