#pragma once
/// The model, instantiated once (model.cpp) and not in every command: header-only code costs compile time where it is used.
#include <perfmodel/plan/layer_costs.hpp>
#include <perfmodel/plan/step_estimate.hpp>
#include <perfmodel/training/max_batch.hpp>

namespace plan {

[[nodiscard]] perfmodel::CardModel card_model(const perfmodel::Device& device, perfmodel::Load load = perfmodel::Load::sustained);

[[nodiscard]] std::int64_t parameters_of(const perfmodel::Network& network);
[[nodiscard]] perfmodel::NetworkShapes shapes_of(const perfmodel::Network& network, std::int64_t batch);
[[nodiscard]] perfmodel::Work forward_work_of(const perfmodel::Network& network, std::int64_t batch);

[[nodiscard]] perfmodel::Prediction price_kernel(const perfmodel::Kernel& kernel, const perfmodel::KernelModel& model);

[[nodiscard]] perfmodel::StepEstimate estimate(const perfmodel::Network& network, const perfmodel::Recipe& recipe, const perfmodel::CardModel& card,
                                               std::int64_t gpus = 1, const perfmodel::MemoryOptions& memory = {});

/// Times by layer, and what explains them.
struct StepDetail {
  perfmodel::StepTime step{};
  perfmodel::LayerCosts costs{};
};
[[nodiscard]] StepDetail step_detail(const perfmodel::Network& network, const perfmodel::Recipe& recipe, const perfmodel::CardModel& card);

[[nodiscard]] perfmodel::StepTime time_of_step(const perfmodel::Network& network, const perfmodel::Recipe& recipe, const perfmodel::CardModel& card);

[[nodiscard]] perfmodel::Footprint memory_of_step(const perfmodel::Network& network, const perfmodel::Recipe& recipe, const perfmodel::Device& device,
                                                  const perfmodel::MemoryOptions& options);

[[nodiscard]] perfmodel::MaxBatch max_batch(const perfmodel::Network& network, const perfmodel::Recipe& recipe, const perfmodel::Device& device,
                                            const perfmodel::MaxBatchOptions& options);

}  // namespace plan
