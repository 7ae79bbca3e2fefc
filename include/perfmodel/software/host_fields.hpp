#pragma once
/// The host profile of a framework as a file: names and units of its numbers (data/host/*.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <vector>

namespace perfmodel {

/// What one operation costs; calibrate/fit/host_fit.hpp fits them all, bounded by 0.
inline constexpr Constant host_cost{.name = "cost", .unit = "us"};

inline constexpr std::array host_fields = [] {
  using P = HostProfile;
  constexpr double least_gap = -1.0;
  return std::array{
      Field{&P::launch, {.name = "launch", .unit = "us"}},
      Field{&P::further_kernel, {.name = "further_kernel", .start = 1.0, .optional = true}},
      Field{&P::wide_product, {.name = "wide_product", .unit = "us", .optional = true}},
      Field{&P::inference, {.name = "inference", .start = 1.0, .optional = true}},
      Field{&P::allocation, {.name = "allocation", .unit = "us", .optional = true}},
      Field{&P::thread_wake, {.name = "thread_wake", .unit = "us", .optional = true}},
      Field{&P::thread_wake_sleep, {.name = "thread_wake_sleep", .unit = "us", .start = 1e6, .optional = true}},
      Field{&P::gap, {.name = "gap", .unit = "s", .start = -1.0, .optional = true, .least = least_gap}},
      Field{&P::submit, {.name = "submit", .unit = "us"}},
      Field{&P::queue_depth, {.name = "queue_depth", .start = 1024, .optional = true}},
      Field{&P::spread, {.name = "spread", .start = 0.1}},
      Field{&P::crowded, {.name = "crowded", .optional = true}}};
}();

template <class Archive>
void describe(Archive& archive, HostProfile& profile) {
  archive.word("framework", profile.framework, names_of<Framework, all_frameworks.size()>);
  archive.text("version", profile.version);
  archive.text("source", profile.source);
  archive.constants(host_fields, profile);
  archive.group("cost", [&] {
    for (std::size_t op = 0; op < host_op_count; ++op) {
      double microseconds = in(profile.cost[op], micro * second);
      archive.constant(name(static_cast<HostOp>(op)), host_cost, microseconds);
      profile.cost[op] = microseconds * micro * second;
    }
  });
}

/// Profiles one after the other, as the embedded copy has them.
template <class Archive>
void describe(Archive& archive, std::vector<HostProfile>& profiles) {
  std::size_t count = profiles.size();
  constexpr std::size_t most = 1000;
  archive.list("profiles", count, 1, most, [&](std::size_t i) {
    if (profiles.size() <= i) profiles.emplace_back();
    describe(archive, profiles[i]);
  });
}

}  // namespace perfmodel
