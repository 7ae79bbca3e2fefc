#pragma once
#include <string>

#include "nvml.hpp"

namespace perfmodel::calibrate {

/// The card as CUDA and the management library describe it.
struct Card {
  int ordinal = 0;
  std::string name{}, stem{};  ///< as the driver says, and as our files are named ("h200-sxm")
  std::string pci_bus_id{};
  int compute_capability = 0;  ///< 10 * major + minor
  int sms = 0;
  std::size_t l2_bytes = 0, memory_bytes = 0, free_bytes = 0;
  double sm_clock_mhz = 0, memory_clock_mhz = 0;
  int memory_bus_bits = 0;
  std::size_t shared_per_sm = 0, shared_per_block = 0;
  int threads_per_sm = 0, blocks_per_sm = 0, registers_per_sm = 0;
  int driver_version = 0, runtime_version = 0;  ///< as CUDA numbers them: 1000 * major + 10 * minor
  CardFacts facts{};
};

/// Describes CUDA device `ordinal`. @param stem overrides the derived file name
/// @throws DeviceError where there is no GPU or no driver, or where the driver is too old for the runtime
[[nodiscard]] Card discover(int ordinal, const std::string& stem);

/// machine.json: the card, host, versions and protocol of a run. Written to a temporary file, then renamed.
void write_machine(const Card& card, const std::string& folder, const std::string& protocol);

}  // namespace perfmodel::calibrate
