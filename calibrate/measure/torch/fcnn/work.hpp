#pragma once
/// What all modes share: the options, the configurations that are left, the table that rows go to.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "network.hpp"
#include "probes.hpp"

namespace fcnn {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string mode{"steps"}, out{"fcnn_steps.csv"}, list{};
  double seconds{60.0};       ///< stop after this long
  double longest_step{0.35};  ///< rough seconds: skip what would take longer
  double largest_bytes{110e9};
  int count{1000};
  unsigned seed{1};
  int rounds{8};  ///< of every step that the host may bound
  bool cpu{false};
};

inline double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }
inline double median(std::vector<double> v) {
  if (v.empty()) return 0.0;
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return n % 2 != 0 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

/// Appends whole rows and flushes each, so that an interrupted run leaves a file that reads.
class Table {
 public:
  Table(const std::string& path, const std::string& header) {
    const bool fresh = [&] {
      std::ifstream existing(path);
      return !existing || existing.peek() == std::ifstream::traits_type::eof();
    }();
    out_.open(path, std::ios::app);
    if (!out_) throw std::runtime_error(path + ": cannot be opened for writing");
    if (fresh) out_ << header << std::endl;
  }
  void row(const std::string& text) { out_ << text << std::endl; }

 private:
  std::ofstream out_;
};

/// Writes the rows of these configurations anew, all others as they are; the file is the old or the new one at any
/// time.
inline void replace_rows(const std::string& path, const std::map<std::string, std::string>& rows) {
  const std::string part = path + ".new";
  std::ifstream in(path);
  std::ofstream out(part, std::ios::trunc);
  for (std::string line; std::getline(in, line);) {
    const auto row = rows.find(key_of(line));
    out << (row == rows.end() ? line : row->second) << '\n';
  }
  out.close();
  if (!in.eof() || !out) throw std::runtime_error(part + ": cannot be written");
  std::filesystem::rename(part, path);
}

struct Work {
  Options options;
  torch::Device device;
  double until;
  std::vector<Configuration> configurations;
  std::int64_t total_memory{};

  bool late() const { return now() > until; }
  std::vector<Configuration> left() const {
    const auto keys = finished(options.out);
    const std::set<std::string> done(keys.begin(), keys.end());
    std::vector<Configuration> rest;
    for (const auto& c : configurations)
      if (done.count(key(c)) == 0) rest.push_back(c);
    return rest;
  }
};

inline std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", v);
  return text;
}

/// The profiler is missing or refuses: no step can be recorded.
struct CannotRecord {};

/// Runs `work`; an out-of-memory error (or any other of LibTorch) becomes a word for the table's last column.
template <class F>
std::string guarded(F&& work) {
  try {
    work();
    return "";
  } catch (const c10::OutOfMemoryError&) {
    return "out_of_memory";
  } catch (const std::exception& e) {
    std::string text(e.what());
    text = text.substr(0, std::min<std::size_t>(text.find('\n'), 80));
    std::replace(text.begin(), text.end(), ',', ';');
    return "error: " + text;
  }
}

}  // namespace fcnn
