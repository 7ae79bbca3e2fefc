#include "session.hpp"

#include <signal.h>

#include <csignal>
#include <cstdio>

namespace perfmodel::calibrate {
namespace {
volatile std::sig_atomic_t stop_requested = 0;
volatile std::sig_atomic_t running_child = 0;
void request_stop(int signal) {
  stop_requested = 1;
  if (running_child > 0) (void)kill(running_child, signal);
}
double seconds_between(SteadyClock::time_point a, SteadyClock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}
}  // namespace

bool interrupted() { return stop_requested != 0; }
void stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  action.sa_flags = SA_RESTART;
  (void)sigaction(SIGINT, &action, nullptr);
  (void)sigaction(SIGTERM, &action, nullptr);
}
void pass_interrupts_to(int child) {
  running_child = child;
  if (stop_requested != 0 && child > 0) (void)kill(child, SIGINT);
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
