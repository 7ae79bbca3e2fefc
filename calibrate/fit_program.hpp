#pragma once
/// What the programs that fit constants share.
#include <CLI/CLI.hpp>
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

/// Reads the arguments and runs. Exit code 0, also after --help; 2 for bad arguments and where `run()` throws.
template <class Run>
[[nodiscard]] int run_program(const char* program, CLI::App& app, int argc, char** argv, const Run& run) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code_of(program, [&] { return run(), 0; });
}

}  // namespace perfmodel
