#pragma once
/// The model, instantiated once (model.cpp) and not in every command: header-only code costs compile time where it is
/// used.
#include <functional>
#include <map>
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/planner/advise.hpp>
#include <perfmodel/planner/layer_costs.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/what_if.hpp>
#include <span>
#include <utility>
#include <vector>

#include "host_option.hpp"

namespace plan {

/// What prices steps on a card, with what its calibrated file knows. @param host  what was typed, for every framework
[[nodiscard]] perfmodel::CardModel card_model(const perfmodel::json::Card& card, const perfmodel::Software& software,
                                              perfmodel::Load load, const AskedHost& host);

/// The same of several, in their order.
[[nodiscard]] std::vector<perfmodel::CardModel> card_models(const std::vector<perfmodel::json::Card>& cards,
                                                            const perfmodel::Software& software, perfmodel::Load load,
                                                            const AskedHost& host);

/// One card's model under each framework and on each host that rows name, all of one release.
class CardModels {
 public:
  explicit CardModels(perfmodel::CardModel card) : card_(std::move(card)) {}
  /// @param host  as load_host() takes it; empty: the host of the card's model
  /// @param place  where the host stands, for messages. @throws Error as load_host() does
  [[nodiscard]] const perfmodel::CardModel& at(perfmodel::Framework framework, const std::string& host = "",
                                               const std::string& place = "host");

 private:
  perfmodel::CardModel card_;
  std::map<std::pair<perfmodel::Framework, std::string>, perfmodel::CardModel> others_{};
};

/// What prices single kernels.
[[nodiscard]] perfmodel::KernelModel kernel_model(const perfmodel::Device& device, const perfmodel::Software& software,
                                                  perfmodel::Load load, const perfmodel::CardCorrection& correction);

/// What prices single kernels of one card, made for each load and version of cuBLAS that a row asks for.
class KernelModels {
 public:
  /// @param repetitions  of a product, back to back, before an isolated one is timed
  KernelModels(const perfmodel::Device& device, const perfmodel::Software& software,
               const perfmodel::CardCorrection& correction, double repetitions = perfmodel::isolated_repetitions)
      : device_(device), software_(software), correction_(correction), repetitions_(repetitions) {}
  [[nodiscard]] const perfmodel::KernelModel& at(perfmodel::Load load, perfmodel::LibraryVersion library);

 private:
  perfmodel::Device device_;
  perfmodel::Software software_;
  perfmodel::CardCorrection correction_;
  double repetitions_;
  std::map<std::pair<perfmodel::Load, perfmodel::LibraryVersion>, perfmodel::KernelModel> made_{};
};

[[nodiscard]] std::int64_t parameters_of(const perfmodel::Network& network);
[[nodiscard]] perfmodel::NetworkShapes shapes_of(const perfmodel::Network& network, std::int64_t batch);
[[nodiscard]] std::int64_t least_batch_of(const perfmodel::Network& network, perfmodel::Mode mode);
[[nodiscard]] perfmodel::Work forward_work_of(const perfmodel::Network& network, std::int64_t batch);

[[nodiscard]] perfmodel::Prediction price_kernel(const perfmodel::Kernel& kernel, const perfmodel::KernelModel& model);

[[nodiscard]] perfmodel::StepEstimate estimate(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                               const perfmodel::CardModel& card,
                                               const perfmodel::MemoryOptions& memory = {});

/// Times by layer, and what explains them.
struct StepDetail {
  perfmodel::StepTime step{};
  perfmodel::LayerCosts costs{};
};
[[nodiscard]] StepDetail step_detail(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                     const perfmodel::CardModel& card);

[[nodiscard]] perfmodel::StepTime time_of_step(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                               const perfmodel::CardModel& card);

[[nodiscard]] perfmodel::Footprint memory_of_step(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                                  const perfmodel::Software& software, const perfmodel::Device& device,
                                                  const perfmodel::MemoryOptions& options);

[[nodiscard]] std::vector<bool> cards_that_fit(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                               const perfmodel::Software& software,
                                               std::span<const perfmodel::Device> cards,
                                               const perfmodel::MemoryOptions& options);

[[nodiscard]] perfmodel::MaxBatch max_batch(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                            const perfmodel::Software& software, const perfmodel::Device& device,
                                            const perfmodel::MaxBatchOptions& options);

[[nodiscard]] perfmodel::AdviceList advice(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                           const perfmodel::CardModel& card);

/// The recipe as it is, and the techniques that save memory, each with its cost. If it does not fit as it is,
/// `combined` has the combinations among which the fastest lies that fits, those that keep the algorithm first, or,
/// where nothing fits, that which takes least.
struct WhatIfs {
  perfmodel::WhatIf base{};
  std::vector<perfmodel::WhatIf> single{}, combined{};
};
/// @param step  called after each combination that was looked at, with the number of all; by one thread at a time
[[nodiscard]] WhatIfs what_ifs(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                               const perfmodel::CardModel& card, const perfmodel::MemoryOptions& memory,
                               const std::function<void(std::size_t)>& step);

}  // namespace plan
