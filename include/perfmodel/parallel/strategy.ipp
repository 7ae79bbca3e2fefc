#pragma once
#include <algorithm>
#include <array>
#include <charconv>
#include <perfmodel/layer/attention.hpp>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/parallel/strategy.hpp>
#include <perfmodel/quoted_text.hpp>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace perfmodel {

namespace detail {

using DegreeField = std::int64_t Strategy::*;
inline constexpr std::array<std::pair<std::string_view, DegreeField>, 4> strategy_degrees{
    {{"tp", &Strategy::tp}, {"pp", &Strategy::pp}, {"ep", &Strategy::ep}, {"cp", &Strategy::cp}}};
/// By Strategy::zero.
inline constexpr std::array<std::string_view, 4> zero_words{"ddp", "zero1", "zero2", "fsdp"};

/// Whole numbers that divide another, in rising order.
[[nodiscard]] inline std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> list;
  for (std::int64_t d = 1; d <= n; ++d)
    if (n % d == 0) list.push_back(d);
  return list;
}

/// What one degree may be where so many cards are left.
template <class Allowed>
[[nodiscard]] std::vector<std::int64_t> degrees(std::int64_t said, std::int64_t cards, const Allowed& allowed) {
  std::vector<std::int64_t> list;
  for (const std::int64_t d : divisors(cards))
    if (said == Strategy::any ? d == 1 || allowed(d) : d == said) list.push_back(d);
  return list;
}

/// Sets what a word without a degree says. @returns whether it is one
[[nodiscard]] inline bool set_part(Strategy& strategy, std::string_view word) {
  for (const auto& [name, part] : {std::pair{"sp", &Strategy::sequence_parallel},
                                   std::pair{"zb", &Strategy::zero_bubble}, std::pair{"offload", &Strategy::offload}})
    if (word == name) return strategy.*part = true;
  return false;
}

}  // namespace detail

PERFMODEL_INLINE Strategy strategy_from(std::string_view word, const std::string& place) {
  const auto refuse = [&] {
    return bad_input(
        place, in_quotes(std::string(word)),
        "must be auto, or ddp, zero1, zero2, fsdp, tp, sp, pp, zb, ep, cp, offload joined by +, as in tp=8+pp+zero1");
  };
  Strategy strategy;
  std::set<std::string> said;
  const std::string typed = lower_case(word);
  for (std::size_t begin = 0; begin <= typed.size();) {
    const std::size_t end = std::min(typed.find('+', begin), typed.size());
    const std::string part = typed.substr(begin, end - begin), name = part.substr(0, part.find('='));
    begin = end + 1;
    const bool valued = name.size() < part.size();
    const auto zero = std::find(detail::zero_words.begin(), detail::zero_words.end(), name == "zero3" ? "fsdp" : name);
    const auto degree = std::find_if(detail::strategy_degrees.begin(), detail::strategy_degrees.end(),
                                     [&](const auto& d) { return d.first == name; });
    if (!said.insert(zero != detail::zero_words.end() ? "zero" : name).second)
      throw bad_input(place, in_quotes(std::string(word)),
                      "must say each part once, and one of ddp, zero1, zero2 and fsdp");
    if (zero != detail::zero_words.end() && !valued) {
      strategy.zero = static_cast<int>(zero - detail::zero_words.begin());
    } else if (!valued && detail::set_part(strategy, name)) {
      continue;
    } else if (degree != detail::strategy_degrees.end()) {
      std::int64_t& value = strategy.*degree->second;
      value = Strategy::any;
      if (!valued) continue;
      const char *first = part.data() + name.size() + 1, *last = part.data() + part.size();
      const auto read = std::from_chars(first, last, value);
      if (read.ec != std::errc{} || read.ptr != last || value < 1) throw refuse();
    } else {
      throw refuse();
    }
  }
  if (strategy.sequence_parallel && strategy.tp == 1)
    throw bad_input(place, in_quotes(std::string(word)), "sp cuts the sequence among tensor ranks: add tp");
  if (strategy.zero_bubble && strategy.pp == 1)
    throw bad_input(place, in_quotes(std::string(word)), "zb is a schedule of stages: add pp");
  return strategy;
}

PERFMODEL_INLINE std::string strategy_text(const ParallelLayout& l) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : "+") + word; };
  const std::array<std::pair<std::string_view, std::int64_t>, 4> degrees{
      {{"tp", l.tp}, {"pp", l.pp}, {"ep", l.ep}, {"cp", l.cp}}};
  for (const auto& [name, value] : degrees) {
    if (value > 1) add(std::string(name) + '=' + std::to_string(value));
    if (name == "tp" && value > 1 && l.sequence_parallel) add("sp");
    if (name == "pp" && value > 1 && l.zero_bubble) add("zb");
  }
  if (l.zero > 0) add(std::string(detail::zero_words[static_cast<std::size_t>(l.zero)]));
  if (text.empty()) add(std::string(detail::zero_words[0]));
  if (l.offload == Offload::optimizer) add("offload");
  return text;
}

