#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/timeline/execution_cost.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <perfmodel/timeline/timeline.ipp>
#include <type_traits>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// One number of each of several cards; sums of each follow the events as a single card's would.
inline constexpr std::size_t lane_count_of_cards = 8;
using CardLanes = double __attribute__((vector_size(lane_count_of_cards * sizeof(double))));

template <class Lanes>
inline constexpr std::size_t lane_count = sizeof(Lanes) / sizeof(double);

inline void set_lane(double& one, std::size_t, double value) { one = value; }
inline void set_lane(CardLanes& lanes, std::size_t lane, double value) { lanes[lane] = value; }
[[nodiscard]] inline double lane_of(const double& one, std::size_t) { return one; }
[[nodiscard]] inline double lane_of(const CardLanes& lanes, std::size_t lane) { return lanes[lane]; }

template <class Lanes>
void keep_larger(Lanes& a, const Lanes& b) {
  a = a < b ? b : a;
}

/// What one operation costs on each card.
template <class Lanes>
struct OperationLanes {
  Lanes host{}, device{}, busy{}, low{}, high{}, traffic{};
  std::array<Lanes, bound_count> by_bound{};
  std::array<int, lane_count<Lanes>> calls{};
  double work{};
  std::array<bool, bound_count> bound_by{};  ///< on any card
};

/// A step on as many cards as there are lanes, or on one; further lanes cost nothing.
template <class Lanes>
class StepLanes {
 public:
  /// @param layers  number of those whose times are asked for
  StepLanes(const TimedStep& step, std::span<const TimedCard> cards, std::size_t layers = 0)
      : step_(step), cards_(cards), operations_(step.operations().size()) {
    if constexpr (of_layers) layers_.resize(layers + 1);
    for (std::size_t lane = 0; lane < cards.size(); ++lane) {
      const HostProfile& profile = *cards[lane].host;
      const double recorded = step.taped() ? 1.0 : profile.inference;
      for (std::size_t op = 0; op < host_op_count; ++op)
        set_lane(host_[op], lane, in(cost(profile, static_cast<HostOp>(op)), second) * recorded);
      set_lane(allocation_, lane, in(profile.allocation, second) * recorded);
      set_lane(submit_, lane, in(profile.submit, second));
      for (std::size_t i = 0; i < operations_.size(); ++i) price(i, lane, recorded);
    }
  }

