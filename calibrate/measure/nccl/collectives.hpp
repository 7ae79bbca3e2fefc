#pragma once
#include <string>

namespace perfmodel::calibrate {

/// What `perfmodel-calibrate nccl` measures.
struct CollectiveMeasurement {
  std::string folder{};  ///< gets collectives.csv and collectives_machine.json
  std::string card{};    ///< name of the card's files; empty: from the driver's name
  int gpus{};            ///< the first so many; 0: all
  double seconds{60};    ///< no case is started later
  bool quick{};          ///< every fourth size, one format
};

/// Times NCCL's collectives among the GPUs of this machine, one thread a GPU: all-reduce, all-gather, reduce-scatter,
/// all-to-all, broadcast and send, 1 KiB to 1 GiB, in 16 and 32 bits; n calls in a stream, and the same in a CUDA
/// graph. Sizes are those of nccl-tests: the whole buffer of one card.
/// NVLink multicast is used or not as NCCL_NVLS_ENABLE says; that is written down.
/// @return name of the card
/// @throws DeviceError without NCCL, with fewer than two GPUs, or where a call fails
std::string measure_collectives(const CollectiveMeasurement& options);

}  // namespace perfmodel::calibrate
