#pragma once
/// One function per subcommand: it adds the command's options and what it does to the application.
#include <CLI/App.hpp>
#include <stdexcept>

namespace plan {

/// The answer was written, but some rows carry an error instead of figures. Exit code 2.
struct Incomplete : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void add_advise(CLI::App& app);
void add_devices(CLI::App& app);
void add_gemm(CLI::App& app);
void add_layers(CLI::App& app);
void add_memory(CLI::App& app);
void add_predict(CLI::App& app);
void add_recommend(CLI::App& app);
void add_report(CLI::App& app);
void add_serve(CLI::App& app);
void add_sweep(CLI::App& app);
void add_validate(CLI::App& app);

inline void add_commands(CLI::App& app) {
  add_devices(app);
  add_recommend(app);
  add_report(app);
  add_layers(app);
  add_memory(app);
  add_advise(app);
  add_sweep(app);
  add_serve(app);
  add_gemm(app);
  add_predict(app);
  add_validate(app);
}

}  // namespace plan
