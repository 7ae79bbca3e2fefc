#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// A family of layouts: which degrees may be above one, and what is cut among the ranks that hold the same weights. All
/// other cards are data-parallel.
struct Strategy {
  static constexpr std::int64_t any = 0;  ///< of a degree: whatever divides
  std::int64_t tp{1}, pp{1}, ep{1}, cp{1};
  int zero{};                ///< as in ParallelLayout
  bool sequence_parallel{};  ///< as in ParallelLayout; where tp is above one
  bool zero_bubble{};        ///< as in ParallelLayout; where pp is above one
  bool offload{};            ///< the optimizer's state waits on the host

  friend constexpr bool operator==(const Strategy&, const Strategy&) = default;
};

/// "ddp", "zero1", "zero2", "fsdp", and, joined to them or to each other by +, "tp", "sp", "pp", "zb", "ep", "cp",
/// "offload", where tp, pp, ep and cp have a degree or not: "tp=8+sp+pp+zero1". ddp is what remains where nothing is
/// cut.
/// @throws Error naming `place`, what came and the accepted words
[[nodiscard]] Strategy strategy_from(std::string_view word, const std::string& place);

/// A layout in the words of strategy_from(), with its degrees: "tp=8+sp+pp=2+zero1"; "ddp" where nothing is cut.
[[nodiscard]] std::string strategy_text(const ParallelLayout& layout);

/// What limits the degrees of a network. 0: the degree cannot be above one.
struct SpreadLimits {
  std::int64_t heads{}, key_heads{};  ///< tensor ranks divide both
  std::int64_t blocks{};              ///< stages are at most as many
  std::int64_t experts{};             ///< expert ranks divide them
  std::int64_t sequence{};            ///< twice the context ranks divide it
};
[[nodiscard]] SpreadLimits spread_limits(const Network& network);

/// @throws Error naming `place` and `word` where the strategy has ranks that the network has nothing for: experts, or
/// any number of tensor, context or pipeline ranks of a network without attention
void require_spreadable(const Strategy& strategy, const SpreadLimits& limits, const std::string& network,
                        const std::string& word, const std::string& place);

/// What people run: data parallelism and each stage of ZeRO; of transformers, tensor parallelism with the sequence cut,
/// with FSDP or with a pipeline and ZeRO 1; of mixtures, expert parallelism, of long sequences (32,768 tokens and more)
/// context parallelism, both with FSDP.
[[nodiscard]] std::vector<Strategy> usual_strategies(const SpreadLimits& limits);

/// The layouts of so many cards in a family: every split into degrees that the network allows, tensor ranks within one
/// host of `per_node` cards unless the family says how many they are. Degrees that the family says are kept as they
/// are, whatever the network allows.
[[nodiscard]] std::vector<ParallelLayout> layouts(const Strategy& strategy, const SpreadLimits& limits,
                                                  std::int64_t gpus, std::int64_t per_node);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/strategy.ipp>
#endif
