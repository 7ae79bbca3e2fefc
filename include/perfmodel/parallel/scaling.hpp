#pragma once
#include <algorithm>
#include <perfmodel/parallel/strategy.hpp>

namespace perfmodel {

/// What data parallelism adds to a step of one GPU with its share of the batch.
struct ScaledStep {
  Time step{};
  Time exposed{};       ///< communication that no computation hides
  Time low{}, high{};   ///< everything hidden that can be; nothing hidden
  double efficiency{};  ///< step of one GPU / step of many, with the same batch per GPU: weak scaling
};

/// The parts that matter to overlap. Times of one GPU with its share of the batch.
struct ScalingInput {
  Time step{};         ///< whole step without communication
  Time backward{};     ///< of it: the backward pass, behind which buckets can travel
  Bytes gradients{};   ///< sum over all parameters
  Time all_reduce{};   ///< of `gradients` at once
  Time last_bucket{};  ///< all-reduce of one bucket: the last one starts when the backward pass has ended
};

/// Buckets travel behind the backward pass from the moment the first is full; the last can never hide.
///
///     exposed = max(last bucket, all-reduce - backward x (1 - bucket / gradients))
///
/// With gradients of one bucket or less nothing overlaps. All-reduce and computation are taken to slow each other down
/// not at all, which is optimistic: `high` is the step with nothing hidden.
/// @pre input.all_reduce >= input.last_bucket; gpus >= 1
[[nodiscard]] constexpr ScaledStep data_parallel_step(const DataParallel& strategy, const ScalingInput& input) {
  ScaledStep scaled{.step = input.step, .low = input.step, .high = input.step, .efficiency = 1.0};
  if (strategy.gpus <= 1) return scaled;
  const bool one_bucket = !(input.gradients > strategy.bucket);
  const double first = one_bucket ? 1.0 : static_cast<double>(strategy.bucket / input.gradients);
  const Time hidden = (1.0 - first) * input.backward;
  const Time rest = input.all_reduce > hidden ? input.all_reduce - hidden : Time{};
  const Time last = one_bucket ? input.all_reduce : input.last_bucket;
  scaled.exposed = std::max(rest, last);
  scaled.step = input.step + scaled.exposed;
  scaled.low = input.step + last;
  scaled.high = input.step + input.all_reduce;
  scaled.efficiency = static_cast<double>(input.step / scaled.step);
  return scaled;
}

}  // namespace perfmodel
