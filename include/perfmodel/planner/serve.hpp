#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// Requests to a language model, all alike.
struct ServingLoad {
  std::int64_t prompt{1024};    ///< tokens of a request
  std::int64_t generated{128};  ///< tokens of its answer
};

/// How a server runs the model.
struct ServingRecipe {
  Precision precision{Precision::bf16};  ///< a 16-bit one: of what is not quantised
  std::optional<NumberFormat>
      weights{};                      ///< of the linear layers in blocks, and of their products; nothing: precision's
  bool narrow_cache{};                ///< keys and values are kept in 8 bits
  std::int64_t gpus{1};               ///< that hold the model together, by tensor parallelism in one host
  std::int64_t tokens_at_once{8192};  ///< of prompts in one pass: engines cut and join prompts to such chunks
  Time step_overhead{};               ///< of the engine for each step, which no kernel hides
};

/// Passes that a prompt takes, and tokens of each: as few as are no longer than tokens_at_once, all of one length.
[[nodiscard]] constexpr std::int64_t passes_of_prompt(const ServingLoad& load, const ServingRecipe& recipe) {
  return (load.prompt + recipe.tokens_at_once - 1) / recipe.tokens_at_once;
}
[[nodiscard]] constexpr std::int64_t tokens_of_pass(const ServingLoad& load, const ServingRecipe& recipe) {
  return (load.prompt + passes_of_prompt(load, recipe) - 1) / passes_of_prompt(load, recipe);
}

/// What one server of `gpus` cards does with so many requests at once.
struct ServingEstimate {
  std::int64_t batch{};        ///< requests at once
  Time first_token{};          ///< one prompt alone, from its start to the first token
  Time per_token{};            ///< one step of all requests, in the middle of their answers
  Time prompts{};              ///< the prompts of all requests
  Time total{};                ///< of all requests: prompts with the first tokens, then a step for each further one
  Bound bound{};               ///< of a step
  double tokens_per_second{};  ///< generated, of all requests together
  double low{}, high{};        ///< 90 % of measurements, from the intervals of step and prompts
  Bytes weights{}, cache_per_request{}, activations{};  ///< of one card; the cache at the end of an answer
  Bytes used{}, memory{};                               ///< of one card
  bool fits{};
};

/// A model on one card of a server. Prompts run in chunks, answers token by token for all requests together, with keys
/// and values in a cache. Engines join projections of the same input into one product (with_joined_projections()).
class ServingSteps {
 public:
  /// @param prompts  the language model over tokens_of_pass() of a prompt; @param token  the same over one token
  /// @param card     on_system(), where several cards share the model
  /// @throws Error where the model has no causal attention, cannot be cut, or the card does not compute in the format
  ServingSteps(const Network& prompts, const Network& token, const ServingLoad& load, const ServingRecipe& recipe,
               const CardModel& card);

  /// The most requests that fit at once, up to `most`; 0: not even one.
  [[nodiscard]] std::int64_t largest_batch(std::int64_t most) const;
  [[nodiscard]] ServingEstimate operator()(std::int64_t batch) const;
  /// The same without times and rates: nothing is priced.
  [[nodiscard]] ServingEstimate room(std::int64_t batch) const;

 private:
  [[nodiscard]] StepEstimate step_of(const Network& network, std::int64_t batch) const;
  /// All passes over so many prompts.
  [[nodiscard]] StepEstimate prompts_of(std::int64_t prompts) const;

  const CardModel& card_;
  ServingLoad load_;
  ServingRecipe recipe_;
  Network prompts_, token_;  ///< prompts_: one pass, behind half of the prompt's other passes
  std::int64_t passes_{1}, prompts_at_once_{1};
  StepEstimate one_prompt_{}, chunk_{};
  Bytes weights_{}, cache_{}, activations_{}, outside_{}, limit_{};
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/serve.ipp>
#endif
