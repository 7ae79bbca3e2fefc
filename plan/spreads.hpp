#pragma once
/// The ways to spread a step that recommend is asked about: systems, numbers of GPUs, strategies.
#include <CLI/App.hpp>
#include <cstdint>
#include <vector>

#include "recommend.hpp"

namespace plan {

void add_spread_options(CLI::App& command, RecommendOptions& options);

/// Whether ways to use several GPUs are asked about, other than by --max-gpus.
[[nodiscard]] bool spreads_asked(const RecommendOptions& options);

/// The system of each card in question: the one named, else the usual one of the card.
/// @throws Error where the named system cannot hold a card
[[nodiscard]] std::vector<perfmodel::HostSystem> systems_of(const RecommendOptions& options, const Plan& plan);

/// Layouts of every count and strategy for each card.
/// @throws Error naming a strategy, or a count that the named system does not hold
void set_spreads(const RecommendOptions& options, const Plan& plan, perfmodel::Question& question);

/// Samples per step to try: those typed; else powers of two, and as many times what divides among numbers of GPUs that
/// are none.  @throws Error where those typed are no list of numbers
[[nodiscard]] std::vector<std::int64_t> batches_of(const RecommendOptions& options);

/// The question of a plan and what is asked where it has no answer: each block computed again in the backward pass; 16
/// bits throughout with and without that, unless precisions were typed.
[[nodiscard]] std::vector<perfmodel::Question> levels_of(const RecommendOptions& options, const Plan& plan);

}  // namespace plan
