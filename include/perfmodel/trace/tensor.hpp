#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/operation/operand.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <utility>

namespace perfmodel {

class TraceWriter;

/// Formats of tensors that hold no floating-point numbers; only their width matters to a trace.
inline constexpr NumberFormat int64_storage = NumberFormat::fp64, bool_storage = NumberFormat::int8;

/// Where a gradient goes: to output `output` of tape node `node`, or into parameter `parameter`, or nowhere.
struct Edge {
  std::int32_t node{-1}, output{0}, parameter{-1};
  [[nodiscard]] constexpr bool defined() const { return node >= 0 || parameter >= 0; }
};

/// Strides under which the same memory has another shape, if there are any: each new dimension must lie within old ones
/// that follow each other without gaps. PyTorch, aten/src/ATen/TensorUtils.cpp, computeStride.
/// @pre the same number of elements
[[nodiscard]] inline std::optional<Strides> view_strides(const Operand& from, const Shape& to) {
  Strides strides{};
  std::size_t view = to.rank;
  std::int64_t base = from.shape.rank == 0 ? 1 : from.strides[from.shape.rank - 1], chunk = 1, taken = 1;
  for (std::size_t i = from.shape.rank; i-- > 0;) {
    chunk *= from.shape[i];
    const bool ends = i == 0 || (from.shape[i - 1] != 1 && from.strides[i - 1] != chunk * base);
    if (!ends) continue;
    while (view > 0 && (taken < chunk || to[view - 1] == 1)) {
      strides[view - 1] = taken * base;
      taken *= to[view - 1];
      --view;
    }
    if (taken != chunk) return std::nullopt;
    if (i > 0) base = from.strides[i - 1], chunk = 1, taken = 1;
  }
  while (view > 0 && to[view - 1] == 1) strides[--view] = base;
  return view == 0 ? std::optional(strides) : std::nullopt;
}

/// A counted reference to a piece of device memory, with the shape, strides, format and autograd edge under which its
/// holder sees it. Copies share the memory; when the last one is destroyed the trace gets a Release. So a local
/// variable of a layer's forward lives exactly as long as the local variable of the framework's own code that it stands
/// for.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept { swap(other); }
  Tensor& operator=(Tensor other) noexcept {
    swap(other);
    return *this;
  }
  ~Tensor();

  [[nodiscard]] bool defined() const { return writer_ != nullptr; }
  [[nodiscard]] TensorId id() const { return id_; }
  [[nodiscard]] const Shape& shape() const { return seen_.shape; }
  [[nodiscard]] NumberFormat format() const { return seen_.format; }
  [[nodiscard]] std::int64_t size() const { return elements(seen_.shape); }
  /// Bytes of its elements; none if undefined.
  [[nodiscard]] Bytes bytes() const {
    return defined() ? static_cast<double>(size()) * element_size(seen_.format) : Bytes{};
  }
  /// As an operation sees it.
  [[nodiscard]] const Operand& operand() const { return seen_; }
  [[nodiscard]] Edge edge() const { return edge_; }
  [[nodiscard]] bool requires_grad() const { return edge_.defined(); }
  [[nodiscard]] int references() const;

  /// Whether its elements lie in the order of its dimensions, without gaps.
  [[nodiscard]] bool is_contiguous() const { return same_order(seen_, packed(seen_.shape, seen_.format)); }
  /// Whether the same memory can be seen in another shape without a copy. @pre the same number of elements
  [[nodiscard]] bool can_view(const Shape& shape) const { return view_strides(seen_, shape).has_value(); }
  /// The same memory seen in another shape; where no strides do that, as if it were contiguous.
  /// @pre the same number of elements
  [[nodiscard]] Tensor view(const Shape& shape) const {
    Tensor t = *this;
    const std::optional<Strides> strides = view_strides(seen_, shape);
    t.seen_ = {.shape = shape, .strides = strides ? *strides : packed_strides(shape), .format = seen_.format};
    return t;
  }
  /// Part of its memory: shorter along some dimensions, its strides as they were. @pre extents at most its own
  [[nodiscard]] Tensor narrow(const Shape& shape) const {
    Tensor t = *this;
    t.seen_.shape = shape;
    return t;
  }
  /// Two dimensions exchanged, without a copy.
  [[nodiscard]] Tensor transpose(std::size_t one, std::size_t other) const {
    Tensor t = *this;
    std::swap(t.seen_.shape.extent[one], t.seen_.shape.extent[other]);
    std::swap(t.seen_.strides[one], t.seen_.strides[other]);
    return t;
  }
  /// Repeated along dimensions of extent 1, without a copy.
  [[nodiscard]] Tensor expand(const Shape& shape) const {
    Tensor t = *this;
    t.seen_ = expanded(seen_, shape);
    return t;
  }
  /// The same memory without its history.
  [[nodiscard]] Tensor detach() const {
    Tensor t = *this;
    t.edge_ = {};
    return t;
  }

 private:
  friend class TraceWriter;
  void swap(Tensor& other) noexcept {
    std::swap(writer_, other.writer_);
    std::swap(id_, other.id_);
    std::swap(seen_, other.seen_);
    std::swap(edge_, other.edge_);
  }
  TraceWriter* writer_{};
  TensorId id_{};
  Operand seen_{};
  Edge edge_{};
};

}  // namespace perfmodel