  void add_to(std::vector<StepTime>& times) {
    add_up();
    thread_wake();
    const std::vector<double> longest = periods();
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      StepTotals sums{.host = lane_of(sums_.host, lane),
                      .device = lane_of(sums_.device, lane),
                      .busy = lane_of(sums_.busy, lane),
                      .low = lane_of(sums_.low, lane),
                      .high = lane_of(sums_.high, lane),
                      .work = sums_.work,
                      .moved = lane_of(sums_.traffic, lane)};
      for (std::size_t b = 0; b < bound_count; ++b) sums.by_bound[b] = lane_of(sums_.by_bound[b], lane);
      StepTime& step = times.emplace_back();
      set_totals(step, sums, longest[lane], *cards_[lane].host);
      for (std::size_t p = 0; p < phase_count; ++p) {
        step.device_by_phase[p] = lane_of(sums_.device_by_phase[p], lane) * second;
        step.host_by_phase[p] = lane_of(sums_.host_by_phase[p], lane) * second;
      }
      step.layers = std::move(layers_);
    }
  }

 private:
  using Event = TimedStep::Event;
  static constexpr bool of_layers = lane_count<Lanes> == 1;
  /// Seconds that passing work to another thread adds to an event.
  struct ThreadWakeLanes {
    std::size_t event{};
    Lanes slept{}, seconds{};
  };

  void price(std::size_t place, std::size_t lane, double recorded) {
    const HostProfile& profile = *cards_[lane].host;
    OperationPrices& prices = *cards_[lane].prices;
    const OperationId id = step_.operations()[place];
    const PricedOperation& k = prices(id);
    const ExecutionCost c = execution_cost(k, is_wide_product(prices.operation(id)), profile, recorded);
    OperationLanes<Lanes>& to = operations_[place];
    set_lane(to.host, lane, c.host);
    set_lane(to.device, lane, c.device);
    set_lane(to.busy, lane, k.busy);
    set_lane(to.low, lane, c.share * k.low);
    set_lane(to.high, lane, c.share * k.high);
    set_lane(to.traffic, lane, k.traffic);
    to.calls[lane] = k.calls;
    to.work = k.work;
    for (std::size_t b = 0; b < bound_count; ++b) {
      set_lane(to.by_bound[b], lane, c.share * k.by_bound[b]);
      to.bound_by[b] = to.bound_by[b] || k.by_bound[b] != 0.0;
    }
  }

  /// What an event costs the host, without passing work on.
  void host_of(const Event& e, Lanes& seconds) const {
    switch (e.kind) {
      case Event::Kind::host:
        seconds = host_[static_cast<std::size_t>(e.op)] * static_cast<double>(e.number);
        return;
      case Event::Kind::execute:
        seconds = operations_[e.place()].host;
        return;
      case Event::Kind::allocate:
        seconds = allocation_;
        return;
      case Event::Kind::wait:
      case Event::Kind::nothing:
        seconds = Lanes{};
    }
  }

  void add_up() {
    const std::vector<Event>& events = step_.events();
    Lanes slept{}, host{};
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].turns) {
        thread_wakes_.push_back({.event = i, .slept = slept});
        slept = Lanes{};
      }
      host_of(events[i], host);
      slept += host;
      sums_.host += host;
      sums_.host_by_phase[static_cast<std::size_t>(events[i].phase)] += host;
      if (events[i].kind == Event::Kind::execute) add(operations_[events[i].place()], events[i]);
    }
    if (thread_wakes_.empty()) return;
    if (step_.ends_backward())
      thread_wakes_.push_back({.event = events.size() - 1, .slept = slept});
    else
      thread_wakes_.front().slept += slept;
  }
  void add(const OperationLanes<Lanes>& k, const Event& event) {
    sums_.device += k.device;
    sums_.device_by_phase[static_cast<std::size_t>(event.phase)] += k.device;
    sums_.busy += k.busy;
    sums_.low += k.low;
    sums_.high += k.high;
    sums_.traffic += k.traffic;
    sums_.work += k.work;
    for (std::size_t b = 0; b < bound_count; ++b)
      if (k.bound_by[b]) sums_.by_bound[b] += k.by_bound[b];
    for (std::size_t lane = 0; lane < lane_count<Lanes>; ++lane)
      calls_[lane] += static_cast<std::size_t>(k.calls[lane]);
    if constexpr (of_layers) {
      LayerTime& layer = layers_[event.layer < 0 ? layers_.size() - 1 : static_cast<std::size_t>(event.layer)];
      (event.phase == Phase::backward    ? layer.backward
       : event.phase == Phase::optimizer ? layer.optimizer
                                         : layer.forward) += k.device * second;
    }
  }
  void thread_wake() {
    for (ThreadWakeLanes& h : thread_wakes_) {
      for (std::size_t lane = 0; lane < cards_.size(); ++lane)
        set_lane(
            h.seconds, lane,
            in(cards_[lane].host->thread_wake, second) * thread_wake_share(*cards_[lane].host, lane_of(h.slept, lane)));
      sums_.host += h.seconds;
      sums_.host_by_phase[static_cast<std::size_t>(Phase::backward)] += h.seconds;
    }
  }

  /// period() of each card.
  [[nodiscard]] std::vector<double> periods() const {
    std::vector<double> longest(cards_.size());
    std::vector<bool> left(cards_.size());
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      longest[lane] = std::max(lane_of(sums_.host, lane), lane_of(sums_.device, lane));
      const auto depth = static_cast<std::size_t>(cards_[lane].host->queue_depth);
      left[lane] = step_.waits() || calls_[lane] > depth;
    }
    for (std::size_t lane = 0; lane < cards_.size(); ++lane) {
      if (!left[lane]) continue;
      const int depth = cards_[lane].host->queue_depth;
      Lanes last{};
      last_period(static_cast<std::size_t>(depth), last);
      for (std::size_t other = lane; other < cards_.size(); ++other) {
        if (!left[other] || cards_[other].host->queue_depth != depth) continue;
        left[other] = false;
        longest[other] = std::max(lane_of(last, other), longest[other]);
      }
    }
    return longest;
  }
  /// The clocks of TwoClocks, for all cards at once.
  void last_period(std::size_t depth, Lanes& last) const {
    std::vector<Lanes> in_flight(std::max<std::size_t>(1, depth));
    Lanes host{}, device{}, before{}, cost{}, end{};
    std::size_t oldest = 0, waiting = 0;
    const std::vector<Event>& events = step_.events();
    const int steps = step_.waits() ? 3 : 6;
    for (int step = 0; step < steps; ++step) {
      before = host;
      keep_larger(before, device);
      auto passed_on = thread_wakes_.begin();
      for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& e = events[i];
        host_of(e, cost);
        for (; passed_on != thread_wakes_.end() && passed_on->event == i; ++passed_on) cost += passed_on->seconds;
        host += cost;
        if (e.kind == Event::Kind::execute) {
          if (waiting == in_flight.size()) {
            keep_larger(host, in_flight[oldest]);
            oldest = oldest + 1 < in_flight.size() ? oldest + 1 : 0;
            --waiting;
          }
          end = host + submit_;
          keep_larger(device, end);
          device += operations_[e.place()].device;
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
    Lanes host{}, device{}, busy{}, low{}, high{}, traffic{};
    double work{};
    std::array<Lanes, bound_count> by_bound{};
    std::array<Lanes, phase_count> device_by_phase{}, host_by_phase{};
  };
  const TimedStep& step_;
  std::span<const TimedCard> cards_;
  std::vector<OperationLanes<Lanes>> operations_;
  std::array<Lanes, host_op_count> host_{};
  Lanes allocation_{}, submit_{};
  SumLanes sums_{};
  std::array<std::size_t, lane_count<Lanes>> calls_{};
  std::vector<ThreadWakeLanes> thread_wakes_{};
  std::vector<LayerTime> layers_{};
};

}  // namespace perfmodel::detail
