#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/operation/operand.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// A whole number that is a straight line in the batch, or, where each sample meets every other, its square. Of a batch
/// that a step takes in parts it grows by `slope` for each `per` samples.
struct BatchLine {
  std::int64_t base{}, slope{}, square{};  ///< at batch 0; per sample; per pair of samples
  std::int64_t per{1};
  [[nodiscard]] constexpr std::int64_t at(std::int64_t batch) const {
    return base + (slope + square * batch) * batch / per;
  }
  friend constexpr bool operator==(const BatchLine&, const BatchLine&) = default;
};

/// The line through a number at each of two batches; nothing where no whole numbers make one. Numbers of parts of a
/// batch are shares of it: such a line begins at 0.
[[nodiscard]] constexpr std::optional<BatchLine> line_through(const std::array<std::int64_t, 2>& batches,
                                                              const std::array<std::int64_t, 2>& numbers) {
  constexpr std::int64_t most_parts_of_a_batch = 1024;  // which a step takes one after the other
  const std::int64_t run = batches[1] - batches[0];
  std::int64_t rise = 0, grown = 0, base = 0;
  if (__builtin_sub_overflow(numbers[1], numbers[0], &rise) || rise == std::numeric_limits<std::int64_t>::min())
    return std::nullopt;
  const std::int64_t common = std::gcd(rise, run), per = (run < 0 ? -run : run) / common, slope = rise / (run / per);
  if (per > most_parts_of_a_batch || __builtin_mul_overflow(slope, batches[0], &grown) || grown % per != 0 ||
      __builtin_sub_overflow(numbers[0], grown / per, &base) || (per > 1 && base != 0))
    return std::nullopt;
  return BatchLine{.base = base, .slope = slope, .per = per};
}

/// A tensor as a recorded operation saw it.
struct RecordedTensor {
  std::size_t storage{};
  std::vector<BatchLine> shape{}, strides{};
  NumberFormat format{NumberFormat::fp32};
};
/// @throws Error for more dimensions than a Shape has
[[nodiscard]] Operand operand_of(const RecordedTensor& tensor, std::int64_t batch);

/// One argument of a recorded operation: a tensor, a list of tensors, or numbers.
struct RecordedArgument {
  std::vector<RecordedTensor> tensors{};
  std::vector<BatchLine> numbers{};  ///< whole ones; truths are 0 and 1
  double real{};                     ///< the last one that is not whole
};

/// One thing that happened: an operation, deaths of storages, or the host's wait for the device.
struct RecordedEvent {
  enum class What : std::uint8_t { operation, free, synchronize } what{What::operation};
  std::string name{};  ///< "aten.mm.default"
  Phase phase{Phase::forward};
  std::vector<RecordedArgument> arguments{};
  std::vector<RecordedTensor> results{};
  std::vector<std::size_t> freed{};  ///< storages
  std::vector<std::string> words{};  ///< arguments that are words, such as "tanh"
  std::int32_t layer{-1};            ///< of Recording::layers
  bool sums_gradients{};             ///< two gradients of one tensor, which autograd adds by itself
};

struct RecordedStorage {
  BatchLine bytes{};
  MemoryClass why{MemoryClass::activation};
  bool host{};              ///< on the host: no device memory
  bool buffer{};            ///< a parameter that is not trained
  std::int32_t layer{-1};   ///< of Recording::layers, which it is a parameter of
  std::int64_t elements{};  ///< of a parameter
};

/// A module of the recorded network, by its path ("encoder.0.linear1").
struct RecordedLayer {
  std::string name{}, kind{};
};

/// A real PyTorch step, recorded at two batches (python/perfmodel_record.py).
struct Recording {
  std::string file{};
  bool training{};
  bool tf32{};               ///< products of FP32 operands are TF32 products
  bool tf32_convolutions{};  ///< convolutions of FP32 operands are
  std::string precision{};   ///< word of a recipe: amp_bf16, ...
  std::string optimizer{};   ///< "adamw:fused"; empty: none, or one that a recipe has no word for
  std::array<std::int64_t, 2> batches{};
  std::vector<RecordedStorage> storages{};
  std::vector<RecordedLayer> layers{};
  std::vector<std::string> notes{};  ///< what the recorder could not see
  std::vector<RecordedEvent> first_step{}, step{};
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/trace/recording.ipp>
#endif
