#pragma once
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/units.hpp>
#include <string>

namespace perfmodel {

/// Data parallelism: every GPU holds the whole network and a share of the batch; after its backward pass the gradients
/// are summed over all GPUs. Li et al., "PyTorch Distributed: Experiences on Accelerating Data Parallel Training",
/// PVLDB 13(12), 2020, doi:10.14778/3415478.3415530: gradients travel in buckets while the backward pass still runs.
struct DataParallel {
  std::int64_t gpus{1};
  Bytes bucket{25.0 * mebi * byte};  ///< DistributedDataParallel's default bucket_cap_mb = 25
};

/// Samples that one GPU sees in a step.
/// @throws Error if the batch does not divide evenly
[[nodiscard]] inline std::int64_t batch_per_gpu(const DataParallel& strategy, std::int64_t batch) {
  if (strategy.gpus < 1) throw bad_input("gpus", std::to_string(strategy.gpus), "must be a whole number > 0");
  if (batch % strategy.gpus != 0)
    throw bad_input("batch", std::to_string(batch),
                    "must be a multiple of the number of GPUs, " + std::to_string(strategy.gpus));
  return batch / strategy.gpus;
}

}  // namespace perfmodel
