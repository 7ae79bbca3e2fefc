// What a search answers to many questions about made-up cards, whose steps take what a formula here says: options,
// splits into passes, why others are none. A regression test: it notices that planner/ answers otherwise, by intention
// or not, and proves nothing right. Where the change is meant, scripts/update-docs writes the table anew: read the
// difference.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <perfmodel/planner/leaders.hpp>
#include <perfmodel/planner/search.hpp>
#include <string>
#include <tests/unchanged/table.hpp>
#include <vector>

namespace unchanged_answers_test {
using namespace perfmodel;
using unchanged::figure;
using unchanged::line;

namespace {

/// A step takes a start, a time for each sample and a little for each pass; a pipeline fills and empties. Memory grows
/// with the samples of a pass. One precision is half as long, one is not known.
struct Steps {
  [[nodiscard]] static double seconds(const Candidate& c) {
    const ParallelLayout& l = c.spread.layout;
    const double samples = static_cast<double>(c.batch) / static_cast<double>(l.shares()),
                 passes = static_cast<double>(c.passes()), one = c.precision == Precision::fp16 ? 0.5 : 1.0;
    const double fill = static_cast<double>(l.pp - 1) * samples / passes / static_cast<double>(l.pp);
    return 1.0 + 0.01 * passes + one * (samples / static_cast<double>(l.pp) + fill) +
           0.125 * static_cast<double>(c.device) * samples;
  }
  [[nodiscard]] static double held(const Candidate& c) {
    return 3.0 + static_cast<double>(c.spread.layout.micro_batch) / (c.spread.recompute ? 2.0 : 1.0);
  }
  std::optional<StepEstimate> operator()(const Candidate& c) const {
    if (c.precision == Precision::bf16 && c.device == 1) return std::nullopt;
    return StepEstimate{.step = seconds(c) * second,
                        .device_used = held(c) * byte,
                        .device_memory = memory(c) * byte,
                        .fits = fits(c),
                        .power = (100.0 + 50.0 * static_cast<double>(c.device)) * watt};
  }
  [[nodiscard]] static double memory(const Candidate& c) { return c.device == 0 ? 20.0 : 50.0; }
  [[nodiscard]] bool fits(const Candidate& c) const { return held(c) <= memory(c); }
  [[nodiscard]] Time least(const Candidate& c) const { return 0.98 * seconds(c) * second; }
};

[[nodiscard]] std::vector<Question> questions() {
  std::vector<Question> all;
  for (const std::int64_t passes : {0, 1, 2, 6})
    for (const Goal goal : all_goals)
      for (const int limited : {0, 1, 2}) {
        Question q{.devices = {{.name = "one", .price_per_hour = 2.0}, {.name = "two", .purchase = 3000.0}},
                   .precisions = {Precision::fp32, Precision::fp16, Precision::bf16},
                   .batches = {1, 2, 3, 8, 16, 24, 48, 96, 384},
                   .passes = passes,
                   .least_per_pass = limited == 1 ? 2 : 1,
                   .goal = goal,
                   .price_per_kwh = 0.3};
        for (DeviceQuestion& device : q.devices)
          for (const ParallelLayout& l : {ParallelLayout{.dp = 4}, ParallelLayout{.pp = 4},
                                          ParallelLayout{.dp = 2, .pp = 3}, ParallelLayout{.ep = 2}})
            device.spreads.push_back({.layout = l, .recompute = l.ep == 2});
        if (limited > 0) q.amount.samples = 1e6;
        if (limited == 1) q.max_memory = 30.0 * byte, q.max_power = 300.0 * watt;
        if (limited == 2) q.max_time = 40000.0 * second, q.max_cost = 60.0;
        all.push_back(std::move(q));
      }
  return all;
}

[[nodiscard]] std::string text(const Candidate& c) {
  const ParallelLayout& l = c.spread.layout;
  return line(c.device, c.batch, l.micro_batch, name(c.precision), l.dp, l.pp, l.ep);
}

[[nodiscard]] std::string text(const Question& q, const Answer& answer) {
  const Rejections& no = answer.rejections;
  double merits = 0.0, splits = 0.0;
  for (std::size_t i = 0; i < answer.options.size(); ++i) {
    const Option& o = answer.options[i];
    merits += static_cast<double>(i + 1) * std::log(rank_of(q, o) * rank_of(q, o) + 1e-30);
    splits += static_cast<double>((i + 1) * static_cast<std::size_t>(o.candidate.spread.layout.micro_batch));
  }
  std::string words = line(answer.options.size(), answer.outpaced, figure(merits), figure(splits), '|', no.does_not_fit,
                           no.over_memory_limit, no.over_time_limit, no.over_cost_limit, no.over_power_limit,
                           no.unsupported, no.indivisible, no.too_small, '|');
  words += no.missing ? figure(in(no.missing->by, byte)) + ' ' + text(no.missing->candidate) : "-";
  words += no.late ? " | " + figure(in(no.late->by, second)) + ' ' + text(no.late->candidate) : " | -";
  words += no.dear ? " | " + figure(no.dear->by) + ' ' + text(no.dear->candidate) : " | -";
  words += no.hungry ? " | " + figure(in(no.hungry->by, watt)) + ' ' + text(no.hungry->candidate) : " | -";
  if (answer.options.empty()) return words;
  const Option &best = answer.options.front(), &advised = recommended(q, answer);
  return words + " | " + text(best.candidate) + ' ' + figure(in(best.time, second)) + ' ' +
         figure(best.cost.value_or(0.0)) + ' ' + figure(in(best.energy, watt * second)) + " | " +
         text(advised.candidate);
}

}  // namespace

TEST_CASE("answers to many questions, all options or no more than the leaders") {
  std::vector<std::string> lines;
  for (const Question& q : questions()) {
    const std::string asked = line(q.passes, name(q.goal), q.max_memory ? "memory" : q.max_time ? "time" : "free");
    lines.push_back(asked + " all | " + text(q, search(q, Steps{})));
    Leaders leaders(q);
    lines.push_back(asked + " leaders | " +
                    text(q, merged(q, search_together(q, without_batches(q), Steps{}, &leaders))));
  }
  unchanged::check_table(
      "answers",
      "passes, goal, limit | options, outpaced, checksums of ranks and passes | not fitting, over "
      "memory, time, cost, power, unsupported, indivisible, too small | nearest misses | best | advised",
      lines);
}

}  // namespace unchanged_answers_test
