#pragma once
/// The constants of the streaming model: names, units, starts and bounds of the fit (data/constants/streaming.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/streaming/instruction_fields.hpp>
#include <perfmodel/pricing/streaming/model.hpp>
#include <perfmodel/pricing/streaming/walk_fields.hpp>
#include <string_view>

namespace perfmodel {

/// Who fits (calibrate/fit/streaming_fit.hpp). Bounds are of the constant.
namespace streaming_fit {
inline constexpr unsigned memory = 1;          ///< what a memory system reaches
inline constexpr unsigned shape = 2;           ///< one shape of kernels
inline constexpr unsigned normalized_row = 4;  ///< the same of layer norm forward
inline constexpr unsigned strided_row = 8;     ///< softmax over interleaved rows: latencies alone
inline constexpr unsigned many_tensors = 16;   ///< updates of many tensors
inline constexpr unsigned reduction = 32;      ///< sums over one kind of dimensions
inline constexpr unsigned long_row = 64;       ///< a block walks along its row: one sector more of it is not seen
inline constexpr unsigned one_row = 256;       ///< all elements are one row: where others start is not seen
inline constexpr unsigned instructions = 128;  ///< bound by them on the card that teaches: its memory's share is known
}  // namespace streaming_fit

inline constexpr std::array memory_fields = [] {
  using namespace streaming_fit;
  using M = MemoryConstants;
  return std::array{Field{&M::cc_low, {.name = "cc_low"}}, Field{&M::cc_high, {.name = "cc_high"}},
                    Field{&M::share, {.name = "share", .fitted = {{memory, 0.5, 1.0}}}},
                    Field{&M::turnaround, {.name = "turnaround", .fitted = {{memory, 0.001, 0.8}}}}};
}();

inline constexpr std::array shape_fields = [] {
  using namespace streaming_fit;
  using S = ShapeConstants;
  constexpr unsigned by_memory = shape | one_row | normalized_row | many_tensors | reduction | long_row,
                     any = by_memory | instructions;
  return std::array{
      Field{&S::efficiency, {.name = "efficiency", .start = 1, .optional = true, .fitted = {{by_memory, 0.3, 1.0}}}},
      // Layer norm loads vectors that cross no sector: FP32 rows of 16 bytes over one take an H100 no longer than
      // others. The H200's rows that are no whole sectors are short ones of 16 bits; not the sectors are slow there.
      Field{&S::misaligned,
            {.name = "misaligned",
             .start = 1,
             .optional = true,
             .fitted = {{shape, 0.6, 1.0}, {normalized_row, 0.95, 1.0}}}},
      Field{&S::reread, {.name = "reread", .optional = true}},
      Field{&S::threads, {.name = "threads", .start = 128, .optional = true}},
      Field{&S::registers, {.name = "registers", .start = 32, .optional = true}},
      Field{&S::registers_16_bit, {.name = "registers_16_bit", .optional = true}},
      Field{&S::norm_doublings, {.name = "norm_doublings", .optional = true}},
      Field{&S::block_cycles,
            {.name = "block_cycles", .unit = "cycle", .optional = true, .fitted = {{any, 50.0, 40000.0}}}},
      Field{&S::trip_cycles,
            {.name = "trip_cycles", .unit = "cycle", .optional = true, .fitted = {{any | strided_row, 2.0, 4000.0}}}},
      Field{&S::miss_cycles,
            {.name = "miss_cycles",
             .unit = "cycle",
             .optional = true,
             .fitted = {{strided_row | many_tensors | reduction | long_row, 20.0, 4000.0}}}},
      Field{&S::element_cycles,
            {.name = "element_cycles", .unit = "cycle SM", .optional = true, .fitted = {{any, 0.002, 8.0}}}},
      Field{&S::address_cycles,
            {.name = "address_cycles", .unit = "cycle SM", .optional = true, .fitted = {{reduction, 0.02, 8.0}}}},
      Field{&S::address_trip_cycles,
            {.name = "address_trip_cycles", .unit = "cycle", .optional = true, .fitted = {{reduction, 20.0, 4000.0}}}},
      Field{&S::special_cycles,
            {.name = "special_cycles", .unit = "cycle SM", .optional = true, .fitted = {{any, 0.005, 2.0}}}},
      Field{&S::stage_seconds, {.name = "stage_seconds", .unit = "s", .optional = true, .fitted = {{any, 1e-6, 3e-5}}}},
      Field{&S::partial_cycles,
            {.name = "partial_cycles", .unit = "cycle", .optional = true, .fitted = {{any, 1.0, 1000.0}}}}};
}();

/// What all shapes share; none of it is fitted (calibrate/fit/streaming_priors.hpp says what the values rest on).
inline constexpr std::array streaming_fields = [] {
  using T = StreamingTable;
  return std::array{
      Field{&T::launch_seconds, {.name = "launch_seconds", .unit = "s", .start = 1.05e-6}},
      Field{&T::graph_launch_seconds, {.name = "graph_launch_seconds", .unit = "s", .start = 0.28e-6}},
      Field{&T::latency_seconds, {.name = "latency_seconds", .unit = "s", .start = 0.5e-6}},
      Field{&T::l2_capacity, {.name = "l2_capacity", .start = 0.6}},
      Field{&T::cache_fall, {.name = "cache_fall", .start = 1.7, .least = 1.0}},
      Field{&T::warm_fall, {.name = "warm_fall", .start = 0.2}},
      Field{&T::reread_l2, {.name = "reread_l2", .start = 0.75}},
      Field{&T::reread_l1, {.name = "reread_l1", .start = 0.1}},
      Field{&T::l2_read, {.name = "l2_read", .unit = "byte/(cycle SM)", .start = 44}},
      Field{&T::l2_written, {.name = "l2_written", .unit = "byte/(cycle SM)", .start = 21}},
      Field{&T::saturating_share, {.name = "saturating_share", .start = 0.3}},
      Field{&T::fresh_kept, {.name = "fresh_kept", .start = 0.1}},
      Field{&T::fresh_fall, {.name = "fresh_fall", .start = 0.8}},
      Field{&T::found_by_sum, {.name = "found_by_sum", .start = 0.25}},
      Field{&T::half_written_kept, {.name = "half_written_kept", .start = 0.1}},
      Field{&T::half_written_fall, {.name = "half_written_fall", .start = 0.7}},
      Field{&T::update_operation, {.name = "update_operation", .unit = "cycle", .start = 45}},
      Field{&T::update_special, {.name = "update_special", .unit = "cycle", .start = 243}},
      Field{&T::update_uneven, {.name = "update_uneven", .unit = "cycle", .start = 78}},
      Field{&T::update_uneven_access, {.name = "update_uneven_access", .unit = "cycle SM", .start = 0.2}},
      Field{&T::update_powers, {.name = "update_powers", .unit = "cycle", .start = 3300}},
      Field{&T::one_warp_row, {.name = "one_warp_row", .start = 0.83}},
      Field{&T::narrow_moments, {.name = "narrow_moments", .start = 1.25}},
      Field{&T::norm_doublings, {.name = "norm_doublings", .start = 2}},
      Field{list_of<&T::validated_bytes>, {.name = "validated_bytes", .unit = "byte", .digits = Constant::exact}}};
}();

template <class Archive>
void describe(Archive& archive, StreamingTable& table) {
  constexpr std::array<std::string_view, kernel_version_count> versions{"pytorch_2_1", "pytorch_2_11"};
  constexpr std::array<std::string_view, streaming_regime_count> regimes{"launch", "latency", "memory"};
  constexpr const auto& shapes = names_of<StreamingShape, streaming_shape_count>;
  archive.constants(streaming_fields, table);
  std::size_t memories = memory_row_count;
  archive.list("memories", memories, memory_row_count, memory_row_count, [&](std::size_t i) {
    MemoryConstants& memory = table.memories[i];
    archive.word("type", memory.type, names_of<MemoryType, memory_type_count>);
    archive.constants(memory_fields, memory);
    archive.texts("calibrated_on", memory.calibrated_on);
    archive.text("source", memory.source);
  });
  archive.rows("shapes", versions, [&](std::size_t v) {
    for (std::size_t s = 0; s < shapes.size(); ++s)
      archive.group(shapes[s], [&] { archive.constants(shape_fields, table.shapes[v][s]); });
  });
  archive.group("instructions", [&] { describe(archive, table.instructions); });
  archive.group("walks", [&] { describe(archive, table.walks); });
  archive.group("batch_norm", [&] { describe(archive, table.batch_norm); });
  archive.rows("error_bars", shapes, [&](std::size_t s) {
    for (std::size_t k = 0; k < evidence_level_count; ++k)
      archive.group(evidence_names[k], [&] { describe_bars(archive, regimes, table.error_bars[s][k]); });
  });
}

}  // namespace perfmodel
