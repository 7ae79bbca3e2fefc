#pragma once
#include <perfmodel/json/layer_json.hpp>

namespace perfmodel::json {
namespace detail {

template <ActivationKind function>
[[nodiscard]] LayerKind read_activation(const Node& node, InputShapes) {
  return Activation{.function = function, .in_place = boolean_or(node, "in_place", false)};
}

/// Extent `index` of the first input, counted from the front (the batch is 0) or, if negative, from the back.
[[nodiscard]] std::int64_t extent(InputShapes inputs, std::int64_t index);

/// A number for both directions or [height, width].
[[nodiscard]] std::array<std::int64_t, 2> pair_or(const Node& node, std::string_view key,
                                                  std::array<std::int64_t, 2> absent, std::int64_t low);

[[nodiscard]] std::vector<std::string_view> convolution_fields();

template <bool transposed>
[[nodiscard]] LayerKind read_convolution(const Node& node, InputShapes in) {
  const auto kernel = pair_or(node, "kernel", {1, 1}, 1), stride = pair_or(node, "stride", {1, 1}, 1),
             padding = pair_or(node, "padding", {0, 0}, 0), dilation = pair_or(node, "dilation", {1, 1}, 1),
             output_padding = pair_or(node, "output_padding", {0, 0}, 0);
  return Convolution2d{.in = extent(in, 1),
                       .out = node.at("outputs").integer(1, largest_size),
                       .kernel_h = kernel[0],
                       .kernel_w = kernel[1],
                       .stride_h = stride[0],
                       .stride_w = stride[1],
                       .pad_h = padding[0],
                       .pad_w = padding[1],
                       .dilation_h = dilation[0],
                       .dilation_w = dilation[1],
                       .groups = integer_or(node, "groups", 1),
                       .bias = boolean_or(node, "bias", true),
                       .transposed = transposed,
                       .output_pad_h = output_padding[0],
                       .output_pad_w = output_padding[1]};
}

template <PoolingKind what>
[[nodiscard]] LayerKind read_pooling(const Node& node, InputShapes) {
  const auto window = pair_or(node, "window", {2, 2}, 1), stride = pair_or(node, "stride", window, 1),
             padding = pair_or(node, "padding", {0, 0}, 0);
  return Pooling{.what = what,
                 .window_h = window[0],
                 .window_w = window[1],
                 .stride_h = stride[0],
                 .stride_w = stride[1],
                 .pad_h = padding[0],
                 .pad_w = padding[1],
                 .ceil_mode = boolean_or(node, "ceil_mode", false)};
}

/// One input holds Q, K and V side by side; three hold them apart. The head size follows from the width.
[[nodiscard]] AttentionMask read_mask(const Node& node);
[[nodiscard]] LayerKind read_attention(const Node& node, InputShapes in);

template <Cell cell>
[[nodiscard]] LayerKind read_recurrent(const Node& node, InputShapes in) {
  return Recurrent{.cell = cell,
                   .inputs = extent(in, -1),
                   .hidden = node.at("hidden").integer(1, largest_size),
                   .layers = integer_or(node, "layers", 1, 1, 1000),
                   .bidirectional = boolean_or(node, "bidirectional", false),
                   .bias = boolean_or(node, "bias", true)};
}

}  // namespace detail

namespace detail {
PERFMODEL_INLINE std::int64_t extent(InputShapes inputs, std::int64_t index) {
  if (inputs.empty()) return 0;
  const auto rank = static_cast<std::int64_t>(inputs[0].rank);
  const std::int64_t i = index < 0 ? rank + index : index;
  return i >= 0 && i < rank ? inputs[0][static_cast<std::size_t>(i)] : 0;
}

PERFMODEL_INLINE std::array<std::int64_t, 2> pair_or(const Node& node, std::string_view key,
                                                     std::array<std::int64_t, 2> absent, std::int64_t low) {
  const auto field = node.find(key);
  if (!field) return absent;
  if (!field->is_array()) {
    const std::int64_t both = field->integer(low, 65536);
    return {both, both};
  }
  const std::vector<Node> list = field->elements(2, 2);
  return {list[0].integer(low, 65536), list[1].integer(low, 65536)};
}

PERFMODEL_INLINE std::vector<std::string_view> convolution_fields() {
  return {"outputs", "kernel", "stride", "padding", "dilation", "groups", "bias", "output_padding"};
}

PERFMODEL_INLINE AttentionMask read_mask(const Node& node) {
  using enum AttentionMask;
  const auto mask = node.find("mask");
  return mask ? mask->word<AttentionMask>({{"none", none}, {"compiled", compiled}, {"kept", kept}}) : none;
}
PERFMODEL_INLINE LayerKind read_attention(const Node& node, InputShapes in) {
  const std::int64_t heads = node.at("heads").integer(1, 65536),
                     key_heads = integer_or(node, "key_heads", heads, 1, 65536);
  const std::int64_t parts = in.size() == 1 ? heads + 2 * key_heads : heads;
  const auto dropout = node.find("dropout");
  return DotProductAttention{
      .heads = heads,
      .key_heads = key_heads,
      .head_size = integer_or(node, "head_size", std::max<std::int64_t>(1, extent(in, -1) / parts)),
      .causal = boolean_or(node, "causal", false),
      .fused = boolean_or(node, "fused", true),
      .joined_softmax = boolean_or(node, "joined_softmax", false),
      .dropout = dropout ? dropout->number({.low = 0.0, .high = 0.99}) : 0.0,
      .mask = read_mask(node)};
}

}  // namespace detail
PERFMODEL_INLINE const std::vector<LayerType>& layer_types() {
  using enum ActivationKind;
  static const std::vector<LayerType> types{
      {"linear",
       {"inputs", "outputs", "bias"},
       [](const Node& node, InputShapes in) -> LayerKind {
         return Linear{.inputs = integer_or(node, "inputs", detail::extent(in, -1)),
                       .outputs = node.at("outputs").integer(1, largest_size),
                       .bias = boolean_or(node, "bias", true)};
       }},
      {"relu", {"in_place"}, detail::read_activation<relu>},
      {"leaky_relu", {"in_place"}, detail::read_activation<leaky_relu>},
      {"relu6", {"in_place"}, detail::read_activation<relu6>},
      {"sigmoid", {"in_place"}, detail::read_activation<sigmoid>},
      {"tanh", {"in_place"}, detail::read_activation<ActivationKind::tanh>},
      {"gelu", {"in_place"}, detail::read_activation<gelu>},
      {"gelu_tanh", {"in_place"}, detail::read_activation<gelu_tanh>},
      {"silu", {"in_place"}, detail::read_activation<silu>},
      {"hardswish", {"in_place"}, detail::read_activation<hardswish>},
      {"elu", {"in_place"}, detail::read_activation<elu>},
      {"add",
       {"in_place"},
       [](const Node& node, InputShapes) -> LayerKind { return Add{.in_place = boolean_or(node, "in_place", false)}; }},
      {"multiply", {}, [](const Node&, InputShapes) -> LayerKind { return Multiply{}; }},
      {"scale", {}, [](const Node&, InputShapes) -> LayerKind { return Scale{}; }},
      {"dropout",
       {"probability"},
       [](const Node& node, InputShapes) -> LayerKind {
         const auto p = node.find("probability");
         return Dropout{.probability = p ? p->number({.low = 0.0, .high = 1.0}) : 0.5};
       }},
      {"softmax", {}, [](const Node&, InputShapes) -> LayerKind { return Softmax{}; }},
      {"layer_norm",
       {},
       [](const Node&, InputShapes in) -> LayerKind { return LayerNorm{.size = detail::extent(in, -1)}; }},
      {"rms_norm",
       {"fused"},
       [](const Node& node, InputShapes in) -> LayerKind {
         return RmsNorm{.width = detail::extent(in, -1), .fused = boolean_or(node, "fused", true)};
       }},
      {"batch_norm",
       {},
       [](const Node&, InputShapes in) -> LayerKind { return BatchNorm{.channels = detail::extent(in, 1)}; }},
      {"group_norm",
       {"groups"},
       [](const Node& node, InputShapes in) -> LayerKind {
         return GroupNorm{.groups = node.at("groups").integer(1, largest_size), .channels = detail::extent(in, 1)};
       }},
      {"convolution", detail::convolution_fields(), detail::read_convolution<false>},
      {"transposed_convolution", detail::convolution_fields(), detail::read_convolution<true>},
      {"max_pool", {"window", "stride", "padding", "ceil_mode"}, detail::read_pooling<PoolingKind::maximum>},
      {"avg_pool", {"window", "stride", "padding", "ceil_mode"}, detail::read_pooling<PoolingKind::average>},
      {"adaptive_avg_pool",
       {"size"},
       [](const Node& node, InputShapes) -> LayerKind {
         const auto size = detail::pair_or(node, "size", {1, 1}, 1);
         return AdaptivePooling{.height = size[0], .width = size[1]};
       }},
      {"upsample",
       {"factor"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Upsample{.factor = integer_or(node, "factor", 2, 1, 1024)};
       }},
      {"flatten", {}, [](const Node&, InputShapes) -> LayerKind { return Flatten{}; }},
      {"reshape",
       {"shape"},
       [](const Node& node, InputShapes) -> LayerKind {
         Shape shape{};
         for (const Node& extent : node.at("shape").elements(1, Shape::max_rank - 1))
           shape.push_back(extent.integer(1, largest_size));
         return Reshape{.sample = shape};
       }},
      {"concat",
       {"dimension"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Concat{.dimension = integer_or(node, "dimension", 1, 1, 5)};
       }},
      {"slice",
       {"dimension", "begin", "length"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Slice{.dimension = integer_or(node, "dimension", 1, 1, 5),
                      .begin = integer_or(node, "begin", 0, 0),
                      .length = node.at("length").integer(1, largest_size)};
       }},
      {"transpose",
       {"first", "second"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Transpose{.first = integer_or(node, "first", 1, 1, 5), .second = integer_or(node, "second", 2, 1, 5)};
       }},
      {"matmul",
       {"transpose_second"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Matmul{.transpose_second = boolean_or(node, "transpose_second", false)};
       }},
      {"embedding",
       {"rows", "width"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Embedding{.count = node.at("rows").integer(1, largest_size),
                          .width = node.at("width").integer(1, largest_size)};
       }},
      {"position_embedding",
       {"rows", "width"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Embedding{.count = node.at("rows").integer(1, largest_size),
                          .width = node.at("width").integer(1, largest_size),
                          .positions = true};
       }},
      {"rotary",
       {"heads"},
       [](const Node& node, InputShapes) -> LayerKind {
         return Rotary{.heads = node.at("heads").integer(1, largest_size)};
       }},
      {"attention",
       {"heads", "key_heads", "head_size", "causal", "fused", "joined_softmax", "dropout", "mask"},
       detail::read_attention},
      {"lstm", {"hidden", "layers", "bidirectional", "bias"}, detail::read_recurrent<Cell::lstm>},
      {"gru", {"hidden", "layers", "bidirectional", "bias"}, detail::read_recurrent<Cell::gru>},
      {"mixture_of_experts",
       {"inner", "experts", "used"},
       [](const Node& node, InputShapes in) -> LayerKind {
         return MixtureOfExperts{.width = detail::extent(in, -1),
                                 .inner = node.at("inner").integer(1, largest_size),
                                 .experts = integer_or(node, "experts", 8, 1, 65536),
                                 .used = integer_or(node, "used", 2, 1, 65536)};
       }},
  };
  return types;
}

PERFMODEL_INLINE const LayerType& layer_type(const Node& node) {
  const Node word = node.at("type");
  std::string accepted;
  for (const LayerType& type : layer_types()) {
    if (word.raw() == type.word) return type;
    accepted += (accepted.empty() ? "" : ", ") + std::string(type.word);
  }
  throw word.error("must be one of " + accepted);
}

}  // namespace perfmodel::json
