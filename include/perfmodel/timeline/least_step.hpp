#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <perfmodel/device/device.hpp>
#include <perfmodel/timeline/execution_cost.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <perfmodel/timeline/timed_step.hpp>
#include <variant>
#include <vector>

namespace perfmodel {

/// What a step takes at least: the work of the host, or that of the device, added up in any order. So it is known of a
/// step that takes long before all of its operations are priced.
class LeastStep {
 public:
  /// @param device  one of the cards in question: operations that it takes longest for are looked at first, those
  ///   whose price takes much work to find out later
  LeastStep(const TimedStep& step, const OperationList& operations, const Device& device) : taped_(step.taped()) {
    std::vector<double> runs(step.operations().size());
    for (const TimedStep::Event& e : step.events()) {
      if (e.kind == TimedStep::Event::Kind::execute) ++runs[e.place()];
      if (e.kind == TimedStep::Event::Kind::allocate) ++allocations_;
      if (e.kind == TimedStep::Event::Kind::host)
        host_[static_cast<std::size_t>(e.op)] += static_cast<double>(e.number);
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const OperationId id = step.operations()[i];
      telling_.push_back({id, runs[i], runs[i] * roughly(operations[id], device) / work_of_price(operations[id])});
    }
    std::stable_sort(telling_.begin(), telling_.end(),
                     [](const Runs& a, const Runs& b) { return a.weight > b.weight; });
  }

  /// Whether the step takes longer than `limit` on a card. Operations are priced, the most telling first, until it is
  /// known; all of them where it does not. Rounded as sums in another order are. @throws Error as price() does
  [[nodiscard]] bool outlasts(const TimedCard& card, Time limit) const {
    const HostProfile& profile = *card.host;
    const double most = in(limit, second), recorded = taped_ ? 1.0 : profile.inference;
    double host = allocations_ * in(profile.allocation, second) * recorded, device = 0.0;
    for (std::size_t op = 0; op < host_op_count; ++op)
      host += host_[op] * in(cost(profile, static_cast<HostOp>(op)), second) * recorded;
    for (std::size_t i = 0; i < telling_.size() && !(host > most) && !(device > most); ++i) {
      const auto& [id, runs, weight] = telling_[i];
      const detail::ExecutionCost one = detail::execution_cost(
          (*card.prices)(id), detail::is_wide_product(card.prices->operation(id)), profile, recorded);
      host += runs * one.host;
      device += runs * one.device;
    }
    return host > most || device > most;
  }

 private:
  struct Runs {
    OperationId operation{};
    double times{}, weight{};
  };
  /// Seconds at the card's peak, or of reading and writing: an order follows from it, nothing else.
  [[nodiscard]] static double roughly(const Operation& operation, const Device& device) {
    const WorkRate rate = peak(device, multiplied_format(operation).value_or(NumberFormat::fp32));
    const Time math = rate > WorkRate{} ? work(operation) / rate : Time{};
    return in(std::max<Time>(math, traffic(operation) / device.dram_bandwidth), second);
  }
  /// How much work it is to find out an operation's price, over that of a streaming kernel: libraries choose among
  /// many kernels (instructions, counted over a search).
  [[nodiscard]] static double work_of_price(const Operation& operation) {
    constexpr double chosen = 8.0;
    const bool chooses = std::holds_alternative<Convolution>(operation) || std::holds_alternative<Gemm>(operation);
    return chooses ? chosen : 1.0;
  }

  bool taped_;
  std::array<double, host_op_count> host_{};
  double allocations_{};
  std::vector<Runs> telling_{};
};

}  // namespace perfmodel
