#pragma once
/// Where a command's answer goes: stdout, or a file that is written whole or not at all.
#include <CLI/App.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <span>
#include <string>
#include <system_error>

namespace plan {

/// Options that every command has.
struct Output {
  bool json = false;
  std::string file{};

  void add_to(CLI::App& command) {
    command.add_flag("--json", json, "answer as JSON");
    command.add_option("-o,--output", file, "write the answer to this file instead of stdout")
        ->type_name("FILE")
        ->check([](const std::string& name) {
          return name.starts_with("--") ? "got \"" + name + "\"; must be a file, whose name does not begin with --"
                                        : std::string{};
        });
  }
  void write(const std::string& text) const {
    if (!file.empty()) return perfmodel::json::write_file(file, text);
    std::cout << text << std::flush;
    if (!std::cout) throw perfmodel::bad_input("stdout", "a write error", "must be writable");
  }
  /// Bytes that are no UTF-8 (in a name or a note of the input) become U+FFFD.
  void write(const nlohmann::ordered_json& answer) const {
    write(answer.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
  }
};

/// A CSV cell in JSON: what is a number stays a number if JSON can hold it exactly, empty cells become null, the rest
/// is text ("007" and numbers beyond 64 bits, too).
[[nodiscard]] inline nlohmann::ordered_json json_cell(const std::string& cell) {
  if (cell.empty()) return nullptr;
  if (cell == "true" || cell == "false") return cell == "true";
  const char* const end = cell.data() + cell.size();
  std::int64_t whole{};
  if (const auto read = std::from_chars(cell.data(), end, whole); read.ec == std::errc{} && read.ptr == end)
    return std::to_string(whole) == cell ? nlohmann::ordered_json(whole) : nlohmann::ordered_json(cell);
  double value{};
  const auto read = std::from_chars(cell.data(), end, value);
  const bool number = read.ec == std::errc{} && read.ptr == end && std::isfinite(value) &&
                      cell.find_first_of(".eE") != std::string::npos;
  return number ? nlohmann::ordered_json(value) : nlohmann::ordered_json(cell);
}

/// Bytes of a file, or of stdin when there is none (or "-"), as they are asked for.
/// @throws Error where the file cannot be read
[[nodiscard]] inline std::function<std::size_t(std::span<char>)> input_source(const std::string& file) {
  const auto source = std::make_shared<std::ifstream>();
  std::istream* in = &std::cin;
  if (!file.empty() && file != "-") {
    *source = perfmodel::json::open_file(file);
    in = source.get();
  }
  return [source, in, file](std::span<char> buffer) {
    in->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    if (in->bad())
      throw perfmodel::bad_input(perfmodel::one_line(file, 400), "a read error", "must be a readable file");
    return static_cast<std::size_t>(in->gcount());
  };
}

/// The whole of it. @throws Error beyond 256 MiB
[[nodiscard]] inline std::string read_input(const std::string& file) {
  constexpr std::size_t most = 256u << 20, piece = 1u << 20;
  const auto source = input_source(file);
  std::string text;
  for (std::size_t read = piece; read > 0;) {
    const std::size_t begin = text.size();
    text.resize(begin + piece);
    read = source(std::span(text).subspan(begin));
    text.resize(begin + read);
    if (text.size() > most)  // an endless one is not read to its end
      throw perfmodel::bad_input(file.empty() || file == "-" ? "stdin" : perfmodel::one_line(file, 400),
                                 "more than 256 MiB", "must be at most 256 MiB");
  }
  return text;
}
[[nodiscard]] inline std::string input_name(const std::string& file) {
  return file.empty() || file == "-" ? "stdin" : file;
}

}  // namespace plan
