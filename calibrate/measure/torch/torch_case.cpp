#include "torch_case.hpp"

#include <ATen/core/grad_mode.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <random>

#include "calibrate/measure/cuda/kernel_activity.hpp"
#include "calibrate/measure/raw_writer.hpp"

namespace perfmodel::calibrate {
namespace {
constexpr std::size_t alignment = 256, most_sets = 128;
constexpr std::size_t round_up(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }
}  // namespace

at::ScalarType scalar_type(const std::string& format) {
  if (format == "fp16") return at::kHalf;
  if (format == "bf16") return at::kBFloat16;
  if (format == "fp64") return at::kDouble;
  return at::kFloat;
}

TensorPool::TensorPool(std::size_t bytes) : bytes_(bytes) {}

at::Tensor& TensorPool::pool(at::ScalarType type) {
  for (auto& [t, tensor] : pools_)
    if (t == type) return tensor;
  const auto options = at::TensorOptions().dtype(type).device(at::kCUDA);
  pools_.emplace_back(type, at::randn({static_cast<std::int64_t>(bytes_ / at::elementSize(type))}, options));
  return pools_.back().second;
}

std::size_t TensorPool::sets(std::size_t set_bytes) const {
  return std::clamp<std::size_t>(bytes_ / std::max<std::size_t>(set_bytes, 1), 1, most_sets);
}

at::Tensor TensorPool::view(at::ScalarType type, at::IntArrayRef shape, std::size_t set_bytes, std::size_t set,
                            std::size_t& cursor) {
  const std::size_t element = at::elementSize(type);
  std::int64_t count = 1;
  for (const std::int64_t d : shape) count *= d;
  const std::size_t size = round_up(static_cast<std::size_t>(count) * element);
  std::size_t at_byte = (set % sets(set_bytes)) * round_up(set_bytes) + cursor;
  if (at_byte + size > bytes_) at_byte = bytes_ >= size ? (bytes_ - size) / alignment * alignment : 0;
  cursor += size;
  return pool(type).narrow(0, static_cast<std::int64_t>(at_byte / element), count).view(shape);
}

void run_torch_cases(Session& session, const std::string& table, const std::string& key_columns,
                     std::vector<TorchCase> cases) {
  const at::NoGradGuard no_gradients;
  const c10::cuda::CUDAStreamGuard guard(
      c10::cuda::getStreamFromExternal(session.stream, static_cast<c10::DeviceIndex>(session.card.ordinal)));
  TensorPool pool(std::min<std::size_t>(std::size_t{4} << 30, session.card.free_bytes / 8));  // one of each format
  Timer timer(session);
  std::mt19937_64 random(session.seed);
  std::shuffle(cases.begin(), cases.end(), random);
  constexpr std::size_t quick_share = 5;
  if (session.quick) cases.resize((cases.size() + quick_share - 1) / quick_share);
  const auto keys = static_cast<std::size_t>(std::count(key_columns.begin(), key_columns.end(), ',')) + 1;
  // The last fifth of the time belongs to the pass that records kernels.
  constexpr double timing_share = 0.8;
  const auto begin = SteadyClock::now();
  const auto timing_deadline =
      session.deadline == SteadyClock::time_point::max()
          ? session.deadline
          : begin + std::chrono::duration_cast<SteadyClock::duration>(timing_share * (session.deadline - begin));
  {
    RawWriter out(session.folder, table + "_times", session.card.stem,
                  key_columns + ",time_us,noise,repeats,sm_clock_mhz", keys, session.resume);
    Progress progress(table + " times", cases.size(), timing_deadline);
    for (const TorchCase& c : cases) {
      if (interrupted() || SteadyClock::now() >= timing_deadline) break;
      progress.step();
      if (out.done(c.key)) continue;
      try {
        const std::size_t sets = pool.sets(c.set_bytes);
        std::vector<std::function<std::vector<at::Tensor>()>> calls;
        for (std::size_t i = 0; i < sets; ++i) calls.push_back(c.prepare(pool, i));
        std::vector<std::vector<at::Tensor>> alive;
        const auto call = [&](std::size_t set) { alive.push_back(calls[set % sets]()); };
        if (c.capturable) {
          const Timing t = timer.time({.set_bytes = c.set_bytes + c.result_bytes, .sets = sets}, call);
          out.write(csv(c.key, t.time_us, t.noise, t.repeats, t.clock.sm_clock_mhz));
        } else {
          constexpr int in_stream = 32;
          out.write(csv(c.key, timer.stream_period_us(in_stream, call), 0, 1, -1));
        }
      } catch (const DeviceError&) {
        throw;
      } catch (const std::exception& e) {
        (void)cudaGetLastError();
        cudaGraph_t broken{};
        cudaStreamCaptureStatus status{};
        if (cudaStreamIsCapturing(session.stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)
          (void)cudaStreamEndCapture(session.stream, &broken);
        (void)cudaGetLastError();
        std::fprintf(stderr, "\n%s: %s\n", c.key.c_str(), std::string(e.what()).substr(0, 200).c_str());
      }
    }
    if (!interrupted()) out.finish();
  }
  if (interrupted() || !KernelActivity::built_in()) return;
  KernelActivity activity;
  RawWriter out(session.folder, table + "_kernels", session.card.stem,
                key_columns + ",kernel,grid_x,grid_y,grid_z,block,kernel_us,kernels,memsets", keys, session.resume);
  Progress progress(table + " kernels", cases.size(), session.deadline);
  for (const TorchCase& c : cases) {
    if (interrupted()) return;
    if (session.out_of_time()) break;
    progress.step();
    if (out.done(c.key)) continue;
    try {
      const auto first = c.prepare(pool, 0), second = c.prepare(pool, 1);
      const auto alive = first();
      (void)activity.take();
      const auto also_alive = second();
      const std::vector<KernelRecord> ran = activity.take();
      if (ran.empty()) continue;
      const CallSummary call = summary(ran);
      const KernelRecord& k = call.longest;
      out.write(csv(c.key, tidy_name(k.name), k.grid_x, k.grid_y, k.grid_z, k.block, call.total_us, call.kernels,
                    call.memsets));
    } catch (const DeviceError&) {
      throw;
    } catch (const std::exception&) {
      (void)cudaGetLastError();
    }
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
