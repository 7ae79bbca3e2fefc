#pragma once
#include <perfmodel/json/file.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE std::ifstream open_file(const std::filesystem::path& path) {
  const std::string place = one_line(path.string(), 400);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw bad_input(place, "a folder", "must be a readable file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "cannot be opened";
    throw bad_input(place, "\"" + reason + "\" on opening", "must be a readable file");
  }
  return in;
}

PERFMODEL_INLINE std::string read_file(const std::filesystem::path& path, const Limits& limits) {
  const std::string place = one_line(path.string(), 400);
  std::ifstream in = open_file(path);
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

PERFMODEL_INLINE FileWriter::FileWriter(const std::filesystem::path& path) : path_(path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) throw failed("a folder");
  direct_ = fs::exists(path, error) && !fs::is_regular_file(path, error);
  target_ = fs::is_symlink(path, error) ? fs::weakly_canonical(path) : path;
  written_ = direct_ ? target_ : fs::path(target_.string() + ".tmp");
  errno = 0;
  out_.open(written_, std::ios::binary | std::ios::trunc);
  if (!out_) throw failed("\"" + std::string(errno != 0 ? std::strerror(errno) : "cannot be opened") + "\" on opening");
}

PERFMODEL_INLINE FileWriter::~FileWriter() { drop(); }

PERFMODEL_INLINE Error FileWriter::failed(const std::string& why) const {
  return bad_input(one_line(path_.string(), 400), why, "must be a writable file");
}

PERFMODEL_INLINE void FileWriter::drop() {
  if (!out_.is_open()) return;
  out_.close();
  std::error_code ignored;
  if (!direct_) std::filesystem::remove(written_, ignored);
}

PERFMODEL_INLINE void FileWriter::write(std::string_view text) {
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out_) throw failed("\"write error\"");
}

PERFMODEL_INLINE void FileWriter::commit() {
  if (!out_.flush()) throw failed("\"write error\"");
  std::error_code error;
  if (!direct_) std::filesystem::rename(written_, target_, error);
  if (error) throw failed('"' + error.message() + '"');
  out_.close();
}

PERFMODEL_INLINE void write_file(const std::filesystem::path& path, const std::string& text) {
  FileWriter file(path);
  file.write(text);
  file.commit();
}

}  // namespace perfmodel::json
