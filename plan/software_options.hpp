#pragma once
/// Options that say what software runs what a question is about.
#include <CLI/App.hpp>
#include <iostream>
#include <optional>
#include <perfmodel/software/software.hpp>
#include <string>
#include <string_view>

namespace plan {

/// Says on stderr when a framework version lies beyond those that are known. @throws Error if it is no version
inline void note_version(const std::string& version) {
  using namespace perfmodel;
  const int wanted = version_number(version, "--framework-version");
  const bool old = wanted < version_number(oldest_known_version, "table");
  if (!old && wanted <= version_number(newest_known_version, "table")) return;
  std::cerr << "perfmodel-plan: warning: framework version " << version << " is " << (old ? "older" : "newer")
            << " than any that is known; taken as " << (old ? oldest_known_version : newest_known_version) << '\n';
}

/// Words as typed; the version is checked as it is read, the others by software().
struct SoftwareOptions {
  std::string framework{name(perfmodel::default_framework)};
  std::optional<std::string> version{}, library{};  ///< nothing unless it is given

  /// @param what  the option --framework says
  void add_to(CLI::App& command, const std::string& what = "whose host and allocator") {
    command.add_option("--framework", framework, what + ": libtorch, pytorch, cuda_graph, compile, compile_graph")
        ->capture_default_str();
    add_versions_to(command);
  }
  /// For questions about single products and operations, which every framework calls alike.
  void add_versions_to(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--framework-version",
            [this](const std::string& word) {
              note_version(word);
              version = word;
            },
            std::string(perfmodel::oldest_known_version) + " to " + std::string(perfmodel::newest_known_version) +
                ": the release whose cuBLAS, cuDNN, kernels and allocator run")
        ->default_str(std::string(perfmodel::default_version));
    command
        .add_option("--library", library,
                    "another cuBLAS than the framework version's, like 12.4 (PyTorch 2.5, 2.6) or 10.2")
        ->default_str("the framework version's");
  }
  /// @param absent  version of the framework where nobody said one
  /// @throws Error naming the option and what is accepted
  [[nodiscard]] perfmodel::Software software(std::string_view absent = perfmodel::default_version) const {
    using namespace perfmodel;
    const Software found = software_of(framework_from(framework, "--framework"), version ? *version : absent);
    return library ? with_cublas(found, library_version_from(*library, "--library")) : found;
  }
};

}  // namespace plan
