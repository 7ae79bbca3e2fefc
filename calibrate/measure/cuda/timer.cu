#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "calibrate/measure/raw_writer.hpp"
#include "timer.hpp"

namespace perfmodel::calibrate {
namespace {

constexpr double replay_us = 1000;       // timed work per replay
constexpr std::size_t most_calls = 128;  // per graph
constexpr double head_start_us = 90;     // kernel in front of a replay, so that the host is ahead
constexpr double sustained_us = 150e3;   // of load before a sustained timing: clocks settle after 50 to 100 ms
constexpr std::size_t l2_multiples = 4;  // total of the sets, in L2 sizes, that counts as cold
constexpr int first_repeats = 5, few_repeats = 3, most_rounds = 2;
constexpr double long_call_us = 3000, noisy = 0.02;
constexpr double rested = 0.985;  // of the highest clock seen: below it the card is still capped by earlier work
constexpr int most_attempts = 3;  // at an isolated clock
constexpr auto long_rest = std::chrono::milliseconds(50);  // after which a capped card is back at its highest clock

__global__ void read_all(const uint4* data, std::size_t count, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const uint4 v = data[i];
    sum += v.x ^ v.y ^ v.z ^ v.w;
  }
  if (sum == 0x12345678u) *sink = sum;  // never true for the pattern written, but the compiler cannot know
}
__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return n % 2 == 1 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}
double scaled_deviation(const std::vector<double>& v) {
  const double middle = median(v);
  std::vector<double> distance;
  for (const double x : v) distance.push_back(std::abs(x - middle));
  constexpr double gaussian = 1.4826;  // MAD to standard deviation of a normal distribution
  return middle > 0 ? recorded_noise(gaussian * median(distance) / middle) : 0;
}

struct Graph {
  cudaGraph_t graph{};
  cudaGraphExec_t exec{};
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    if (exec) (void)cudaGraphExecDestroy(exec);
    if (graph) (void)cudaGraphDestroy(graph);
  }
};

}  // namespace

Timer::Timer(Session& session) : session_(session), other_(l2_multiples * session.card.l2_bytes) {
  check(cudaMemsetAsync(other_.data(), 1, other_.size(), session_.stream), "fill");
}

void Timer::flush() {
  read_all<<<4 * session_.card.sms, 512, 0, session_.stream>>>(reinterpret_cast<const uint4*>(other_.data()),
                                                               other_.size() / sizeof(uint4),
                                                               reinterpret_cast<unsigned*>(other_.data()));
  check(cudaGetLastError(), "flush");
}

double Timer::one_call_us(const std::function<void(std::size_t)>& call, std::size_t sets) {
  call(0);  // loads the kernel
  check(cudaStreamSynchronize(session_.stream), "warm-up call");
  wait_cycles<<<1, 1, 0, session_.stream>>>(static_cast<long long>(session_.card.sm_clock_mhz * 50));
  start_.record(session_.stream);
  constexpr std::size_t calls = 2;
  for (std::size_t i = 0; i < calls; ++i) call((i + 1) % sets);
  stop_.record(session_.stream);
  stop_.wait();
  return stop_.microseconds_since(start_) / calls;
}

Timing Timer::time(const TimingPlan& plan, const std::function<void(std::size_t)>& call) {
  cudaStream_t stream = session_.stream;
  const double guess = plan.guess_us > 0 ? plan.guess_us : one_call_us(call, plan.sets);
  const auto calls =
      static_cast<std::size_t>(std::clamp(replay_us / std::max(guess, 1.0), 1.0, static_cast<double>(most_calls)));
  const std::size_t distinct = std::min(calls, plan.sets);
  const bool evict = plan.cold && distinct * plan.set_bytes < l2_multiples * session_.card.l2_bytes;

  Graph g;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "capture");
  for (std::size_t i = 0; i < calls; ++i) call(i % plan.sets);
  check(cudaStreamEndCapture(stream, &g.graph), "end of capture");
  check(cudaGraphInstantiate(&g.exec, g.graph, 0), "cudaGraphInstantiate");
  check(cudaGraphUpload(g.exec, stream), "cudaGraphUpload");

  Timing result;
  const auto begin = SteadyClock::now();
  const auto replay = [&] {
    if (evict) flush();
    if (!plan.sustained)
      wait_cycles<<<1, 1, 0, stream>>>(static_cast<long long>(session_.card.sm_clock_mhz * head_start_us));
    start_.record(stream);
    check(cudaGraphLaunch(g.exec, stream), "cudaGraphLaunch");
    stop_.record(stream);
    probe_.enqueue(stream);
    check(cudaStreamSynchronize(stream), "a timed kernel");
    probe_.read();
    return stop_.microseconds_since(start_) / static_cast<double>(calls) / probe_.rate();
  };
  if (plan.sustained) {
    const auto replays = static_cast<int>(std::max(1.0, sustained_us / (guess * static_cast<double>(calls))));
    for (int i = 0; i < replays; ++i) check(cudaGraphLaunch(g.exec, stream), "cudaGraphLaunch");
  } else {
    (void)replay();  // warm-up
  }
  const bool heavy = guess * static_cast<double>(calls) > 2 * replay_us;
  const int per_round = guess > long_call_us ? few_repeats : first_repeats;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    std::vector<double> times, clocks;
    for (int round = 0; round < most_rounds; ++round) {
      for (int i = 0; i < per_round; ++i) {
        const auto before = SteadyClock::now();
        times.push_back(replay());
        clocks.push_back(probe_.mhz());
        if (heavy && !plan.sustained) std::this_thread::sleep_for(SteadyClock::now() - before);
      }
      if (scaled_deviation(times) < noisy) break;
    }
    const double clock = median(clocks);
    highest_mhz_ = std::min(std::max(highest_mhz_, clock), session_.card.sm_clock_mhz);
    if (clock > result.clock.sm_clock_mhz) {
      result.time_us = median(times);
      result.noise = scaled_deviation(times);
      result.clock.sm_clock_mhz = clock;
    }
    result.repeats += static_cast<int>(times.size());
    if (plan.sustained || clock >= rested * highest_mhz_) break;
    std::this_thread::sleep_for(long_rest);
  }
  const auto end = SteadyClock::now();
  if (session_.sampler != nullptr) result.clock.power_w = session_.sampler->mean_power(begin, end);
  return result;
}

double Timer::stream_period_us(int calls, const std::function<void(std::size_t)>& call) {
  call(0);
  check(cudaStreamSynchronize(session_.stream), "warm-up call");
  wait_cycles<<<1, 1, 0, session_.stream>>>(static_cast<long long>(session_.card.sm_clock_mhz * 1e3));
  start_.record(session_.stream);
  for (int i = 0; i < calls; ++i) call(static_cast<std::size_t>(i));
  stop_.record(session_.stream);
  stop_.wait();
  return stop_.microseconds_since(start_) / calls;
}

}  // namespace perfmodel::calibrate
