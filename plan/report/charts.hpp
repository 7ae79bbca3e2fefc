#pragma once
/// The charts, one file each. They draw what the model's functions return and calculate nothing of their own.
#include <cstdint>
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../timeline.hpp"
#include "chart.hpp"

namespace plan {

// --- a card -------------------------------------------------------------------------------------------------------

/// One layer of a step: sums over equal blocks where the table of layers folds them.
struct LayerPoint {
  std::string name{};
  perfmodel::LayerTime time{};
};
/// Layers of a network, those of equal blocks together, and the optimizer.
[[nodiscard]] std::vector<LayerPoint> layer_points(const perfmodel::Network& network,
                                                   const perfmodel::NetworkShapes& shapes,
                                                   const perfmodel::StepTime& step);

/// A card's roofs of all formats, both axes logarithmic, with the layers of a step under them. Williams et al. 2009,
/// doi:10.1145/1498765.1498785.
[[nodiscard]] Chart roofline_chart(const perfmodel::Device& device, std::span<const LayerPoint> layers);

/// Time of each layer, forward, backward and optimizer.
[[nodiscard]] Chart layers_chart(std::span<const LayerPoint> layers);

/// What a card reaches in a format on the network that is asked about.
struct CardUtilization {
  const perfmodel::Device* device{};
  perfmodel::NumberFormat format{};
  std::optional<double> utilization{};  ///< of the format's peak; nothing: not asked
};
/// Dense peaks of cards by format, and how much of them a step uses.
[[nodiscard]] Chart peaks_chart(std::span<const CardUtilization> cards);
/// Where the roofs of cards bend: FLOP per byte above which a kernel is bound by math.
[[nodiscard]] Chart ridge_points_chart(std::span<const perfmodel::Device> devices);

// --- a grid of steps ----------------------------------------------------------------------------------------------

/// One step of a grid.
struct GridPoint {
  std::string card{}, series{};  ///< series: the network, its width, or the precision
  std::int64_t batch{};
  double samples_per_second{}, utilization{};
  std::string bound{};
  bool fits{true};  ///< else only card, series and batch say anything
};
/// Samples per second against the batch, both logarithmic, a line a card and series.
[[nodiscard]] Chart throughput_chart(std::span<const GridPoint> points, const std::string& series);
/// Share of the peak by batch and series; what does not fit into memory stays blank.
[[nodiscard]] Chart utilization_map(std::span<const GridPoint> points, const std::string& series);

// --- one step -----------------------------------------------------------------------------------------------------

/// What a step holds on the card at its peak.
[[nodiscard]] Chart memory_parts_chart(const perfmodel::Footprint& footprint);
/// Allocated and reserved memory over the replayed steps, and what the card has for them.
/// @pre footprint.timeline was asked for
[[nodiscard]] Chart memory_time_chart(const perfmodel::Network& network, const perfmodel::Footprint& footprint);

/// Host, compute and communication of one step.
[[nodiscard]] Chart timeline_chart(const TimelineQuestion& question, const TimelineAnswer& answer);

// --- choices ------------------------------------------------------------------------------------------------------

/// A predicted time and its interval, and the measured one where there is one. Seconds.
struct Interval {
  std::string name{};
  double predicted{}, low{}, high{};
  std::optional<double> measured{};
  std::string group{};
};
/// Predicted times with their 90 % intervals, a row each.
[[nodiscard]] Chart intervals_chart(std::span<const Interval> rows);
/// Predicted against measured, both logarithmic, with intervals and the diagonal. @pre every row was measured
[[nodiscard]] Chart validation_chart(std::span<const Interval> rows);

/// A number of cards and what they reach together.
struct ScalingPoint {
  std::string card{};
  std::int64_t gpus{};
  double samples_per_second{};
};
/// Samples per second against the number of cards, beside as many times what one reaches.
[[nodiscard]] Chart scaling_chart(std::span<const ScalingPoint> points);

/// An option by what it costs. Seconds, joules and the user's currency, of a thousand samples.
struct TradeOff {
  std::string card{}, label{};
  double time{}, energy{};
  std::optional<double> cost{};
};
/// Which of the options nothing beats in both time and energy, in their order.
[[nodiscard]] std::vector<bool> pareto_front(std::span<const TradeOff> options);
/// Time against energy, cost as the size of a point; a line joins the options that nothing beats in both.
[[nodiscard]] Chart pareto_chart(std::span<const TradeOff> options);

// --- one product --------------------------------------------------------------------------------------------------

/// A product of another width.
struct WavePoint {
  std::int64_t n{}, waves{};
  double tflops{}, microseconds{};
};
/// Sizes around a product: about `count` widths of it up to twice its own.
[[nodiscard]] std::vector<WavePoint> wave_points(const perfmodel::Gemm& product, const perfmodel::GemmModels& models,
                                                 std::int64_t count = 200);
/// The sawtooth: a wave of thread blocks that is not full takes as long as a full one.
[[nodiscard]] Chart waves_chart(const perfmodel::Gemm& product, const std::string& card,
                                std::span<const WavePoint> points);

}  // namespace plan
