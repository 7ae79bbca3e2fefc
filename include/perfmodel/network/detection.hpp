#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/resnet.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// Single-shot detector at 300 x 300 on ResNet-34, as in MLPerf Training v0.5 (single_stage_detector). The third stage
/// keeps 38 x 38; the fourth is left out. Liu et al. 2016, arXiv:1512.02325.
struct SsdResNet34 {
  std::int64_t labels{81};
};

/// Mask R-CNN with a ResNet-50 feature pyramid: backbone, region proposals, box head and mask head, batch
/// normalizations frozen. He et al. 2017, arXiv:1703.06870; torchvision/models/detection/mask_rcnn.py. Proposal
/// selection is not modelled: `regions` and `mask_regions` per image go through the heads, and each head has a squared
/// error as its loss.
struct MaskRcnn {
  ImageSize input{800, 1344};
  std::int64_t classes{91}, regions{512}, mask_regions{128};
};

[[nodiscard]] inline Network build(const SsdResNet34& net, const std::string& name = "ssd-resnet34") {
  NetworkBuilder b(name, {1, 3, 300, 300});
  Value x = detail::resnet_stem(b, b.input());
  x = detail::resnet_stage(b, "layer1", x, 64, 3, 1, false);
  x = detail::resnet_stage(b, "layer2", x, 128, 4, 2, false);
  x = detail::resnet_stage(b, "layer3", x, 256, 6, 1, false);
  std::vector<Value> features{x};
  constexpr std::array<std::int64_t, 5> middle{256, 256, 128, 128, 128}, out{512, 512, 256, 256, 256};
  for (std::size_t i = 0; i < 5; ++i) {
    const std::string n = "additional_blocks." + std::to_string(i);
    x = b.relu(n + ".1", b.convolution(n + ".0", x, {.out = middle[i], .bias = true}));
    const ConvolutionOptions reduce =
        i < 3 ? ConvolutionOptions{.out = out[i], .kernel = {3, 3}, .stride = 2, .pad = {1, 1}, .bias = true}
              : ConvolutionOptions{.out = out[i], .kernel = {3, 3}, .bias = true};
    x = b.relu(n + ".3", b.convolution(n + ".2", x, reduce));
    features.push_back(x);
  }
  constexpr std::array<std::int64_t, 6> boxes{4, 6, 6, 6, 4, 4};
  std::vector<Value> found;
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    for (const std::int64_t per_box : {std::int64_t{4}, net.labels}) {
      const std::string head = (per_box == 4 ? "loc." : "conf.") + n;
      found.push_back(b.flatten(
          head + ".flat", b.convolution(head, features[i],
                                        {.out = boxes[i] * per_box, .kernel = {3, 3}, .pad = {1, 1}, .bias = true})));
    }
  }
  b.set_loss(MeanSquaredError{});
  return b.finish(b.concat("detections", found));
}

