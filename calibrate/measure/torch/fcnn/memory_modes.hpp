#pragma once
/// Memory of a step: the allocator's counters, its history, and the largest batch under a limit.
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <sstream>

#include "work.hpp"

namespace fcnn {

struct MemoryRow {
  Counters before{}, built{}, after{}, steady{};
  DeviceMemory start{}, end{};
};
inline constexpr const char* memory_columns =
    "allocated_before,allocated_after_build,allocated_after_step,peak_allocated,peak_reserved,steady_peak_allocated,"
    "device_used,"
    "nvml_used,outside_allocator,context,segments,alloc_retries";

inline std::string text(const MemoryRow& m) {
  std::ostringstream out;
  out << m.before.allocated << ',' << m.built.allocated << ',' << m.after.allocated << ',' << m.after.peak_allocated
      << ',' << m.after.peak_reserved << ',' << m.steady.peak_allocated << ',' << m.end.used << ',' << m.end.nvml_used
      << ',' << m.end.used - m.after.reserved << ',' << m.start.used << ',' << m.after.segments << ','
      << m.after.retries - m.before.retries;
  return out.str();
}

/// From an empty allocator: build, three steps; then two more for the peak of the steady state.
inline MemoryRow measure_memory(const Configuration& c, torch::Device device, bool trace) {
  MemoryRow m;
  empty_allocator();
  reset_peaks();
  auto& log = allocation_trace();
  log.lines.clear();
  log.step = -1;
  log.pass = pass_setup;
  log.on = trace;
  m.before = counters();
  m.start = device_memory();
  {
    Training training(c, device);
    m.built = counters();
    for (int i = 0; i < 3; ++i) {
      log.step = i;
      training.step([&](Pass pass) { log.pass = pass; });
    }
    log.on = false;
    synchronize();
    m.after = counters();
    m.end = device_memory();
    reset_peaks();
    for (int i = 0; i < 2; ++i) training.step();
    synchronize();
    m.steady = counters();
  }
  log.on = false;
  return m;
}

inline void memory_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) + ",family,held_out," + memory_columns + ",error");
  if (!w.options.cpu) (void)torch::empty({1}, w.device);  // the context and the allocator exist from here on
  for (const auto& c : w.left()) {
    if (w.late()) break;
    MemoryRow m;
    const auto error = guarded([&] { m = measure_memory(c, w.device, false); });
    table.row(key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',' +
              (error.empty() ? text(m) : ",,,,,,,,,,,") + ',' + error);
  }
}

/// One process per configuration, so that context and module memory are those of that step alone.
inline void fresh_mode(const Work& w) {
  for (const auto& c : w.left()) {
    if (w.late()) break;
    const pid_t child = fork();
    if (child == 0) {
      Work one = w;
      one.configurations = {c};
      one.device = w.options.cpu ? torch::Device(torch::kCPU) : torch::Device(torch::kCUDA, 0);
      const auto error = guarded([&] { memory_mode(one); });
      _exit(error.empty() ? 0 : 3);
    }
    int status = 0;
    waitpid(child, &status, 0);
  }
}

inline void trace_mode(const Work& w) {
  attach_trace();
  Table table(w.options.out, std::string(key_columns) + ",step,pass,action,address,bytes");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    const auto error = guarded([&] { (void)measure_memory(c, w.device, true); });
    std::int64_t base = -1;
    for (const auto& line : allocation_trace().lines)
      if (base < 0 || line.address < base) base = line.action == 'O' ? base : line.address;
    for (const auto& line : allocation_trace().lines) {
      std::ostringstream row;
      row << key(c) << ',' << line.step << ',' << pass_names[static_cast<std::size_t>(line.pass)] << ',' << line.action
          << ',' << line.address - base << ',' << line.bytes;
      table.row(row.str());
    }
    if (!error.empty()) std::cerr << key(c) << ": " << error << '\n';
  }
}

inline bool trains(Configuration c, std::int64_t batch, torch::Device device, Counters& seen, std::string& error) {
  c.batch = batch;
  empty_allocator();
  reset_peaks();
  error = guarded([&] {
    Training training(c, device);
    for (int i = 0; i < 3; ++i) training.step();
    synchronize();
    seen = counters();
  });
  if (!error.empty()) empty_allocator();
  return error.empty();
}

inline void max_batch_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) +
                                 ",family,held_out,limit_bytes,largest_batch,fails_at,peak_allocated,"
                                 "peak_reserved,trials,seconds,error");
  constexpr std::array<double, 6> gib{2, 4, 8, 16, 40, 80};
  std::mt19937 random(w.options.seed);
  std::set<std::string> done;
  for (const auto& k : finished(w.options.out)) done.insert(k);
  for (const auto& drawn : w.configurations) {
    const double limit_gib = gib[random() % gib.size()];
    if (w.late()) break;
    const auto limit = static_cast<std::int64_t>(limit_gib * 1073741824.0);
    Configuration c = drawn;
    c.batch = 1;
    if (rough_bytes(c) + 90e6 > 0.8 * double(limit) || done.count(key(c)) != 0) continue;
    // Bracket with the rough byte count, then bisect to a 4,000th (or to the sample).
    const double per_sample = [&] {
      Configuration two = c;
      two.batch = 1001;
      return (rough_bytes(two) - rough_bytes(c)) / 1000.0;
    }();
    const auto guess = std::max<std::int64_t>(2, std::int64_t((double(limit) - rough_bytes(c) - 70e6) / per_sample));
    Configuration largest = c;
    largest.batch = guess;
    if (rough_seconds(largest) > w.options.longest_step) continue;
    limit_reserved(limit, w.total_memory);
    const double begin = now();
    std::int64_t low = 0, high = 0;
    Counters best{};
    int trials = 0;
    std::string error, last;
    const auto attempt = [&](std::int64_t batch) {
      ++trials;
      Counters seen;
      const bool good = trains(c, batch, w.device, seen, last);
      if (!good && last != "out_of_memory") error = last;
      if (good) {
        low = batch;
        best = seen;
      } else {
        high = batch;
      }
    };
    attempt(guess);
    for (std::int64_t b = guess; high == 0 && error.empty() && trials < 20;)
      attempt(b = b + std::max<std::int64_t>(1, b / 6));
    for (std::int64_t b = guess; low == 0 && b > 1 && error.empty() && trials < 20;)
      attempt(b = std::max<std::int64_t>(1, b - std::max<std::int64_t>(1, b / 6)));
    while (low > 0 && error.empty() && high - low > std::max<std::int64_t>(1, low / 4000) && trials < 60)
      attempt((low + high) / 2);
    std::ostringstream row;
    row << key(c) << ',' << family(c) << ',' << (held_out(c) ? 1 : 0) << ',' << limit << ',' << low << ',' << high
        << ',' << best.peak_allocated << ',' << best.peak_reserved << ',' << trials << ',' << number(now() - begin)
        << ',' << error;
    table.row(row.str());
  }
  limit_reserved(0, w.total_memory);
}

}  // namespace fcnn
