#pragma once
/// What the programs that fit constants share.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "calibrate/fit/fit_output.hpp"

namespace perfmodel {

/// --output and --headers.
inline CLI::Option* add_output(CLI::App& app, FitOutput& output) {
  CLI::Option* const data =
      app.add_option("--output", output.data, "folder of fitted tables (data); without it they are only judged");
  app.add_option("--headers", output.headers,
                 "folder of the copies that are compiled in (include/perfmodel/data), renewed from all of --output")
      ->needs(data);
  return data;
}

/// Reads the arguments and runs. Exit code 0, also after --help; 2 for bad arguments and, with one line on stderr,
/// where `run()` throws.
template <class Run>
[[nodiscard]] int run_program(const char* program, CLI::App& app, int argc, char** argv, const Run& run) {
  try {
    app.parse(argc, argv);
    run();
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::cerr << program << ": " << error.what() << "\n";
    return 2;
  }
}

}  // namespace perfmodel
