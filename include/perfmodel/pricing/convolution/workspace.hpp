#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <perfmodel/pricing/convolution/time.hpp>

namespace perfmodel {

/// The weight gradient of a 1 x 1 convolution over NCHW tensors is one product for each image, whose FP32 results are
/// then added: in 16 bits, up to a size, for small images or few. Large ones run kernels for NHWC on copies of
/// both tensors instead: in BF16 where the results were more than the copies (twice as much where a plane's rows are no
/// multiple of 16 bytes and images are few), in FP16 from many weights on over planes of such rows.
[[nodiscard]] constexpr std::int64_t partial_filters_bytes(const Convolution& c, const WorkspaceRules& rules) {
  if (bits(c.format) != 16 || c.pass != ConvolutionPass::weight_gradient) return 0;
  const std::int64_t filter = 4 * c.c * c.k, pixels = c.pixels_in(),
                     copies = 2 * (c.c + c.k) * pixels;  // bytes of an image
  const bool few = c.n <= rules.few_images, even = pixels % rules.even_pixels == 0;
  if (c.format == NumberFormat::bf16 ? filter > (few && !even ? 2 : 1) * copies
                                     : few && !even && c.c * c.k >= rules.many_weights)
    return c.n * copies;
  return (!few && pixels > rules.small_image) || filter > rules.most_partials / c.n ? 0 : c.n * filter;
}

/// The same of planes smaller than 7 x 7, which no allocation records told the rules above: products for each image
/// where the library names them, FP32 results of which wait to be added; copies of both tensors where it names a kernel
/// for NHWC (docs/lab/2026-11-27-eighth-list.md).
[[nodiscard]] inline std::int64_t plane_products_bytes(const Convolution& c, double sms) {
  const auto choice = choose_kernel(c, convolution_tables()[cudnn_9_table].trees, sms);
  if (!choice || c.pixels_in() == 1) return 0;
  if (choice->kernel == ConvolutionKernel::library_product) return c.n * 4 * c.c * c.k;
  return is_tiled(choice->kernel) ? (c.n * (c.c + c.k) * c.pixels_in() + c.c * c.k) * (bits(c.format) / 8) : 0;
}

/// Weight gradients of 3 x 3 filters in TF32 over few tiles of NCHW images run as in FP32, by Winograd's F(3 x 3, 4 x
/// 4): the bytes of its 36 products' operands and results; 0 if they do not.
[[nodiscard]] constexpr std::int64_t winograd_weight_bytes(const Convolution& c, const WorkspaceRules& rules) {
  constexpr std::int64_t tile = 4, products = 36;
  if (c.format != NumberFormat::tf32 || c.pass != ConvolutionPass::weight_gradient ||
      c.memory_format != MemoryFormat::nchw || c.groups > 1 || c.t != 1 || c.r != 3 || c.s != 3 || c.stride_h != 1 ||
      c.stride_w != 1 || c.c < rules.winograd_channels || c.c + c.k < rules.winograd_sum)
    return 0;
  const std::int64_t tiles = c.n * ((c.p() + tile - 1) / tile) * ((c.q() + tile - 1) / tile);
  return tiles > rules.winograd_work / (c.c * c.k)
             ? 0
             : products * (bits(c.format) / 8) * (tiles * (c.c + c.k) + c.c * c.k);
}

/// Groups on tensor cores: copies of both activations and the filter with the room that a group has in a tile, where
/// they lie otherwise: planes, gaps, and what TF32 weight gradients convert. Median of 4,000 convolutions of 2 to 512
/// groups in data/raw/h200-sxm/network_operations.csv and random_engines.csv: 1.00 of it, in each format, layout and
/// pass.
/// @pre groups are neither one nor as many as channels
[[nodiscard]] constexpr std::int64_t grouped_copies_bytes(const Convolution& c) {
  const std::int64_t width = detail::group_width(c), channels = c.c / c.groups;
  const bool fits = channels == width && c.k / c.groups == width,
             converts = c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::weight_gradient;
  if (fits && c.memory_format == MemoryFormat::nhwc && !converts) return 0;
  const std::int64_t room = c.groups * width;
  return (c.n * room * (c.pixels_in() + c.pixels_out()) + c.k * width * c.taps()) * (bits(c.format) / 8);
}

/// Scratch memory that cuDNN 9 asks for. The tensor-core kernels for NCHW tensors keep both activations and the filter
/// once more, as NHWC, the few channels of an image padded to 4 (FP16) or 8 (BF16); nothing for NHWC tensors and for 1
/// x 1 kernels with stride 1, which need no reordering. TF32 does so from 8 channels on (small filters of an image's
/// first layer have NCHW kernels; large ones copy the image as it is, for their gradient padded to 4) and writes
/// results of strided 1 x 1 kernels as NCHW at once. What FP32 kernels take follows from the kernels that run:
/// convolution_workspace().
[[nodiscard]] inline std::int64_t cudnn_workspace_bytes(const Convolution& c, const Architecture& card, double sms) {
  const WorkspaceRules& rules = convolution_tables()[cudnn_9_table].workspace;
  const std::int64_t few = rules.few_channels;
  const bool large_first_filter =
      c.c < few && c.pass != ConvolutionPass::input_gradient && c.groups == 1 && !runs_on_cuda_cores(c);
  const bool tensor_cores = (bits(c.format) == 16 && card.tensor != TensorInstruction::none) ||
                            (c.format == NumberFormat::tf32 && (c.c >= few || large_first_filter));
  if (const std::int64_t tiles = winograd_weight_bytes(c, rules); tiles > 0) return tiles;
  if (!tensor_cores && (c.format == NumberFormat::fp32 || c.format == NumberFormat::tf32)) {
    Convolution plain = c;
    plain.format = NumberFormat::fp32;
    return static_cast<std::int64_t>(in(convolution_workspace(plain, sms, card), byte));
  }
  const bool one = c.taps() == 1, plain_product = one && c.stride_h == 1 && c.stride_w == 1;
  if (tensor_cores && detail::groups_on_tensor_cores(c)) return grouped_copies_bytes(c);
  if (!tensor_cores || c.memory_format == MemoryFormat::nhwc || c.groups > 1) return 0;
  if (plain_product) {
    constexpr std::int64_t smallest_recorded = 49;
    return c.pixels_in() < smallest_recorded && c.pass == ConvolutionPass::weight_gradient
               ? plane_products_bytes(c, sms)
               : partial_filters_bytes(c, rules);
  }
  const bool as_it_is = c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::forward;
  const std::int64_t least = c.format == NumberFormat::bf16 ? few : as_it_is ? 1 : 4, in = std::max(c.c, least);
  const bool writes_nchw = one && c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::forward;
  const std::int64_t count =
      c.n * (in * c.pixels_in() + (writes_nchw ? 0 : c.k * c.pixels_out())) + c.k * in * c.taps();
  return count * (bits(c.format) / 8);
}

}  // namespace perfmodel
