#include <cuda_runtime.h>

#include "cuda_check.hpp"
#include "math_rate.hpp"

namespace perfmodel::calibrate {
namespace {

// Both operands in shared memory, 128-byte swizzled, K-major: PTX ISA, "Asynchronous Warpgroup Level Matrix Shared
// Memory Layout". Two warpgroups, each m64n256: the shape of the fastest library kernels.
constexpr int warpgroups = 2, threads = 128 * warpgroups, products_per_iteration = 16;
constexpr int a_bytes = 64 * 128, b_bytes = 256 * 128;
constexpr int shared_bytes = warpgroups * a_bytes + b_bytes + 1024;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
__device__ inline unsigned long long descriptor(unsigned address) {
  constexpr unsigned long long swizzle_128 = 1ull << 62, leading = 1ull << 16, stride = (1024ull >> 4) << 32;
  return swizzle_128 | leading | stride | ((address & 0x3ffffu) >> 4);
}
#define R4(f, i) f((i)), f((i) + 1), f((i) + 2), f((i) + 3)
#define R16(f, i) R4(f, i), R4(f, (i) + 4), R4(f, (i) + 8), R4(f, (i) + 12)
#define R64(f, i) R16(f, i), R16(f, (i) + 16), R16(f, (i) + 32), R16(f, (i) + 48)
#define F(i) "+f"(d[i])
#define I(i) "+r"(d[i])
#define REGISTERS_64                                                                                             \
  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,"   \
  "%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55," \
  "%56,%57,%58,%59,%60,%61,%62,%63"
#define REGISTERS_128                                                                                             \
  REGISTERS_64                                                                                                    \
  ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90," \
  "%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,"    \
  "%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
#endif

#define PERFMODEL_WGMMA_128(Name, Type, Constraint, Text, Tail)                                      \
  struct Name {                                                                                      \
    using Register = Type;                                                                           \
    static constexpr int registers = 128;                                                            \
    __device__ static void multiply([[maybe_unused]] Type* d, [[maybe_unused]] unsigned long long a, \
                                    [[maybe_unused]] unsigned long long b) {                         \
      PERFMODEL_WGMMA_ASM(asm volatile("{ wgmma.mma_async.sync.aligned." Text " {" REGISTERS_128     \
                                       "}, %128, %129, " Tail "; }"                                  \
                                       : R64(Constraint, 0), R64(Constraint, 64)                     \
                                       : "l"(a), "l"(b));)                                           \
    }                                                                                                \
  }
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define PERFMODEL_WGMMA_ASM(...) __VA_ARGS__
#else
#define PERFMODEL_WGMMA_ASM(...)
#endif

PERFMODEL_WGMMA_128(Bf16, float, F, "m64n256k16.f32.bf16.bf16", "1, 1, 1, 0, 0");
PERFMODEL_WGMMA_128(Fp16, float, F, "m64n256k16.f32.f16.f16", "1, 1, 1, 0, 0");
PERFMODEL_WGMMA_128(Tf32, float, F, "m64n256k8.f32.tf32.tf32", "1, 1, 1");
PERFMODEL_WGMMA_128(Fp8, float, F, "m64n256k32.f32.e4m3.e4m3", "1, 1, 1");
PERFMODEL_WGMMA_128(Int8, unsigned, I, "m64n256k32.s32.s8.s8", "1");

template <class Instruction>
__global__ void __launch_bounds__(threads, 1) loop(int iterations, long long* cycles, [[maybe_unused]] unsigned* sink) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ unsigned char raw[];
  const auto base = (static_cast<unsigned>(__cvta_generic_to_shared(raw)) + 1023u) & ~1023u;
  const auto offset = base - static_cast<unsigned>(__cvta_generic_to_shared(raw));
  // Halves and bytes around one: bits of 0x3c.. are ordinary numbers in every format used here.
  for (unsigned i = threadIdx.x; i < (warpgroups * a_bytes + b_bytes) / 4; i += blockDim.x)
    reinterpret_cast<unsigned*>(raw + offset)[i] = 0x3c003c00u ^ ((i * 2654435761u) & 0x83ff83ffu);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const unsigned group = threadIdx.x / 128;
  const unsigned long long a = descriptor(base + group * a_bytes), b = descriptor(base + warpgroups * a_bytes);
  typename Instruction::Register d[Instruction::registers] = {};
  __syncthreads();
  const long long start = clock64();
  // While one warpgroup waits for its group of products, the other one keeps the tensor cores busy.
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < products_per_iteration; ++k)
      Instruction::multiply(d, a + 2 * (k % 4), b + 2 * (k % 4));  // 32 bytes along K
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  const long long end = clock64();
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < Instruction::registers; ++i) sum ^= reinterpret_cast<const unsigned*>(d)[i];
  if (sum == 0x9e3779b9u) *sink = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - start;
#else
  if (threadIdx.x == 0 && iterations > 0) cycles[blockIdx.x] = 0;
#endif
}

template <class Instruction, int k>
double run(int sms, int iterations, long long* cycles, cudaStream_t stream) {
  check(cudaFuncSetAttribute(loop<Instruction>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
        "shared memory");
  loop<Instruction>
      <<<sms, threads, shared_bytes, stream>>>(iterations, cycles, reinterpret_cast<unsigned*>(cycles + 2048));
  check(cudaGetLastError(), "warpgroup rate");
  return 64.0 * 256.0 * k * warpgroups * products_per_iteration * iterations;
}

}  // namespace

std::vector<RateKernel> warpgroup_rate_kernels() {
  int device = 0, major = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "compute capability");
  if (major != 9) return {};  // these instructions exist in that generation alone
  return {{"tensor_core", "bf16", "wgmma.m64n256k16", run<Bf16, 16>},
          {"tensor_core", "fp16", "wgmma.m64n256k16", run<Fp16, 16>},
          {"tensor_core", "tf32", "wgmma.m64n256k8", run<Tf32, 8>},
          {"tensor_core", "fp8", "wgmma.m64n256k32", run<Fp8, 32>},
          {"tensor_core", "int8", "wgmma.m64n256k32", run<Int8, 32>}};
}

}  // namespace perfmodel::calibrate
