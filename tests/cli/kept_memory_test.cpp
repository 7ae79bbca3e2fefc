// How the program takes memory from the system (plan/kept_memory.hpp).
#include "plan/kept_memory.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "run.hpp"

namespace cli_kept_memory_test {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they bring a heap of their own
/// Flags of the mapping that an address lies in, as the kernel words them.
std::string flags_of(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    const std::size_t dash = line.find('-'), space = line.find(' ');
    if (dash != std::string::npos && dash < space && line.find(':') > space) {
      const std::uintptr_t begin = std::stoull(line.substr(0, dash), nullptr, 16),
                           end = std::stoull(line.substr(dash + 1, space - dash - 1), nullptr, 16);
      inside = begin <= place && place < end;
    } else if (inside && line.starts_with("VmFlags:")) {
      return line + ' ';
    }
  }
  return {};
}

TEST_CASE("lists lie in huge pages of the heap, where the system has them") {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled")) return;
  plan::keep_freed_memory(2);
  constexpr std::size_t list = std::size_t{31} << 20;  // below what comes from the system by itself
  for (int i = 0; i < 3; ++i) {
    const std::vector<char> bytes(list, 'x');
    const std::string flags = flags_of(bytes.data() + list / 2);
    CAPTURE(flags);
    CHECK(flags.find(" hg ") != std::string::npos);
  }
}
#endif

TEST_CASE("a system that has less than is expected gives the same answers") {
  const std::string gemm = "perfmodel-plan gemm 512 512 512 --device T4";
  const cli::Run usual = cli::shell(gemm), little = cli::shell("ulimit -v 300000; " + gemm);
  CHECK(little.exit_code == 0);
  CHECK(little.out == usual.out);
  CHECK(little.err.empty());
}

}  // namespace cli_kept_memory_test