PERFMODEL_INLINE SpreadLimits spread_limits(const Network& network) {
  SpreadLimits limits;
  if (network.recording != nullptr || network.inputs.empty()) return limits;  // a recorded step is that of one card
  const bool text = std::all_of(network.inputs.begin(), network.inputs.end(),
                                [](const NetworkInput& i) { return i.integers && i.shape.rank == 1; });
  if (!text) return limits;
  limits.sequence = network.inputs.front().shape[0];
  for (const Layer& layer : network.layers) {
    if (const auto* a = std::get_if<DotProductAttention>(&layer.what); a != nullptr && limits.heads == 0) {
      limits.heads = a->heads;
      limits.key_heads = a->key_heads;
    }
    if (const auto* m = std::get_if<MixtureOfExperts>(&layer.what)) limits.experts = m->experts;
  }
  limits.blocks = limits.heads > 0 ? pipeline_blocks(network) : 0;
  return limits;
}

PERFMODEL_INLINE void require_spreadable(const Strategy& strategy, const SpreadLimits& limits,
                                         const std::string& network, const std::string& word,
                                         const std::string& place) {
  const auto refuse = [&](bool asked, const std::string& lacks) {
    if (asked) throw bad_input(place, in_quotes(word), network + " has no " + lacks);
  };
  refuse(strategy.ep != 1 && limits.experts == 0, "experts to spread (ep)");
  const bool plain = limits.heads == 0;  // degrees that are said may be right all the same
  refuse(strategy.tp == Strategy::any && plain, "attention heads to cut (tp); say how many ranks, as in tp=2");
  refuse(strategy.cp == Strategy::any && plain, "attention over a sequence to cut (cp)");
  refuse(strategy.pp == Strategy::any && plain, "repeated blocks to cut (pp); say how many stages, as in pp=2");
}

PERFMODEL_INLINE std::vector<Strategy> usual_strategies(const SpreadLimits& limits) {
  constexpr std::int64_t long_sequence = 32'768;
  std::vector<Strategy> all{{}, {.zero = 1}, {.zero = 2}, {.zero = 3}};
  if (limits.heads > 0) {
    all.push_back({.tp = Strategy::any, .zero = 1, .sequence_parallel = true});
    all.push_back({.tp = Strategy::any, .zero = 3, .sequence_parallel = true});
    all.push_back({.tp = Strategy::any, .pp = Strategy::any, .zero = 1, .sequence_parallel = true});
  }
  if (limits.experts > 0) {
    all.push_back({.ep = Strategy::any, .zero = 1});
    all.push_back({.ep = Strategy::any, .zero = 3});
  }
  if (limits.heads > 0 && limits.sequence >= long_sequence) all.push_back({.cp = Strategy::any, .zero = 3});
  return all;
}

PERFMODEL_INLINE std::vector<ParallelLayout> layouts(const Strategy& s, const SpreadLimits& limits, std::int64_t gpus,
                                                     std::int64_t per_node) {
  const auto tensor = [&](std::int64_t d) {
    return limits.heads > 0 && limits.heads % d == 0 && limits.key_heads % d == 0 && d <= per_node &&
           (!s.sequence_parallel || limits.sequence % d == 0);
  };
  const auto stages = [&](std::int64_t d) { return d <= limits.blocks; };
  const auto experts = [&](std::int64_t d) { return limits.experts > 0 && limits.experts % d == 0; };
  const auto contexts = [&](std::int64_t d) { return limits.heads > 0 && limits.sequence % (2 * d) == 0; };
  std::vector<ParallelLayout> all;
  for (const std::int64_t tp : detail::degrees(s.tp, gpus, tensor))
    for (const std::int64_t pp : detail::degrees(s.pp, gpus / tp, stages))
      for (const std::int64_t ep : detail::degrees(s.ep, gpus / (tp * pp), experts))
        for (const std::int64_t cp : detail::degrees(s.cp, gpus / (tp * pp * ep), contexts)) {
          ParallelLayout layout{.dp = gpus / (tp * pp * ep * cp),
                                .tp = tp,
                                .pp = pp,
                                .ep = ep,
                                .cp = cp,
                                .sequence_parallel = s.sequence_parallel && tp > 1,
                                .zero_bubble = s.zero_bubble && pp > 1,
                                .offload = s.offload ? Offload::optimizer : Offload::none};
          if (layout.copies() > 1) layout.zero = s.zero;  // one copy of the weights cannot be cut further
          all.push_back(layout);
        }
  return all;
}

}  // namespace perfmodel
