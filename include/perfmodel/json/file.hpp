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
#include <system_error>

namespace perfmodel::json {

/// How much of an unknown file we are willing to take.
struct Limits {
  std::size_t bytes = 16u << 20;  ///< size of the text
  std::size_t depth = 32;         ///< nesting of arrays and objects
};

/// Whole content of a text file.
/// @throws Error when the file is missing, a folder, unreadable or over the limit (which also ends an endless device)
[[nodiscard]] std::string read_file(const std::filesystem::path& path, const Limits& limits = {});

/// Writes the whole text or nothing: into a temporary file beside the target, which then takes the target's name. What
/// is no regular file (a pipe, a terminal) is written directly; a symbolic link is followed.
/// @throws Error when the folder is missing or not writable or the disk is full; the old file then is as it was
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/file.ipp>
#endif
