#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/layer/common.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel {

enum class Optimizer : std::uint8_t { sgd, momentum, rmsprop, adam, adamw, adam8bit };
inline constexpr std::array<Optimizer, 6> all_optimizers{Optimizer::sgd,  Optimizer::momentum, Optimizer::rmsprop,
                                                         Optimizer::adam, Optimizer::adamw,    Optimizer::adam8bit};

[[nodiscard]] constexpr std::string_view name(Optimizer optimizer) {
  constexpr std::array<std::string_view, 6> names{"sgd", "momentum", "rmsprop", "adam", "adamw", "adam8bit"};
  return names[static_cast<std::size_t>(optimizer)];
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] Optimizer optimizer_from(std::string_view word, const std::string& place);

/// Whether PyTorch has the optimizer in this way: torch/optim/*.py (RMSprop has no fused kernel; 8-bit Adam is
/// bitsandbytes' own).
[[nodiscard]] constexpr bool has_loop(Optimizer optimizer, OptimizerLoop loop) {
  return optimizer != Optimizer::adam8bit && !(optimizer == Optimizer::rmsprop && loop == OptimizerLoop::fused);
}

/// State tensors per parameter tensor, each of the parameter's shape.
[[nodiscard]] constexpr int state_tensors(Optimizer optimizer) {
  constexpr std::array<int, 6> counts{0, 1, 1, 2, 2, 2};
  return counts[static_cast<std::size_t>(optimizer)];
}

/// Bytes of state per parameter: 8 for Adam in FP32, 4 with momentum, 2 for 8-bit Adam (its block scales aside).
/// Molchanov, "NN Performance optimization", slide "GPU memory".
[[nodiscard]] constexpr Bytes state_per_parameter(Optimizer optimizer, NumberFormat format) {
  return static_cast<double>(state_tensors(optimizer)) *
         (optimizer == Optimizer::adam8bit ? 1.0 * byte : element_size(format));
}

/// One elementwise operation of an update rule over a tensor, or over a list of tensors.
struct UpdateOp {
  int lists{};               ///< tensor arguments of a multi-tensor kernel
  double reads{}, writes{};  ///< elements per parameter
  PerElement each{};
  bool makes_temporary{};  ///< its result is a new tensor of the parameter's shape
  bool drops_oldest{};     ///< after it the oldest temporary dies
};

struct UpdateRule {
  std::array<UpdateOp, 9> ops{};
  std::size_t count{};
};

namespace detail {
inline constexpr UpdateOp mul_in_place{1, 1, 1, {1, 0}}, add_in_place{2, 2, 1, {2, 0}}, lerp_in_place{2, 2, 1, {3, 0}},
    addcmul_in_place{3, 2, 1, {3, 0}}, addcmul_other{3, 3, 1, {3, 0}}, sqrt_new{2, 1, 1, {1, 1}, true},
    div_new{2, 1, 1, {1, 1}, true}, add_scalar{1, 1, 1, {1, 0}}, div_scalar{1, 1, 1, {1, 1}},
    addcdiv_in_place{3, 3, 1, {3, 1}}, add_scalar_drop{1, 1, 1, {1, 0}, false, true};
}  // namespace detail

/// The operations of one parameter after the other, as the C++ front end writes them: torch/csrc/api/src/optim/
/// {sgd,rmsprop,adam,adamw}.cpp. Adam's `(v.sqrt() / c).add_(eps)` holds two temporaries until its statement ends.
[[nodiscard]] constexpr UpdateRule per_tensor_rule(Optimizer optimizer) {
  using namespace detail;
  switch (optimizer) {
    case Optimizer::sgd:
      return {{add_in_place}, 1};
    case Optimizer::momentum:
      return {{mul_in_place, add_in_place, add_in_place}, 3};
    case Optimizer::rmsprop:
      return {{mul_in_place, addcmul_in_place, sqrt_new, add_scalar, addcdiv_in_place}, 5};
    case Optimizer::adam:
      return {{mul_in_place, add_in_place, mul_in_place, addcmul_in_place, sqrt_new, div_new, add_scalar_drop,
               addcdiv_in_place},
              8};
    case Optimizer::adamw:
      return {{mul_in_place, mul_in_place, add_in_place, mul_in_place, addcmul_in_place, sqrt_new, div_new,
               add_scalar_drop, addcdiv_in_place},
              9};
    case Optimizer::adam8bit:
      return {};
  }
  return {};
}

/// The operations over lists of tensors, as torch/optim/{sgd,rmsprop,adam}.py write them (_multi_tensor_*): Adam 72
/// bytes per FP32 parameter and one temporary as large as all parameters.
[[nodiscard]] constexpr UpdateRule foreach_rule(Optimizer optimizer) {
  using namespace detail;
  switch (optimizer) {
    case Optimizer::sgd:
    case Optimizer::momentum:
    case Optimizer::rmsprop:
      return per_tensor_rule(optimizer);
    case Optimizer::adam:
      return {{lerp_in_place, mul_in_place, addcmul_in_place, sqrt_new, div_scalar, add_scalar, addcdiv_in_place}, 7};
    case Optimizer::adamw:
      return {{mul_in_place, lerp_in_place, mul_in_place, addcmul_in_place, sqrt_new, div_scalar, add_scalar,
               addcdiv_in_place},
              8};
    case Optimizer::adam8bit:
      return {};
  }
  return {};
}

/// What a fused kernel calculates of an element, by its tensors of state: Adam scales by a root and divides by it.
[[nodiscard]] constexpr PerElement fused_work(double states) {
  return {2.0 + 5.0 * states, states > 1.0 ? states : 0.0};
}

/// A fused kernel reads parameter, gradient and state once and writes parameter and state once: 28 bytes for FP32 Adam.
[[nodiscard]] constexpr UpdateOp fused_op(Optimizer optimizer) {
  const double states = state_tensors(optimizer);
  return {2 + state_tensors(optimizer), 2.0 + states, 1.0 + states, fused_work(states)};
}

namespace detail {
/// The update of one tensor, or of a list of tensors, by one function.
[[nodiscard]] op::Update update(const UpdateOp& rule, NumberFormat format, std::vector<std::int64_t> sizes, bool list);

void create_state(TraceWriter& w, Optimizer optimizer, Parameter& p);

void update_one_by_one(TraceWriter& w, Optimizer optimizer, std::vector<Parameter*>& list);

void update_lists(TraceWriter& w, const UpdateRule& rule, std::size_t skipped, std::vector<Parameter*>& list);

/// bitsandbytes: one kernel per tensor, state of one byte.
void update_8bit(TraceWriter& w, std::vector<Parameter*>& list);
}  // namespace detail

/// optimizer.step(): creates the state in the first call, then updates every parameter that has a gradient.
void optimizer_step(TraceWriter& writer, Optimizer optimizer, OptimizerLoop loop);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/optimizer.ipp>
#endif
