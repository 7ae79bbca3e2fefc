#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/kernels.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

/// What a copy kernel beside a convolution does.
enum class LayoutCopyKind : std::uint8_t {
  fill,       ///< memset of what is then written with gaps
  transpose,  ///< between NCHW and NHWC, in tiles of 32 channels x 32 pixels (nchwToNhwcKernel, nhwcToNchwKernel)
  pad,        ///< NHWC, with more or fewer channels (nhwcAddPaddingKernel)
  rearrange,  ///< a filter with more filters than it has, element by element (tensorTransformGeneric)
  pad_planes  ///< NCHW, with fewer channels (nchwAddPaddingKernel)
};
inline constexpr std::size_t layout_copy_kinds = 5;

/// Kernels of one kind over one tensor.
struct LayoutCopy {
  LayoutCopyKind kind{};
  double elements{};  ///< that threads work off: tiles and padded channels count as full
  Bytes traffic{};    ///< read and written
  int kernels{1};
};

/// Copies that a library makes around its NHWC tensor-core kernels.
struct LayoutChanges {
  std::array<LayoutCopy, 8> copies{};
  std::size_t count{};

  constexpr void add(const LayoutCopy& copy) { copies.at(count++) = copy; }
  [[nodiscard]] constexpr Bytes traffic() const {
    Bytes sum{};
    for (std::size_t i = 0; i < count; ++i) sum += copies[i].traffic;
    return sum;
  }
  [[nodiscard]] constexpr int kernels() const {
    int sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += copies[i].kernels;
    return sum;
  }
};

namespace detail {
/// Images or filters: n pieces of `channels` x `pixels`, of which the library's kernel takes `padded` channels.
struct LayoutTensor {
  std::int64_t n{}, channels{}, padded{}, pixels{};
  Bytes element{};

  [[nodiscard]] constexpr bool odd() const { return padded != channels; }
  [[nodiscard]] constexpr double elements() const { return static_cast<double>(n * pixels * channels); }
  [[nodiscard]] constexpr double padded_elements() const { return static_cast<double>(n * pixels * padded); }
  [[nodiscard]] constexpr LayoutCopy filled() const {
    return {.kind = LayoutCopyKind::fill, .elements = padded_elements(), .traffic = padded_elements() * element};
  }
  [[nodiscard]] constexpr LayoutCopy transposed() const {
    constexpr std::int64_t tile = 32;
    return {.kind = LayoutCopyKind::transpose,
            .elements = static_cast<double>(n * round_up(channels, tile) * round_up(pixels, tile)),
            .traffic = (elements() + padded_elements()) * element};
  }
  [[nodiscard]] constexpr LayoutCopy with_padding() const {
    return {.kind = LayoutCopyKind::pad,
            .elements = padded_elements(),
            .traffic = (elements() + padded_elements()) * element};
  }
  [[nodiscard]] constexpr LayoutCopy without_padding() const {
    LayoutCopy copy = with_padding();
    copy.kind = LayoutCopyKind::pad_planes;
    return copy;
  }
  /// The same for images between which there is room, element by element of what they have.
  [[nodiscard]] constexpr LayoutCopy spread() const {
    LayoutCopy copy = rearranged();
    copy.elements = elements();
    return copy;
  }
  [[nodiscard]] constexpr LayoutCopy rearranged() const {
    return {.kind = LayoutCopyKind::rearrange,
            .elements = padded_elements(),
            .traffic = (elements() + padded_elements()) * element};
  }
};

constexpr void add_operand(const LayoutTensor& x, bool planes, LayoutChanges& changes) {
  if (x.odd()) changes.add(x.filled());
  if (planes)
    changes.add(x.transposed());
  else if (x.odd())
    changes.add(x.with_padding());
}

/// The filter as an operand: a copy that adds filters is another kernel than one that adds channels alone.
constexpr void add_filter(const Convolution& c, const LayoutTensor& filter, bool more_filters, bool planes,
                          LayoutChanges& changes) {
  const bool odd = filter.odd() || more_filters, one = c.taps() == 1;
  if (!odd && (!planes || one)) return;
  if (odd) changes.add(filter.filled());
  if (more_filters && (planes || one))
    changes.add(filter.rearranged());
  else
    changes.add(planes || one ? filter.transposed() : filter.with_padding());
}

/// Groups that run one after the other are cut out, each, and put back. Side by side in one kernel nothing but planes
/// is moved, except where a group's channels are less than its place in a tile: then all tensors get gaps.
[[nodiscard]] constexpr LayoutChanges grouped_layout_changes(const Convolution& c, const LayoutTensor& image,
                                                             const LayoutTensor& result, const LayoutTensor& filter,
                                                             bool side_by_side) {
  LayoutChanges changes;
  const GroupPacking packing = group_packing(c);
  const bool apart = packing.apart && !side_by_side;
  const auto moved = [&](const LayoutTensor& x, int kernels) {
    LayoutCopy copy = x.transposed();
    copy.kernels = kernels;
    changes.add(copy);
  };
  if (apart) {
    moved(image, static_cast<int>(c.groups)), moved(result, static_cast<int>(c.groups)), moved(filter, 0);
    return changes;
  }
  if (packing.apart || image.odd() || result.odd()) {
    const bool weights = c.pass == ConvolutionPass::weight_gradient, planes = c.memory_format == MemoryFormat::nchw;
    const LayoutTensor& last = c.pass == ConvolutionPass::input_gradient ? image : result;
    for (const LayoutTensor* x : {&image, &result}) {
      const bool read = weights || x != &last;
      if (x->odd() && read) changes.add(x->filled());
      if (planes || x->odd()) changes.add(planes ? x->transposed() : x->spread());
    }
    changes.add(filter.rearranged());
    return changes;
  }
  if (c.memory_format == MemoryFormat::nchw ||
      (packing.together > 1 && c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::weight_gradient))
    moved(image, 1), moved(result, 1);  // TF32 weight gradients convert their operands where groups share a tile
  return changes;
}
}  // namespace detail

