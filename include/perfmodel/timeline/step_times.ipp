#pragma once
#include <algorithm>
#include <perfmodel/timeline/step_times.hpp>
#include <perfmodel/timeline/timeline.ipp>
#include <utility>
#include <variant>

namespace perfmodel {

PERFMODEL_INLINE void TimedStep::push_back(const TraceEvent& event) {
  const bool now = event.phase == Phase::backward;
  Event e{.turns = std::exchange(backward_, now) != now};
  taped_ = taped_ || now;
  left_out_ = std::holds_alternative<Release>(event.what) && !e.turns;
  if (left_out_) return;
  if (const auto* executed = std::get_if<Execute>(&event.what)) {
    if (executed->operation >= places_.size()) places_.resize(executed->operation + 1);
    std::uint32_t& place = places_[executed->operation];
    if (place == 0) {
      operations_.push_back(executed->operation);
      place = static_cast<std::uint32_t>(operations_.size());
    }
    e.kind = Event::Kind::execute;
    e.operation = place - 1;
  } else if (const auto* host = std::get_if<HostWork>(&event.what)) {
    e.kind = Event::Kind::host;
    e.op = host->op;
    e.count = host->count;
  } else if (std::holds_alternative<Allocate>(event.what)) {
    e.kind = Event::Kind::allocate;
  } else if (std::holds_alternative<Synchronize>(event.what)) {
    e.kind = Event::Kind::wait;
    waits_ = true;
  }
  events_.push_back(e);
}

PERFMODEL_INLINE void TimedStep::end() {
  if (std::exchange(left_out_, false)) events_.push_back({});
}

namespace detail {

/// One number of each of several cards; sums of each follow the events as a single card's would.
inline constexpr std::size_t lane_count_of_cards = 8;
using CardLanes = double __attribute__((vector_size(lane_count_of_cards * sizeof(double))));

inline void keep_larger(CardLanes& a, const CardLanes& b) { a = a < b ? b : a; }

/// What one operation costs on each card.
struct OperationLanes {
  CardLanes host{}, device{}, busy{}, low{}, high{}, traffic{};
  std::array<CardLanes, bound_count> by_bound{};
  std::array<int, lane_count_of_cards> calls{};
  double work{};
  std::array<bool, bound_count> bound_by{};  ///< on any card
};

/// A step on as many cards as there are lanes; further lanes cost nothing.
class StepLanes {
 public:
  StepLanes(const TimedStep& step, std::span<const TimedCard> cards)
      : step_(step), cards_(cards), operations_(step.operations().size()) {
    for (std::size_t lane = 0; lane < cards.size(); ++lane) {
      const HostProfile& profile = *cards[lane].host;
      const double recorded = step.taped() ? 1.0 : profile.inference;
      for (std::size_t op = 0; op < host_op_count; ++op)
        host_[op][lane] = in(cost(profile, static_cast<HostOp>(op)), second) * recorded;
      allocation_[lane] = in(profile.allocation, second) * recorded;
      submit_[lane] = in(profile.submit, second);
      for (std::size_t i = 0; i < operations_.size(); ++i) price(i, lane, recorded);
    }
  }

  void add_to(std::vector<StepTime>& times) {
    add_up();
    hand_over();
    const std::vector<double> longest = periods();
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      StepTotals sums{.host = sums_.host[lane],
                      .device = sums_.device[lane],
                      .busy = sums_.busy[lane],
                      .low = sums_.low[lane],
                      .high = sums_.high[lane],
                      .work = sums_.work,
                      .moved = sums_.traffic[lane]};
      for (std::size_t b = 0; b < bound_count; ++b) sums.by_bound[b] = sums_.by_bound[b][lane];
      set_totals(times.emplace_back(), sums, longest[lane], *cards_[lane].host);
    }
  }

 private:
  using Event = TimedStep::Event;
  /// Seconds that passing work to another thread adds to an event.
  struct HandOverLanes {
    std::size_t event{};
    CardLanes slept{}, seconds{};
  };

  void price(std::size_t place, std::size_t lane, double recorded) {
    const HostProfile& profile = *cards_[lane].host;
    OperationPrices& prices = *cards_[lane].prices;
    const OperationId id = step_.operations()[place];
    const PricedOperation& k = prices(id);
    const ExecutionCost c = execution_cost(k, is_wide_product(prices.operation(id)), profile, recorded);
    OperationLanes& to = operations_[place];
    to.host[lane] = c.host;
    to.device[lane] = c.device;
    to.busy[lane] = k.busy;
    to.low[lane] = c.share * k.low;
    to.high[lane] = c.share * k.high;
    to.traffic[lane] = k.traffic;
    to.calls[lane] = k.calls;
    to.work = k.work;
    for (std::size_t b = 0; b < bound_count; ++b) {
      to.by_bound[b][lane] = c.share * k.by_bound[b];
      to.bound_by[b] = to.bound_by[b] || k.by_bound[b] != 0.0;
    }
  }

