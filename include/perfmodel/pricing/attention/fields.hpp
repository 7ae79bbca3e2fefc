#pragma once
/// The constants of fused attention: names, units, starts and bounds of the fit (data/constants/attention.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/attention/table.hpp>
#include <perfmodel/pricing/bar_fields.hpp>

namespace perfmodel {

/// Who fits (calibrate/fit/attention_fit.hpp). Bounds are of the constant.
namespace attention_fit {
inline constexpr unsigned family = 1;    ///< one family of kernels, measured by themselves, heads up to 128
inline constexpr unsigned engines = 2;   ///< one family in the tables of serving engines, heads of 128 and 256
inline constexpr unsigned decode = 4;    ///< new tokens that attend to a cache
inline constexpr unsigned sharing = 16;  ///< what neighbouring blocks share of their reads: two cards' L2 tell it apart
inline constexpr unsigned large = 8;     ///< heads above 128 of a family that is known otherwise
inline constexpr unsigned single = 32;   ///< one query, by the kernel alone
}  // namespace attention_fit

inline constexpr std::array attention_fields = [] {
  using namespace attention_fit;
  using C = AttentionConstants;
  constexpr std::uint32_t heads_to_128 = 0b011, heads_from_128 = 0b110, heads_above_128 = 0b100;
  return std::array{
      Field{list_of<&C::efficiency>,
            {.name = "efficiency",
             .fitted = {{family, 0.05, 1.0, 1.0, heads_to_128},
                        {engines, 0.05, 1.0, 1.0, heads_from_128},
                        {large, 0.05, 1.0, 1.0, heads_above_128}},
             .most = 1.0}},
      Field{&C::on_warp_groups, {.name = "on_warp_groups", .start = 1.0, .optional = true, .most = 1.0}},
      Field{&C::tile, {.name = "tile", .start = 128}},
      Field{&C::head_step, {.name = "head_step", .start = 1, .optional = true, .least = 1}},
      Field{&C::exponentials, {.name = "exponentials", .optional = true}},
      Field{&C::softmax_doublings, {.name = "softmax_doublings", .optional = true}},
      Field{&C::last_round,
            {.name = "last_round", .start = 0.5, .optional = true, .fitted = {{family | engines, 0.05, 3.0}}}},
      Field{&C::l2_reads,
            {.name = "l2_reads", .start = 1, .optional = true, .fitted = {{sharing, 0.5, 1.0}}, .most = 1.0}},
      Field{&C::block_cycles,
            {.name = "block_cycles", .unit = "cycle", .fitted = {{family | engines, 100.0, 60000.0}}}},
      Field{&C::random_cycles, {.name = "random_cycles", .unit = "cycle SM", .optional = true}},
      Field{&C::bias_cycles, {.name = "bias_cycles", .unit = "cycle SM", .optional = true}},
      Field{&C::alone_share, {.name = "alone_share", .start = 1, .optional = true, .most = 1.0}},
      Field{&C::alone_random, {.name = "alone_random", .start = 1, .optional = true}},
      Field{&C::fixed_seconds, {.name = "fixed_seconds", .unit = "s", .fitted = {{family | single, 1e-7, 3e-5}}}},
      Field{&C::decode_queries, {.name = "decode_queries", .optional = true}},
      Field{&C::decode_block_cycles,
            {.name = "decode_block_cycles",
             .unit = "cycle",
             .optional = true,
             .fitted = {{decode | single, 100.0, 60000.0}}}},
      Field{&C::decode_seconds,
            {.name = "decode_seconds", .unit = "s", .optional = true, .fitted = {{decode | single, 1e-7, 3e-5}}}},
      Field{list_of<&C::step_cycles>,
            {.name = "step_cycles", .unit = "cycle", .optional = true, .fitted = {{single, 100.0, 60000.0}}}},
      Field{&C::wide_step, {.name = "wide_step", .start = 1, .optional = true, .fitted = {{single, 0.5, 4.0}}}},
      Field{list_of<&C::step_share>, {.name = "step_share", .optional = true, .fitted = {{single, 0.05, 4.0}}}},
      Field{&C::join_cycles,
            {.name = "join_cycles", .unit = "cycle", .optional = true, .fitted = {{single, 1.0, 6000.0}}}}};
}();

template <class Archive>
void describe(Archive& archive, AttentionTable& table) {
  archive.rows("families", names_of<AttentionFamily, attention_family_count>, [&](std::size_t i) {
    archive.constants(attention_fields, table[i]);
    archive.group("error_bars", [&] { describe_bars(archive, evidence_names, table[i].error_bars); });
    archive.texts("calibrated_on", table[i].calibrated_on);
    archive.text("source", table[i].source);
  });
}

}  // namespace perfmodel
