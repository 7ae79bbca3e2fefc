#pragma once
/// Cycles of streaming kernels beyond what the shape of the kernel knows. Plain numbers: names, units and bounds of the
/// fit stand in instruction_fields.hpp, values in data/constants/streaming.json.
#include <array>

namespace perfmodel {

/// Addresses, conversions, comparisons, atomic additions. Cycles of one SM an element unless a name says otherwise;
/// they go at the same rate on every SM since Volta, whatever its FP32 lanes (CUDA C++ Programming Guide, table
/// "Throughput of Native Arithmetic Instructions", rows of 32-bit integers and type conversions).
struct InstructionConstants {
  double strided{}, converting{}, strided_converting{};    ///< elementwise, by access
  double line{};                                           ///< of a cache line that a block touches
  double sectors{};                                        ///< bytes a cycle and SM that come from L2 in single sectors
  double power{};                                          ///< general powers, beside what finds the operands
  double gelu{}, elu{};                                    ///< error function, exponential less one
  double softplus{}, mish{}, mish_backward{};              ///< logarithms of 1 + an exponential, their tanh
  double arc_tangent{};                                    ///< of two numbers
  double dropout{};                                        ///< random numbers
  double concatenated_4_bytes{}, concatenated_channels{};  ///< planes: per 4 bytes; NHWC: per element
  /// Of a result (backward: an input element), then of a window's element; by kind (maximum, average) and layout
  /// (planes, channels together).
  using Pools = std::array<std::array<std::array<double, 2>, 2>, 2>;
  Pools pool_forward{}, pool_backward{};
  double regions_forward{}, regions_backward{};
  std::array<double, 2> nearest_forward{}, nearest_backward{};  ///< planes, channels together
  /// Results between neighbours, bilinear and bicubic. Of a plane, serial: of one that lies in one cache line, and more
  /// of others; of a result; where channels lie together (bilinear alone).
  std::array<double, 2> sampled_plane{}, sampled_line{}, sampled_result{};
  /// Of a kernel; of an image beside its planes, where a block has so many threads or more.
  std::array<double, 2> sampled_start{}, sampled_image{};
  double sampled_threads{1.0};
  /// More of a plane that is not found in L2: none up to so much of it, read and written, and all from so much more.
  std::array<double, 2> sampled_missed{};
  double sampled_kept{}, sampled_fall{1.0};
  double sampled_together{};
  /// Atomic additions a cycle into one sector of 32 bytes, of 32 and of 16 bits: bilinear over planes, over channels
  /// together, bicubic. n sectors together take n^added_share times as many.
  std::array<double, 2> added_planes{}, added_together{}, added_bicubic{};
  double added_share{};
  double added_numbers{1.0}, added_apart{1.0};  ///< a warp's numbers from which it is faster, and by how much at most
  double added_start{};                         ///< serial
  std::array<double, 2> added_bicubic_plane{};  ///< serial: of a plane, at least
  double embedded_index{};                      ///< of a thread block for each index
  double embedded_batch{};                      ///< serial: 32 indices after the other
  double segment_element{}, segment_result{}, scattered{};
  double sort_pass{};                         ///< serial
  double sort_start{}, sort_key{}, choice{};  ///< serial, in one thread block
  double sort_keys{};                         ///< that one block sorts
  double moment_start{}, moment_trip{};       ///< serial: of a block, of one trip of its loop,
  double missed_moment_trip{};                ///< and more where the L2 misses
  double moment_fall{};                       ///< L2 sizes beyond one partition until warm operands miss it always
};

/// cuDNN gives each channel of NCHW images one block, so that few channels of large images leave most of the card idle;
/// as long as a channel stays on chip two blocks an SM run at a time. `start` and `per_element` cycles for each of a
/// channel's elements up to `elements`.
struct ChannelBlock {
  double elements{};
  double start{}, per_element{};
  double beside{};  ///< more for each element and other block on the SM
  bool waves{};     ///< channels beyond two an SM wait
};

/// One turn of the loop of PyTorch's own NCHW kernels, cycles: of its loads (more of them where x has left the L2), or
/// of the other blocks' instructions on the SM.
struct BatchNormTurn {
  double start{}, block{}, loads{}, missed_loads{}, issue{}, missed_issue{};
  double kept{}, beyond{};  ///< bytes of which all is found in L2, and more until none is
};

/// The same of its NHWC kernels, whose blocks of 32 channels x 16 rows pass sums on.
struct BatchNormWalk {
  double start{}, pass_on{}, loads{}, issue{}, missed_issue{}, rest{};
  double byte{};  ///< cycles per byte that moves
};

/// Inference: cycles an element by width, and of the chain of loads of a block.
struct BatchNormScale {
  double half{}, single{}, chain{};
};

/// Scale and shift of images by PyTorch's own kernel, planes_scale_cycles(): of an SM for each element and each block;
/// serial: in all, of a trip, more from memory.
struct BatchNormPlanes {
  double element{}, block_issue{}, start{}, trip{}, missed_trip{};
};

/// Constants of batch norm, core cycles.
struct BatchNormConstants {
  std::array<ChannelBlock, 2> single_forward{}, half_forward{}, single_backward{};
  std::array<ChannelBlock, 3> half_backward{};
  BatchNormTurn forward_turn{}, backward_turn{};
  BatchNormTurn sums_turn{};     ///< gradients of weight and bias alone
  double plane{}, plane_byte{};  ///< forward's last kernel: of an image of a channel, of a byte
  BatchNormWalk forward_walk{}, backward_walk{}, sums_walk{};
  double walk_kept{}, walk_beyond{};  ///< bytes
  BatchNormScale planes{}, own_planes{}, own_channels_last{}, own_narrow_channels_last{}, channels_last{};
  BatchNormPlanes scaled{};
  double plane_block{};  ///< of the thread block that cuDNN's inference gives each channel of each image
  double blocks_an_image{}, block_element{};  ///< of cuDNN's NHWC inference kernel
};

}  // namespace perfmodel
