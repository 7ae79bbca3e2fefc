#pragma once
/// The network and one training step in LibTorch (1.13 to 2.11), written the way a user writes them in C++.
#include <ATen/autocast_mode.h>
#include <torch/torch.h>
#include <torch/version.h>

#include <memory>

#include "configuration.hpp"

#define FCNN_TORCH_VERSION (TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR)

namespace fcnn {

[[nodiscard]] inline bool autocasts(const Configuration& c) { return c.precision.rfind("amp", 0) == 0; }
[[nodiscard]] inline at::ScalarType low_precision(const Configuration& c) {
  return c.precision.find("bf16") != std::string::npos ? at::kBFloat16 : at::kHalf;
}
[[nodiscard]] inline at::ScalarType storage(const Configuration& c) {
  return half_storage(c) ? low_precision(c) : at::kFloat;
}

/// What Python's torch.autocast does on entering and leaving its block.
class Autocast {
 public:
  Autocast(bool enabled, at::ScalarType type, bool cuda) : enabled_(enabled), cuda_(cuda) {
    if (!enabled_) return;
    switch_on(true, type);
    at::autocast::increment_nesting();
  }
  ~Autocast() {
    if (!enabled_) return;
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    switch_on(false, at::kHalf);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  void switch_on(bool on, at::ScalarType type) const {
#if FCNN_TORCH_VERSION >= 204
    const auto device = cuda_ ? at::kCUDA : at::kCPU;
    at::autocast::set_autocast_enabled(device, on);
    if (on) at::autocast::set_autocast_dtype(device, type);
#else
    if (cuda_) {
      at::autocast::set_enabled(on);
      if (on) at::autocast::set_autocast_gpu_dtype(type);
    } else {
      at::autocast::set_cpu_enabled(on);
      if (on) at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
    }
#endif
  }
  bool enabled_, cuda_;
};

struct Layer {
  torch::Tensor weight, bias;  ///< [out, in], [out]
};

/// Linear + ReLU over layers [first, last): what a checkpointed segment recomputes.
inline torch::Tensor hidden_layers(const std::vector<Layer>& layers, std::size_t first, std::size_t last,
                                   torch::Tensor x) {
  for (std::size_t i = first; i < last; ++i)
    x = torch::relu(torch::nn::functional::linear(x, layers[i].weight, layers[i].bias));
  return x;
}

/// Keeps only the input of a segment; the backward pass runs the segment again and differentiates that.
struct Checkpoint : torch::autograd::Function<Checkpoint> {
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& anchor, std::int64_t layers, std::int64_t first,
                               std::int64_t last) {
    (void)anchor;  // a parameter, so that the result requires a gradient even where x does not
    context->save_for_backward({x});
    context->saved_data["layers"] = layers;
    context->saved_data["first"] = first;
    context->saved_data["last"] = last;
    return hidden_layers(*reinterpret_cast<const std::vector<Layer>*>(layers), std::size_t(first), std::size_t(last),
                         x);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradient) {
    const auto saved = context->get_saved_variables()[0];
    const auto& layers = *reinterpret_cast<const std::vector<Layer>*>(context->saved_data["layers"].toInt());
    const auto first = context->saved_data["first"].toInt(), last = context->saved_data["last"].toInt();
    torch::Tensor x = saved.detach();
    x.requires_grad_(context->needs_input_grad(0));
    torch::Tensor y;
    {
      at::AutoGradMode on(true);
      y = hidden_layers(layers, std::size_t(first), std::size_t(last), x);
    }
    torch::autograd::backward({y}, {gradient[0]});
    return {x.requires_grad() ? x.grad() : torch::Tensor(), torch::Tensor(), torch::Tensor(), torch::Tensor(),
            torch::Tensor()};
  }
};

enum Pass : int { pass_setup, pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer, pass_count };
inline const std::array<const char*, pass_count> pass_names{"setup", "zero",     "forward",
                                                            "loss",  "backward", "optimizer"};

/// Network, data and optimizer on the device. Parameters are made there in their final type, layer by layer, weight
/// before bias; then the optimizer; then inputs, then labels.
class Training {
 public:
  Training(const Configuration& c, torch::Device device) : c_(c), device_(device) {
    at::globalContext().setAllowTF32CuBLAS(c.precision == "tf32");
    const auto options = torch::TensorOptions().device(device).dtype(storage(c));
    std::vector<torch::Tensor> all;
    for (int i = 0; i <= c.layers; ++i) {
      const auto in = i == 0 ? c.inputs : c.hidden, out = i == c.layers ? c.outputs : c.hidden;
      const double bound = std::sqrt(6.0 / double(in));  // He initialization: activations keep their size at any depth
      Layer layer{torch::empty({out, in}, options).uniform_(-bound, bound),
                  torch::empty({out}, options).uniform_(-0.01, 0.01)};
      layer.weight.requires_grad_(true);
      layer.bias.requires_grad_(true);
      all.insert(all.end(), {layer.weight, layer.bias});
      layers_.push_back(layer);
    }
    // Learning rate and epsilon are small and large: the weights stay finite, also in FP16, and so does the data.
    if (c.optimizer == "adam")
      optimizer_ = std::make_unique<torch::optim::Adam>(all, torch::optim::AdamOptions(1e-5).eps(1e-3));
    else
      optimizer_ = std::make_unique<torch::optim::SGD>(
          all, torch::optim::SGDOptions(1e-5).momentum(c.optimizer == "momentum" ? 0.9 : 0.0));
    x_ = torch::randn({c.batch, c.inputs}, options);
    y_ = c.loss == "mse"
             ? torch::randn({c.batch, c.outputs}, options)
             : torch::randint(c.outputs, {c.batch}, torch::TensorOptions().device(device).dtype(torch::kInt64));
  }

