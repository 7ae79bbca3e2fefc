#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace perfmodel {

/// Generation of device memory. How much of its published bandwidth a card reaches depends on it.
enum class MemoryType : std::uint8_t { unknown, gddr5, gddr5x, gddr6, gddr6x, gddr7, hbm2, hbm2e, hbm3, hbm3e };
inline constexpr std::size_t memory_type_count = 10;
inline constexpr std::array<MemoryType, memory_type_count> all_memory_types{
    MemoryType::unknown, MemoryType::gddr5, MemoryType::gddr5x, MemoryType::gddr6, MemoryType::gddr6x,
    MemoryType::gddr7,   MemoryType::hbm2,  MemoryType::hbm2e,  MemoryType::hbm3,  MemoryType::hbm3e};

[[nodiscard]] constexpr std::string_view name(MemoryType type) {
  constexpr std::array<std::string_view, memory_type_count> names{"unknown", "gddr5", "gddr5x", "gddr6", "gddr6x",
                                                                  "gddr7",   "hbm2",  "hbm2e",  "hbm3",  "hbm3e"};
  return names[static_cast<std::size_t>(type)];
}

}  // namespace perfmodel
