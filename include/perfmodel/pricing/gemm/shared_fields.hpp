#pragma once
/// Names, units and values by hand of shared_constants.hpp.
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/gemm/shared_constants.hpp>

namespace perfmodel {

inline constexpr std::array cached_fields = [] {
  using C = CachedOperands;
  return std::array{Field{&C::partitioned_kept, {.name = "partitioned_kept", .start = 0.72}},
                    Field{&C::partitioned_lost, {.name = "partitioned_lost", .start = 0.88}},
                    Field{&C::whole_kept, {.name = "whole_kept", .start = 0.9}},
                    Field{&C::whole_lost, {.name = "whole_lost", .start = 1.1}},
                    Field{&C::wait_share, {.name = "wait_share", .start = 0.5, .most = 1.0}},
                    Field{&C::warm_start_seconds, {.name = "warm_start_seconds", .unit = "s", .start = 0.32e-6}},
                    Field{&C::warm_start_most, {.name = "warm_start_most", .start = 0.5, .most = 1.0}}};
}();

inline constexpr std::array rotated_fields = [] {
  using R = RotatedWeights;
  return std::array{Field{&R::most_copies, {.name = "most_copies", .start = 5.0, .least = 1.0}},
                    Field{&R::between_replays, {.name = "between_replays", .unit = "s", .start = 2.75e-6}}};
}();

inline constexpr std::array scattered_fields = [] {
  using S = ScatteredReads;
  return std::array{Field{&S::evicted_slope, {.name = "evicted_slope", .start = 2.5}},
                    Field{&S::evicted_from, {.name = "evicted_from", .start = 0.4}},
                    Field{&S::dense_bytes, {.name = "dense_bytes", .unit = "byte", .start = 256.0}},
                    Field{&S::page_bytes, {.name = "page_bytes", .unit = "byte", .start = 768.0}},
                    Field{&S::colliding_pitch, {.name = "colliding_pitch", .unit = "byte", .start = 512, .least = 1}}};
}();

inline constexpr std::array serial_fields = [] {
  using S = SerialReduction;
  return std::array{Field{&S::turn_cycles, {.name = "turn_cycles", .unit = "cycle", .start = 1500.0}},
                    Field{&S::access_cycles, {.name = "access_cycles", .unit = "cycle", .start = 90.0}},
                    Field{&S::start_seconds, {.name = "start_seconds", .unit = "s", .start = 1e-6}}};
}();

inline constexpr std::array trust_fields = [] {
  using T = LibraryTrust;
  return std::array{Field{&T::implausible_loss, {.name = "implausible_loss", .start = 1.6, .least = 1.0}},
                    Field{&T::certain_share, {.name = "certain_share", .start = 0.8, .most = 1.0}},
                    Field{&T::certain_extent, {.name = "certain_extent", .start = 16384.0}},
                    Field{&T::certain_k, {.name = "certain_k", .start = 65528.0}},
                    Field{&T::few_blocks, {.name = "few_blocks", .start = 0.25}}};
}();

inline constexpr std::array thin_fields = [] {
  using T = ThinProducts;
  return std::array{Field{&T::doubled_cost, {.name = "doubled_cost", .start = 1.9}},
                    Field{&T::rows, {.name = "rows", .start = 64}},
                    Field{&T::fewest_rows, {.name = "fewest_rows", .start = 8}},
                    Field{&T::whole_k, {.name = "whole_k", .start = 1025}}};
}();

inline constexpr std::array skinny_kernel_fields = [] {
  using S = SkinnyKernel;
  return std::array{Field{&S::columns, {.name = "columns", .least = 1.0}},
                    Field{&S::rows, {.name = "rows", .least = 1.0}},
                    Field{&S::resident, {.name = "resident", .least = 1.0}},
                    Field{&S::k_of_few_rows, {.name = "k_of_few_rows", .least = 1.0}},
                    Field{&S::k, {.name = "k", .least = 1.0}},
                    Field{&S::mac_cycles, {.name = "mac_cycles", .unit = "cycle SM"}}};
}();

inline constexpr std::array skinny_fields = [] {
  using S = SkinnyKernels;
  return std::array{Field{&S::most_rows, {.name = "most_rows", .start = 16}},
                    Field{&S::least_k, {.name = "least_k", .start = 64}},
                    Field{&S::few_rows, {.name = "few_rows", .start = 4.0}},
                    Field{&S::wait_cycles, {.name = "wait_cycles", .unit = "cycle", .start = 800.0}},
                    Field{&S::start_waits, {.name = "start_waits", .start = 3.4}},
                    Field{&S::start_seconds, {.name = "start_seconds", .unit = "s", .start = 1.2e-6}}};
}();

inline constexpr std::array vector_kernel_fields = [] {
  using V = VectorKernel;
  return std::array{Field{&V::resident, {.name = "resident", .least = 1.0}}, Field{&V::k, {.name = "k", .least = 1.0}},
                    Field{&V::element_cycles, {.name = "element_cycles", .unit = "cycle SM"}},
                    Field{&V::output_cycles, {.name = "output_cycles", .unit = "cycle SM"}}};
}();

inline constexpr std::array vector_fields = [] {
  using V = VectorKernels;
  return std::array{Field{&V::narrow, {.name = "narrow", .start = 1.1}},
                    Field{&V::most_k, {.name = "most_k", .start = 5120, .least = 1.0}},
                    Field{&V::wait_cycles, {.name = "wait_cycles", .unit = "cycle", .start = 800.0}},
                    Field{&V::start_waits, {.name = "start_waits", .start = 2.36}},
                    Field{&V::start_seconds, {.name = "start_seconds", .unit = "s", .start = 1.46e-6}},
                    Field{&V::parts_seconds, {.name = "parts_seconds", .unit = "s", .start = 1.5e-6}}};
}();

inline constexpr std::array regime_fields = [] {
  using R = RegimeShares;
  return std::array{Field{&R::launch, {.name = "launch", .start = 0.4, .most = 1.0}},
                    Field{&R::latency, {.name = "latency", .start = 0.35, .most = 1.0}},
                    Field{&R::idle_slots, {.name = "idle_slots", .start = 0.4, .most = 1.0}}};
}();

template <class Archive>
void describe(Archive& archive, SharedGemmConstants& c) {
  archive.group("cached", [&] { archive.constants(cached_fields, c.cached); });
  archive.group("rotated", [&] { archive.constants(rotated_fields, c.rotated); });
  archive.group("scattered", [&] { archive.constants(scattered_fields, c.scattered); });
  archive.group("serial", [&] { archive.constants(serial_fields, c.serial); });
  archive.group("trust", [&] { archive.constants(trust_fields, c.trust); });
  archive.group("thin", [&] { archive.constants(thin_fields, c.thin); });
  archive.group("skinny", [&] {
    archive.constants(skinny_fields, c.skinny);
    archive.group("along_k", [&] { archive.constants(skinny_kernel_fields, c.skinny.along_k); });
    archive.group("across_k", [&] { archive.constants(skinny_kernel_fields, c.skinny.across_k); });
  });
  archive.group("vectors", [&] {
    archive.constants(vector_fields, c.vectors);
    archive.group("along_k", [&] { archive.constants(vector_kernel_fields, c.vectors.along_k); });
    archive.group("across_k", [&] { archive.constants(vector_kernel_fields, c.vectors.across_k); });
  });
  archive.group("regimes", [&] { archive.constants(regime_fields, c.regimes); });
}

/// What the field lists say. @return constants to begin a fit with
[[nodiscard]] constexpr SharedGemmConstants shared_gemm_start() {
  SharedGemmConstants c{};
  set_to_start(c.cached, cached_fields);
  set_to_start(c.rotated, rotated_fields);
  set_to_start(c.scattered, scattered_fields);
  set_to_start(c.serial, serial_fields);
  set_to_start(c.trust, trust_fields);
  set_to_start(c.thin, thin_fields);
  set_to_start(c.skinny, skinny_fields);
  c.skinny.along_k = {
      .columns = 8.0, .rows = 14.0, .resident = 5.0, .k_of_few_rows = 97.0, .k = 82.0, .mac_cycles = 0.064};
  c.skinny.across_k = {
      .columns = 64.0, .rows = 7.0, .resident = 5.0, .k_of_few_rows = 13.6, .k = 18.8, .mac_cycles = 0.0174};
  set_to_start(c.vectors, vector_fields);
  c.vectors.along_k = {.resident = 14.2, .k = 278.0, .element_cycles = 0.154, .output_cycles = 5.3};
  c.vectors.across_k = {.resident = 4460.0, .k = 219.0, .element_cycles = 0.251, .output_cycles = 0.43};
  set_to_start(c.regimes, regime_fields);
  return c;
}

}  // namespace perfmodel
