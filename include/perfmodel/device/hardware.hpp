#pragma once

namespace perfmodel {

/// What all cards of this catalogue have in common. CUDA C++ Programming Guide, "Hardware Implementation" and "Device
/// Memory Accesses"; "Compute Capabilities", table of technical specifications.
namespace hardware {
inline constexpr double warp_threads = 32.0;
inline constexpr double block_threads = 1024.0;  ///< the most that a thread block has
inline constexpr double issued_lanes = 128.0;  ///< threads whose instructions an SM's four schedulers issue per clock;
                                               ///< GP100's two: Architecture::warps_issued_per_clock
inline constexpr double sector_bytes = 32.0;   ///< the least that L2 and memory read or write at once
inline constexpr double line_bytes = 128.0;    ///< of the caches: four sectors
inline constexpr double load_bytes = 16.0;     ///< the most that a thread loads or stores at once
inline constexpr double register_bytes = 4.0;
}  // namespace hardware

}  // namespace perfmodel
