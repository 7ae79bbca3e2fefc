#pragma once
/// What streaming kernels' instructions cost: names, units and bounds of the fit (members "instructions" and
/// "batch_norm" of data/constants/streaming.json). Starts stand in calibrate/fit/streaming_priors.hpp.
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/streaming/instruction_constants.hpp>
#include <string_view>

namespace perfmodel {

/// Who fits (calibrate/fit/instruction_fit.hpp). Bounds are of the constant.
namespace instruction_fit {
inline constexpr unsigned addresses = 1;  ///< elementwise kernels on strided and converted operands
inline constexpr unsigned functions = 2;  ///< those bound by a function's instructions
inline constexpr unsigned moments = 4;    ///< group norms
inline constexpr unsigned own_norms = 8;  ///< batch norms by the framework's kernels
inline constexpr unsigned library_norms = 16;
inline constexpr unsigned scales = 32;  ///< batch norms in inference
}  // namespace instruction_fit

inline constexpr std::array instruction_fields = [] {
  using namespace instruction_fit;
  using I = InstructionConstants;
  constexpr std::string_view of_sm = "cycle SM", serial = "cycle";
  const auto field = [](double I::*member, std::string_view name, std::string_view unit, const FitRange& range) {
    Constant about{.name = name, .unit = unit};
    if (range.fits != 0) about.fitted = {range};
    return Field<I>(member, about);
  };
  const auto each = [&](double I::*member, std::string_view name, unsigned fit = 0) {
    return field(member, name, of_sm, {fit, 0.02, 10.0});
  };
  const auto chain = [&](double I::*member, std::string_view name, unsigned fit = 0) {
    return field(member, name, serial, {fit, 20.0, 40000.0});
  };
  return std::array{each(&I::strided, "strided", addresses),
                    each(&I::converting, "converting", addresses),
                    each(&I::strided_converting, "strided_converting", addresses),
                    each(&I::line, "line", addresses),
                    Field{&I::sectors, {.name = "sectors", .unit = "byte/(cycle SM)"}},
                    each(&I::power, "power", functions),
                    each(&I::gelu, "gelu", functions),
                    each(&I::elu, "elu", functions),
                    each(&I::softplus, "softplus", functions),
                    each(&I::mish, "mish", functions),
                    each(&I::mish_backward, "mish_backward", functions),
                    each(&I::arc_tangent, "arc_tangent", functions),
                    each(&I::dropout, "dropout", functions),
                    each(&I::concatenated_4_bytes, "concatenated_4_bytes"),
                    each(&I::concatenated_channels, "concatenated_channels"),
                    each(&I::regions_forward, "regions_forward"),
                    each(&I::regions_backward, "regions_backward"),
                    Field{list_of<&I::nearest_forward>, {.name = "nearest_forward", .unit = of_sm}},
                    Field{list_of<&I::nearest_backward>, {.name = "nearest_backward", .unit = of_sm}},
                    Field{list_of<&I::sampled_plane>, {.name = "sampled_plane", .unit = serial}},
                    Field{list_of<&I::sampled_line>, {.name = "sampled_line", .unit = serial}},
                    Field{list_of<&I::sampled_result>, {.name = "sampled_result", .unit = of_sm}},
                    Field{list_of<&I::sampled_start>, {.name = "sampled_start", .unit = serial}},
                    Field{list_of<&I::sampled_image>, {.name = "sampled_image", .unit = serial}},
                    Field{&I::sampled_threads, {.name = "sampled_threads", .least = 1.0}},
                    Field{list_of<&I::sampled_missed>, {.name = "sampled_missed", .unit = serial}},
                    Field{&I::sampled_kept, {.name = "sampled_kept"}},
                    Field{&I::sampled_fall, {.name = "sampled_fall"}},
                    each(&I::sampled_together, "sampled_together"),
                    Field{list_of<&I::added_planes>, {.name = "added_planes", .unit = "1/cycle"}},
                    Field{list_of<&I::added_together>, {.name = "added_together", .unit = "1/cycle"}},
                    Field{list_of<&I::added_bicubic>, {.name = "added_bicubic", .unit = "1/cycle"}},
                    Field{&I::added_share, {.name = "added_share"}},
                    Field{&I::added_numbers, {.name = "added_numbers"}},
                    Field{&I::added_apart, {.name = "added_apart"}},
                    chain(&I::added_start, "added_start"),
                    Field{list_of<&I::added_bicubic_plane>, {.name = "added_bicubic_plane", .unit = serial}},
                    each(&I::embedded_index, "embedded_index"),
                    chain(&I::embedded_batch, "embedded_batch"),
                    each(&I::segment_element, "segment_element"),
                    each(&I::segment_result, "segment_result"),
                    each(&I::scattered, "scattered"),
                    chain(&I::sort_pass, "sort_pass"),
                    chain(&I::sort_start, "sort_start"),
                    chain(&I::sort_key, "sort_key"),
                    chain(&I::choice, "choice"),
                    Field{&I::sort_keys, {.name = "sort_keys"}},
                    chain(&I::moment_start, "moment_start", moments),
                    chain(&I::moment_trip, "moment_trip", moments),
                    chain(&I::missed_moment_trip, "missed_moment_trip", moments),
                    Field{&I::moment_fall, {.name = "moment_fall", .least = 1e-6}}};
}();

inline constexpr std::array channel_block_fields = [] {
  using namespace instruction_fit;
  using B = ChannelBlock;
  return std::array{
      Field{&B::elements, {.name = "elements", .start = 1e18, .optional = true}},
      Field{&B::start, {.name = "start", .unit = "cycle", .optional = true, .fitted = {{library_norms, 50.0, 2e4}}}},
      Field{&B::per_element, {.name = "per_element", .unit = "cycle", .fitted = {{library_norms, 0.05, 20.0}}}},
      Field{&B::beside, {.name = "beside", .unit = "cycle", .optional = true, .fitted = {{library_norms, 0.01, 5.0}}}},
      Field{&B::waves, {.name = "waves", .optional = true}}};
}();

inline constexpr std::array batch_norm_turn_fields = [] {
  using namespace instruction_fit;
  using T = BatchNormTurn;
  const auto cycles = [](double T::*member, std::string_view name) {
    return Field{member, {.name = name, .unit = "cycle", .fitted = {{own_norms, 10.0, 4e4}}}};
  };
  return std::array{cycles(&T::start, "start"),
                    cycles(&T::block, "block"),
                    cycles(&T::loads, "loads"),
                    cycles(&T::missed_loads, "missed_loads"),
                    cycles(&T::issue, "issue"),
                    Field{&T::missed_issue, {.name = "missed_issue", .unit = "cycle", .optional = true}},
                    Field{&T::kept, {.name = "kept", .unit = "byte"}},
                    Field{&T::beyond, {.name = "beyond", .unit = "byte"}}};
}();

inline constexpr std::array batch_norm_walk_fields = [] {
  using namespace instruction_fit;
  using W = BatchNormWalk;
  const auto cycles = [](double W::*member, std::string_view name) {
    return Field{member, {.name = name, .unit = "cycle", .fitted = {{own_norms, 10.0, 4e4}}}};
  };
  return std::array{
      cycles(&W::start, "start"),
      cycles(&W::pass_on, "pass_on"),
      cycles(&W::loads, "loads"),
      cycles(&W::issue, "issue"),
      cycles(&W::missed_issue, "missed_issue"),
      Field{&W::rest, {.name = "rest", .unit = "cycle", .optional = true, .fitted = {{own_norms, 10.0, 4e4}}}},
      Field{&W::byte, {.name = "byte", .unit = "cycle/byte", .fitted = {{own_norms, 1e-4, 1e-2}}}}};
}();

inline constexpr std::array batch_norm_scale_fields = [] {
  using namespace instruction_fit;
  using S = BatchNormScale;
  return std::array{
      Field{&S::half, {.name = "half", .unit = "cycle SM", .fitted = {{scales, 0.05, 5.0}}}},
      Field{&S::single, {.name = "single", .unit = "cycle SM", .fitted = {{scales, 0.05, 5.0}}}},
      Field{&S::chain, {.name = "chain", .unit = "cycle", .optional = true, .fitted = {{scales, 100.0, 4e4}}}}};
}();

inline constexpr std::array batch_norm_plane_fields = [] {
  using P = BatchNormPlanes;
  return std::array{Field{&P::element, {.name = "element", .unit = "cycle SM"}},
                    Field{&P::block_issue, {.name = "block_issue", .unit = "cycle SM"}},
                    Field{&P::start, {.name = "start", .unit = "cycle"}},
                    Field{&P::trip, {.name = "trip", .unit = "cycle"}},
                    Field{&P::missed_trip, {.name = "missed_trip", .unit = "cycle"}}};
}();

inline constexpr std::array batch_norm_fields = [] {
  using N = BatchNormConstants;
  return std::array{Field{&N::plane, {.name = "plane", .unit = "cycle"}},
                    Field{&N::plane_byte, {.name = "plane_byte", .unit = "cycle/byte"}},
                    Field{&N::walk_kept, {.name = "walk_kept", .unit = "byte"}},
                    Field{&N::walk_beyond, {.name = "walk_beyond", .unit = "byte"}},
                    Field{&N::plane_block, {.name = "plane_block", .unit = "cycle"}},
                    Field{&N::blocks_an_image, {.name = "blocks_an_image"}},
                    Field{&N::block_element, {.name = "block_element", .unit = "cycle"}}};
}();

template <class Archive>
void describe(Archive& archive, InstructionConstants& c) {
  constexpr std::array<std::string_view, 2> kinds{"maximum", "average"}, layouts{"planes", "channels_together"};
  constexpr Constant pool{.name = "pool", .unit = "cycle SM"};
  archive.constants(instruction_fields, c);
  const auto pools = [&](std::string_view name, InstructionConstants::Pools& values) {
    archive.rows(name, kinds, [&](std::size_t kind) {
      for (std::size_t layout = 0; layout < layouts.size(); ++layout)
        archive.constant(layouts[layout], pool, values[kind][layout]);
    });
  };
  pools("pool_forward", c.pool_forward);
  pools("pool_backward", c.pool_backward);
}

template <class Archive>
void describe(Archive& archive, BatchNormConstants& c) {
  archive.constants(batch_norm_fields, c);
  const auto blocks = [&](std::string_view name, auto& rows) {
    std::size_t count = rows.size();
    archive.list(name, count, count, count, [&](std::size_t i) { archive.constants(channel_block_fields, rows[i]); });
  };
  blocks("single_forward", c.single_forward), blocks("half_forward", c.half_forward);
  blocks("single_backward", c.single_backward), blocks("half_backward", c.half_backward);
  const auto one = [&](std::string_view name, const auto& fields, auto& object) {
    archive.group(name, [&] { archive.constants(fields, object); });
  };
  one("forward_turn", batch_norm_turn_fields, c.forward_turn);
  one("backward_turn", batch_norm_turn_fields, c.backward_turn);
  one("sums_turn", batch_norm_turn_fields, c.sums_turn);
  one("forward_walk", batch_norm_walk_fields, c.forward_walk);
  one("backward_walk", batch_norm_walk_fields, c.backward_walk);
  one("sums_walk", batch_norm_walk_fields, c.sums_walk);
  one("scaled", batch_norm_plane_fields, c.scaled);
  one("planes", batch_norm_scale_fields, c.planes);
  one("own_planes", batch_norm_scale_fields, c.own_planes);
  one("own_channels_last", batch_norm_scale_fields, c.own_channels_last);
  one("own_narrow_channels_last", batch_norm_scale_fields, c.own_narrow_channels_last);
  one("channels_last", batch_norm_scale_fields, c.channels_last);
}

}  // namespace perfmodel
