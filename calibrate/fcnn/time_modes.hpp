#pragma once
/// Time of a step, of the host in each of its passes, and of its kernels.
#include <array>
#include <array>
#include <map>
#include <sstream>

#include "memory_modes.hpp"

namespace fcnn {

inline constexpr const char* time_columns =
    "step_s,step_low_s,step_high_s,groups,steps_per_group,host_zero_s,host_forward_s,host_loss_s,host_backward_s,"
    "host_optimizer_s,sm_mhz,watts";

struct TimeRow {
  double step{}, low{}, high{};
  int groups{}, per_group{};
  std::array<double, pass_count> host{};
  double sm_mhz{}, watts{};
};

/// Host time of each pass: the device is idle when the pass begins, and nothing waits for it at the end.
inline void host_times(Training& training, TimeRow& row, int repeats) {
  std::array<std::vector<double>, pass_count> samples;
  for (int r = 0; r < repeats; ++r) {
    int open = -1;
    double begin = 0;
    const auto close = [&] {
      if (open >= 0) samples[static_cast<std::size_t>(open)].push_back(now() - begin);
    };
    training.step([&](Pass pass) {
      close();
      synchronize();
      open = pass;
      begin = now();
    });
    close();
    synchronize();
  }
  for (std::size_t p = 0; p < pass_count; ++p) row.host[p] = median(samples[p]);
}

inline TimeRow measure_time(Training& training) {
  TimeRow row;
  for (int i = 0; i < 3; ++i) training.step();
  synchronize();
  double begin = now();
  training.step();
  synchronize();
  const double once = now() - begin;
  // Warm up until the card is in its steady state: 20 steps, or 0.25 s where steps are long enough to draw power.
  const int warm = once > 2e-3 ? std::max(1, int(0.25 / once)) : 20;
  for (int i = 0; i < warm; ++i) training.step();
  synchronize();
  row.per_group = std::clamp(int(0.03 / once), once > 0.05 ? 2 : 3, 30);
  row.groups = once * row.per_group > 0.1 ? 3 : 7;
  std::vector<double> times;
  for (int g = 0; g < row.groups; ++g) {
    begin = now();
    for (int i = 0; i < row.per_group; ++i) training.step();
    synchronize();
    times.push_back((now() - begin) / row.per_group);
  }
  // Clock and power are read while the device still works, in a group that is not timed: NVML is slow.
  for (int i = 0; i < row.per_group; ++i) training.step();
  row.sm_mhz = nvml().sm_mhz();
  row.watts = nvml().watts();
  synchronize();
  row.step = median(times);
  row.low = *std::min_element(times.begin(), times.end());
  row.high = *std::max_element(times.begin(), times.end());
  host_times(training, row, once > 0.05 ? 2 : 7);
  return row;
}

inline std::string text(const TimeRow& t) {
  std::ostringstream out;
  out << number(t.step) << ',' << number(t.low) << ',' << number(t.high) << ',' << t.groups << ',' << t.per_group;
  for (int p : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer})
    out << ',' << number(t.host[static_cast<std::size_t>(p)]);
  out << ',' << number(t.sm_mhz) << ',' << number(t.watts);
  return out.str();
}

inline void steps_mode(const Work& w) {
  Table table(w.options.out,
              std::string(key_columns) + ",family,held_out," + time_columns + ',' + memory_columns + ",error");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    MemoryRow m;
    TimeRow t;
    const auto error = guarded([&] {
      m = measure_memory(c, w.device, false);
      Training training(c, w.device);
      t = measure_time(training);
    });
    table.row(key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',' +
              (error.empty() ? text(t) : ",,,,,,,,,,,") + ',' + (error.empty() ? text(m) : ",,,,,,,,,,,") + ',' +
              error);
  }
}

/// Kernel names and times of a step (sum over three), by CUPTI; device-busy time is their sum.
inline void busy_mode(const Work& w) {
  Table table(w.options.out, std::string(key_columns) + ",family,held_out,kernel,launches_per_step,seconds_per_step");
  for (const auto& c : w.left()) {
    if (w.late()) break;
    std::map<std::string, KernelTime> kernels;
    const auto error = guarded([&] {
      empty_allocator();
      Training training(c, w.device);
      for (int i = 0; i < 4; ++i) training.step();
      synchronize();
      const double begin = now();
      training.step();
      synchronize();
      for (int i = 0, n = std::min(200, int(0.1 / (now() - begin))); i < n; ++i) training.step();
      synchronize();
      if (!start_kernel_times()) throw CannotRecord{};
      for (int i = 0; i < 3; ++i) training.step();
      kernels = stop_kernel_times();
    });
    double total = 0;
    const std::string head = key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',';
    for (const auto& [name, sum] : kernels) total += sum.seconds / 3;
    for (const auto& [name, sum] : kernels) {
      std::string clean = name.substr(0, 160);
      std::replace(clean.begin(), clean.end(), ',', ';');
      std::replace(clean.begin(), clean.end(), '"', '\'');
      table.row(head + clean + ',' + number(double(sum.count) / 3) + ',' + number(sum.seconds / 3));
    }
    table.row(head + (error.empty() ? "total" : error) + ",," + number(total));
  }
}

}  // namespace fcnn
