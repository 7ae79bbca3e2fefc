#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>

/// A fresh folder that removes itself.
struct Scratch {
  std::filesystem::path path{};
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "perfmodel-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};
