#include "calibrate/measure/raw_writer.hpp"
#include "microbenchmarks.hpp"
#include "timer.hpp"

namespace perfmodel::calibrate {
namespace {

__global__ void nothing() {}
__global__ void count(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

}  // namespace

void measure_launch(Session& session) {
  Timer timer(session);
  RawWriter out(session.folder, "launch", session.card.stem, "kind,blocks,work_us,calls,period_us,noise,sm_clock_mhz",
                4, false);
  const double mhz = session.card.sm_clock_mhz;
  for (const int blocks : {1, session.card.sms, 4 * session.card.sms}) {
    const auto empty = [&](std::size_t) { nothing<<<blocks, 128, 0, session.stream>>>(); };
    const Timing t = timer.time({.guess_us = 2, .cold = false}, empty);
    out.write(csv("graph", blocks, 0, 128, t.time_us, t.noise, t.clock.sm_clock_mhz));
    out.write(csv("stream", blocks, 0, 512, timer.stream_period_us(512, empty), 0, -1));
    // period = gap + work: the line through several amounts of work has the gap as intercept, and no host cost in it
    // once the work is longer than a launch
    for (const int us : {2, 4, 8, 16, 32}) {
      if (interrupted()) return;
      const auto cycles = static_cast<long long>(us * mhz);
      const auto busy = [&](std::size_t) { count<<<blocks, 128, 0, session.stream>>>(cycles); };
      const Timing g = timer.time({.guess_us = us + 1.0, .cold = false}, busy);
      out.write(csv("graph", blocks, us, 128, g.time_us, g.noise, g.clock.sm_clock_mhz));
      out.write(csv("stream", blocks, us, 512, timer.stream_period_us(512, busy), 0, g.clock.sm_clock_mhz));
    }
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
