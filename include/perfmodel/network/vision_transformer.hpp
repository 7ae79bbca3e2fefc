#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Vision transformer. Dosovitskiy et al. 2021, arXiv:2010.11929, Table 1; torchvision/models/vision_transformer.py.
struct VisionTransformer {
  std::int64_t layers{12}, hidden{768}, heads{12}, inner{3072}, patch{16};
  ImageSize input{224, 224};
  std::int64_t classes{1000};
};

inline constexpr VisionTransformer vit_b_16{};

namespace detail {

/// nn.MultiheadAttention works on [sequence, batch, width] and hands back a transposed view: everything that is added
/// to it lies in that order from then on.
inline Value vision_block(NetworkBuilder& b, const std::string& n, Value x, const VisionTransformer& net, bool first) {
  const auto scope = b.hold(x);
  Value y = b.layer(n + ".ln_1", LayerNorm{.size = net.hidden, .transposed_input = !first}, {x});
  {
    const auto held = b.hold(y);
    Value qkv = b.layer(n + ".self_attention.in_proj",
                        Linear{.inputs = net.hidden, .outputs = 3 * net.hidden, .transposed_input = true}, {y});
    qkv = b.layer(n + ".self_attention.split", Copy{.parts = 3}, {qkv});
    y = b.layer(n + ".self_attention",
                DotProductAttention{.heads = net.heads, .key_heads = net.heads, .head_size = net.hidden / net.heads},
                {qkv});
    y = b.layer(n + ".self_attention.permute", Copy{.attention_result = true}, {y});
    y = b.linear(n + ".self_attention.out_proj", y, net.hidden);
  }
  y = b.dropout(n + ".dropout", y, 0.0);
  y = b.layer(n + ".add_1", Add{.transposed = first}, {y, x});
  const auto held = b.hold(y);
  Value z = b.layer(n + ".ln_2", LayerNorm{.size = net.hidden, .transposed_input = true}, {y});
  {
    const auto inner = b.hold(z);
    z = b.linear(n + ".mlp.0", z, net.inner);
    z = b.activation(n + ".mlp.1", z, ActivationKind::gelu, false);
    z = b.linear(n + ".mlp.3", z, net.hidden);
  }
  return b.layer(n + ".add_2", Add{.transposed = true}, {y, z});
}

}  // namespace detail

/// @throws Error if the image is no multiple of the patch or the width no multiple of the heads
[[nodiscard]] inline Network build(const VisionTransformer& net, const std::string& name = "vit_b_16") {
  if (net.input.height % net.patch != 0 || net.input.width % net.patch != 0)
    throw bad_input("network " + name + ", input",
                    std::to_string(net.input.height) + "x" + std::to_string(net.input.width),
                    "must be multiples of the patch, " + std::to_string(net.patch));
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  Value x = b.convolution("conv_proj", b.input(),
                          {.out = net.hidden, .kernel = {net.patch, net.patch}, .stride = net.patch, .bias = true});
  x = b.flatten("flatten", x, 2);
  x = b.layer("permute", Transpose{.first = 1, .second = 2, .copied = false}, {x});
  x = b.layer("class_token", ClassToken{.width = net.hidden}, {x});
  {
    const auto caller = b.hold(x);  // forward()'s variable, while the encoder runs
    x = b.layer("encoder.pos_embedding", AddParameter{.length = b.shape(x)[1], .width = net.hidden}, {x});
    const auto encoder = b.hold(x);
    for (std::int64_t i = 0; i < net.layers; ++i) {
      b.begin_block(static_cast<std::int32_t>(i));
      x = detail::vision_block(b, "encoder.layers.encoder_layer_" + std::to_string(i), x, net, i == 0);
      b.end_block();
    }
    x = b.layer("encoder.ln", LayerNorm{.size = net.hidden, .transposed_input = true}, {x});
  }
  x = b.layer("select", Slice{.dimension = 1, .begin = 0, .length = 1}, {x});
  x = b.layer("squeeze", Reshape{.sample = {net.hidden}}, {x});
  return b.finish(b.linear("heads.head", x, net.classes));
}

}  // namespace perfmodel