namespace detail {

/// x * scale + shift with constants: two kernels, nothing trained.
inline Value frozen_norm(NetworkBuilder& b, const std::string& n, Value x) {
  return b.layer(n + ".shift", Scale{Scale::By::channel_shift}, {b.layer(n, Scale{Scale::By::channel}, {x})});
}

inline Value frozen_bottleneck(NetworkBuilder& b, const std::string& n, Value x, std::int64_t width,
                               std::int64_t stride) {
  const auto scope = b.hold(x);
  const std::int64_t out = 4 * width;
  Value y = b.relu(n + ".relu", frozen_norm(b, n + ".bn1", b.convolution(n + ".conv1", x, {.out = width})));
  y = b.convolution(n + ".conv2", y, {.out = width, .kernel = {3, 3}, .stride = stride, .pad = {1, 1}});
  y = b.relu(n + ".relu", frozen_norm(b, n + ".bn2", y));
  y = frozen_norm(b, n + ".bn3", b.convolution(n + ".conv3", y, {.out = out}));
  Value identity = x;
  if (stride != 1 || b.channels(x) != out)
    identity =
        frozen_norm(b, n + ".downsample.1", b.convolution(n + ".downsample.0", x, {.out = out, .stride = stride}));
  return b.relu(n + ".relu", b.add_in_place(n + ".add", y, identity));
}

/// Feature maps 0 to 3 and the pooled one. Stages and the two summands of a level are variables until the pyramid is
/// done. torchvision/ops/feature_pyramid_network.py.
inline std::vector<Value> feature_pyramid(NetworkBuilder& b, const std::array<Value, 4>& stages) {
  const NetworkBuilder::Hold variables[]{{b, stages[0]}, {b, stages[1]}, {b, stages[2]}, {b, stages[3]}};
  std::vector<Value> pyramid(5);
  Value top = b.convolution("fpn.inner.3", stages[3], {.out = 256, .bias = true});
  pyramid[3] = b.convolution("fpn.layer.3", top, {.out = 256, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
  for (std::size_t s = 3; s-- > 0;) {
    const Value lateral = b.convolution("fpn.inner." + std::to_string(s), stages[s], {.out = 256, .bias = true});
    const Value above = b.layer("fpn.up." + std::to_string(s), ResizeLike{}, {top, lateral});
    const auto first = b.hold(lateral), second = b.hold(above);
    top = b.add("fpn.add." + std::to_string(s), lateral, above);
    pyramid[s] = b.convolution("fpn.layer." + std::to_string(s), top,
                               {.out = 256, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
  }
  pyramid[4] = b.max_pool("fpn.pool", pyramid[3], {.kernel = {1, 1}, .stride = 2});
  return pyramid;
}

}  // namespace detail

[[nodiscard]] inline Network build(const MaskRcnn& net, const std::string& name = "mask-rcnn") {
  using namespace detail;
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  Value x = b.convolution("conv1", b.input(), {.out = 64, .kernel = {7, 7}, .stride = 2, .pad = {3, 3}});
  x = b.max_pool("maxpool", b.relu("relu", frozen_norm(b, "bn1", x)), {.kernel = {3, 3}, .stride = 2, .pad = {1, 1}});
  std::array<Value, 4> stages{};
  std::int64_t width = 64;
  for (std::size_t s = 0; s < 4; ++s, width *= 2) {
    for (int i = 0; i < resnet50.blocks[s]; ++i)
      x = frozen_bottleneck(b, "layer" + std::to_string(s + 1) + "." + std::to_string(i), x, width,
                            s > 0 && i == 0 ? 2 : 1);
    stages[s] = x;
  }
  const std::vector<Value> pyramid = feature_pyramid(b, stages);
  std::int32_t head = -1, logits = -1, deltas = -1;
  for (std::size_t level = 0; level < 5; ++level) {  // one head for all levels
    const std::string n = ".level" + std::to_string(level);
    const Value y = b.layer(
        "rpn.conv" + n,
        Convolution2d{.in = 256, .out = 256, .kernel_h = 3, .kernel_w = 3, .pad_h = 1, .pad_w = 1, .bias = true},
        {pyramid[level]}, head);
    const Value r = b.activation("rpn.relu" + n, y, ActivationKind::relu);
    const Value c = b.layer("rpn.cls_logits" + n, Convolution2d{.in = 256, .out = 3, .bias = true}, {r}, logits);
    const Value d = b.layer("rpn.bbox_pred" + n, Convolution2d{.in = 256, .out = 12, .bias = true}, {r}, deltas);
    b.add_output(c, MeanSquaredError{});
    b.add_output(d, MeanSquaredError{});
    if (level == 0) head = y, logits = c, deltas = d;
  }
  x = b.flatten("box.flatten", b.layer("box.roi_align", RoiAlign{.regions = net.regions, .size = 7}, {pyramid[1]}));
  x = b.activation("box.relu6", b.linear("box.fc6", x, 1024), ActivationKind::relu, false);
  x = b.activation("box.relu7", b.linear("box.fc7", x, 1024), ActivationKind::relu, false);
  b.add_output(b.linear("box.cls_score", x, net.classes), MeanSquaredError{});
  b.add_output(b.linear("box.bbox_pred", x, 4 * net.classes), MeanSquaredError{});
  x = b.layer("mask.roi_align", RoiAlign{.regions = net.mask_regions, .size = 14}, {pyramid[1]});
  for (int i = 0; i < 4; ++i) {
    x = b.convolution("mask.conv" + std::to_string(i), x, {.out = 256, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
    x = b.relu("mask.relu" + std::to_string(i), x);
  }
  x = b.convolution("mask.up", x, {.out = 256, .kernel = {2, 2}, .stride = 2, .bias = true, .transposed = true});
  b.set_loss(MeanSquaredError{});
  return b.finish(b.convolution("mask.logits", b.relu("mask.up_relu", x), {.out = net.classes, .bias = true}));
}

}  // namespace perfmodel
