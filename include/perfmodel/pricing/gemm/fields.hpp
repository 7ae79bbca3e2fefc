#pragma once
/// The constants of the GEMM model: names, units, starts and ranges of the fit (data/constants/gemm.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/shared_fields.hpp>
#include <string_view>

namespace perfmodel {

/// Who fits (calibrate/gemm_parameters.hpp). Bounds are of ln(constant / start): a parameter is a factor, common to all
/// families that it moves.
namespace gemm_fit {
inline constexpr unsigned simt = 1;            ///< FP32 on CUDA cores of Pascal to Ampere, together
inline constexpr unsigned simt_own = 2;        ///< what each of them adds
inline constexpr unsigned volta_own = 4;       ///< what Volta adds where the T4's rows say something else
inline constexpr unsigned ampere_own = 8;      ///< what Ampere adds
inline constexpr unsigned early_tensor = 16;   ///< FP16 on tensor cores of Volta and Turing, together
inline constexpr unsigned family = 32;         ///< one family by itself
inline constexpr unsigned small_tile = 64;     ///< the same, of tiles below 128 x 128
inline constexpr unsigned bias_tile = 128;     ///< tiles that run only products with a bias
inline constexpr unsigned process = 256;       ///< what one manufacturing process adds
inline constexpr unsigned tensor_power = 512;  ///< energy of tensor cores by process
}  // namespace gemm_fit

inline constexpr std::array gemm_tile_fields = [] {
  using namespace gemm_fit;
  using T = GemmTile;
  return std::array{
      Field{&T::m, {.name = "m"}},
      Field{&T::n, {.name = "n"}},
      Field{&T::k, {.name = "k"}},
      Field{&T::slices, {.name = "slices", .start = 1, .optional = true}},
      Field{&T::threads, {.name = "threads"}},
      Field{&T::registers, {.name = "registers"}},
      Field{&T::stages, {.name = "stages"}},
      Field{&T::scalar_copies, {.name = "scalar_copies", .optional = true}},
      Field{&T::padded_grid, {.name = "padded_grid", .optional = true}},
      Field{&T::skinny, {.name = "skinny", .optional = true}},
      Field{&T::reuse, {.name = "reuse", .start = 1, .optional = true, .fitted = {{volta_own, -3.5, 1.0, 1.0}}}},
      Field{&T::start_cycles,
            {.name = "start_cycles", .unit = "cycle", .optional = true, .fitted = {{bias_tile, -1.5, 1.0, 0.5}}}},
      Field{&T::efficiency,
            {.name = "efficiency",
             .fitted = {{simt | early_tensor, -1.0, 0.5, 0.06},
                        {simt_own | volta_own, -1.0, 0.5, 0.03},
                        {family, -1.0, 0.5, 0.03},
                        {small_tile, -1.0, 0.5, 0.10},
                        {bias_tile, -1.0, 0.5, 0.5}},
             .most = 1.0}}};
}();

inline constexpr std::array gemm_fields = [] {
  using namespace gemm_fit;
  using C = GemmConstants;
  constexpr unsigned shared = simt | early_tensor | family;
  constexpr std::uint32_t first_and_third = 0b101, first_three = 0b111, first_five = 0b11111;
  const auto own = [](double low, double high, double sigma, double own_sigma) {
    return FitRanges{{shared, low, high, sigma}, {simt_own, low, high, own_sigma}};
  };
  return std::array{
      Field{&C::rate_factor, {.name = "rate_factor", .start = 1, .optional = true}},
      Field{&C::reference_rate, {.name = "reference_rate", .unit = "FMA/(cycle SM)", .optional = true}},
      Field{&C::issue_overhead,
            {.name = "issue_overhead",
             .optional = true,
             .fitted = {{ampere_own, -1.5, 1.0, 0.3}, {family, -2.0, 1.2, 0.5}}}},
      Field{&C::bias_tiles, {.name = "bias_tiles", .optional = true}},
      Field{&C::block_cycles,
            {.name = "block_cycles", .unit = "cycle", .start = 2000, .fitted = own(-2.5, 1.5, 1.0, 0.4)}},
      Field{&C::start_k, {.name = "start_k", .optional = true}},
      Field{&C::epilogue_cycles,
            {.name = "epilogue_cycles", .unit = "cycle SM", .start = 0.02, .fitted = own(-3.0, 2.5, 1.0, 0.4)}},
      Field{&C::k_block_wait,
            {.name = "k_block_wait", .unit = "cycle", .optional = true, .fitted = {{family, -2.5, 1.5, 0.7}}}},
      Field{list_of<&C::scalar_wait>,
            {.name = "scalar_wait", .start = 1, .optional = true, .fitted = {{family, -2.0, 2.0, 0.7, first_three}}}},
      Field{&C::copy_cycles,
            {.name = "copy_cycles", .unit = "cycle SM", .optional = true, .fitted = {{family, -1.0, 1.0, 0.3}}}},
      Field{&C::latency_warps,
            {.name = "latency_warps",
             .start = 1,
             .fitted = {{simt, -3.0, 2.5, 1.0},
                        {simt_own, -3.0, 2.5, 0.4},
                        {volta_own, -3.0, 2.5, 1.0},
                        {early_tensor | family, -3.0, 3.0, 1.0}}}},
      Field{&C::norm_doublings, {.name = "norm_doublings", .start = 2, .optional = true}},
      Field{&C::dram_efficiency,
            {.name = "dram_efficiency", .start = 0.95, .fitted = own(-0.5, 0.1, 0.1, 0.04), .most = 1.0}},
      Field{&C::dram_fill, {.name = "dram_fill", .start = 0.5, .fitted = own(-1.5, 0.6, 0.5, 0.2)}},
      Field{
          &C::l2_bytes_per_clock,
          {.name = "l2_bytes_per_clock", .unit = "byte/(cycle SM)", .start = 40, .fitted = own(-1.5, 1.0, 0.6, 0.24)}},
      Field{&C::l2_capacity, {.name = "l2_capacity", .start = 0.8, .fitted = own(-1.5, 0.4, 0.5, 0.2)}},
      Field{&C::swizzled, {.name = "swizzled", .start = 1, .optional = true}},
      Field{&C::reuse_window,
            {.name = "reuse_window",
             .start = 15,
             .fitted = {{shared, -1.5, 1.5, 0.4}, {simt_own, -1.5, 1.5, 0.16}, {volta_own, -2.0, 2.5, 1.0}}}},
      Field{&C::line_bytes,
            {.name = "line_bytes", .unit = "byte", .start = 128, .fitted = {{simt | simt_own, -1.4, 0.7, 0.2}}}},
      Field{&C::store_exposed,
            {.name = "store_exposed", .start = 0.8, .fitted = own(-2.0, 0.22, 0.3, 0.3), .most = 1.0}},
      Field{&C::split_seconds,
            {.name = "split_seconds", .unit = "s", .start = 3e-6, .fitted = own(-2.5, 2.0, 0.7, 0.28)}},
      Field{&C::split_part_seconds,
            {.name = "split_part_seconds", .unit = "s", .optional = true, .fitted = {{family, -3.0, 2.5, 1.0}}}},
      Field{&C::split_traffic,
            {.name = "split_traffic", .start = 1, .optional = true, .fitted = {{family, -2.0, 1.5, 0.7}}}},
      Field{&C::split_tiles_per_sm, {.name = "split_tiles_per_sm", .start = 8}},
      Field{&C::split_max_k, {.name = "split_max_k", .optional = true}},
      Field{&C::split_min_k, {.name = "split_min_k", .start = 64}},
      Field{&C::bias_partial_bytes,
            {.name = "bias_partial_bytes", .unit = "byte", .optional = true, .digits = Constant::exact}},
      Field{&C::vector_efficiency,
            {.name = "vector_efficiency", .start = 0.8, .fitted = {{family, -1.5, 0.2, 0.3}}, .most = 1.0}},
      Field{&C::vector_k_cycles,
            {.name = "vector_k_cycles", .unit = "cycle", .optional = true, .fitted = {{family, -2.0, 2.0, 0.7}}}},
      Field{&C::vector_row_cycles,
            {.name = "vector_row_cycles", .unit = "cycle SM", .optional = true, .fitted = {{family, -3.0, 2.0, 0.7}}}},
      Field{&C::vector_bytes_per_clock,
            {.name = "vector_bytes_per_clock",
             .unit = "byte/(cycle SM)",
             .optional = true,
             .fitted = {{family, -1.0, 1.5, 0.5}}}},
      Field{&C::launch_seconds,
            {.name = "launch_seconds",
             .unit = "s",
             .start = 1.5e-6,
             .fitted = {{early_tensor | family, -1.0, 1.0, 0.3}}}},
      Field{&C::bias_seconds, {.name = "bias_seconds", .unit = "s", .optional = true}},
      Field{&C::bias_cycles, {.name = "bias_cycles", .unit = "cycle SM", .optional = true}},
      Field{&C::bias_partial_cycles, {.name = "bias_partial_cycles", .unit = "cycle SM", .optional = true}},
      Field{list_of<&C::layout_efficiency>,
            {.name = "layout_efficiency",
             .start = 1,
             .optional = true,
             .fitted = {{family, -0.7, 0.5, 0.2, first_and_third}}}},
      Field{list_of<&C::alignment_math>,
            {.name = "alignment_math",
             .start = 1,
             .optional = true,
             .fitted = {{family, -2.0, 0.0, 0.3, first_five}},
             .most = 1.0}},
      Field{list_of<&C::alignment_traffic>,
            {.name = "alignment_traffic",
             .start = 1,
             .optional = true,
             .fitted = {{family, 0.0, 1.5, 0.3, first_five}},
             .least = 1.0}},
      Field{list_of<&C::alignment_store>,
            {.name = "alignment_store",
             .start = 1,
             .optional = true,
             .fitted = {{family, 0.0, 1.5, 0.4, first_five}},
             .least = 1.0}},
      Field{&C::partial_store,
            {.name = "partial_store",
             .start = 1,
             .optional = true,
             .fitted = {{simt, 0.0, 1.0, 0.3}, {simt_own, -0.7, 0.7, 0.3}}}},
      Field{&C::pitch_slowdown, {.name = "pitch_slowdown", .start = 1, .optional = true}},
      Field{list_of<&C::validated_extent>, {.name = "validated_extent", .digits = Constant::exact}},
      Field{list_of<&C::validated_work>, {.name = "validated_work", .unit = "FLOP", .digits = Constant::exact}}};
}();

inline constexpr std::array process_fields = [] {
  using namespace gemm_fit;
  using P = ProcessConstants;
  return std::array{
      Field{&P::cc_low, {.name = "cc_low"}}, Field{&P::cc_high, {.name = "cc_high"}},
      Field{&P::reference_clock, {.name = "reference_clock", .unit = "Hz"}},
      // moves l2_energy, too
      Field{&P::cuda_core_energy,
            {.name = "cuda_core_energy",
             .unit = "J/FLOP",
             .fitted = {{simt, -1.0, 1.0, 0.3}, {process, -1.0, 1.0, 0.15}}}},
      Field{&P::tensor_energy,
            {.name = "tensor_energy",
             .unit = "J/FLOP",
             .fitted = {{early_tensor, -1.0, 1.0, 0.4}, {tensor_power, -1.0, 1.0, 0.3}}}},
      Field{&P::l2_energy, {.name = "l2_energy", .unit = "J/byte", .fitted = {{simt, -1.5, 1.2, 0.3}}}},
      Field{&P::dram_efficiency, {.name = "dram_efficiency", .fitted = {{process, -0.3, 0.1, 0.05}}, .most = 1.0}},
      Field{&P::l2_share,
            {.name = "l2_share", .start = 1, .optional = true, .fitted = {{process, -1.8, 0.2, 0.5}}, .most = 1.0}},
      Field{&P::store_slowdown,
            {.name = "store_slowdown", .start = 1, .optional = true, .fitted = {{process, 0.0, 1.0, 0.3}}}},
      Field{&P::check_bits, {.name = "check_bits", .optional = true, .most = 0.5}},
      Field{&P::voltage_floor, {.name = "voltage_floor", .optional = true, .fitted = {{process, -0.5, 0.2, 0.2}}}},
      Field{&P::voltage_knee, {.name = "voltage_knee", .optional = true, .fitted = {{process, -0.6, 0.4, 0.2}}}}};
}();

inline constexpr std::array board_fields = [] {
  using namespace gemm_fit;
  using B = BoardConstants;
  return std::array{
      Field{&B::idle_share, {.name = "idle_share", .start = 0.12, .fitted = {{simt, -0.7, 0.7, 0.2}}}},
      Field{&B::idle_power, {.name = "idle_power", .unit = "W", .start = 24, .fitted = {{simt, -1.5, 1.0, 0.2}}}},
      Field{&B::voltage_floor, {.name = "voltage_floor", .start = 0.62, .fitted = {{simt, -0.3, 0.3, 0.05}}}},
      Field{&B::voltage_knee, {.name = "voltage_knee", .start = 0.60, .fitted = {{simt, -0.7, 0.3, 0.1}}}},
      Field{&B::tensor_l2_share, {.name = "tensor_l2_share", .start = 0.3, .fitted = {{early_tensor, -2.0, 1.0, 0.5}}}},
      Field{&B::fp16_energy, {.name = "fp16_energy", .start = 1.14}},
      Field{&B::burst_power, {.name = "burst_power", .start = 1.5, .fitted = {{simt, -0.4, 0.7, 0.2}}}},
      Field{&B::controller_time, {.name = "controller_time", .unit = "s", .start = 0.045}},
      Field{&B::open_boost, {.name = "open_boost", .start = 1.1}},
      Field{&B::padding_activity, {.name = "padding_activity", .start = 0.52, .most = 1.0}},
      Field{&B::step_activity, {.name = "step_activity", .start = 0.7, .most = 1.0}},
      Field{&B::busy_share, {.name = "busy_share", .start = 0.07, .most = 1.0}}};
}();

/// What a library's version prefers: learned from the kernels that it launched (calibrate/gemm_choice_fit.hpp).
inline constexpr std::array choice_rule_fields = [] {
  using R = ChoiceRule;
  constexpr double least = -100.0;
  return std::array{Field{&R::since, {.name = "since", .optional = true}},
                    Field{&R::until, {.name = "until", .start = newest_library, .optional = true}},
                    Field{&R::split_preference, {.name = "split_preference", .least = least}},
                    Field{&R::split_log_preference, {.name = "split_log_preference", .optional = true, .least = least}},
                    Field{list_of<&R::regret>, {.name = "regret", .optional = true, .least = least}},
                    Field{list_of<&R::wave_regret>, {.name = "wave_regret", .optional = true, .least = least}},
                    Field{list_of<&R::spread>, {.name = "spread", .optional = true, .least = least}}};
}();

template <class Archive>
void describe(Archive& archive, GemmConstants& c) {
  constexpr std::array<std::string_view, gemm_regime_count> regimes{"launch", "latency", "memory", "math"};
  archive.word("unit", c.unit, names_of<MathUnit, math_unit_count>);
  archive.constants(gemm_fields, c);
  auto tiles = static_cast<std::size_t>(c.tile_count);
  archive.list("tiles", tiles, 1, max_gemm_tiles,
               [&](std::size_t i) { archive.constants(gemm_tile_fields, c.tiles[i]); });
  c.tile_count = static_cast<int>(tiles);
  archive.rows("error_bars", evidence_names, [&](std::size_t k) { describe_bars(archive, regimes, c.error_bars[k]); });
  archive.texts("calibrated_on", c.calibrated_on);
}

template <class Archive>
void describe(Archive& archive, BoardConstants& board) {
  constexpr Constant energy{.name = "dram_energy", .unit = "J/byte"};
  archive.constants(board_fields, board);
  archive.group("dram_energy", [&] {
    for (const MemoryType type : all_memory_types)
      archive.constant(name(type), energy, board.dram_energy[static_cast<std::size_t>(type)]);
  });
}

template <class Archive>
void describe(Archive& archive, ChoiceRule& rule) {
  constexpr Constant preference{.name = "preference", .optional = true, .least = -100.0},
      split{.name = "split", .optional = true, .least = -100.0};
  archive.word("family", rule.family, names_of<GemmFamily, gemm_family_count>);
  archive.constants(choice_rule_fields, rule);
  std::size_t tiles = 0;  // up to the last one that anything is known of
  for (std::size_t i = 0; i < max_gemm_tiles; ++i)
    if (rule.preference[i] != std::array<double, choice_class_count>{} || rule.tile_split[i] != 0.0) tiles = i + 1;
  archive.list("tiles", tiles, 0, max_gemm_tiles, [&](std::size_t i) {
    archive.constant("preference", preference, rule.preference[i]);
    archive.constant("split", split, rule.tile_split[i]);
  });
}

template <class Archive>
void describe(Archive& archive, GemmTable& table) {
  archive.rows("families", names_of<GemmFamily, gemm_family_count>, [&](std::size_t i) {
    table.families[i].family = static_cast<GemmFamily>(i);
    describe(archive, table.families[i]);
  });
  std::size_t processes = process_count, rules = choice_rule_count;
  archive.list("processes", processes, process_count, process_count,
               [&](std::size_t i) { archive.constants(process_fields, table.processes[i]); });
  archive.group("board", [&] { describe(archive, table.board); });
  archive.group("shared", [&] { describe(archive, table.shared); });
  archive.list("choices", rules, choice_rule_count, choice_rule_count,
               [&](std::size_t i) { describe(archive, table.choices[i]); });
}

}  // namespace perfmodel
