#pragma once
/// What the programs that fit constants share.
#include <exception>
#include <iostream>

namespace perfmodel {

/// The exit code of `run()`; 2, with one line on stderr, where it throws.
template <class Run>
[[nodiscard]] int exit_code_of(const char* program, const Run& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    std::cerr << program << ": " << error.what() << "\n";
    return 2;
  }
}

}  // namespace perfmodel
