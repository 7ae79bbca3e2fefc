#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "cuda_check.hpp"
#include "random_data.hpp"

namespace perfmodel::calibrate {
namespace {

/// splitmix64, Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195
__device__ inline unsigned long long mix(unsigned long long z) {
  z += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// One normal number by Box and Muller, 1958, doi:10.1214/aoms/1177706645
__device__ inline float normal(unsigned long long seed, unsigned long long i) {
  const unsigned long long bits = mix(seed + i);
  const float u = (static_cast<float>(bits >> 40) + 1.0f) * 0x1p-24f;
  const float v = static_cast<float>((bits >> 8) & 0xffffffu) * 0x1p-24f;
  return sqrtf(-2.0f * __logf(u)) * __cosf(6.2831853f * v);
}

template <class T>
__global__ void fill(T* data, std::size_t count, unsigned long long seed) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    data[i] = static_cast<T>(normal(seed, i));
}

template <class T>
void fill_with(void* data, std::size_t bytes, unsigned long long seed, cudaStream_t stream) {
  fill<<<2048, 256, 0, stream>>>(static_cast<T*>(data), bytes / sizeof(T), seed);
  check(cudaGetLastError(), "random operands");
}

}  // namespace

void fill_normal(void* data, std::size_t bytes, NumberFormat format, unsigned long long seed, cudaStream_t stream) {
  switch (format) {
    case NumberFormat::fp64:
      return fill_with<double>(data, bytes, seed, stream);
    case NumberFormat::fp16:
      return fill_with<__half>(data, bytes, seed, stream);
    case NumberFormat::bf16:
      return fill_with<__nv_bfloat16>(data, bytes, seed, stream);
    case NumberFormat::fp8:
      return fill_with<__nv_fp8_e4m3>(data, bytes, seed, stream);
    default:
      return fill_with<float>(data, bytes, seed, stream);
  }
}

}  // namespace perfmodel::calibrate
