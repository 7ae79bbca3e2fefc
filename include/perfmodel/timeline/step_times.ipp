#pragma once
#include <algorithm>
#include <perfmodel/timeline/step_lanes.ipp>
#include <utility>

namespace perfmodel {

PERFMODEL_INLINE std::vector<StepTime> step_times(const TimedStep& step, std::span<const TimedCard> cards) {
  using detail::CardLanes, detail::StepLanes, detail::lane_count_of_cards;
  std::vector<StepTime> times;
  times.reserve(cards.size());
  for (std::size_t first = 0; first < cards.size(); first += lane_count_of_cards)
    StepLanes<CardLanes>(step, cards.subspan(first, std::min(lane_count_of_cards, cards.size() - first))).add_to(times);
  return times;
}

PERFMODEL_INLINE StepTime step_time(const TimedStep& step, std::size_t layers, const TimedCard& card) {
  std::vector<StepTime> times;
  detail::StepLanes<double>(step, {&card, 1}, layers).add_to(times);
  return std::move(times.front());
}

}  // namespace perfmodel
