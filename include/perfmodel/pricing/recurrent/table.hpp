#pragma once
#include <array>

namespace perfmodel {

/// Constants of cuDNN's own kernels in recurrent layers (data/constants/recurrent.json), core cycles unless a member
/// says otherwise.
struct RecurrentTable {
  /// A step's gates: a chain of dependent instructions, each element of an SM, and the root of those.
  double gate_chain{}, gate_element{}, gate_waiting{};

  /// One kernel for all steps, products on tensor cores: samples of a tile, ...
  double forward_tile{}, backward_tile{};
  /// ... above so many samples and up to so many hidden units: a step, ...
  double many_samples{}, few_units{}, many_forward{}, many_backward{};
  /// ... otherwise: a step of a tile and each hidden unit; `few`: of no more samples than one forward tile.
  double forward_step{}, forward_unit{}, backward_step{}, backward_unit{}, few_backward_step{}, few_backward_unit{};

  /// One kernel for all steps of small hidden sizes, tensor cores: a step, and each hidden unit.
  double half_forward_step{}, half_forward_unit{}, half_backward_step{}, half_backward_unit{};
  /// Without them, a block a sample, which loads the recurrent weights first: a start, of a weight, more where rows of
  /// weights lie a multiple of 128 bytes apart (forward); a step by hidden units, rounded up to `small_width`; how much
  /// longer a step in FP16 is.
  double small_forward_start{}, small_forward_weight{}, small_strided_weight{}, small_forward_half{};
  double small_backward_start{}, small_backward_weight{}, small_backward_half{};
  std::array<double, 6> lstm_forward{}, gru_forward{};
  std::array<double, 4> lstm_backward{}, gru_backward{};
  /// More samples than SMs share one: units of a block that leave no room for a second, and the power of narrower ones.
  double small_width{}, widest{}, forward_shared{}, backward_shared{};

  /// Gradients of biases: a row, and each hidden unit of it, in FP32 and in 16 bits.
  double lstm_bias{}, lstm_bias_unit{}, lstm_bias_half{}, lstm_bias_half_unit{};
  double gru_bias{}, gru_bias_unit{}, gru_bias_half{}, gru_bias_half_unit{};
  /// What a row takes longer that has left L2.
  double lstm_bias_missed{}, lstm_bias_half_missed{}, gru_bias_missed{}, gru_bias_half_missed{};
};

}  // namespace perfmodel
