#pragma once
#include <array>
#include <cmath>
#include <perfmodel/software/framework.hpp>
#include <perfmodel/software/host_op.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// What a framework's own code costs on the CPU. A row of data per framework and version.
///
///   time of one HostWork = cost[op] * count
///   time of one Launch   = launch * (1 + further_kernel * (kernels - 1)), of one Allocate = allocation
///   time of passing work between the thread of the training loop and autograd's, which runs backward passes
///                        = thread_wake * (1 - exp(-s / thread_wake_sleep)),  s: how long the woken thread has slept
///
/// A thread that sleeps gives up its core: waking it takes the longer the deeper the core sleeps, and it finds the
/// caches cold. Measured host time per layer falls with depth for this reason; see docs/lab/2026-11-21-hosts.md.
struct HostProfile {
  Framework framework{};
  std::string version{};
  std::string source{};  ///< the calibration that measured it, or "provisional: ..."
  std::array<Time, host_op_count> cost{};
  Time launch{};  ///< one asynchronous kernel launch, on top of the operation that makes it
  double further_kernel{
      1.0};  ///< times `launch`: each kernel of a library's call beyond its first (copies in another layout, sums)
  Time wide_product{};    ///< more for a product of 32-bit operands: another choice of kernel, often split along K
  double inference{1.0};  ///< factor on every host cost where no tape is recorded
  Time allocation{};      ///< one piece of device memory from the framework's cache, on top of the operation
  Time thread_wake{};     ///< the most that it costs to wake a thread of the framework
  Time thread_wake_sleep{1.0 * second};  ///< sleep after which 63 % of that are due
  double gap{
      -1.0};      ///< s between kernels that follow each other at once; negative: what the kernel model says of streams
  Time submit{};  ///< from the launch call to the earliest start on an idle device
  int queue_depth{1024};  ///< launches the driver holds before the host has to wait
  double spread{0.1};     ///< 90 % of host times on an undisturbed machine lie within this, relative
  double crowded{0.0};    ///< by how much longer, relative, they may be where others use the machine's CPU too
};

[[nodiscard]] constexpr Time cost(const HostProfile& profile, HostOp op) {
  return profile.cost[static_cast<std::size_t>(op)];
}

/// Waking a thread costs the less the more others use the machine, as a core that is never idle does not fall asleep:
/// thread_wake goes as factor^-this. Seven H200 machines whose hosts took 1 to 2 times as long: each agrees best with
/// 0.4 to 1 (docs/lab/2026-11-21-hosts.md).
inline constexpr double wake_exponent = 0.7;

/// The same framework on another machine: what its CPU works takes `factor` times as long, waking a thread less. The
/// interval stays: the crowd on a machine comes and goes. @pre factor > 0
[[nodiscard]] inline HostProfile scaled(HostProfile profile, double factor) {
  for (Time& c : profile.cost) c *= factor;
  profile.launch *= factor;
  profile.wide_product *= factor;
  profile.allocation *= factor;
  profile.thread_wake *= std::pow(factor, -wake_exponent);
  return profile;
}

/// Host times of one machine over those of the profiles, by framework: 1 where nobody measured it, the profile's own
/// machine.
using HostScales = std::array<double, all_frameworks.size()>;

/// Bounds of a measured scale, in files and in fits: beyond them the measurement went wrong.
inline constexpr double least_host_scale = 0.1, most_host_scale = 10.0;

/// @pre scale > 0
[[nodiscard]] constexpr HostScales every_framework(double scale) {
  HostScales scales{};
  scales.fill(scale);
  return scales;
}

/// A machine's own 90 % interval of host times; negative: the profile's.
struct HostInterval {
  double spread{-1.0}, crowded{-1.0};  ///< as those of HostProfile
};

/// Launches that so many calls of libraries are worth to the host, which launch so many kernels together.
[[nodiscard]] constexpr double launch_count(const HostProfile& profile, int calls, int kernels) {
  return calls + profile.further_kernel * (kernels - calls);
}

/// What it costs to pass work to a thread that has slept so many seconds, over the profile's `thread_wake`.
[[nodiscard]] inline double thread_wake_share(const HostProfile& profile, double slept) {
  return 1.0 - std::exp(-slept / in(profile.thread_wake_sleep, second));
}

}  // namespace perfmodel