namespace detail {
/// What a product on tensor cores wants of its operands.
struct LayoutWishes {
  std::int64_t granule{1};  ///< channels are padded to a multiple of it
  bool side_by_side{};      ///< groups run in one kernel; else those that do not fill its tiles one after the other
  bool writes_planes{};     ///< the result is written as NCHW at once
  bool converts{};          ///< operands that need no other copy are copied to be rounded
};

/// Image, result and filter as a kernel takes them.
[[nodiscard]] constexpr LayoutChanges changes_for(const Convolution& c, const LayoutWishes& wishes) {
  const bool planes = c.memory_format == MemoryFormat::nchw, grouped = c.groups > 1;
  const std::int64_t room = wishes.side_by_side ? c.groups * group_width(c) : 0;
  const auto padded = [&](std::int64_t channels) {
    return !grouped ? round_up(channels, wishes.granule) : wishes.side_by_side ? room : channels;
  };
  const Bytes element = element_size(c.format);
  const LayoutTensor image{c.n, c.c, padded(c.c), c.pixels_in(), element},
      result{c.n, c.k, padded(c.k), c.pixels_out(), element},
      filter{c.k, c.channels_a_group(), grouped ? c.channels_a_group() : padded(c.c), c.taps(), element};
  if (grouped) return grouped_layout_changes(c, image, result, filter, wishes.side_by_side);
  LayoutChanges changes;
  const bool weights = c.pass == ConvolutionPass::weight_gradient;
  const LayoutTensor &first = c.pass == ConvolutionPass::input_gradient ? result : image,
                     &last = c.pass == ConvolutionPass::input_gradient ? image : result;
  add_operand(first, planes, changes);
  if (weights)
    add_operand(result, planes, changes);
  else
    add_filter(c, filter, result.odd(), planes, changes);
  if (wishes.converts && changes.count == 0)
    changes.add(first.with_padding()), changes.add((weights ? result : filter).with_padding());
  const LayoutTensor& made = weights ? filter : last;
  if (wishes.writes_planes) {
    if (last.odd()) changes.add(last.without_padding());
    return changes;
  }
  const bool odd = weights ? image.odd() || result.odd() : last.odd();
  if (planes ? !weights || c.taps() > 1 : odd && weights && c.taps() == 1)
    changes.add(made.transposed());
  else if (odd)
    changes.add(made.with_padding());
  return changes;
}

}  // namespace detail

/// Copies around the tensor-core kernels, which take NHWC tensors whose channels one load takes: NCHW tensors are
/// transposed there and back, channels that are no multiple of the load's are padded in copies of zeroed memory, in
/// either layout, and cut off again. A 1 x 1 convolution over NCHW planes of whole 16 bytes is a batched product as it
/// lies. Kernel names and times: data/raw/h200-sxm/random_operations.csv, convolutions of seeds 1 to 8.
///
/// @param side_by_side  groups are known to run in one kernel; else those that do not fill its tiles are thought to run
/// one after the other
[[nodiscard]] constexpr LayoutChanges layout_changes(const Convolution& c, bool side_by_side = false) {
  const bool tensor_cores = c.format != NumberFormat::fp32 && c.format != NumberFormat::fp64;
  const ConvolutionMethod method = detail::method_of(c);
  if (!tensor_cores || method == ConvolutionMethod::depthwise || runs_as_it_lies(c) || gathers_channels(c)) return {};
  if (detail::few_channels_a_group(c)) return {};
  const bool planes = c.memory_format == MemoryFormat::nchw;
  if (planes && c.pixels_in() == 1 && c.pixels_out() == 1) return {};  // both layouts are the same
  if (detail::is_pointwise(c) && (!planes || (c.pixels_in() * bits(c.format) / 8) % 16 == 0)) return {};
  return detail::changes_for(c, {.granule = detail::channel_granule(c.format), .side_by_side = side_by_side});
}

/// The same where the kernel is known: those of few channels (`unstaged`) take channels as they are, TF32 `mma` kernels
/// write NCHW, and TF32 kernels of CUTLASS read rounded copies.
/// @pre the kernel is_tiled(), and takes the groups of c at once
[[nodiscard]] constexpr LayoutChanges layout_changes(const Convolution& c, ConvolutionKernel kernel) {
  using enum ConvolutionKernel;
  if (c.memory_format == MemoryFormat::nchw && c.pixels_in() == 1 && c.pixels_out() == 1) return {};
  const bool tf32 = c.format == NumberFormat::tf32;
  return detail::changes_for(
      c, {.granule = kernel == unstaged ? 1 : detail::channel_granule(c.format),
          .side_by_side = true,
          .writes_planes = tf32 && kernel == mma && c.pass == ConvolutionPass::forward &&
                           c.memory_format == MemoryFormat::nchw && c.groups == 1,
          .converts = tf32 && c.memory_format == MemoryFormat::nhwc && route_of(kernel) == ConvolutionRoute::apart});
}

}  // namespace perfmodel
