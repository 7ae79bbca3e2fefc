#pragma once
#include <algorithm>
#include <map>
#include <perfmodel/planner/block_times.hpp>
#include <perfmodel/planner/one_pass.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage_traces.ipp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/execution_cost.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

struct BlockTimes::Known {
  /// Operations of the blocks that were written, and how often each runs in one of them.
  struct Block {
    OperationList operations{};
    std::vector<double> runs{};  ///< by OperationId
    std::map<const CardModel*, double> seconds{};
  };
  /// The network of one card of a group, and those of its blocks that are equal.
  struct Part {
    Network network{};
    std::int64_t blocks{};  ///< of all
    detail::EqualBlocks equal{};
  };
  const Network& network;
  std::map<detail::TraceKey, Part> parts{};
  std::map<detail::TraceKey, Block> blocks{};
  std::vector<Kernel> kernels{};

  explicit Known(const Network& n) : network(n) {}

  /// With few blocks, of which those between the first and the last have equal neighbours.
  [[nodiscard]] static Part part_of(const Network& whole) {
    constexpr std::int64_t few = 3;
    Part part{.blocks = pipeline_blocks(whole)};
    const std::vector<double> parameters = parameters_by_layer(whole);
    for (const std::int32_t skipped : {0, 1})  // the first may cut the sequence for those behind it
      if (part.equal.blocks == 0) part.equal = detail::equal_blocks(whole, parameters, skipped);
    const bool fold = part.equal.blocks > few;
    part.network = fold ? detail::with_blocks(whole, part.equal, few) : whole;
    if (fold) part.equal.blocks = few;
    return part;
  }
  [[nodiscard]] static Block written(const Part& part, const Recipe& recipe, const CardModel& card) {
    StepTrace trace = steady_step(part.network, recipe, card.software(), card.steps.target, TraceDetail::bare);
    Block block{.operations = std::move(trace.operations)};
    block.runs.resize(block.operations.size());
    const std::size_t begin = part.equal.begin,
                      end = begin + part.equal.layers * static_cast<std::size_t>(part.equal.blocks);
    for (const TraceEvent& e : trace.step) {
      const auto* run = std::get_if<Execute>(&e.what);
      const auto layer = static_cast<std::size_t>(std::max(e.layer, 0));
      if (run != nullptr && e.layer >= 0 && layer >= begin && layer < end && e.phase != Phase::optimizer)
        block.runs[run->operation] += 1.0 / static_cast<double>(part.equal.blocks);
    }
    return block;
  }
  [[nodiscard]] double priced(const Block& block, const CardModel& card) {
    const LoweringTarget target = lowering_target(card.steps.kernels);
    const HostProfile host = host_of(card.steps);
    double sum = 0.0;
    for (std::size_t id = 0; id < block.runs.size(); ++id)
      if (block.runs[id] > 0.0)
        sum += block.runs[id] * detail::execution_cost(price(block.operations[static_cast<OperationId>(id)],
                                                             card.steps.kernels, target, kernels),
                                                       false, host, 1.0)
                                    .device;
    return sum;
  }
};

PERFMODEL_INLINE BlockTimes::BlockTimes(const Network& network) : known_(std::make_unique<Known>(network)) {}
PERFMODEL_INLINE BlockTimes::BlockTimes(BlockTimes&&) noexcept = default;
PERFMODEL_INLINE BlockTimes& BlockTimes::operator=(BlockTimes&&) noexcept = default;
PERFMODEL_INLINE BlockTimes::~BlockTimes() = default;

PERFMODEL_INLINE Time BlockTimes::operator()(const Recipe& recipe, const ParallelLayout& layout,
                                             const HostSystem& system, const CardModel& card, std::int64_t nodes) {
  using namespace detail;
  const Network& network = known_->network;
  if (network.recording != nullptr || card.software().rules.compiled) return {};
  const OnePass pass = one_pass(network, system, recipe, layout, nodes);
  ParallelLayout whole = layout;
  whole.pp = whole.virtual_stages = 1;
  TraceKey key = key_of(whole, pass.per_node);
  auto part = known_->parts.find(key);
  if (part == known_->parts.end())
    part = known_->parts.emplace(key, Known::part_of(card_network(network, whole, pass.per_node))).first;
  const Known::Part& of = part->second;
  if (of.equal.blocks == 0 || of.blocks < layout.pp) return {};
  add_recipe(key, pass.recipe);
  key.push_back(static_cast<std::int64_t>(card.software().framework));
  auto block = known_->blocks.find(key);
  if (block == known_->blocks.end())
    block = known_->blocks.emplace(std::move(key), Known::written(of, pass.recipe, card)).first;
  std::map<const CardModel*, double>& by_card = block->second.seconds;
  auto found = by_card.find(&card);
  if (found == by_card.end()) found = by_card.emplace(&card, known_->priced(block->second, card)).first;
  std::vector<double> stages;
  const std::int64_t each = of.blocks / layout.pp, longer = of.blocks % layout.pp;
  for (std::int64_t s = 0; s < layout.pp; ++s)
    stages.push_back(found->second * static_cast<double>(s < longer ? each + 1 : each));
  if (layout.zero_bubble) return static_cast<double>(pass.passes) * stages.front() * second;
  return pipeline_time(stages, static_cast<double>(pass.passes), static_cast<double>(layout.virtual_stages)).total *
         second;
}

}  // namespace perfmodel
