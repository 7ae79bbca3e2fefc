#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>

/// A fresh folder that removes itself.
struct ScratchFolder {
  std::filesystem::path path{};
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "perfmodel-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};
