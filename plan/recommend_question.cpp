/// perfmodel-plan recommend: from what is typed to a question.
#include "recommend_question.hpp"

#include <algorithm>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/image_rewrite.hpp>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "option_figures.hpp"
#include "spreads.hpp"

namespace plan {

using namespace perfmodel;

namespace {

using PriceField = std::optional<double> DeviceQuestion::*;

/// Whether a word of a price names the card, as --device would: in full, shortened, or with a star.
[[nodiscard]] bool names_card(const std::string& word, const std::string& card) {
  if (lower_case(word) == lower_case(card)) return true;
  try {
    for (const json::Card& named : load_cards({word}))
      if (named.device().name == card) return true;
  } catch (const Error&) {
  }
  return false;
}

/// "H200-SXM=3.5", or "3.5" for every card. @throws Error where no card in question has the name
void set_prices(const std::vector<std::string>& words, const std::string& place, PriceField field, Question& question) {
  for (const std::string& word : split_list(words)) {
    const std::size_t equals = word.find('=');
    const double price = amount_from(equals == std::string::npos ? word : word.substr(equals + 1), place);
    bool found = equals == std::string::npos;
    for (DeviceQuestion& device : question.devices) {
      if (equals != std::string::npos && !names_card(word.substr(0, equals), device.name)) continue;
      device.*field = price;
      found = true;
    }
    if (!found) {
      std::string names;
      for (const DeviceQuestion& device : question.devices) names += (names.empty() ? "" : ", ") + device.name;
      throw bad_input(place, in_quotes(word),
                      "must be PRICE or NAME=PRICE with the name of a card in question: " + one_line(names, 200));
    }
  }
}

void set_amount(const RecommendOptions& o, const Network& network, Question& q) {
  if ((o.samples && o.steps) || (o.samples && o.tokens) || (o.tokens && o.steps))
    throw bad_input(o.steps ? "--steps" : "--tokens", "more than one amount of work",
                    "give one of --samples, --tokens and --steps");
  if (o.epochs && !o.samples && !o.tokens)
    throw bad_input("--epochs", number("%g", *o.epochs), "needs the size of the data set: --samples or --tokens");
  const double epochs = o.epochs.value_or(1.0);
  if (o.samples) q.amount.samples = *o.samples * epochs;
  if (o.steps) q.amount.steps = *o.steps;
  if (!o.tokens) return;
  const auto length = tokens_per_sample(network);
  if (!length) throw bad_input("--tokens", count_text(*o.tokens), network.name + " reads no text; give --samples");
  q.amount.samples = *o.tokens * epochs / static_cast<double>(*length);
}

void set_costs(const RecommendOptions& o, const Plan& plan, Question& q) {
  set_prices(o.prices, "--price", &DeviceQuestion::price_per_hour, q);
  set_prices(o.purchases, "--purchase", &DeviceQuestion::purchase, q);
  q.max_cost = o.max_cost;
  q.price_per_kwh = o.energy_price;
  if (plan.prices) apply(*plan.prices, q);
  const bool bought =
      std::any_of(q.devices.begin(), q.devices.end(), [](const DeviceQuestion& d) { return d.purchase.has_value(); });
  if (q.max_cost && !bought && !q.amount.samples && !q.amount.steps)
    throw bad_input("--max-cost", number("%g", *q.max_cost),
                    "needs an amount of work (--samples, --tokens, --steps) or --purchase");
  const bool any_use = any_use_priced(q);  // then energy is not all
  for (const DeviceQuestion& device : q.devices)
    if ((q.goal == Goal::cost || q.max_cost) && (any_use ? !use_priced(device) : !has_price(q, device)))
      throw bad_input("--price", "none for " + device.name,
                      std::string(q.goal == Goal::cost ? "--by cost" : "--max-cost") +
                          " needs one for every card, as in --price 2 or --price " + device.name + "=2");
}

}  // namespace

std::vector<std::string> cards_in_question(const RecommendOptions& o, const Plan& plan) {
  std::vector<std::string> names;
  if (o.devices_typed) return o.devices;
  if (!o.system.empty()) return json::load_system(o.system, "--system").devices;
  for (const auto* prices : {&o.prices, &o.purchases})
    for (const std::string& word : split_list(*prices)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) return o.devices;
      names.push_back(word.substr(0, equals));
    }
  if (plan.prices && names.empty())
    for (const auto& [name, price] : plan.prices->devices) names.push_back(name);
  return names.empty() ? o.devices : names;
}

