#pragma once
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <system_error>

namespace perfmodel::json {

/// How much of an unknown file we are willing to take.
struct Limits {
  std::size_t bytes = 16u << 20;  ///< size of the text
  std::size_t depth = 32;         ///< nesting of arrays and objects
};

/// A file opened for reading. @throws Error when it is missing, a folder or unreadable
[[nodiscard]] std::ifstream open_file(const std::filesystem::path& path);

/// Whole content of a text file.
/// @throws Error when the file is missing, a folder, unreadable or over the limit (which also ends an endless device)
[[nodiscard]] std::string read_file(const std::filesystem::path& path, const Limits& limits = {});

/// Writes a text piece by piece, and in the end the whole of it or nothing: into a temporary file beside the target,
/// which commit() gives the target's name. What is no regular file (a pipe, a terminal) is written directly; a symbolic
/// link is followed.
class FileWriter {
 public:
  /// @throws Error when the folder is missing or not writable
  explicit FileWriter(const std::filesystem::path& path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  /// Without commit() the old file is as it was.
  ~FileWriter();
  /// @throws Error when the disk is full
  void write(std::string_view text);
  /// @throws Error when the disk is full; the old file then is as it was
  void commit();

 private:
  [[nodiscard]] Error failed(const std::string& why) const;
  void drop();

  std::filesystem::path path_, target_, written_;
  bool direct_{};
  std::ofstream out_{};
};

/// Writes the whole text or nothing, as a FileWriter. @throws Error as it does
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/file.ipp>
#endif