  /// What an event costs the host, without passing work on.
  void host_of(const Event& e, CardLanes& seconds) const {
    switch (e.kind) {
      case Event::Kind::host:
        seconds = host_[static_cast<std::size_t>(e.op)] * static_cast<double>(e.count);
        return;
      case Event::Kind::execute:
        seconds = operations_[e.operation].host;
        return;
      case Event::Kind::allocate:
        seconds = allocation_;
        return;
      case Event::Kind::wait:
      case Event::Kind::nothing:
        seconds = CardLanes{};
    }
  }

  void add_up() {
    const std::vector<Event>& events = step_.events();
    CardLanes slept{}, host{};
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].turns) {
        hand_overs_.push_back({.event = i, .slept = slept});
        slept = CardLanes{};
      }
      host_of(events[i], host);
      slept += host;
      sums_.host += host;
      if (events[i].kind != Event::Kind::execute) continue;
      const OperationLanes& k = operations_[events[i].operation];
      sums_.device += k.device;
      sums_.busy += k.busy;
      sums_.low += k.low;
      sums_.high += k.high;
      sums_.traffic += k.traffic;
      sums_.work += k.work;
      for (std::size_t b = 0; b < bound_count; ++b)
        if (k.bound_by[b]) sums_.by_bound[b] += k.by_bound[b];
      for (std::size_t lane = 0; lane < lane_count_of_cards; ++lane)
        calls_[lane] += static_cast<std::size_t>(k.calls[lane]);
    }
    if (hand_overs_.empty()) return;
    if (step_.ends_backward())
      hand_overs_.push_back({.event = events.size() - 1, .slept = slept});
    else
      hand_overs_.front().slept += slept;
  }
  void hand_over() {
    for (HandOverLanes& h : hand_overs_) {
      for (std::size_t lane = 0; lane < cards_.size(); ++lane)
        h.seconds[lane] = in(cards_[lane].host->hand_over, second) * hand_over_share(*cards_[lane].host, h.slept[lane]);
      sums_.host += h.seconds;
    }
  }

  /// period() of each card.
  [[nodiscard]] std::vector<double> periods() const {
    std::vector<double> longest(cards_.size());
    std::vector<bool> left(cards_.size());
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      longest[lane] = std::max(sums_.host[lane], sums_.device[lane]);
      const auto depth = static_cast<std::size_t>(cards_[lane].host->queue_depth);
      left[lane] = step_.waits() || calls_[lane] > depth;
    }
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      if (!left[lane]) continue;
      const int depth = cards_[lane].host->queue_depth;
      CardLanes last{};
      last_period(static_cast<std::size_t>(depth), last);
      for (std::size_t other = lane; other < cards_.size(); ++other) {
        if (!left[other] || cards_[other].host->queue_depth != depth) continue;
        left[other] = false;
        longest[other] = std::max(last[other], longest[other]);
      }
    }
    return longest;
  }
  /// The clocks of TwoClocks, for all cards at once.
  void last_period(std::size_t depth, CardLanes& last) const {
    std::vector<CardLanes> in_flight(std::max<std::size_t>(1, depth));
    CardLanes host{}, device{}, before{}, cost{}, end{};
    std::size_t oldest = 0, waiting = 0;
    const std::vector<Event>& events = step_.events();
    const int steps = step_.waits() ? 3 : 6;
    for (int step = 0; step < steps; ++step) {
      before = host;
      keep_larger(before, device);
      auto passed_on = hand_overs_.begin();
      for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& e = events[i];
        host_of(e, cost);
        for (; passed_on != hand_overs_.end() && passed_on->event == i; ++passed_on) cost += passed_on->seconds;
        host += cost;
        if (e.kind == Event::Kind::execute) {
          if (waiting == in_flight.size()) {
            keep_larger(host, in_flight[oldest]);
            oldest = oldest + 1 < in_flight.size() ? oldest + 1 : 0;
            --waiting;
          }
          end = host + submit_;
          keep_larger(device, end);
          device += operations_[e.operation].device;
          const std::size_t at = oldest + waiting;
          in_flight[at < in_flight.size() ? at : at - in_flight.size()] = device;
          ++waiting;
        } else if (e.kind == Event::Kind::wait) {
          keep_larger(host, device);
          waiting = 0;
        }
      }
    }
    last = host;
    keep_larger(last, device);
    last -= before;
  }

  struct SumLanes {
    CardLanes host{}, device{}, busy{}, low{}, high{}, traffic{};
    double work{};
    std::array<CardLanes, bound_count> by_bound{};
  };
  const TimedStep& step_;
  std::span<const TimedCard> cards_;
  std::vector<OperationLanes> operations_;
  std::array<CardLanes, host_op_count> host_{};
  CardLanes allocation_{}, submit_{};
  SumLanes sums_{};
  std::array<std::size_t, lane_count_of_cards> calls_{};
  std::vector<HandOverLanes> hand_overs_{};
};

}  // namespace detail

PERFMODEL_INLINE std::vector<StepTime> step_times(const TimedStep& step, std::span<const TimedCard> cards) {
  std::vector<StepTime> times;
  times.reserve(cards.size());
  for (std::size_t first = 0; first < cards.size(); first += detail::lane_count_of_cards)
    detail::StepLanes(step, cards.subspan(first, std::min(detail::lane_count_of_cards, cards.size() - first)))
        .add_to(times);
  return times;
}

}  // namespace perfmodel
