#pragma once
/// Time of a step, of the host in each of its passes, and of its kernels.
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <vector>

#include "memory_modes.hpp"

namespace fcnn {

inline constexpr const char* time_columns =
    "step_s,step_low_s,step_high_s,groups,steps_per_group,host_zero_s,host_forward_s,host_loss_s,host_backward_s,"
    "host_optimizer_s,sm_mhz,watts,rounds,group_us,probe_us";

/// Other guests of a machine slow its host, by up to two for a second or for minutes. Every configuration is therefore
/// measured in several short rounds (--rounds), spread over the run, and beside each a fixed piece of the processor's
/// work is timed, so that rounds can be compared at one speed (calibrate/fit/step_rounds.hpp). `step_s` is the plain
/// mean. Of the time of all rounds the first takes so much at most: it measures memory and passes, too, and what the
/// device bounds.
inline constexpr double first_round_share = 0.4;

struct TimeRow {
  std::vector<std::vector<double>> rounds{};  ///< seconds per step of each group, by round
  int per_group{};
  bool device_bound{};  ///< long steps that wait for the device repeat within 1 %: one round does
  std::array<double, pass_count> host{};
  double sm_mhz{}, watts{};
  std::vector<std::vector<double>> probes{};  ///< s, processor_probe() before and after the groups, by round
};

/// Seconds that a fixed piece of the processor's work takes just now (branches and cache misses, half a millisecond):
/// beside the time of a group it tells how crowded the machine was then.
inline double processor_probe() {
  static std::vector<std::uint32_t> values(8192);
  const double begin = now();
  std::uint32_t x = 1;
  for (auto& v : values) v = x = x * 1664525u + 1013904223u;  // Numerical Recipes, 3rd ed., section 7.1
  std::sort(values.begin(), values.end());
  return now() - begin;
}

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

/// Groups of steps follow each other, the device is synchronized at their ends.
inline std::vector<double> time_groups(Training& training, int groups, int per_group) {
  std::vector<double> times;
  for (int g = 0; g < groups; ++g) {
    const double begin = now();
    for (int i = 0; i < per_group; ++i) training.step();
    synchronize();
    times.push_back((now() - begin) / per_group);
  }
  return times;
}

/// One round: its groups, the processor probed before and after them.
inline void time_round(Training& training, TimeRow& row, int groups) {
  const double before = processor_probe();
  training.step();  // threads as they are between steps, not as after the probe
  row.rounds.push_back(time_groups(training, groups, row.per_group));
  row.probes.push_back({before, processor_probe()});
}

/// The first round: passes, clock and power, too.
inline TimeRow measure_time(Training& training, const Configuration& c) {
  TimeRow row;
  for (int i = 0; i < 4; ++i) training.step();
  synchronize();
  const double once = time_groups(training, 1, 1).front();
  host_times(training, row, once > 0.05 ? 2 : 7);
  double host = 0;
  for (const int pass : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer})
    host += row.host[static_cast<std::size_t>(pass)] * (pass == pass_zero || pass == pass_optimizer ? 1 : c.accumulate);
  row.device_bound = once > 2e-3 && once > 1.25 * host;
  // Until the card is in its steady state: 0.25 s where it may draw power, else until all threads are awake.
  const int warm = row.device_bound ? std::max(1, int(0.25 / once)) : std::clamp(int(0.05 / once), 3, 20);
  for (int i = 0; i < warm; ++i) training.step();
  synchronize();
  row.per_group = std::clamp(int(0.02 / once), once > 0.05 ? 2 : 3, 30);
  time_round(training, row, row.device_bound ? 3 : 1);
  // Clock and power are read while the device still works, in a group that is not timed: NVML is slow.
  for (int i = 0; i < row.per_group; ++i) training.step();
  row.sm_mhz = nvml().sm_mhz();
  row.watts = nvml().watts();
  synchronize();
  return row;
}

/// One more round of a step that was measured before.
inline void measure_again(Training& training, TimeRow& row) {
  for (int i = 0; i < 5; ++i) training.step();
  synchronize();
  time_round(training, row, 1);
}

/// Seconds as "a b / c" in us, rounds apart by slashes (calibrate/fit/step_rounds.hpp reads it).
inline std::string rounds_text(const std::vector<std::vector<double>>& rounds) {
  std::string text;
  for (const auto& round : rounds) {
    text += text.empty() ? "" : " / ";
    for (std::size_t i = 0; i < round.size(); ++i) text += (i > 0 ? " " : "") + number(1e6 * round[i]);
  }
  return text;
}

inline std::string text(const TimeRow& t) {
  double sum = 0, low = t.rounds.at(0).at(0), high = low;
  std::size_t count = 0;
  for (const auto& round : t.rounds) {
    double of_round = 0;
    for (const double group : round) {
      of_round += group;
      low = std::min(low, group);
      high = std::max(high, group);
    }
    sum += of_round / double(round.size());
    count += round.size();
  }
  std::ostringstream out;
  out << number(sum / double(t.rounds.size())) << ',' << number(low) << ',' << number(high) << ',' << count << ','
      << t.per_group;
  for (int p : {pass_zero, pass_forward, pass_loss, pass_backward, pass_optimizer})
    out << ',' << number(t.host[static_cast<std::size_t>(p)]);
  out << ',' << number(t.sm_mhz) << ',' << number(t.watts) << ',' << t.rounds.size() << ',' << rounds_text(t.rounds)
      << ',' << rounds_text(t.probes);
  return out.str();
}

struct StepCase {
  Configuration configuration{};
  MemoryRow memory{};
  TimeRow time{};
  std::string error{};
};

inline std::string text(const StepCase& s) {
  const auto& c = s.configuration;
  const std::string missing_time = ",,,,,,,,,,,,,,", missing_memory = ",,,,,,,,,,,";
  return key(c) + ',' + family(c) + ',' + (held_out(c) ? '1' : '0') + ',' +
         (s.error.empty() ? text(s.time) : missing_time) + ',' + (s.error.empty() ? text(s.memory) : missing_memory) +
         ',' + s.error;
}

/// All configurations once, then those that the host may bound again, each time in another order. After the first round
/// the table is complete; later rounds write their cases into it anew.
inline void steps_mode(const Work& w) {
  const double until_first = w.until - (1.0 - first_round_share) * w.options.seconds;
  std::vector<StepCase> cases;
  {
    Table table(w.options.out,
                std::string(key_columns) + ",family,held_out," + time_columns + ',' + memory_columns + ",error");
    for (const auto& c : w.left()) {
      if (now() > until_first) break;
      StepCase s{.configuration = c};
      s.error = guarded([&] {
        s.memory = measure_memory(c, w.device, false);
        Training training(c, w.device);
        s.time = measure_time(training, c);
      });
      table.row(text(s));
      cases.push_back(std::move(s));
    }
  }
  std::mt19937 random(w.options.seed);
  for (int round = 1; round < w.options.rounds && !w.late(); ++round) {
    std::shuffle(cases.begin(), cases.end(), random);
    for (auto& s : cases) {
      if (w.late()) break;
      if (!s.error.empty() || s.time.device_bound) continue;
      const auto error = guarded([&] {
        empty_allocator();  // as in the first round
        Training training(s.configuration, w.device);
        measure_again(training, s.time);
      });
      if (!error.empty()) std::cerr << key(s.configuration) << ": round " << round + 1 << ": " << error << '\n';
    }
    std::map<std::string, std::string> rows;
    for (const auto& s : cases) rows[key(s.configuration)] = text(s);
    replace_rows(w.options.out, rows);
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
