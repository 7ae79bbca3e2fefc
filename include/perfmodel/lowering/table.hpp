#pragma once
#include <array>

namespace perfmodel {

/// How cuDNN runs recurrent layers, as far as it was measured and not read.
struct RecurrentLowering {
  /// Products of one step: rows up to which K is cut into twice as many parts, hidden units from which on FP32 and TF32
  /// products are cut in two; cuDNN leaves the library little scratch memory for them.
  int few_rows{}, large_hidden{}, very_large_hidden{};
  double kept_bytes{};  ///< weights up to this size stay in L2 from step to step, on an H200 and an H100
  /// Scratch memory: outputs of one direction for every step, and for each layer; of LSTM and GRU, in both directions,
  /// and where one kernel runs all steps. Within 4 kB in 161 of 192 measured peaks, 6 % at most in the others; both
  /// directions in a kernel each within 1.6 % in the mean of 305 peaks.
  std::array<double, 2> lstm{}, gru{}, lstm_both{}, gru_both{}, lstm_persistent{}, gru_persistent{},
      lstm_both_persistent{}, gru_both_persistent{};
  /// Inputs and outputs of every step in training, where that is more; inputs of GRUs of one direction, step by step
  /// (range and errors: docs/reference/pricing/recurrent.md).
  std::array<double, 2> lstm_training{}, gru_training{}, lstm_both_training{}, gru_both_training{},
      lstm_persistent_training{}, gru_persistent_training{}, lstm_both_persistent_training{},
      gru_both_persistent_training{};
  double gru_training_inputs{};
  double between_directions{};  ///< outputs of one step, once
  double each_bytes{};          ///< for each layer and direction
};

/// When a launch of PyTorch's multi-tensor kernels is full: aten/src/ATen/native/cuda/MultiTensorApply.cuh (kChunkSize,
/// depth_to_max_tensors, depth_to_max_blocks); `wide`: with 32 KiB of arguments instead of 4.
struct MultiTensorLimits {
  int chunk{};  ///< elements that a thread block takes
  int blocks{}, wide_blocks{};
  std::array<double, 5> tensors{}, wide_tensors{};  ///< by lists that the kernel works on side by side, one to five
};

/// Concatenations copy tensors side by side.
struct ConcatenationLowering {
  double most_writers{};  ///< of one line of the result, each of which writes it
};

/// What libraries were seen to do, in data/constants/lowering.json. Which kernels run is told by the headers of
/// lowering/, from the libraries' sources.
struct LoweringTable {
  RecurrentLowering recurrent{};
  MultiTensorLimits multi_tensor{};
  ConcatenationLowering concatenation{};
};

}  // namespace perfmodel
