#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>

#include "calibrate/measure/raw_writer.hpp"
#include "math_rate.hpp"
#include "microbenchmarks.hpp"

namespace perfmodel::calibrate {
namespace {

constexpr int threads = 256, chains = 8;  // independent chains per thread hide the latency of the instruction

// One struct per instruction: State is what a thread keeps, step() one instruction, count the operations of a thread.
struct Fma32 {
  using State = float;
  static constexpr double operations = 1;
  __device__ static void step(float& x, float a) { asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(a)); }
};
struct Fma64 {
  using State = double;
  static constexpr double operations = 1;
  __device__ static void step(double& x, float a) {
    const double b = a;
    asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(x) : "d"(b));
  }
};
struct Fma16 {
  using State = unsigned;
  static constexpr double operations = 2;
  __device__ static void step(unsigned& x, float a) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(__float_as_uint(a)));
  }
};
struct FmaB16 {
  using State = unsigned;
  static constexpr double operations = 2;
  __device__ static void step(unsigned& x, float a) {
#if __CUDA_ARCH__ >= 800
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(__float_as_uint(a)));
#endif
  }
};
struct Mad32 {
  using State = unsigned;
  static constexpr double operations = 1;
  __device__ static void step(unsigned& x, float a) {
    asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(__float_as_uint(a)));
  }
};
#define PERFMODEL_SPECIAL(Name, Text)                                                         \
  struct Name {                                                                               \
    using State = float;                                                                      \
    static constexpr double operations = 1;                                                   \
    __device__ static void step(float& x, float) { asm volatile(Text " %0, %0;" : "+f"(x)); } \
  }
PERFMODEL_SPECIAL(Exp2, "ex2.approx.ftz.f32");
PERFMODEL_SPECIAL(Log2, "lg2.approx.ftz.f32");
PERFMODEL_SPECIAL(Rsqrt, "rsqrt.approx.ftz.f32");
PERFMODEL_SPECIAL(Reciprocal, "rcp.approx.ftz.f32");
PERFMODEL_SPECIAL(Sine, "sin.approx.ftz.f32");
PERFMODEL_SPECIAL(Tanh, "tanh.approx.f32");
#undef PERFMODEL_SPECIAL

// Warp products: m x n x k multiply-accumulates by 32 threads.
struct Quad {
  float v[4];
};
#define PERFMODEL_MMA(Name, Architecture, Mac, Text)                               \
  struct Name {                                                                    \
    using State = Quad;                                                            \
    static constexpr double operations = (Mac) / 32.0;                             \
    __device__ static void step(Quad& d, float a) {                                \
      if constexpr (PERFMODEL_ARCH >= Architecture) {                              \
        const unsigned r = __float_as_uint(a);                                     \
        asm volatile(Text " {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};" \
                     : "+f"(d.v[0]), "+f"(d.v[1]), "+f"(d.v[2]), "+f"(d.v[3])      \
                     : "r"(r));                                                    \
      }                                                                            \
    }                                                                              \
  }
#ifdef __CUDA_ARCH__
#define PERFMODEL_ARCH __CUDA_ARCH__
#else
#define PERFMODEL_ARCH 0
#endif
PERFMODEL_MMA(MmaF16, 800, 16 * 8 * 16, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
PERFMODEL_MMA(MmaBf16, 800, 16 * 8 * 16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
PERFMODEL_MMA(MmaTf32, 800, 16 * 8 * 8, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32");
#if PERFMODEL_ARCH == 0 || PERFMODEL_ARCH >= 890
PERFMODEL_MMA(MmaFp8, 890, 16 * 8 * 32, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32");
#else
struct MmaFp8 : MmaF16 {};
#endif
struct MmaInt8 {
  using State = Quad;
  static constexpr double operations = 16 * 8 * 32 / 32.0;
  __device__ static void step(Quad& d, float a) {
#if PERFMODEL_ARCH >= 800
    const unsigned r = __float_as_uint(a);
    int x[4];
    for (int i = 0; i < 4; ++i) x[i] = __float_as_int(d.v[i]);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
                 : "+r"(x[0]), "+r"(x[1]), "+r"(x[2]), "+r"(x[3])
                 : "r"(r));
    for (int i = 0; i < 4; ++i) d.v[i] = __int_as_float(x[i]);
#endif
  }
};
struct MmaF16InF16 {
  struct State {
    unsigned v[2];
  };
  static constexpr double operations = 16 * 8 * 16 / 32.0;
  __device__ static void step(State& d, float a) {
#if PERFMODEL_ARCH >= 800
    const unsigned r = __float_as_uint(a);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%2,%2,%2}, {%2,%2}, {%0,%1};"
                 : "+r"(d.v[0]), "+r"(d.v[1])
                 : "r"(r));
#endif
  }
};
struct MmaF64 {
  struct State {
    double v[2];
  };
  static constexpr double operations = 8 * 8 * 4 / 32.0;
  __device__ static void step(State& d, float a) {
#if PERFMODEL_ARCH >= 800
    const double b = a;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%2}, {%0,%1};"
                 : "+d"(d.v[0]), "+d"(d.v[1])
                 : "d"(b));
#endif
  }
};

