#pragma once
/// A convolution's parts where the library's kernel is known.
#include <algorithm>
#include <cstdint>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/grouped.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <perfmodel/pricing/convolution/layout.hpp>
#include <perfmodel/pricing/convolution/model.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {
/// Groups of NHWC images are cut out of them and put back, each by a copy; where channels are padded by the slow one,
/// which reads with gaps.
inline void cut_out(LayoutChanges& layout, const Convolution& group) {
  if (group.memory_format != MemoryFormat::nhwc) return;
  if (layout.count > 0) {
    for (std::size_t i = 0; i < layout.count; ++i)
      if (layout.copies[i].kind == LayoutCopyKind::pad) layout.copies[i].kind = LayoutCopyKind::rearrange;
    return;
  }
  const Bytes element = element_size(group.format);
  layout.add(LayoutTensor{group.n, group.c, group.c, group.pixels_in(), element}.with_padding());
  layout.add(LayoutTensor{group.n, group.k, group.k, group.pixels_out(), element}.with_padding());
}

/// Groups too wide for a kernel that takes all of them at once: cuDNN 9 runs it for one group after the other
/// (docs/lab/2026-11-28-groups.md).
[[nodiscard]] constexpr bool exceeds_tiles(const Convolution& c) {
  constexpr std::int64_t widest = 128;
  return c.groups > 1 && std::max(c.c, c.k) / c.groups > widest;
}

/// The GEMM library's products over NCHW images as they lie, one for each. Those of weight gradients are added up by a
/// kernel of cuDNN's own (reduce_wgrad_nchw_helper), image after image.
inline void set_plane_products(ConvolutionParts& t, const Convolution& c, const GemmModels& gemm,
                               const StreamingModel& streaming) {
  const WalkConstants& w = streaming.table.walks;
  const auto seconds = [&](const Gemm& g) {
    const GemmPrediction p = predict(g, gemm);
    return in(p.total - p.launch, second);
  };
  t.layout = {};
  const bool weights = c.pass == ConvolutionPass::weight_gradient;
  Gemm each = weights ? image_product(c) : plane_product(c);
  each.operands = Operands::warm;  // what fits the L2 lies there, as in a step: the kernel before has just written it
  if (!weights) {
    t.pointwise = seconds(each);
    return;
  }
  const double images = static_cast<double>(c.n),
               results = in(element_size(each.output), byte) * static_cast<double>(c.k) * static_cast<double>(c.c);
  t.pointwise = seconds(each) + streaming.table.latency_seconds * 2.0 +
                std::hypot(images * w.plane_filter_image / streaming.clock,
                           images * results / (w.plane_filter_bytes * streaming.sms * streaming.clock));
}

/// one_convolution_parts() of a convolution, of one of its groups, in one format or another: each is worked out once,
/// though several kernels of the library may ask for it.
class GuessedParts {
 public:
  /// The models must outlive it.
  GuessedParts(const GemmModels& gemm, const StreamingModel& streaming, const ConvolutionBlocks& blocks)
      : gemm_(gemm), streaming_(streaming), blocks_(blocks) {}
  [[nodiscard]] const ConvolutionParts& operator()(const Convolution& asked) {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const auto& one) { return one.first == asked; });
    if (found != known_.end()) return found->second;
    return known_.emplace_back(asked, one_convolution_parts(asked, gemm_, streaming_, blocks_, false)).second;
  }

 private:
  const GemmModels& gemm_;
  const StreamingModel& streaming_;
  const ConvolutionBlocks& blocks_;
  std::vector<std::pair<Convolution, ConvolutionParts>> known_{};
};

