#include "session.hpp"

#include <csignal>
#include <cstdio>

namespace perfmodel::calibrate {
namespace {
volatile std::sig_atomic_t stop_requested = 0;
void request_stop(int) { stop_requested = 1; }
double seconds_between(SteadyClock::time_point a, SteadyClock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}
}  // namespace

bool interrupted() { return stop_requested != 0; }
void stop_on_interrupt() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
}

void Progress::step() {
  ++done_;
  const auto now = SteadyClock::now();
  constexpr double refresh_seconds = 2.0;
  if (done_ != total_ && seconds_between(last_, now) < refresh_seconds && done_ > 1) return;
  last_ = now;
  double left = seconds_between(start_, now) / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  if (deadline_ != SteadyClock::time_point::max())
    left = std::min(left, std::max(0.0, seconds_between(now, deadline_)));
  std::fprintf(stderr, "\r%-18s %5zu of %5zu, %4.0f s left ", what_.c_str(), done_, total_, left);
}

Progress::~Progress() {
  std::fprintf(stderr, "\r%-18s %5zu of %5zu, took %.1f s\n", what_.c_str(), done_, total_,
               seconds_between(start_, SteadyClock::now()));
}

}  // namespace perfmodel::calibrate
