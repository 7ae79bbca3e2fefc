#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/lowering/workspace.hpp>
#include <perfmodel/memory/replay.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// The allocations of a step at two batches, and from them at any batch: a tensor's size is a straight line in the
/// batch. Only the scratch buffers of sums over the batch are not; each is computed again for the batch at hand.
class BatchPrograms {
 public:
  BatchPrograms() = default;
  BatchPrograms(std::int64_t low_batch, const StepTrace& low, std::int64_t high_batch, const StepTrace& high,
                const TraceTarget& target)
      : low_batch_(low_batch), target_(target), low_(allocation_program(low)) {
    const AllocationProgram top = allocation_program(high);
    const double span = static_cast<double>(high_batch - low_batch);
    const auto part = [&](const std::vector<AllocationProgram::Operation>& a,
                          const std::vector<AllocationProgram::Operation>& b, const std::vector<TraceEvent>& at_low,
                          const std::vector<TraceEvent>& at_high, Part& to) {
      same_ = same_ && a.size() == b.size() && at_low.size() == at_high.size();
      for (std::size_t i = 0; same_ && i < a.size(); ++i) {
        same_ = a[i].tensor == b[i].tensor &&
                (a[i].bytes == AllocationProgram::release) == (b[i].bytes == AllocationProgram::release);
        if (a[i].bytes != b[i].bytes) to.lines.push_back({i, static_cast<double>(b[i].bytes - a[i].bytes) / span});
      }
      if (same_) find_sums(at_low, low.operations, at_high, high.operations, a, span, to.sums);
    };
    part(low_.setup, top.setup, low.setup, high.setup, setup_);
    part(low_.first_step, top.first_step, low.first_step, high.first_step, first_step_);
    part(low_.step, top.step, low.step, high.step, step_);
    scratch_ = low_;
  }
  /// False if the two batches do not run the same operations: then nothing is known of others.
  [[nodiscard]] bool same() const { return same_; }

  /// @pre same(). The reference holds until the next call.
  [[nodiscard]] const AllocationProgram& at(std::int64_t batch) {
    const double x = static_cast<double>(batch - low_batch_);
    const auto fill = [&](const std::vector<AllocationProgram::Operation>& from, const Part& part,
                          std::vector<AllocationProgram::Operation>& to) {
      for (const Line& line : part.lines)
        to[line.operation].bytes = std::max<std::int64_t>(0, from[line.operation].bytes + std::llround(line.slope * x));
      for (const Sum& sum : part.sums) {
        const ReductionScratch s =
            column_sum_scratch(sum.rows + std::llround(sum.rows_slope * x), sum.columns, accumulator_bytes, target_);
        to[sum.operation].bytes = s.buffer_bytes;
        to[sum.operation + 1].bytes = s.semaphore_bytes;
      }
    };
    fill(low_.setup, setup_, scratch_.setup);
    fill(low_.first_step, first_step_, scratch_.first_step);
    fill(low_.step, step_, scratch_.step);
    return scratch_;
  }

 private:
  static constexpr std::int64_t accumulator_bytes = 4;  ///< sums are accumulated in FP32
  struct Sum {
    std::size_t operation{};  ///< allocates the buffer; the next one the semaphores
    std::int64_t rows{}, columns{};
    double rows_slope{};
  };
  struct Line {
    std::size_t operation{};
    double slope{};  ///< bytes per sample
  };
  struct Part {
    std::vector<Line> lines{};  ///< of the operations whose size depends on the batch
    std::vector<Sum> sums{};
  };
  /// A sum's kernel comes right after the two allocations of its scratch.
  void find_sums(const std::vector<TraceEvent>& low, const OperationList& low_operations,
                 const std::vector<TraceEvent>& high, const OperationList& high_operations,
                 const std::vector<AllocationProgram::Operation>& operations, double span,
                 std::vector<Sum>& sums) const {
    std::size_t done = 0;  // operations so far
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (std::holds_alternative<Allocate>(low[i].what) || std::holds_alternative<Release>(low[i].what)) ++done;
      const auto shape = [](const TraceEvent& event, const OperationList& list) {
        const auto* executed = std::get_if<Execute>(&event.what);
        const auto* sum = executed != nullptr ? std::get_if<op::Reduction>(&list[executed->operation]) : nullptr;
        if (sum == nullptr || (is_contiguous(*sum) && outputs_of(*sum) > 1))
          return std::pair<std::int64_t, std::int64_t>{0, 0};
        return std::pair{values_of(*sum), outputs_of(*sum)};
      };
      const auto [rows, columns] = shape(low[i], low_operations);
      if (columns == 0 || done < 2) continue;
      const ReductionScratch s = column_sum_scratch(rows, columns, accumulator_bytes, target_);
      if (s.buffer_bytes == 0 || operations[done - 2].bytes != s.buffer_bytes ||
          operations[done - 1].bytes != s.semaphore_bytes)
        continue;
      sums.push_back(
          {done - 2, rows, columns, static_cast<double>(shape(high[i], high_operations).first - rows) / span});
    }
  }

  std::int64_t low_batch_{};
  TraceTarget target_{};
  AllocationProgram low_{}, scratch_{};
  Part setup_{}, first_step_{}, step_{};
  bool same_{true};
};

}  // namespace perfmodel
