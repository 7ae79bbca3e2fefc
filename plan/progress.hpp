#pragma once
/// A progress bar on stderr: only on a terminal, only when the work takes more than a second and its size is known.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace plan {

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), terminal_(::isatty(STDERR_FILENO) == 1) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }

  /// Call after each piece of work; draws ten times a second at most.
  void step(std::size_t pieces = 1) {
    done_ += pieces;
    if (!terminal_ || total_ == 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double share = static_cast<double>(done_) / static_cast<double>(total_);
    const auto filled = static_cast<std::size_t>(share * 40.0);
    const std::string bar = std::string(filled, '#') + std::string(40 - filled, '.');
    const double left = share > 0 ? elapsed * (1.0 - share) / share : 0.0;
    std::fprintf(stderr, "\r[%s] %.0f %%, %.0f s left\x1b[K", bar.c_str(), 100.0 * share, left);
    shown_ = true;
  }

 private:
  std::size_t total_, done_ = 0;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now(),
                                        next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace plan
