#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/network/network.hpp>
#include <perfmodel/network/spec.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// The output of a layer, or an input of the network, while a network is put together.
using Value = std::int32_t;

/// Extents of a window: height, width.
using Extents = std::array<std::int64_t, 2>;

struct ConvolutionOptions {
  std::int64_t out{};
  Extents kernel{1, 1};
  std::int64_t stride{1};
  Extents pad{0, 0};
  std::int64_t groups{1}, dilation{1};
  bool bias{}, transposed{};
  std::int64_t output_pad{};
};

struct PoolOptions {
  Extents kernel{2, 2};
  std::int64_t stride{2};
  Extents pad{0, 0};
  bool ceiling{};
};

/// Puts a network together layer by layer: keeps the shapes (for a batch of 1), takes numbers of channels from them,
/// and names the layer in every error. Which tensor lives how long is written as a framework's module code would have
/// it: a value held by `hold` lives until the guard is destroyed, as a caller's variable does.
class NetworkBuilder {
 public:
  /// Keeps a value alive until the end of the C++ scope.
  class Hold {
   public:
    Hold(NetworkBuilder& builder, Value value) : builder_(builder), value_(value) {}
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() {
      if (value_ < 0 || builder_.network_.layers.empty()) return;
      std::int32_t& until = builder_.network_.layers[static_cast<std::size_t>(value_)].held_until;
      until = std::max(until, static_cast<std::int32_t>(builder_.network_.layers.size()) - 1);
    }

   private:
    NetworkBuilder& builder_;
    Value value_;
  };
  /// Marks the layers added in its lifetime as run in training only.
  class TrainingOnly {
   public:
    explicit TrainingOnly(NetworkBuilder& builder) : builder_(builder) { builder_.training_only_ = true; }
    TrainingOnly(const TrainingOnly&) = delete;
    TrainingOnly& operator=(const TrainingOnly&) = delete;
    ~TrainingOnly() { builder_.training_only_ = false; }

   private:
    NetworkBuilder& builder_;
  };

  /// The layers added in its lifetime are one more block, between which checkpointing may cut.
  class Block {
   public:
    explicit Block(NetworkBuilder& builder) : builder_(builder) { builder_.begin_block(builder_.next_block_++); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block() { builder_.end_block(); }

   private:
    NetworkBuilder& builder_;
  };

  /// One input of this shape, extent 0 (the batch) being 1.
  NetworkBuilder(std::string name, const Shape& input, bool integers = false) {
    network_.name = std::move(name);
    (void)add_input("input", input, integers);
  }

  [[nodiscard]] Value input(std::int32_t i = 0) const { return network_input(i); }
  [[nodiscard]] const Shape& shape(Value v) const {
    return v >= 0 ? shapes_[static_cast<std::size_t>(v)] : input_shapes_[static_cast<std::size_t>(-1 - v)];
  }
  [[nodiscard]] std::int64_t channels(Value v) const { return shape(v)[1]; }
  [[nodiscard]] std::int64_t width(Value v) const { return shape(v).back(); }
  [[nodiscard]] Hold hold(Value v) { return {*this, v}; }
  [[nodiscard]] TrainingOnly only_in_training() { return TrainingOnly(*this); }
  [[nodiscard]] Block block() { return Block(*this); }
  void begin_block(std::int32_t block) { block_ = block; }
  void end_block() { block_ = -1; }

  Value add_input(const std::string& name, const Shape& input, bool integers) {
    Shape sample{};
    for (std::size_t i = 1; i < input.rank; ++i) {
      require_at_least(network_.name + ": input " + name + ": dimension " + std::to_string(i), input[i], 1);
      sample.push_back(input[i]);
    }
    network_.inputs.push_back({.name = name, .shape = sample, .integers = integers});
    input_shapes_.push_back(input);
    return network_input(static_cast<std::int32_t>(network_.inputs.size()) - 1);
  }

  /// @throws Error naming the network, the layer and the shapes that do not fit
  Value layer(const std::string& name, LayerKind what, std::vector<Value> inputs, std::int32_t parameters_of = -1) {
    std::vector<Shape> in;
    in.reserve(inputs.size());
    for (const Value v : inputs) in.push_back(shape(v));
    try {
      shapes_.push_back(output_shape(what, in));
      (void)elements(shapes_.back());
    } catch (const Error& e) {
      throw at(network_.name + ": layer " + std::to_string(network_.layers.size()) + " (" + name + "): ", e);
    }
    Layer added{.name = name,
                .what = std::move(what),
                .inputs = std::move(inputs),
                .parameters_of = parameters_of,
                .block = block_};
    added.training_only = training_only_;
    network_.layers.push_back(std::move(added));
    return static_cast<Value>(network_.layers.size()) - 1;
  }