Question make_question(const RecommendOptions& o, const Plan& plan) {
  Question q{.settings = plan.settings.size(), .goal = goal_from(o.goal, "--by")};
  for (const CardModel& card : plan.cards) q.devices.push_back({.name = card.device.name});
  set_spreads(o, plan, q);
  q.precisions = o.recipe.precisions_for(plan.network, split_list(o.precisions));
  if (spreads_asked(o) && !o.precisions_typed && plan.network.recording == nullptr) {
    const bool all = std::all_of(plan.cards.begin(), plan.cards.end(),
                                 [](const CardModel& card) { return computes(card.device, Precision::amp_bf16); });
    q.precisions = {Precision::amp_bf16};  // the others are slower and take more
    if (!all) q.precisions.push_back(Precision::amp_fp16);
  }
  q.batches = batches_of(o);
  q.passes = spreads_asked(o) && !o.recipe.typed("--accumulation") ? 0 : o.recipe.accumulation;
  q.least_per_pass = least_batch_of(plan.network, plan.recipe.mode);
  set_amount(o, plan.network, q);
  if (!o.max_memory.empty()) q.max_memory = bytes_from(o.max_memory, "--max-memory");
  if (!o.max_time.empty()) q.max_time = time_from(o.max_time, "--max-time");
  if (!o.max_power.empty()) q.max_power = power_from(o.max_power, "--max-power");
  set_costs(o, plan, q);
  return q;
}

std::vector<Setting> settings_of(const RecommendOptions& o, const Plan& plan) {
  std::vector<Setting> all{{}};
  if (o.as_is || plan.network.recording != nullptr) return all;  // a recording runs as it was recorded
  const Recipe& recipe = plan.recipe;
  const bool open = !o.framework_typed && plan.software.framework == Framework::pytorch;
  const Setting tuned{.fused_optimizer = recipe.mode == Mode::train && !recipe.optimizer_loop &&
                                         plan.software.framework != Framework::libtorch &&
                                         has_loop(recipe.optimizer, OptimizerLoop::fused),
                      .cuda_graph = open};
  if (spreads_asked(o) && tuned != Setting{}) all.clear();  // the strategy is the question
  if (tuned != Setting{}) all.push_back(tuned);
  if (!o.memory_format_typed && has_convolutions(plan.network)) {
    all.push_back(tuned);
    all.back().channels_last = true;
  }
  return all;
}

RecommendOptions with_preset(RecommendOptions o, const Preset& preset) {
  const auto name = [](const std::string& network) { return lower_case(network.substr(0, network.find(':'))); };
  if (o.network.text.empty()) o.network.text = preset.network;
  if (name(o.network.text) != name(preset.network))
    throw bad_input("--preset", in_quotes(preset.name),
                    "is a job of " + preset.network + ": for another network give --samples and --epochs instead");
  if (!o.recipe.typed("--optimizer")) o.recipe.optimizer = preset.optimizer;
  if (o.samples || o.tokens || o.steps) return o;
  if (!preset.samples)
    throw bad_input("--samples", "nothing",
                    "must be given, as in --samples 100M (or --steps): " + preset.name +
                        " has no data set, it makes its samples (until " + preset.quality + ')');
  o.samples = preset.samples;
  if (!o.epochs) o.epochs = preset.epochs;
  if (!o.epochs)
    throw bad_input("--epochs", "nothing",
                    "must be given, as in --epochs 20: the sources of " + preset.name + " print none (until " +
                        preset.quality + ')');
  return o;
}

}  // namespace plan
