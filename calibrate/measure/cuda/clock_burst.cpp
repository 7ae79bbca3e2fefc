#include <algorithm>
#include <array>
#include <perfmodel/measurement/statistics.hpp>
#include <thread>

#include "blas_call.hpp"
#include "calibrate/measure/raw_writer.hpp"
#include "random_data.hpp"
#include "session.hpp"

namespace perfmodel::calibrate {
namespace {

/// Products back to back, with what times them.
struct ProductBurst {
  Session& session;
  DeviceBuffer a, b, c;  ///< large enough for every product
  Blas blas{session.stream};
  ClockProbe probe{};
  Event start{}, stop{};

  ProductBurst(Session& in, std::size_t bytes) : session(in), a(bytes), b(bytes), c(bytes) {}

  void multiply(const Gemm& gemm) { blas.multiply(gemm, false, a.data(), b.data(), c.data(), nullptr); }
  /// TFLOPS of `products` in a row, by the card's timer put right by the probe, whose clock stays in `probe`.
  [[nodiscard]] double rate(const Gemm& gemm, int products) {
    start.record(session.stream);
    for (int i = 0; i < products; ++i) multiply(gemm);
    stop.record(session.stream);
    probe.enqueue(session.stream);
    check(cudaStreamSynchronize(session.stream), "product");
    probe.read();
    return in(work(gemm), flop) * products / (stop.microseconds_since(start) / probe.rate()) / 1e6;
  }
  /// The newest sample since `begin`.
  [[nodiscard]] CardState state(SteadyClock::time_point begin) const {
    const auto samples = session.sampler ? session.sampler->since(begin) : std::vector<ClockSampler::Sample>{};
    return samples.empty() ? CardState{} : samples.back().state;
  }
};

}  // namespace

void measure_clock_power(Session& session) {
  constexpr std::int64_t size = 8192;
  ProductBurst burst(session, sizeof(float) * static_cast<std::size_t>(size) * size);
  RawWriter out(session.folder, "clock", session.card.stem,
                "format,t_ms,sm_clock_mhz,power_w,temperature_c,throttle_reasons,tflops", 2, false);
  const double seconds_long = session.quick ? 1.0 : 2.5, seconds_short = session.quick ? 0.3 : 1.2;
  for (const NumberFormat format : {NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32, NumberFormat::fp32}) {
    if (interrupted()) return;
    const Gemm gemm{.format = format, .layout = Layout::nt, .m = size, .n = size, .k = size, .output = format};
    fill_normal(burst.a.data(), burst.a.size(), format, 11, session.stream);
    fill_normal(burst.b.data(), burst.b.size(), format, 12, session.stream);
    burst.multiply(gemm);
    check(cudaStreamSynchronize(session.stream), "warm-up product");
    std::this_thread::sleep_for(
        std::chrono::milliseconds(700));  // the card rests: the burst starts from the isolated clock
    const double seconds = format == NumberFormat::bf16 ? seconds_long : seconds_short;
    const int products = format == NumberFormat::fp32 ? 1 : 4;
    const auto begin = SteadyClock::now();
    const auto elapsed_ms = [&] {
      return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
    };
    while (elapsed_ms() < 1e3 * seconds) {
      const double rate = burst.rate(gemm, products);
      const CardState state = burst.state(begin);
      out.write(csv(name(format), elapsed_ms(), burst.probe.mhz(), state.power_w, state.temperature_c,
                    state.throttle_reasons, rate));
    }
  }
  out.finish();
}

void measure_power(Session& session) {
  constexpr std::int64_t largest = 8192;
  constexpr int rounds = 2;
  ProductBurst burst(session, sizeof(float) * largest * largest);
  RawWriter out(session.folder, "power", session.card.stem,
                "format,operands,size,round,seconds,sm_clock_mhz,power_w,temperature_c,throttle_reasons,tflops", 4,
                false);
  const double settling = session.quick ? 0.3 : 0.7, lasting = session.quick ? 0.5 : 1.4;  // seconds
  for (int round = 1; round <= rounds; ++round)
    for (const std::int64_t size : {std::int64_t{4096}, largest})
      for (const NumberFormat format : {NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32, NumberFormat::fp32})
        for (const bool zeros : {false, true}) {
          if (interrupted()) return;
          if (session.out_of_time()) break;
          const Gemm gemm{.format = format, .layout = Layout::nt, .m = size, .n = size, .k = size, .output = format};
          for (DeviceBuffer* operand : {&burst.a, &burst.b}) {
            if (zeros)
              check(cudaMemsetAsync(operand->data(), 0, operand->size(), session.stream), "zeros");
            else
              fill_normal(operand->data(), operand->size(), format, operand == &burst.a ? 11 : 12, session.stream);
          }
          const int products = std::max(1, static_cast<int>(2e12 / in(work(gemm), flop)));
          const auto begin = SteadyClock::now();
          const auto elapsed = [&] { return std::chrono::duration<double>(SteadyClock::now() - begin).count(); };
          std::vector<double> clocks, rates;
          SteadyClock::time_point settled{};
          while (elapsed() < lasting) {
            const double rate = burst.rate(gemm, products);
            if (elapsed() < settling) continue;
            if (clocks.empty()) settled = SteadyClock::now();
            clocks.push_back(burst.probe.mhz());
            rates.push_back(rate);
          }
          const auto now = SteadyClock::now();
          const CardState state = burst.state(begin);
          out.write(csv(name(format), zeros ? "zeros" : "normal", size, round, elapsed(), quantile(clocks, 0.5),
                        session.sampler ? session.sampler->mean_power(settled, now) : -1.0, state.temperature_c,
                        state.throttle_reasons, quantile(rates, 0.5)));
        }
  out.finish();
}

}  // namespace perfmodel::calibrate