  Value convolution(const std::string& name, Value x, const ConvolutionOptions& o) {
    return layer(name,
                 Convolution2d{.in = channels(x),
                               .out = o.out,
                               .kernel_h = o.kernel[0],
                               .kernel_w = o.kernel[1],
                               .stride_h = o.stride,
                               .stride_w = o.stride,
                               .pad_h = o.pad[0],
                               .pad_w = o.pad[1],
                               .dilation_h = o.dilation,
                               .dilation_w = o.dilation,
                               .groups = o.groups,
                               .bias = o.bias,
                               .transposed = o.transposed,
                               .output_pad_h = o.output_pad,
                               .output_pad_w = o.output_pad},
                 {x});
  }
  Value batch_norm(const std::string& name, Value x) { return layer(name, BatchNorm{.channels = channels(x)}, {x}); }
  Value layer_norm(const std::string& name, Value x) { return layer(name, LayerNorm{.size = width(x)}, {x}); }
  Value activation(const std::string& name, Value x, ActivationKind function, bool in_place = true) {
    return layer(name, Activation{function, in_place}, {x});
  }
  /// In place, as convolutional networks use it.
  Value relu(const std::string& name, Value x) { return activation(name, x, ActivationKind::relu); }
  Value max_pool(const std::string& name, Value x, const PoolOptions& o) {
    return pool(name, x, PoolingKind::maximum, o);
  }
  Value average_pool(const std::string& name, Value x, const PoolOptions& o) {
    return pool(name, x, PoolingKind::average, o);
  }
  Value adaptive_average_pool(const std::string& name, Value x, const Extents& out) {
    return layer(name, AdaptivePooling{.height = out[0], .width = out[1]}, {x});
  }
  Value linear(const std::string& name, Value x, std::int64_t outputs, bool bias = true) {
    return layer(name, Linear{.inputs = width(x), .outputs = outputs, .bias = bias}, {x});
  }
  Value flatten(const std::string& name, Value x, std::int64_t first = 1) { return layer(name, Flatten{first}, {x}); }
  /// None of probability 0, as at::dropout returns its input.
  Value dropout(const std::string& name, Value x, double probability) {
    return probability > 0.0 ? layer(name, Dropout{probability}, {x}) : x;
  }
  Value add(const std::string& name, Value a, Value b) { return layer(name, Add{}, {a, b}); }
  Value add_in_place(const std::string& name, Value a, Value b) { return layer(name, Add{.in_place = true}, {a, b}); }
  /// Element by element, extents of 1 repeated.
  Value scale(const std::string& name, Value a, Value b) { return layer(name, Multiply{}, {a, b}); }
  Value concat(const std::string& name, std::vector<Value> parts, std::int64_t dimension = 1) {
    return layer(name, Concat{dimension}, std::move(parts));
  }
  /// Whole samples of a branch are dropped in training: a product with one random number per sample.
  Value stochastic_depth(const std::string& name, Value x) { return layer(name, StochasticDepth{}, {x}); }

  /// One more output whose loss is added with a weight.
  void add_output(Value v, double weight) { network_.auxiliary_losses.push_back({v, weight}); }
  /// Another output with a loss and a target of its own.
  void add_output(Value v, const Loss& loss) { network_.auxiliary_losses.push_back({v, 1.0, loss}); }
  void set_loss(const Loss& loss) { network_.loss = loss; }
  [[nodiscard]] Network& network() { return network_; }

  /// The network whose last layer feeds the loss. @pre `result` is the layer added last
  [[nodiscard]] Network finish(Value result) {
    if (result + 1 != static_cast<Value>(network_.layers.size()))
      throw bad_input(network_.name, "a result that is not the last layer", "the last layer feeds the loss");
    return std::move(network_);
  }

 private:
  Value pool(const std::string& name, Value x, PoolingKind kind, const PoolOptions& o) {
    return layer(name,
                 Pooling{.what = kind,
                         .window_h = o.kernel[0],
                         .window_w = o.kernel[1],
                         .stride_h = o.stride,
                         .stride_w = o.stride,
                         .pad_h = o.pad[0],
                         .pad_w = o.pad[1],
                         .ceil_mode = o.ceiling},
                 {x});
  }

  Network network_{};
  std::vector<Shape> shapes_{}, input_shapes_{};
  std::int32_t block_{-1};
  std::int32_t next_block_{};
  bool training_only_{};
};

}  // namespace perfmodel
