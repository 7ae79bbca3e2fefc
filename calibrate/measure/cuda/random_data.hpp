#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <perfmodel/device/number_format.hpp>

namespace perfmodel::calibrate {

/// Fills device memory with N(0, 1) in the given format. Power and with it the clock depend on the operands' bits:
/// zeros run faster than any real data.
void fill_normal(void* data, std::size_t bytes, NumberFormat format, unsigned long long seed, cudaStream_t stream);

}  // namespace perfmodel::calibrate
