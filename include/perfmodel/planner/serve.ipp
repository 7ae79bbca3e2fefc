#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/memory/outside_memory.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/planner/serve.hpp>
#include <perfmodel/planner/serving.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace perfmodel {
namespace detail {

/// One card's part of a model as engines run it.
[[nodiscard]] inline Network served_part(Network network, const ServingRecipe& recipe) {
  if (auto last = with_last_logits(network)) network = std::move(*last);
  if (recipe.gpus > 1) network = with_tensor_parallel(network, {.ranks = recipe.gpus});
  if (auto joined = with_joined_projections(network)) network = std::move(*joined);
  for (Layer& layer : network.layers)
    if (auto* experts = std::get_if<MixtureOfExperts>(&layer.what)) experts->engine = true;
  if (recipe.weights)
    if (auto narrow = with_quantized_weights(network, *recipe.weights)) network = std::move(*narrow);
  return network;
}

/// Bytes of a network's parameters, without caches; of its caches alone.
struct ParameterBytes {
  Bytes weights{}, cache{};
};
[[nodiscard]] inline ParameterBytes parameter_bytes(const Network& network, NumberFormat format, std::int64_t batch) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  ParameterBytes out{};
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    const bool cache = std::holds_alternative<DotProductAttention>(layer.what);
    if (layer.parameters_of >= 0) continue;
    for (const ParameterTensor& p : parameters(layer.what, shapes.layer_inputs[i]))
      (cache ? out.cache : out.weights) +=
          static_cast<double>(elements(p.shape)) * element_size(p.format.value_or(format));
  }
  return out;
}

}  // namespace detail

PERFMODEL_INLINE ServingSteps::ServingSteps(const Network& prompts, const Network& token, const ServingLoad& load,
                                            const ServingRecipe& recipe, const CardModel& card)
    : card_(card),
      load_(load),
      recipe_(recipe),
      prompts_(detail::served_part(prompts, recipe)),
      token_(detail::served_part(token, recipe)) {
  auto last = with_past(token_, load.prompt + std::max<std::int64_t>(load.generated - 1, 1), recipe.narrow_cache);
  auto middle = with_past(token_, load.prompt + std::max<std::int64_t>(load.generated / 2, 1), recipe.narrow_cache);
  if (!last || !middle)
    throw bad_input("network", '"' + token.name + '"', "must be a language model with causal attention");
  token_ = std::move(*middle);
  const NumberFormat format = policy(recipe.precision).weights;
  const detail::ParameterBytes bytes = detail::parameter_bytes(*last, format, 1);
  weights_ = bytes.weights;
  cache_ = bytes.cache;
  passes_ = passes_of_prompt(load, recipe);
  prompts_at_once_ = std::max<std::int64_t>(1, recipe.tokens_at_once / load.prompt);
  const StepEstimate pass = step_of(prompts_, prompts_at_once_);  // a cache is counted by the request, not here
  activations_ = std::max(Bytes{}, pass.peak_reserved - weights_);
  outside_ = pass.device_used - pass.peak_reserved;
  limit_ = pass.device_memory - outside_;
  if (passes_ > 1)
    prompts_ = *with_past(prompts_, (load.prompt - tokens_of_pass(load, recipe)) / 2, recipe.narrow_cache);
  one_prompt_ = passes_ > 1 || prompts_at_once_ > 1 ? prompts_of(1) : pass;
  chunk_ = prompts_at_once_ > 1 ? pass : one_prompt_;
}

PERFMODEL_INLINE StepEstimate ServingSteps::prompts_of(std::int64_t prompts) const {
  StepEstimate e = step_of(prompts_, prompts);  // the work of attention grows evenly from pass to pass
  const Time between = static_cast<double>(passes_ - 1) * recipe_.step_overhead;
  for (Time* time : {&e.step, &e.low, &e.high}) *time = static_cast<double>(passes_) * *time + between;
  return e;
}

PERFMODEL_INLINE StepEstimate ServingSteps::step_of(const Network& network, std::int64_t batch) const {
  return estimate_step(network, {.batch = batch, .precision = recipe_.precision, .mode = Mode::infer}, card_);
}

PERFMODEL_INLINE std::int64_t ServingSteps::largest_batch(std::int64_t most) const {
  const double free = in(limit_ - weights_ - activations_, byte);
  if (free < in(cache_, byte)) return 0;
  return std::min(most, static_cast<std::int64_t>(free / in(cache_, byte)));
}

PERFMODEL_INLINE ServingEstimate ServingSteps::room(std::int64_t batch) const {
  ServingEstimate e{.batch = batch,
                    .weights = weights_,
                    .cache_per_request = cache_,
                    .activations = activations_,
                    .used = weights_ + static_cast<double>(batch) * cache_ + activations_ + outside_,
                    .memory = limit_ + outside_};
  e.fits = e.used <= e.memory;
  return e;
}

PERFMODEL_INLINE ServingEstimate ServingSteps::operator()(std::int64_t batch) const {
  const StepEstimate token = step_of(token_, batch);
  const std::int64_t at_once = std::min(batch, prompts_at_once_);
  const StepEstimate chunk = at_once == prompts_at_once_ ? chunk_ : prompts_of(at_once);
  const double generated = static_cast<double>(load_.generated), requests = static_cast<double>(batch),
               chunks = requests / static_cast<double>(at_once);
  const double steps = generated - 1.0;  // the prompts' pass ends with the first token
  ServingEstimate e = room(batch);
  e.first_token = one_prompt_.step + recipe_.step_overhead;
  e.per_token = token.step + recipe_.step_overhead;
  e.bound = token.bound;
  const auto whole = [&](Time prompt, Time step) {
    return chunks * (prompt + recipe_.step_overhead) + steps * (step + recipe_.step_overhead);
  };
  e.prompts = chunks * (chunk.step + recipe_.step_overhead);
  e.total = whole(chunk.step, token.step);
  e.tokens_per_second = requests * generated / in(e.total, second);
  e.low = requests * generated / in(whole(chunk.high, token.high), second);
  e.high = requests * generated / in(whole(chunk.low, token.low), second);
  return e;
}

}  // namespace perfmodel
