#pragma once
/// What a fit program leaves behind: a file of data/, with what it was made from, and the copies that are compiled in.
#include <ctime>
#include <filesystem>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/json/provenance.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/embedded_files.hpp"

namespace perfmodel {

struct FitOutput {
  std::filesystem::path data{};     ///< folder with constants/, choices/ and host/; empty: nothing is written
  std::filesystem::path headers{};  ///< folder of the compiled-in copies; empty: they are left alone
};

/// An input's name as provenance has it: a card's tables with the card's folder, others alone.
[[nodiscard]] inline std::string input_name(const std::filesystem::path& file) {
  const std::string card = file.parent_path().filename().string();
  return file.parent_path().parent_path().filename() == "raw" ? card + "/" + file.filename().string()
                                                              : file.filename().string();
}

/// Provenance of a fit of today. Files that are not there were not read.
[[nodiscard]] inline json::Provenance fit_provenance(std::string_view program,
                                                     const std::vector<std::filesystem::path>& files) {
  constexpr std::size_t largest = std::size_t{1} << 28;
  const std::time_t now = std::time(nullptr);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  json::Provenance out{.program = std::string(program), .date = date};
  for (const std::filesystem::path& file : files)
    if (std::filesystem::exists(file))
      out.inputs[input_name(file)] = hash_text(fnv1a(json::read_file(file, {.bytes = largest})));
  return out;
}

/// `text` with the date of `before`, where nothing else tells them apart: a fit that finds the same again leaves its
/// file byte for byte.
[[nodiscard]] inline std::string with_kept_date(std::string text, std::string_view before) {
  constexpr std::string_view key = "\"date\": \"";
  constexpr std::size_t length = std::string_view("2026-01-01").size();
  const std::size_t at = text.find(key), then = before.find(key);
  if (at == std::string::npos || then != at || before.size() != text.size()) return text;
  std::string kept = text;
  kept.replace(at + key.size(), length, before.substr(then + key.size(), length));
  return kept == before ? kept : text;
}

/// Writes one file of data/, and then the copies, which need all files of the folder.
inline void write_fitted(const FitOutput& output, const std::filesystem::path& name, const std::string& text) {
  std::filesystem::create_directories((output.data / name).parent_path());
  const std::filesystem::path file = output.data / name;
  constexpr std::size_t largest = std::size_t{1} << 28;
  json::write_file(
      file, std::filesystem::exists(file) ? with_kept_date(text, json::read_file(file, {.bytes = largest})) : text);
  if (!output.headers.empty()) write_embedded_files(output.data, output.headers);
}

}  // namespace perfmodel
