#pragma once
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <string>

/// While it lives, C and C++ write numbers as a German program does: 1.000,5. The C part needs the sources of Debian's
/// package `locales`; without them `in_c` is false and streams alone are German.
struct GermanNumbers {
  struct Punctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale before = std::locale::global(std::locale(std::locale::classic(), new Punctuation));
  bool in_c = false;

  GermanNumbers() {
    const auto folder = std::filesystem::temp_directory_path() / "perfmodel-locale";
    std::filesystem::create_directories(folder);
    const std::string make = "localedef -i de_DE -f UTF-8 '" + (folder / "de_DE.UTF-8").string() + "' >/dev/null 2>&1";
    if (!std::filesystem::exists(folder / "de_DE.UTF-8") && std::system(make.c_str()) != 0) return;
    setenv("LOCPATH", folder.c_str(), 1);
    in_c = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  }
  ~GermanNumbers() {
    std::setlocale(LC_ALL, "C");
    std::locale::global(before);
  }
  GermanNumbers(const GermanNumbers&) = delete;
  GermanNumbers& operator=(const GermanNumbers&) = delete;
};
