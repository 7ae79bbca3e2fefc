#pragma once
/// What the host pays for one operation, and for the passes of networks of several depths.
#include <iostream>

#include "time_modes.hpp"

namespace fcnn {

/// Median host seconds per call; the device is idle at the beginning and its queue never fills (64 calls at most).
template <class F>
double host_cost(F&& call, int calls = 64, int repeats = 25) {
  for (int i = 0; i < calls; ++i) call();
  synchronize();
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    const double begin = now();
    for (int i = 0; i < calls; ++i) call();
    times.push_back((now() - begin) / calls);
    synchronize();
  }
  return median(times);
}

inline void host_mode(const Work& w) {
  Table table(w.options.out, "operation,precision,tensors,seconds_per_call");
  const auto row = [&](const std::string& op, const std::string& precision, int n, double seconds) {
    table.row(op + ',' + precision + ',' + std::to_string(n) + ',' + number(seconds));
  };
  for (const std::string precision : {"fp32", "bf16"}) {  // one layer's operations, 64 x 256
    const auto o = torch::TensorOptions().device(w.device).dtype(precision == "fp32" ? at::kFloat : at::kBFloat16);
    auto x = torch::randn({64, 256}, o), weight = torch::randn({256, 256}, o), bias = torch::randn({256}, o),
         y = torch::randn({64, 256}, o);
    auto labels = torch::randint(256, {64}, torch::TensorOptions().device(w.device).dtype(torch::kInt64));
    auto gw = torch::randn({256, 256}, o).requires_grad_(true), gb = torch::randn({256}, o).requires_grad_(true);
    {
      torch::NoGradGuard none;
      row("empty", precision, 1, host_cost([&] { (void)torch::empty({64, 256}, o); }));
      row("linear", precision, 1, host_cost([&] { (void)torch::nn::functional::linear(x, weight, bias); }));
      row("matmul", precision, 1, host_cost([&] { (void)torch::mm(x, weight); }));
      row("relu", precision, 1, host_cost([&] { (void)torch::relu(x); }));
      row("add", precision, 1, host_cost([&] { (void)torch::add(x, y); }));
      row("add_", precision, 1, host_cost([&] { y.add_(x, 1e-9); }));
      row("mul_", precision, 1, host_cost([&] { y.mul_(1.0); }));
      row("addcmul_", precision, 1, host_cost([&] { y.addcmul_(x, x, 1e-9); }));
      row("addcdiv_", precision, 1, host_cost([&] { y.addcdiv_(x, x, 1e-9); }));
      row("sqrt", precision, 1, host_cost([&] { (void)torch::sqrt(x); }));
      row("div_scalar", precision, 1, host_cost([&] { (void)torch::div(x, 2.0); }));
      row("sum_rows", precision, 1, host_cost([&] { (void)x.sum(0); }));
      row("cast", precision, 1, host_cost([&] { (void)x.to(precision == "fp32" ? at::kBFloat16 : at::kFloat); }));
      row("transpose_view", precision, 1, host_cost([&] { (void)weight.t(); }));
      row("softmax", precision, 1, host_cost([&] { (void)torch::softmax(x, 1); }));
      row("cross_entropy", precision, 1, host_cost([&] { (void)torch::nn::functional::cross_entropy(x, labels); }));
      row("layer_norm", precision, 1, host_cost([&] { (void)torch::layer_norm(x, {256}, bias, bias); }));
    }
    row("linear_recorded", precision, 1, host_cost([&] { (void)torch::nn::functional::linear(x, gw, gb); }));
    auto gx = torch::nn::functional::linear(x, gw, gb);
    row("relu_recorded", precision, 1, host_cost([&] { (void)torch::relu(gx); }));
    row("cross_entropy_recorded", precision, 1,
        host_cost([&] { (void)torch::nn::functional::cross_entropy(gx, labels); }));
  }
  // Whole passes by depth: the slope is the cost of a layer, the intercept that of a pass.
  for (const std::string& precision : precisions) {
    for (const std::string& optimizer : optimizers) {
      for (int layers : {4, 8, 16, 32, 64, 128}) {
        if (w.late()) return;
        if ((precision == "tf32" || precision == "fp16" || precision == "amp_fp16") && layers != 16) continue;
        Configuration c{.layers = layers,
                        .hidden = 64,
                        .inputs = 2000,
                        .outputs = 200,
                        .batch = 64,
                        .precision = precision,
                        .optimizer = optimizer};
        TimeRow t;
        std::size_t tensors = 0;
        const auto error = guarded([&] {
          empty_allocator();
          Training training(c, w.device);
          tensors = training.tensors();
          for (int i = 0; i < 5; ++i) training.step();
          host_times(training, t, 15);
        });
        if (!error.empty()) {
          std::cerr << key(c) << ": " << error << '\n';
          continue;
        }
        for (int p : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer}) {
          const std::string suffix = p == pass_optimizer ? "_" + optimizer : "";
          if (p != pass_optimizer && optimizer != "sgd") continue;
          row(std::string("pass_") + pass_names[static_cast<std::size_t>(p)] + suffix, precision, int(tensors),
              t.host[static_cast<std::size_t>(p)]);
        }
      }
    }
  }
}

}  // namespace fcnn
