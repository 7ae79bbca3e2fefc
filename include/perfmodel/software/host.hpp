#pragma once
/// Machines that run steps: how fast each does what a framework does on the processor. docs/reference/hosts.md
#include <array>
#include <cstddef>
#include <perfmodel/compiled.hpp>
#include <perfmodel/data/field.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// A machine's processor, as a file of data/host describes it.
struct Host {
  std::string name{}, cpu{};
  std::string source{};  ///< what measured the factor, or how it follows from measurements
  double clock{};        ///< MHz; 0: not recorded
  int cpus{};            ///< threads, as its system counts; 0: not recorded
  double factor{1.0};    ///< host times of steps on it over those of the profiles, HostProfile
  double spread{-1.0};   ///< as HostProfile::spread; negative: the profile's
  double crowded{-1.0};  ///< as HostProfile::crowded; negative: the profile's
};

inline constexpr std::array host_machine_fields{
    Field{&Host::clock, {.name = "clock", .unit = "MHz", .optional = true, .most = 1e5}},
    Field{&Host::cpus, {.name = "cpus", .optional = true}},
    Field{&Host::factor,
          {.name = "factor", .start = 1.0, .digits = 3, .least = least_host_scale, .most = most_host_scale}},
    Field{&Host::spread, {.name = "spread", .start = -1.0, .optional = true, .digits = 3, .most = 0.99}},
    Field{&Host::crowded, {.name = "crowded", .start = -1.0, .optional = true, .digits = 3, .most = most_host_scale}}};

template <class Archive>
void describe(Archive& archive, Host& host) {
  archive.text("name", host.name);
  archive.text("cpu", host.cpu);
  archive.text("source", host.source);
  archive.constants(host_machine_fields, host);
}

/// Hosts one after the other, as the embedded copy has them.
template <class Archive>
void describe(Archive& archive, std::vector<Host>& hosts) {
  std::size_t count = hosts.size();
  constexpr std::size_t most = 1000;
  archive.list("hosts", count, 1, most, [&](std::size_t i) {
    if (hosts.size() <= i) hosts.emplace_back();
    describe(archive, hosts[i]);
  });
}

/// What is taken where nobody names a host: a dedicated server on which nothing else runs.
inline constexpr std::string_view default_host_name = "quiet-server";

/// All that are known, by name, from the copy of data/host that is compiled in.
[[nodiscard]] const std::vector<Host>& known_hosts();
/// The one of default_host_name.
[[nodiscard]] const Host& default_host();
/// "quiet-server, virtual-machine, ...": names of known_hosts().
[[nodiscard]] std::string host_names();

/// The profile on a machine: scaled by `factor`, with the machine's own interval where it has one.
[[nodiscard]] inline HostProfile on_host(const HostProfile& profile, double factor, const HostInterval& interval) {
  HostProfile made = scaled(profile, factor);
  if (interval.spread >= 0.0) made.spread = interval.spread;
  if (interval.crowded >= 0.0) made.crowded = interval.crowded;
  return made;
}

[[nodiscard]] inline HostInterval interval_of(const Host& host) {
  return {.spread = host.spread, .crowded = host.crowded};
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/software/host.ipp>
#endif
