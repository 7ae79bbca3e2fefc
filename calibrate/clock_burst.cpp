#include <array>
#include <thread>

#include "blas_call.hpp"
#include "random_data.hpp"
#include "raw_writer.hpp"
#include "session.hpp"

namespace perfmodel::calibrate {

void measure_clock_power(Session& session) {
  constexpr std::int64_t size = 8192;
  constexpr std::size_t elements = static_cast<std::size_t>(size) * size;
  DeviceBuffer a(4 * elements), b(4 * elements), c(4 * elements);
  Blas blas(session.stream);
  ClockProbe probe;
  const Event start, stop;
  RawWriter out(session.folder, "clock", session.card.stem,
                "format,t_ms,sm_clock_mhz,power_w,temperature_c,throttle_reasons,tflops", 2, false);
  const double seconds_long = session.quick ? 1.0 : 2.5, seconds_short = session.quick ? 0.3 : 1.2;
  for (const NumberFormat format : {NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32, NumberFormat::fp32}) {
    if (interrupted()) return;
    const Gemm gemm{.format = format, .layout = Layout::nt, .m = size, .n = size, .k = size, .output = format};
    fill_normal(a.data(), a.size(), format, 11, session.stream);
    fill_normal(b.data(), b.size(), format, 12, session.stream);
    blas.multiply(gemm, false, a.data(), b.data(), c.data(), nullptr);
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
      start.record(session.stream);
      for (int i = 0; i < products; ++i) blas.multiply(gemm, false, a.data(), b.data(), c.data(), nullptr);
      stop.record(session.stream);
      probe.enqueue(session.stream);
      check(cudaStreamSynchronize(session.stream), "product");
      probe.read();
      const double us = stop.microseconds_since(start) / probe.rate();
      const auto samples = session.sampler ? session.sampler->since(begin) : std::vector<ClockSampler::Sample>{};
      const CardState state = samples.empty() ? CardState{} : samples.back().state;
      out.write(csv(name(format), elapsed_ms(), probe.mhz(), state.power_w, state.temperature_c, state.throttle_reasons,
                    in(work(gemm), flop) * products / us / 1e6));
    }
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