  void zero() {
#if FCNN_TORCH_VERSION >= 200
    optimizer_->zero_grad();
#else
    for (auto& group : optimizer_->param_groups())
      for (auto& p : group.params()) p.mutable_grad() = torch::Tensor();
#endif
  }
  torch::Tensor forward() {
    const auto segment = static_cast<std::size_t>(c_.checkpoint), hidden = static_cast<std::size_t>(c_.layers);
    torch::Tensor x = x_;
    if (segment == 0) {
      x = hidden_layers(layers_, 0, hidden, x);
    } else {
      for (std::size_t first = 0; first < hidden; first += segment)
        x = Checkpoint::apply(x, layers_[first].weight, reinterpret_cast<std::int64_t>(&layers_),
                              static_cast<std::int64_t>(first),
                              static_cast<std::int64_t>(std::min(first + segment, hidden)));
    }
    return torch::nn::functional::linear(x, layers_[hidden].weight, layers_[hidden].bias);
  }
  torch::Tensor loss(const torch::Tensor& out) {
    auto value = c_.loss == "mse" ? torch::mse_loss(out, y_) : torch::nn::functional::cross_entropy(out, y_);
    return c_.accumulate > 1 ? value / c_.accumulate : value;
  }
  void update() { optimizer_->step(); }

  /// One optimizer step; `mark(pass)` is called as each pass begins.
  template <class Mark>
  void step(Mark&& mark) {
    mark(pass_zero);
    zero();
    for (int micro = 0; micro < c_.accumulate; ++micro) {
      torch::Tensor out, value;
      mark(pass_forward);
      {
        Autocast autocast(autocasts(c_), low_precision(c_), device_.is_cuda());
        out = forward();
        mark(pass_loss);
        value = loss(out);
      }
      mark(pass_backward);
      value.backward();
      if (micro + 1 < c_.accumulate) continue;
      mark(pass_optimizer);
      update();
    }
  }
  void step() {
    step([](Pass) {});
  }
  std::size_t tensors() const { return 2 * layers_.size(); }

 private:
  Configuration c_;
  torch::Device device_;
  std::vector<Layer> layers_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
  torch::Tensor x_, y_;
};

}  // namespace fcnn
