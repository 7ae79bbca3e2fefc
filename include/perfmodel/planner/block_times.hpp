#pragma once
#include <cstdint>
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/system/host_system.hpp>

namespace perfmodel {

/// What the equal blocks of a network take of the cards of a layout: their operations one after the other, each at its
/// price, without what the host, exchanges of weights and the rest of the network add. A search asks it which
/// candidates need not be traced. Each part of a block that a card may hold is written and priced once. Not for several
/// threads at once. The network must outlive it.
class BlockTimes {
 public:
  explicit BlockTimes(const Network& network);
  BlockTimes(BlockTimes&&) noexcept;
  BlockTimes& operator=(BlockTimes&&) noexcept;
  ~BlockTimes();

  /// Of a whole step; 0: nothing is known, as blocks differ or a compiler merges their operations.
  /// @param card   on_system(); it must outlive this
  /// @param nodes  as estimate_parallel()'s, as are recipe and layout
  /// @throws Error as estimate_parallel() does
  [[nodiscard]] Time operator()(const Recipe& recipe, const ParallelLayout& layout, const HostSystem& system,
                                const CardModel& card, std::int64_t nodes = 0);

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/block_times.ipp>
#endif
