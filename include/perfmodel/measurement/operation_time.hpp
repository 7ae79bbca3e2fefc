#pragma once
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/lowering/lower.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// Whether a row times another kernel than the one that the model prices: FlashAttention-2's backward kernel, or one
/// that the row does not name, on a card whose library has a backward kernel of its own
/// (docs/reference/pricing/attention.md).
[[nodiscard]] bool times_another_kernel(const OperationMeasurement& m, int compute_capability);

/// The kernels that run a measured operation on a card, with operands where the measurement had them.
[[nodiscard]] std::vector<Kernel> kernels_of(const OperationMeasurement& m, const LoweringTarget& target);

/// The kernel that a measured operation is classed by: the first that streams, counters of sums that are cleared before
/// aside; none where a library's product, convolution or attention runs.
[[nodiscard]] std::optional<Streaming> principal_streaming(const OperationMeasurement& m,
                                                           const LoweringTarget& target = {});

/// The sum of an operation's kernels. Back to back in a graph they follow each other faster than in a stream.
/// @param model  of the software that the operation was measured with
/// @throws Error where it is of other kernels, and for formats the card cannot compute
[[nodiscard]] Prediction predict(const OperationMeasurement& m, const KernelModel& model);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/operation_time.ipp>
#endif
