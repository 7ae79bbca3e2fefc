#pragma once
/// A fitted host profile as a file of data/host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// What a profile was made by and from.
struct HostProvenance {
  std::string program{}, date{};
  std::map<std::string, std::string> inputs{};  ///< file -> FNV-1a of its bytes, 16 hexadecimal digits
  std::vector<std::string> notes{};
};

/// The file's text: times in us with four digits that count.
[[nodiscard]] inline std::string host_profile_text(const HostProfile& profile, const HostProvenance& provenance) {
  using Json = nlohmann::ordered_json;
  const auto rounded = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::stod(text);
  };
  const auto us = [&](Time time) { return rounded(in(time, micro * second)); };
  Json cost = Json::object(), units = Json::object();
  for (std::size_t op = 0; op < host_op_count; ++op)
    cost[std::string(name(static_cast<HostOp>(op)))] = us(profile.cost[op]);
  for (const char* time : {"launch", "wide_product", "allocation", "thread_wake", "thread_wake_sleep"})
    units[time] = "us";
  units["gap"] = "s";
  for (const char* time : {"submit", "cost"}) units[time] = "us";
  Json file{{"provenance",
             {{"program", provenance.program},
              {"date", provenance.date},
              {"inputs", provenance.inputs},
              {"notes", provenance.notes}}},
            {"units", units},
            {"framework", std::string(name(profile.framework))},
            {"version", std::string(profile.version)},
            {"source", std::string(profile.source)},
            {"launch", us(profile.launch)},
            {"further_kernel", rounded(profile.further_kernel)},
            {"wide_product", us(profile.wide_product)},
            {"inference", rounded(profile.inference)},
            {"allocation", us(profile.allocation)},
            {"thread_wake", us(profile.thread_wake)},
            {"thread_wake_sleep", us(profile.thread_wake_sleep)},
            {"gap", profile.gap},
            {"submit", us(profile.submit)},
            {"queue_depth", profile.queue_depth},
            {"spread", rounded(profile.spread)},
            {"crowded", rounded(profile.crowded)},
            {"cost", cost}};
  return file.dump(2) + '\n';
}

}  // namespace perfmodel
