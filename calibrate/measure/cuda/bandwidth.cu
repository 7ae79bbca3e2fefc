#include <algorithm>
#include <functional>

#include "calibrate/measure/raw_writer.hpp"
#include "microbenchmarks.hpp"
#include "random_data.hpp"
#include "timer.hpp"

namespace perfmodel::calibrate {
namespace {

constexpr int threads = 256, per_thread = 4;  // 16-byte words in flight per thread
constexpr std::size_t word = sizeof(uint4);

__device__ inline void keep(uint4 v, uint4* sink) {
  if ((v.x ^ v.y ^ v.z ^ v.w) == 0x9e3779b9u) *sink = v;  // practically never; keeps the loads alive
}

__global__ void read_words(const uint4* in, std::size_t count, uint4* sink) {
  const std::size_t first = blockIdx.x * std::size_t{threads * per_thread} + threadIdx.x;
  uint4 v[per_thread] = {};
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count) v[i] = in[first + i * threads];
#pragma unroll
  for (int i = 0; i < per_thread; ++i) keep(v[i], sink);
}
__global__ void write_words(uint4* out, std::size_t count) {
  const std::size_t first = blockIdx.x * std::size_t{threads * per_thread} + threadIdx.x;
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count) out[first + i * threads] = make_uint4(blockIdx.x, threadIdx.x, i, 7);
}
__global__ void copy_words(uint4* out, const uint4* in, std::size_t count) {
  const std::size_t first = blockIdx.x * std::size_t{threads * per_thread} + threadIdx.x;
  uint4 v[per_thread] = {};
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count) v[i] = in[first + i * threads];
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count) out[first + i * threads] = v[i];
}
__global__ void triad_words(float4* a, const float4* b, const float4* c, float s, std::size_t count) {
  const std::size_t first = blockIdx.x * std::size_t{threads * per_thread} + threadIdx.x;
  float4 x[per_thread] = {}, y[per_thread] = {};
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count) x[i] = b[first + i * threads], y[i] = c[first + i * threads];
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
    if (first + i * threads < count)
      a[first + i * threads] =
          make_float4(x[i].x + s * y[i].x, x[i].y + s * y[i].y, x[i].z + s * y[i].z, x[i].w + s * y[i].w);
}

/// One block per SM reads its share again and again.
__global__ void read_by_block(const uint4* in, std::size_t count, int rounds, uint4* sink) {
  constexpr int unroll = 8;
  for (int r = 0; r < rounds; ++r) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    for (; i + (unroll - 1) * stride < count; i += unroll * stride) {
      uint4 v[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u) v[u] = __ldcg(in + i + u * stride);
#pragma unroll
      for (int u = 0; u < unroll; ++u) keep(v[u], sink);
    }
  }
}

unsigned blocks_for(std::size_t words) {
  return static_cast<unsigned>((words + threads * per_thread - 1) / (threads * per_thread));
}

struct Access {
  const char* name;
  int streams;  ///< buffers of equal size that one call touches
  std::function<void(char* base, std::size_t bytes_each)> run;
};

}  // namespace

