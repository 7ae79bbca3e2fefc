#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/lowering/reduction_launch.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/pointwise.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// Families of kernels beside matrix products, convolutions and attention. Each has its own measured constants.
enum class StreamingKind : std::uint8_t {
  elementwise,       ///< every element on its own: activations, sums, scaling, dropout, casts, copies
  row_reduction,     ///< sums over the contiguous dimension
  column_reduction,  ///< sums over the strided dimension: bias gradients, batch statistics
  gain_sums,         ///< such sums of two operands: both gradients of a norm's gain and shift
  softmax,           ///< forward and backward, log_softmax
  layer_norm,        ///< layer and RMS norm
  batch_norm,
  pooling,
  optimizer,             ///< multi-tensor or one-tensor parameter updates
  gather,                ///< rows or numbers by index
  transpose,             ///< copies between orders whose innermost dimensions differ
  fill,                  ///< memset
  concatenation,         ///< several tensors into one
  batch_norm_inference,  ///< a scale and a shift of each channel
  resampling_regions,
  resampling_nearest,
  embedding,           ///< rows of a table, a thread block for each index
  embedding_gradient,  ///< few rows added into a table, batch by batch
  segment_sum,         ///< sums of the rows of each different index
  scatter_rows,        ///< such sums written to their places
  sort_pass,           ///< one pass of a radix sort over the whole card
  sort_block,          ///< one thread block sorts or chooses
  resampling_between,  ///< results between neighbours: a thread for each place walks over all images and channels
  resampling_atomic,   ///< its gradient: each result adds to its neighbours
  row_moments,         ///< one thread block for each row, element by element: moments of groups, sums of channels
  gathered_elements,   ///< to or from places that indices along a dimension name, element by element
  indexed_elements,    ///< the same by several tensors of indices
  indexed_sums,        ///< rows added to places whose sorted indices are equal, one after the other
  pixel_labels,        ///< the loss of labels of pixels
  column_norms,        ///< norms of columns: weight norm of the last dimension
  volume_pooling,      ///< a window over three dimensions
  strided_scan,        ///< running sums along another than the innermost dimension
  row_choice,          ///< the largest of each row, a thread block for each
  choice_order,        ///< which puts them in order
  rolled_elements,     ///< copied along a dimension that is rolled
  triangle_elements,   ///< of a matrix, or zeros
  unfolded_elements,   ///< windows of one image side by side
  folded_elements,     ///< an image of the sums of its windows
  fitted_pooling,      ///< windows as large as the result asks for
  sampled_elements,    ///< results between neighbours at coordinates of their own
  bagged_rows,         ///< sums of a table's rows
  row_scan,            ///< running sums along the innermost dimension
  whole_scan,          ///< running sums of one row
  sorted_rows,         ///< rows put in order, a thread block for each, or a part of one
  sorted_list,         ///< one pass over a long row
  fourier,             ///< transforms of a length, held in shared memory
  aligned_states,      ///< a table of alignments, step by step
  aligned_labels,      ///< what each label has of it at each step, a thread for a label
  aligned_classes,     ///< what each class has of it, a thread for a step
  sampled_gradients    ///< results that go back to neighbours at coordinates of their own
};

/// How an elementwise kernel reaches its operands.
enum class AccessPattern : std::uint8_t {
  vectorized,  ///< all operands in the same order without gaps, of one format: 16 bytes at a time
  converting,  ///< likewise, of several formats: one element at a time
  strided,     ///< an operand lies in another order, with gaps, or is repeated: each address is calculated
  strided_converting
};

/// A kernel of which memory traffic is the larger part. `rows` x `columns` is the shape a reduction sees (columns
/// contiguous); elementwise: 1 x elements.
struct Streaming {
  StreamingKind kind{StreamingKind::elementwise};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t rows{1}, columns{};
  Bytes read{}, written{};
  Work work{};                 ///< arithmetic operations
  double special_functions{};  ///< exp, tanh, rsqrt, ... evaluated on the special-function units, in all
  bool backward{};
  std::int64_t tensors{1};       ///< tensors handled by one launch (multi-tensor optimizers), elementwise: results,
  std::int64_t chunks{};         ///< thread blocks for them, 0: as for tensors of one size; of pooling, 0: many
  std::int64_t longest_chunk{};  ///< elements of the fullest one
  std::int64_t longest_uneven_chunk{};  ///< likewise, of tensors that no vector of four elements divides
  Operands operands{Operands::cold};  ///< warm: what it reads was just written or read, and is in L2 as far as it fits
  AccessPattern access{AccessPattern::vectorized};
  Bytes sectors{};  ///< sums over strided rows: as warps fetch them from L2; 0: as read
  double lines{};   ///< strided access: cache lines of inputs that blocks touch; pooling: a thread's steps; resampling:
                    ///< elements of the image; concatenation: lines of the result, once for each writer but the first
  Bytes just_written{};  ///< of what is read, where `fresh`
  PointwiseFunction function{PointwiseFunction::copy};
  bool channels_together{};  ///< images lie as NHWC
  bool framework_kernel{};   ///< batch norm: PyTorch's own kernels, not cuDNN's
  bool narrow_parameters{};  ///< batch norm: weight and bias in 16 bits, which cuDNN's kernels do not take
  bool mean_square{};        ///< norms: of squares alone, without a mean
  bool fresh{};              ///< norms, sums, functions: the kernel before has just written what is read,
                             ///< or of several operands `just_written`
  bool sums_alone{};         ///< batch norm backward: gradients of weight and bias without the input's
  /// batch norm: rows = images x pixels; resampling, pooling of volumes: planes, places of a result; labels: of images
  std::int64_t images{}, pixels{};
  /// optimizers: elements of uneven tensors; pooling: window elements in all; embedding: different rows' elements;
  /// resampling: neighbours; indexed_sums: rows of the place that most are added to; gathers: scatters; concatenation:
  /// by pieces of 16 bytes, 2 where they share sectors; sorting in a block: passes; alignments: states; transforms: of
  /// real numbers
  double visits{};
  int kernels{1};  ///< that share this work: the host launches each
  /// softmax: elements from one of a row to its next; scatter_rows: pieces that one thread adds
  std::int64_t stride{1};
  ReductionSizes sums{};  ///< of a reduction; no values: of a packed matrix
  op::Reduction::What reduced{op::Reduction::What::sums};
  bool logarithm{};  ///< softmax: of its results

  friend constexpr bool operator==(const Streaming&, const Streaming&) = default;
};

[[nodiscard]] constexpr Bytes traffic(const Streaming& kernel) { return kernel.read + kernel.written; }
[[nodiscard]] constexpr Work work(const Streaming& kernel) { return kernel.work; }

}  // namespace perfmodel
