// libFuzzer's entry, built by scripts/fuzz alone: which reader, the environment's PERFMODEL_FUZZ_READER says.
#include <cstdio>
#include <cstdlib>

#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const fuzz::Reader reader = [] {
    const char* name = std::getenv("PERFMODEL_FUZZ_READER");
    const auto found = fuzz::readers().find(name == nullptr ? "" : name);
    if (found != fuzz::readers().end()) return found->second;
    for (const auto& [known, ignored] : fuzz::readers()) std::printf("%s\n", known.c_str());  // scripts/fuzz reads them
    std::fflush(stdout);
    std::_Exit(0);  // libFuzzer takes an exit for a fault and ends the process before its output is written
  }();
  fuzz::run(reader, {reinterpret_cast<const char*>(data), size});
  return 0;
}