void measure_bandwidth(Session& session) {
  const std::size_t largest = session.quick ? std::size_t{1} << 30 : std::size_t{8} << 30;
  const std::size_t pool_bytes = std::min(largest, session.card.free_bytes / 3);
  DeviceBuffer pool(pool_bytes), sink_buffer(256);
  auto* sink = reinterpret_cast<uint4*>(sink_buffer.data());
  fill_normal(pool.data(), pool.size(), NumberFormat::fp32, 3, session.stream);
  const auto words = [](char* p) { return reinterpret_cast<uint4*>(p); };
  const auto floats = [](char* p) { return reinterpret_cast<float4*>(p); };
  cudaStream_t s = session.stream;
  const Access accesses[] = {
      {"read", 1,
       [=](char* p, std::size_t b) { read_words<<<blocks_for(b / word), threads, 0, s>>>(words(p), b / word, sink); }},
      {"write", 1,
       [=](char* p, std::size_t b) { write_words<<<blocks_for(b / word), threads, 0, s>>>(words(p), b / word); }},
      {"copy", 2,
       [=](char* p, std::size_t b) {
         copy_words<<<blocks_for(b / word), threads, 0, s>>>(words(p), words(p + b), b / word);
       }},
      {"triad", 3,
       [=](char* p, std::size_t b) {
         triad_words<<<blocks_for(b / word), threads, 0, s>>>(floats(p), floats(p + b), floats(p + 2 * b), 0.5f,
                                                              b / word);
       }},
      {"memcpy", 2,
       [=](char* p, std::size_t b) { check(cudaMemcpyAsync(p, p + b, b, cudaMemcpyDeviceToDevice, s), "copy"); }},
      {"memset", 1, [=](char* p, std::size_t b) { check(cudaMemsetAsync(p, 1, b, s), "memset"); }}};
  Timer timer(session);
  RawWriter out(session.folder, "bandwidth", session.card.stem,
                "access,operands,bytes,time_us,noise,repeats,sm_clock_mhz", 3, session.resume);
  struct Case {
    const Access* access;
    bool cold;
    std::size_t each, bytes;
  };
  // Powers of two first, those between them later: a pass that runs out of time has a whole curve, only coarser.
  std::vector<Case> cases;
  for (const bool between : {false, true})
    for (const Access& access : accesses)
      for (const bool cold : {true, false})
        for (std::size_t total = 4096; total <= pool_bytes; total = total % 3 == 0 ? total / 3 * 4 : total / 2 * 3) {
          if ((total % 3 == 0) != between) continue;
          const std::size_t each = total / static_cast<std::size_t>(access.streams) / 256 * 256;
          const std::size_t bytes = each * static_cast<std::size_t>(access.streams);
          // warm: beyond a few times the L2 it is the cold curve again
          if (each == 0 || (!cold && bytes > 8 * session.card.l2_bytes)) continue;
          if (bytes > 16 * session.card.l2_bytes && between) continue;  // finely only below and around the L2 size
          cases.push_back({&access, cold, each, bytes});
        }
  Progress progress("bandwidth", cases.size(), session.deadline);
  for (const Case& c : cases) {
    if (interrupted()) return;
    if (session.out_of_time()) break;
    progress.step();
    if (out.done(csv(c.access->name, c.cold ? "cold" : "warm", c.bytes))) continue;
    const std::size_t sets = c.cold ? std::max<std::size_t>(1, pool_bytes / c.bytes) : 1;
    const Timing t = timer.time({.set_bytes = c.bytes, .sets = sets, .cold = c.cold},
                                [&](std::size_t set) { c.access->run(pool.data() + set % sets * c.bytes, c.each); });
    out.write(
        csv(c.access->name, c.cold ? "cold" : "warm", c.bytes, t.time_us, t.noise, t.repeats, t.clock.sm_clock_mhz));
  }
  out.finish();
}

void measure_bandwidth_by_sms(Session& session) {
  const std::size_t pool_bytes = std::min(std::size_t{2} << 30, session.card.free_bytes / 3);
  DeviceBuffer pool(pool_bytes), sink(256);
  fill_normal(pool.data(), pool.size(), NumberFormat::fp32, 3, session.stream);
  Timer timer(session);
  RawWriter out(session.folder, "bandwidth_sms", session.card.stem, "where,sms,bytes,time_us,noise,sm_clock_mhz", 3,
                false);
  const int block = std::min(1024, session.card.threads_per_sm / 2);
  // More than half of the shared memory: no second block fits on an SM.
  const int shared = static_cast<int>(std::min(session.card.shared_per_block, session.card.shared_per_sm / 2 + 1024));
  check(cudaFuncSetAttribute(read_by_block, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), "shared memory");
  for (const bool dram : {true, false})
    for (int sms = 1; sms <= session.card.sms;
         sms = sms < 4 ? sms + 1 : std::max(sms + 1, std::min(session.card.sms, sms * 5 / 4))) {
      if (interrupted()) return;
      const std::size_t unit = static_cast<std::size_t>(sms) * static_cast<std::size_t>(block) * word * 8;
      // dram: 12 MB per SM, other bytes in every call; l2: a quarter of the L2 read several times over
      const std::size_t span =
          dram ? std::min(pool_bytes / 2, static_cast<std::size_t>(sms) * (12u << 20)) : session.card.l2_bytes / 4;
      const std::size_t bytes = std::max<std::size_t>(1, span / unit) * unit;
      const int rounds = dram ? 1 : std::max(2, sms / 2);
      const std::size_t sets = dram ? pool_bytes / bytes : 1;
      const Timing t = timer.time({.set_bytes = bytes, .sets = sets, .cold = dram}, [&](std::size_t set) {
        read_by_block<<<sms, block, shared, session.stream>>>(
            reinterpret_cast<const uint4*>(pool.data() + set % sets * bytes), bytes / word, rounds,
            reinterpret_cast<uint4*>(sink.data()));
      });
      out.write(csv(dram ? "dram" : "l2", sms, bytes * static_cast<std::size_t>(rounds), t.time_us, t.noise,
                    t.clock.sm_clock_mhz));
      if (sms == session.card.sms) break;
    }
  out.finish();
}

}  // namespace perfmodel::calibrate
