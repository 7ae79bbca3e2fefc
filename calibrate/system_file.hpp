#pragma once
#include <filesystem>
#include <iosfwd>
#include <perfmodel/system/host_system.hpp>
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// Predicted over measured of one collective below or from 1 MiB on, of sizes that the fit has not seen.
struct JudgedCollective {
  std::string name{};
  std::vector<double> ratios{};
};

/// A system whose links were measured.
struct SystemFit {
  std::filesystem::path file{};  ///< of the system as it was described before
  std::string table{}, card{};   ///< what it was fitted to
  std::int64_t gpus{};
  MeasuredLink link{};
  std::vector<JudgedCollective> judged{};
};

/// Fits the constants of the system's links to collectives.csv of a folder of raw tables (calls in CUDA graphs): every
/// other size teaches, the ones between judge, and give the error bar.
/// @param system  name or file of the system; empty: the usual one of the card
/// @throws Error for a table that is missing, truncated or not of this kind, for fewer than four sizes, and where the
/// system's links are not the card's
[[nodiscard]] SystemFit fit_system(const std::filesystem::path& raw, const std::string& system);

/// The system's file with what was measured: perfmodel-plan --system takes it.
/// @param name  of the new system
[[nodiscard]] std::string system_json(const SystemFit& fit, const std::string& name);

/// Errors by collective.
void print_report(std::ostream& out, const SystemFit& fit);

}  // namespace perfmodel::calibrate