template <class Instruction>
__global__ void __launch_bounds__(threads) loop(int iterations, float seed, long long* cycles, unsigned* sink) {
  typename Instruction::State state[chains] = {};
  const float a = seed + 0.001f * static_cast<float>(threadIdx.x);
  const long long start = clock64();
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
      for (int c = 0; c < chains; ++c) Instruction::step(state[c], a);
  }
  const long long end = clock64();
  __syncthreads();
  const auto* words = reinterpret_cast<const unsigned*>(state);
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof(state) / sizeof(unsigned); ++i) sum ^= words[i];
  if (sum == 0x9e3779b9u) *sink = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - start;
}

template <class Instruction>
double run(int sms, int iterations, long long* cycles, cudaStream_t stream) {
  constexpr int blocks_per_sm = 2;
  loop<Instruction><<<sms * blocks_per_sm, threads, 0, stream>>>(iterations, 1.5f, cycles,
                                                                 reinterpret_cast<unsigned*>(cycles + 2048));
  check(cudaGetLastError(), "math rate");
  return Instruction::operations * blocks_per_sm * threads * chains * 4.0 * iterations;
}

}  // namespace

std::vector<RateKernel> core_rate_kernels() {
  return {{"cuda_core", "fp32", "fma.rn.f32", run<Fma32>},
          {"cuda_core", "fp64", "fma.rn.f64", run<Fma64>},
          {"cuda_core", "fp16", "fma.rn.f16x2", run<Fma16>},
          {"cuda_core", "bf16", "fma.rn.bf16x2", run<FmaB16>},
          {"cuda_core", "int32", "mad.lo.u32", run<Mad32>},
          {"special", "fp32", "ex2.approx", run<Exp2>},
          {"special", "fp32", "lg2.approx", run<Log2>},
          {"special", "fp32", "rsqrt.approx", run<Rsqrt>},
          {"special", "fp32", "rcp.approx", run<Reciprocal>},
          {"special", "fp32", "sin.approx", run<Sine>},
          {"special", "fp32", "tanh.approx", run<Tanh>},
          {"tensor_core", "fp16", "mma.m16n8k16.f32", run<MmaF16>},
          {"tensor_core_fp16_accumulate", "fp16", "mma.m16n8k16.f16", run<MmaF16InF16>},
          {"tensor_core", "bf16", "mma.m16n8k16.f32", run<MmaBf16>},
          {"tensor_core", "tf32", "mma.m16n8k8.f32", run<MmaTf32>},
          {"tensor_core", "fp8", "mma.m16n8k32.e4m3", run<MmaFp8>},
          {"tensor_core", "int8", "mma.m16n8k32.s8", run<MmaInt8>},
          {"tensor_core", "fp64", "mma.m8n8k4.f64", run<MmaF64>}};
}

void measure_math_rate(Session& session) {
  RawWriter out(session.folder, "math_rate", session.card.stem,
                "unit,format,instruction,operations_per_clk_sm,sm_clock_mhz,time_us", 3, false);
  DeviceBuffer cycles((2048 + 8) * sizeof(long long));
  auto* counters = reinterpret_cast<long long*>(cycles.data());
  const Event start, stop;
  ClockProbe probe;
  std::vector<RateKernel> kernels = core_rate_kernels();
  for (const RateKernel& k : warpgroup_rate_kernels()) kernels.push_back(k);
  for (const RateKernel& k : kernels) {
    if (interrupted()) return;
    double best_cycles = 1e300, operations = 0, best_us = 1e300;
    (void)k.run(session.card.sms, 16, counters, session.stream);
    for (int i = 0; i < 5; ++i) {
      check(cudaMemsetAsync(cycles.data(), 0, cycles.size(), session.stream), "counters");
      start.record(session.stream);
      operations = k.run(session.card.sms, 4096, counters, session.stream);
      stop.record(session.stream);
      probe.enqueue(session.stream);
      check(cudaStreamSynchronize(session.stream), "math rate");
      probe.read();
      std::vector<long long> host(2048);
      check(cudaMemcpy(host.data(), counters, host.size() * sizeof(long long), cudaMemcpyDeviceToHost), "counters");
      const auto longest = static_cast<double>(*std::max_element(host.begin(), host.end()));
      if (operations > 0 && longest > 0)
        best_cycles = std::min(best_cycles, longest), best_us = std::min(best_us, stop.microseconds_since(start));
    }
    // A card that cannot do the instruction compiles to an empty loop: no cycles worth the name.
    constexpr double fewest_cycles = 4096;
    if (operations > 0 && best_cycles > fewest_cycles)
      out.write(csv(k.unit, k.format, k.instruction, operations / best_cycles, probe.mhz(), best_us));
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
