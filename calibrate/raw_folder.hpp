#pragma once
#include <filesystem>
#include <optional>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>

namespace perfmodel::calibrate {

/// A folder of raw tables of one card.
struct RawFolder {
  std::filesystem::path path{};
  std::string card{};  ///< from machine.json

  /// @throws Error where machine.json is missing or not of this program and version
  static RawFolder open(const std::filesystem::path& path);
  /// The table, if its file is there. @throws Error for a truncated file, one of another card, version or table
  [[nodiscard]] std::optional<RawTable> table(const std::string& name) const;
};

/// The whole file. @throws Error where it cannot be read
[[nodiscard]] std::string read_text(const std::filesystem::path& path);
/// As json::write_file: a reader sees the old file or the new one. @throws DeviceError
void write_text(const std::filesystem::path& path, const std::string& text);

/// Rows that another program wrote, with a header line, as a raw table: first and last line added, the file renamed.
/// @throws Error for rows that are no CSV, DeviceError where it cannot be written
void frame_table(const std::filesystem::path& rows, const std::filesystem::path& folder, const std::string& table,
                 const std::string& card);

/// Joins the passes of a measurement into the tables that are kept: gemm.csv from gemm_times and gemm_kernels, ops.csv,
/// convolutions.csv and attention.csv likewise. Of several timings of one case those count whose clock was highest (the
/// others ran while the card still paid for earlier work); their median is the time, the larger of their spread and of
/// the noise inside each is the noise.
void join_tables(const std::filesystem::path& folder);

}  // namespace perfmodel::calibrate
