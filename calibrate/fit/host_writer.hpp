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

/// FNV-1a, 64 bit, of a file's bytes.
[[nodiscard]] inline std::string input_hash(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  return hex;
}

/// The file's text: times in us with four digits that count.
[[nodiscard]] inline std::string host_profile_text(const HostProfile& profile, const HostProvenance& provenance) {
  using Json = nlohmann::ordered_json;
  const auto rounded = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::stod(text);
  };
  const auto us = [&](Time time) { return rounded(in(time, micro * second)); };
  Json cost = Json::object();
  for (std::size_t op = 0; op < host_op_count; ++op)
    cost[std::string(name(static_cast<HostOp>(op)))] = us(profile.cost[op]);
  Json file{{"provenance",
             {{"program", provenance.program},
              {"date", provenance.date},
              {"inputs", provenance.inputs},
              {"notes", provenance.notes}}},
            {"units",
             {{"launch", "us"},
              {"wide_product", "us"},
              {"allocation", "us"},
              {"hand_over", "us"},
              {"hand_over_sleep", "us"},
              {"gap", "s"},
              {"submit", "us"},
              {"cost", "us"}}},
            {"framework", std::string(name(profile.framework))},
            {"version", std::string(profile.version)},
            {"source", std::string(profile.source)},
            {"launch", us(profile.launch)},
            {"further", rounded(profile.further)},
            {"wide_product", us(profile.wide_product)},
            {"inference", rounded(profile.inference)},
            {"allocation", us(profile.allocation)},
            {"hand_over", us(profile.hand_over)},
            {"hand_over_sleep", us(profile.hand_over_sleep)},
            {"gap", profile.gap},
            {"submit", us(profile.submit)},
            {"queue_depth", profile.queue_depth},
            {"spread", rounded(profile.spread)},
            {"crowded", rounded(profile.crowded)},
            {"cost", cost}};
  return file.dump(2) + '\n';
}

}  // namespace perfmodel