/// The parts where the library's kernel is known. @param guesses  of the same models
[[nodiscard]] inline ConvolutionParts chosen_parts(const Convolution& c, const ConvolutionChoice& choice,
                                                   const GemmModels& gemm, const StreamingModel& streaming,
                                                   GuessedParts& guesses) {
  // depthwise weight gradients whose blocks walk over the images, tap by tap (grouped.hpp)
  constexpr std::int64_t large_filter = 5;
  const bool walks = walks_over_images(c) && c.groups > 1 && c.c == c.groups && std::max(c.r, c.s) > large_filter;
  const bool own = walks || runs_in_framework(c) ||
                   (is_first_layer(c) && method_of(c) == ConvolutionMethod::few_channels &&
                    c.pass != ConvolutionPass::input_gradient);
  ConvolutionRoute route = own ? ConvolutionRoute::own : route_of(choice.kernel);
  if (c.groups == 1 && (route == ConvolutionRoute::apart || route == ConvolutionRoute::cuda_cores))
    route = ConvolutionRoute::products;
  if (route == ConvolutionRoute::products && exceeds_tiles(c)) route = ConvolutionRoute::apart;
  const bool tiled = is_tiled(choice.kernel) && route != ConvolutionRoute::own,
             apart = c.groups > 1 && route == ConvolutionRoute::apart;
  Convolution asked = apart ? one_group(c) : c;
  if (is_simt(choice.kernel)) asked.format = NumberFormat::fp32;
  // The library's products and kernels that the framework brings are priced as they would be without it.
  const bool hopper = gemm.architecture->tensor == TensorInstruction::wgmma;
  const bool guessed =
      route == ConvolutionRoute::own || choice.kernel == ConvolutionKernel::library_product || (tiled && !hopper);
  ConvolutionParts t = guessed ? guesses(asked) : empty_parts(asked);
  t.choice = choice, t.route = route;
  if (apart) t.repeated = static_cast<double>(c.groups);
  if (!guessed) {
    set_common_parts(t, asked, streaming);
    const Gemm product = implicit_gemm(asked);
    set_unit_parts(t, asked, gemm.models[static_cast<std::size_t>(rule_for(product, gemm).family)],
                   streaming.copy_bandwidth());
  }
  if (lies(route)) {
    t.shape = c, t.clock = streaming.clock;
    t.dram = t.once = in(traffic(c), byte) / t.copied;
    return t;
  }
  if (choice.kernel == ConvolutionKernel::library_product && t.method == ConvolutionMethod::pointwise && t.unit > 0 &&
      asked.memory_format == MemoryFormat::nchw && asked.pixels_in() > 1)
    set_plane_products(t, asked, gemm, streaming);
  if (!tiled) return t;
  t.layout = layout_changes(asked, choice.kernel);
  if (apart) cut_out(t.layout, asked);
  t.tiled = hopper;
  return t;
}
[[nodiscard]] inline ConvolutionParts chosen_parts(const Convolution& c, const ConvolutionChoice& choice,
                                                   const GemmModels& gemm, const StreamingModel& streaming,
                                                   const ConvolutionBlocks& blocks) {
  GuessedParts guesses(gemm, streaming, blocks);
  return chosen_parts(c, choice, gemm, streaming, guesses);
}
}  // namespace detail

/// The parts of a convolution as the library runs it: what it was seen to choose, where it was asked.
/// @param trees  none: a library before cuDNN 9
/// @param guesses  of the same models
[[nodiscard]] inline ConvolutionParts convolution_parts(const Convolution& c, const GemmModels& gemm,
                                                        const StreamingModel& streaming,
                                                        const ConvolutionBlocks& blocks,
                                                        std::span<const ConvolutionChoiceTree> trees,
                                                        detail::GuessedParts& guesses) {
  if (trees.empty()) return one_convolution_parts(c, gemm, streaming, blocks);
  detail::check(c);
  if (const auto choice = choose_kernel(c, trees, streaming.sms))
    return detail::chosen_parts(c, *choice, gemm, streaming, guesses);
  return one_convolution_parts(c, gemm, streaming, blocks);
}
[[nodiscard]] inline ConvolutionParts convolution_parts(const Convolution& c, const GemmModels& gemm,
                                                        const StreamingModel& streaming,
                                                        const ConvolutionBlocks& blocks,
                                                        std::span<const ConvolutionChoiceTree> trees = {}) {
  detail::GuessedParts guesses(gemm, streaming, blocks);
  return convolution_parts(c, gemm, streaming, blocks, trees, guesses);
}

}  // namespace perfmodel
