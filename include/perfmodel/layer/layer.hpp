#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/activation.hpp>
#include <perfmodel/layer/attention.hpp>
#include <perfmodel/layer/batch_norm.hpp>
#include <perfmodel/layer/class_token.hpp>
#include <perfmodel/layer/composed.hpp>
#include <perfmodel/layer/convolution.hpp>
#include <perfmodel/layer/copy.hpp>
#include <perfmodel/layer/custom_layer.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/embedding.hpp>
#include <perfmodel/layer/group_norm.hpp>
#include <perfmodel/layer/layer_norm.hpp>
#include <perfmodel/layer/linear.hpp>
#include <perfmodel/layer/matmul.hpp>
#include <perfmodel/layer/mixture_of_experts.hpp>
#include <perfmodel/layer/opaque_operator.hpp>
#include <perfmodel/layer/pooling.hpp>
#include <perfmodel/layer/recurrent.hpp>
#include <perfmodel/layer/relative_bias.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <perfmodel/layer/roi.hpp>
#include <perfmodel/layer/softmax.hpp>
#include <perfmodel/layer/stochastic_depth.hpp>
#include <perfmodel/visit.hpp>
#include <string>
#include <variant>
#include <vector>

namespace perfmodel {

/// Everything a network can be made of. A new layer is one header with a struct and, for it, the free functions
/// `kind`, `output_shape`, `parameters`, `forward_work` and `forward`, and one entry here.
/// A std::variant, asked by std::get_if and visit(); its copies are defined apart, as their code is long.
struct LayerKind : std::variant<Linear, Activation, Add, Multiply, Scale, Dropout, Softmax, LayerNorm, BatchNorm,
                                Pooling, AdaptivePooling, Flatten, Reshape, Concat, Slice, Transpose, Convolution2d,
                                Embedding, ComposedGelu, RmsNorm, Rotary, Cast, DotProductAttention, GroupNorm,
                                StochasticDepth, ClassToken, AddParameter, Copy, MixtureOfExperts, Recurrent, Matmul,
                                RoiAlign, Upsample, ResizeLike, OpaqueOperator, RelativeBias, CausalBias, CustomLayer> {
  LayerKind();
  template <class K>
  requires is_kind_of<K, variant> LayerKind(K kind) : LayerKind(kind_index<K, variant>, &kind) {}
  LayerKind(const LayerKind&);
  LayerKind(LayerKind&&) noexcept;
  LayerKind& operator=(const LayerKind&);
  LayerKind& operator=(LayerKind&&) noexcept;
  ~LayerKind();
  /// The same layer with the same numbers; custom layers: with the same functions.
  friend bool operator==(const LayerKind& a, const LayerKind& b);

 private:
  LayerKind(std::size_t index, void* kind);  ///< moves the alternative of that index out of *kind
};

/// The i-th input of the network, as an element of Layer::inputs.
[[nodiscard]] constexpr std::int32_t network_input(std::int32_t i) { return -1 - i; }

/// A node of the network's graph.
struct Layer {
  std::string name{};
  LayerKind what{};
  std::vector<std::int32_t> inputs{};  ///< indices of earlier layers, or network_input(i); empty: the layer before
  std::int32_t parameters_of{-1};      ///< its first parameters are that earlier layer's (tied weights)
  std::int32_t block{-1};              ///< repeated block it belongs to; checkpointing cuts between blocks; -1: none
  std::int32_t held_until{-1};         ///< a local variable keeps its output until that layer has run; -1: last use
  bool training_only{};                ///< not run in inference (auxiliary heads)
};

[[nodiscard]] std::string_view kind(const LayerKind& layer);
[[nodiscard]] Shape output_shape(const LayerKind& layer, InputShapes inputs);
[[nodiscard]] std::vector<ParameterTensor> parameters(const LayerKind& layer, InputShapes inputs);
/// Useful operations of one forward pass.
[[nodiscard]] Work forward_work(const LayerKind& layer, InputShapes inputs);
/// Writes the forward part into the trace and leaves the backward part on the tape.
[[nodiscard]] Tensor forward(TraceWriter& writer, const LayerKind& layer, Inputs inputs, Parameters ids);

/// Bytes that must cross the memory bus once in a forward pass: inputs, parameters and output, all in one format.
[[nodiscard]] Bytes compulsory_traffic(const LayerKind& layer, InputShapes inputs, NumberFormat format);

/// Arithmetic intensity of the forward pass, as tables of operations print it.
[[nodiscard]] Intensity intensity(const LayerKind& layer, InputShapes inputs, NumberFormat format);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/layer.ipp>
#endif
