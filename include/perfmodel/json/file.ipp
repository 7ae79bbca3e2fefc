#pragma once
#include <perfmodel/json/file.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE std::string read_file(const std::filesystem::path& path, const Limits& limits) {
  const std::string place = one_line(path.string(), 400);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw bad_input(place, "a folder", "must be a readable file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "cannot be opened";
    throw bad_input(place, "\"" + reason + "\" on opening", "must be a readable file");
  }
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limits.bytes)
      throw bad_input(place, "more than " + std::to_string(limits.bytes) + " bytes",
                      "must be at most " + std::to_string(limits.bytes) + " bytes");
  }
  if (in.bad()) throw bad_input(place, "a read error", "must be a readable file");
  return text;
}

PERFMODEL_INLINE void write_file(const std::filesystem::path& path, const std::string& text) {
  namespace fs = std::filesystem;
  const auto fail = [&](const std::string& why) {
    return bad_input(one_line(path.string(), 400), why, "must be a writable file");
  };
  std::error_code error;
  if (fs::is_directory(path, error)) throw fail("a folder");
  const bool direct = fs::exists(path, error) && !fs::is_regular_file(path, error);
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path) : path;
  const fs::path written = direct ? target : fs::path(target.string() + ".tmp");
  errno = 0;
  std::ofstream out(written, std::ios::binary | std::ios::trunc);
  if (!out) throw fail("\"" + std::string(errno != 0 ? std::strerror(errno) : "cannot be opened") + "\" on opening");
  out << text;
  out.close();
  const bool written_whole = static_cast<bool>(out);
  if (direct && written_whole) return;
  if (written_whole) fs::rename(written, target, error);
  if (written_whole && !error) return;
  const std::string reason = written_whole ? error.message() : "write error";
  if (!direct) fs::remove(written, error);
  throw fail('"' + reason + '"');
}

}  // namespace perfmodel::json
