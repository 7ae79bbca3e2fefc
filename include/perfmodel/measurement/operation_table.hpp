#pragma once
/// Measured operations other than matrix products, in the two forms in which they come: raw tables of
/// perfmodel-calibrate, and tables with one JSON column of parameters (NeuSight).
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/format_words.hpp>
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/pricing/streaming/model.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel {

/// One timed framework operation: what it dispatches, one after the other.
struct OperationMeasurement {
  std::string card{};
  std::string operation{};
  std::vector<Operation> operations{};
  double seconds{};
  KernelVersion version{KernelVersion::pytorch_2_11};
  Operands operands{Operands::cold};  ///< warm: called again and again on the same tensors
  bool in_graph{};                    ///< back to back in a CUDA graph: no launch gap of a stream
  std::string place{};                ///< file:line
  std::string kernel{};               ///< the longest of those that ran; empty: not recorded
};

namespace detail {

/// A function of single elements by the name that tables give it.
struct NamedFunction {
  std::string_view name{};
  PointwiseFunction function{};
  int inputs{1};
};
[[nodiscard]] std::optional<NamedFunction> named_function(std::string_view op);

[[nodiscard]] op::Pointwise flat_pointwise(PointwiseFunction function, int inputs, NumberFormat format,
                                           std::int64_t count);

/// Sums, softmax, norms, transposes and look-ups over rows x columns.
[[nodiscard]] std::vector<Operation> rowwise_operations(std::string_view op, NumberFormat format, std::int64_t rows,
                                                        std::int64_t columns);

/// Updates of a list of tensors: reads and writes per element, arithmetic, special functions.
[[nodiscard]] std::vector<Operation> update_operations(std::string_view op, NumberFormat format, std::int64_t size,
                                                       std::int64_t tensors);

/// Batch norm (channels last, BF16: otherwise networks run cuDNN's kernel instead of the one timed) and layout changes
/// of n x c x h x w images given as rows = n c, columns = h w, channels.
[[nodiscard]] std::vector<Operation> image_operations(std::string_view op, NumberFormat format, std::int64_t planes,
                                                      std::int64_t pixels, std::int64_t channels);

/// Zeroes, then gradients from two operands and the loss's own, a scalar that is repeated.
[[nodiscard]] std::vector<Operation> mse_backward_operations(NumberFormat format, std::int64_t count);
}  // namespace detail

/// The operations behind a name of perfmodel-calibrate's ops table; none: not modelled.
[[nodiscard]] std::vector<Operation> named_operations(std::string_view op, NumberFormat format, std::int64_t rows,
                                                      std::int64_t columns, std::int64_t tensors);

namespace detail {
/// Elements of an operation, in all its tensors, that counts and doubles hold exactly.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 53;
inline constexpr std::int64_t most_tensors_listed = 1'000'000;

/// @throws Error at `place` for more elements than can be counted, for lists too long to be launched one by one
void check_extents(std::string_view op, std::int64_t rows, std::int64_t columns, std::int64_t tensors,
                   const std::string& place);
}  // namespace detail

/// Rows of an ops table of perfmodel-calibrate. Operations that are not modelled are left out.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] std::vector<OperationMeasurement> raw_operations(const CsvTable& table, const std::string& card);

/// The pass that a table calls so; "input" and "weight" are gradients, too.
/// @throws Error at `place`, with the words that are accepted
[[nodiscard]] ConvolutionPass convolution_pass_from(std::string_view word, const std::string& place);

namespace detail {
/// "8x56x56", "56x56" or "56": the last ones count, the others are `unsaid`. @throws Error at `place`
[[nodiscard]] std::array<std::int64_t, 3> lengths_from(std::string_view text, std::int64_t unsaid,
                                                       const std::string& place);
}  // namespace detail

/// The convolution of a row of a table of them. Format under dtype, precision or format; layout under memory_format or
/// layout; lengths in columns h and w, r and s, pad_h and pad_w, or together in image, filter, pad, stride, dilation
/// ("8x56x56"). In tables without `image`, stride and pad are one number for height and width.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] Convolution convolution_from(const CsvTable& table, const CsvRow& row);

/// Rows of a convolutions table of perfmodel-calibrate.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] std::vector<OperationMeasurement> raw_convolutions(const CsvTable& table, const std::string& card);

/// Rows of an attention table of perfmodel-calibrate. @throws Error as above
[[nodiscard]] std::vector<OperationMeasurement> raw_attention(const CsvTable& table, const std::string& card);

namespace detail {
/// The whole number >= low behind "key": in a flat JSON object of numbers and strings. @throws Error if it is not there
[[nodiscard]] std::int64_t json_number(std::string_view object, std::string_view key, const std::string& place,
                                       std::int64_t low = 1);

/// Forward convolution, square images and filters. Ampere and later multiply FP32 tensors in TF32 unless PyTorch is
/// told otherwise; the kernel's name says so.
[[nodiscard]] Convolution square_convolution(std::string_view params, NumberFormat tensors, const std::string& place);
}  // namespace detail

/// Rows of a table op,params,time_us, optional gpu and dtype, params a JSON object: b x h elements, or a convolution
/// (FP32 ones are TF32 where the object's kernel is named so). @param unsaid  format of rows that do not say  @param
/// version  whose kernels they are: public tables are of PyTorch 2.1. Each row is timed as one eager call; operations
/// that are not modelled are left out.
[[nodiscard]] std::vector<OperationMeasurement> eager_operations(const CsvTable& table,
                                                                 NumberFormat unsaid = NumberFormat::fp32,
                                                                 KernelVersion version = KernelVersion::pytorch_2_1);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/operation_table.ipp>
#endif
