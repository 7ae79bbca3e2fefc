#pragma once
/// The constants of the convolution model: names, units, starts and bounds of the fit
/// (data/constants/convolution.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/convolution/engine_rule_fields.hpp>
#include <perfmodel/pricing/convolution/table.hpp>
#include <string_view>

namespace perfmodel {

/// Who fits (calibrate/fit/convolution_fit.hpp). Bounds are of the constant.
namespace convolution_fit {
inline constexpr unsigned products = 1;       ///< kernels of one unit and pass
inline constexpr unsigned cuda_products = 2;  ///< beside them, on CUDA cores
inline constexpr unsigned depthwise = 4;
inline constexpr unsigned shared = 8;    ///< by all kernels
inline constexpr unsigned engines = 16;  ///< FP32 on CUDA cores, kernel by kernel
inline constexpr unsigned copies = 32;   ///< around products on tensor cores
inline constexpr unsigned as_they_lie = 64;
inline constexpr unsigned tiled = 128;
inline constexpr unsigned copied = 256;  ///< as_they_lie, copied before and after group by group
}  // namespace convolution_fit

inline constexpr Constant convolution_factor{
    .name = "factor", .start = 1.1, .fitted = {{convolution_fit::products, 0.4, 6.0}}};
inline constexpr Constant fixed_seconds_constant{
    .name = "fixed_seconds", .unit = "s", .start = 1e-6, .fitted = {{convolution_fit::products, 1e-7, 1e-5}}};
inline constexpr Constant tap_cycles_constant{
    .name = "tap_cycles", .unit = "cycle SM", .start = 0.1, .fitted = {{convolution_fit::depthwise, 0.002, 5.0}}};
inline constexpr Constant taps_beside_constant{.name = "taps_beside",
                                               .fitted = {{convolution_fit::depthwise, 0.3, 40.0}}};

inline constexpr std::array engine_fields = [] {
  using namespace convolution_fit;
  using E = EngineConstants;
  return std::array{Field{&E::together, {.name = "together", .start = 0.5, .fitted = {{engines, 0.05, 1.0}}}},
                    Field{&E::lag, {.name = "lag", .start = 1.5, .fitted = {{engines, 0.05, 8.0}}}},
                    Field{&E::depth, {.name = "depth", .start = 30.0, .fitted = {{engines, 2.0, 300.0}}}}};
}();

/// By hand; EngineShares says from what.
inline constexpr std::array engine_share_fields = [] {
  using S = EngineShares;
  return std::array{Field{&S::lanes, {.name = "lanes", .start = 0.93, .most = 1.0}},
                    Field{&S::fourier_products, {.name = "fourier_products", .start = 0.28, .most = 1.0}},
                    Field{&S::fourier_weights, {.name = "fourier_weights", .start = 0.5, .most = 1.0}},
                    Field{&S::overlapping, {.name = "overlapping", .start = 0.5, .most = 1.0}}};
}();

/// By hand; ConvolutionBlocks says from what.
inline constexpr std::array block_fields = [] {
  using B = ConvolutionBlocks;
  return std::array{Field{&B::fused_ends, {.name = "fused_ends", .start = 20.0}},
                    Field{&B::direct_ends, {.name = "direct_ends", .start = 30.0}},
                    Field{&B::few_channel_rate, {.name = "few_channel_rate", .unit = "FMA/(cycle SM)", .start = 256.0}},
                    Field{&B::few_channel_ends, {.name = "few_channel_ends", .start = 64.0}},
                    Field{&B::lying_rate, {.name = "lying_rate", .unit = "FMA/(cycle SM)", .start = 27.5}},
                    Field{&B::packed_ends, {.name = "packed_ends", .start = 600.0}},
                    Field{&B::multiplying_lanes, {.name = "multiplying_lanes", .start = 0.69, .most = 1.0}}};
}();

/// By hand; WorkspaceRules says from what.
inline constexpr std::array workspace_fields = [] {
  using W = WorkspaceRules;
  return std::array{Field{&W::most_partials,
                          {.name = "most_partials", .unit = "byte", .start = 104'857'600, .digits = Constant::exact}},
                    Field{&W::few_images, {.name = "few_images", .start = 32}},
                    Field{&W::small_image, {.name = "small_image", .start = 64}},
                    Field{&W::even_pixels, {.name = "even_pixels", .start = 8, .least = 1}},
                    Field{&W::many_weights, {.name = "many_weights", .start = 524'288, .digits = Constant::exact}},
                    Field{&W::winograd_work, {.name = "winograd_work", .start = 5'000'000}},
                    Field{&W::winograd_channels, {.name = "winograd_channels", .start = 64}},
                    Field{&W::winograd_sum, {.name = "winograd_sum", .start = 160}},
                    Field{&W::few_channels, {.name = "few_channels", .start = 8}}};
}();

inline constexpr std::array layout_copy_fields = [] {
  using namespace convolution_fit;
  using C = LayoutCopyConstants;
  return std::array{
      Field{&C::seconds, {.name = "seconds", .unit = "s", .start = 1e-6, .fitted = {{copies, 5e-7, 1e-5}}}},
      Field{&C::share, {.name = "share", .start = 0.9, .fitted = {{copies, 0.3, 1.2}}}},
      Field{&C::cycles, {.name = "cycles", .unit = "cycle SM", .start = 0.4, .fitted = {{copies, 0.01, 10.0}}}}};
}();

inline constexpr std::array convolution_engine_fields = [] {
  using namespace convolution_fit;
  using T = ConvolutionTable;
  return std::array{
      Field{&T::engine_load_bytes,
            {.name = "engine_load_bytes", .unit = "byte/(cycle SM)", .start = 8.0, .fitted = {{engines, 2.0, 30.0}}}},
      Field{&T::engine_tiles_share,
            {.name = "engine_tiles_share", .start = 0.9, .fitted = {{engines, 0.3, 1.0}}, .most = 1.0}},
      Field{&T::engine_layout_share,
            {.name = "engine_layout_share", .start = 0.9, .fitted = {{engines, 0.3, 1.0}}, .most = 1.0}},
      Field{&T::workspace_copied, {.name = "workspace_copied", .unit = "byte/(cycle SM)", .start = 16.0}},
      Field{&T::engine_seconds,
            {.name = "engine_seconds", .unit = "s", .start = 1.5e-6, .fitted = {{engines, 5e-7, 6e-6}}}}};
}();

inline constexpr std::array convolution_fields = [] {
  using namespace convolution_fit;
  using T = ConvolutionTable;
  return std::array{
      Field{list_of<&T::factor_rate>, {.name = "factor_rate", .unit = "1/(cycle SM)", .start = 2048.0, .least = 1.0}},
      Field{&T::dram_share, {.name = "dram_share", .start = 0.9, .fitted = {{shared, 0.3, 1.0}}, .most = 1.0}},
      Field{&T::lone_block, {.name = "lone_block", .start = 1.0, .fitted = {{cuda_products, 0.5, 3.0}}}},
      Field{list_of<&T::filter_cycles>,
            {.name = "filter_cycles", .unit = "cycle SM", .start = 20.0, .fitted = {{cuda_products, 5.0, 300.0}}}},
      Field{&T::l2_factor, {.name = "l2_factor", .start = 0.8, .fitted = {{cuda_products, 0.1, 1.5}}}},
      Field{&T::depthwise_seconds,
            {.name = "depthwise_seconds", .unit = "s", .start = 1e-6, .fitted = {{depthwise, 1e-7, 6e-6}}}},
      Field{&T::depthwise_dram_share,
            {.name = "depthwise_dram_share", .start = 0.8, .fitted = {{depthwise, 0.3, 1.0}}, .most = 1.0}},
      Field{&T::worth_copying, {.name = "worth_copying", .start = 1.3, .least = 1.0}},
      Field{&T::first_layer, {.name = "first_layer", .start = 0.4, .fitted = {{shared, 0.1, 1.0}}}},
      Field{&T::unshared_rows, {.name = "unshared_rows", .start = 1.6, .least = 1.0}}};
}();

inline constexpr std::array lying_fields = [] {
  using namespace convolution_fit;
  using L = LyingConstants;
  return std::array{
      Field{list_of<&L::seconds>,
            {.name = "seconds", .unit = "s", .start = 3e-6, .fitted = {{as_they_lie, 3e-7, 2e-5}}}},
      Field{list_of<&L::mac_cycles>,
            {.name = "mac_cycles", .unit = "cycle SM", .start = 0.3, .fitted = {{as_they_lie, 0.005, 5.0}}}},
      Field{list_of<&L::passes>, {.name = "passes", .start = 4.0, .fitted = {{as_they_lie, 0.3, 20.0}}}},
      Field{list_of<&L::step_cycles>,
            {.name = "step_cycles", .unit = "cycle", .start = 100.0, .fitted = {{as_they_lie, 0.5, 1000.0}}}},
      Field{list_of<&L::copied_cycles>,
            {.name = "copied_cycles", .unit = "cycle SM", .optional = true, .fitted = {{copied, 0.01, 100.0}}}}};
}();

inline constexpr std::array tiled_fields = [] {
  using namespace convolution_fit;
  using T = TiledConstants;
  return std::array{
      Field{list_of<&T::seconds>, {.name = "seconds", .unit = "s", .start = 3e-6, .fitted = {{tiled, 3e-7, 3e-5}}}},
      Field{list_of<&T::step_cycles>,
            {.name = "step_cycles", .unit = "cycle", .start = 50.0, .fitted = {{tiled, 1.0, 10000.0}}}},
      Field{list_of<&T::row_cycles>,
            {.name = "row_cycles", .unit = "cycle", .start = 3.0, .fitted = {{tiled, 0.05, 40.0}}}},
      Field{list_of<&T::column_cycles>,
            {.name = "column_cycles", .unit = "cycle", .start = 3.0, .fitted = {{tiled, 0.05, 40.0}}}},
      Field{list_of<&T::depth>, {.name = "depth", .start = 4.0, .fitted = {{tiled, 0.1, 100.0}}}},
      Field{list_of<&T::passes>, {.name = "passes", .start = 1.5, .fitted = {{tiled, 0.2, 10.0}}}},
      Field{list_of<&T::partials>, {.name = "partials", .start = 0.5, .fitted = {{tiled, 0.02, 5.0}}}}};
}();

/// By hand; TiledRules says from what.
inline constexpr std::array tiled_rule_fields = [] {
  using R = TiledRules;
  return std::array{Field{&R::line_start, {.name = "line_start", .start = 0.3, .most = 1.0}},
                    Field{&R::parts_wave, {.name = "parts_wave", .start = 0.8}},
                    Field{list_of<&R::part_terms>, {.name = "part_terms", .start = 5376, .least = 1.0}},
                    Field{list_of<&R::most_parts>, {.name = "most_parts", .start = 6, .least = 1.0}}};
}();

template <class Archive>
void describe(Archive& archive, LyingTable& table) {
  constexpr std::array<std::string_view, lying_kernel_count> kernels{"direct", "gathered", "shared_memory",
                                                                     "cuda_cores", "first"};
  constexpr std::array<std::string_view, 2> layouts{"nchw", "nhwc"};
  archive.rows("as_they_lie", kernels, [&](std::size_t k) {
    for (std::size_t l = 0; l < layouts.size(); ++l)
      archive.group(layouts[l], [&] { archive.constants(lying_fields, table[k][l]); });
  });
}

template <class Archive>
void describe(Archive& archive, TiledTable& table) {
  constexpr std::array<std::string_view, 2> units{"tensor_core", "tf32"};
  for (std::size_t k = 0; k < tiled_kernel_count; ++k)
    archive.group(name(static_cast<ConvolutionKernel>(first_tiled_kernel + k)), [&] {
      for (std::size_t u = 0; u < units.size(); ++u)
        archive.group(units[u], [&] { archive.constants(tiled_fields, table[k][u]); });
    });
}

/// FP32 kernels of cuDNN 9, and where it takes which.
template <class Archive>
void describe_engines(Archive& archive, ConvolutionTable& table) {
  bool engines = table.has_engines();
  archive.option("engines", engines, [&] {
    archive.constants(convolution_engine_fields, table);
    archive.group("shares", [&] { archive.constants(engine_share_fields, table.engines.shares); });
    for (std::size_t e = 0; e < convolution_engine_count; ++e)
      archive.group(name(static_cast<ConvolutionEngine>(e)),
                    [&] { archive.constants(engine_fields, table.engines[e]); });
    archive.group("workspace", [&] { archive.constants(workspace_fields, table.workspace); });
    archive.group("rules", [&] { archive.constants(engine_rule_fields, table.engines.rules); });
  });
}

template <class Archive>
void describe(Archive& archive, ConvolutionTable& table) {
  constexpr const auto& units = names_of<ConvolutionUnit, convolution_unit_count>;
  constexpr std::array<std::string_view, 3> widths{"fp32", "bf16", "fp16"};
  constexpr std::array<std::string_view, 2> layouts{"nchw", "nhwc"};
  constexpr const auto& methods = names_of<ConvolutionMethod, convolution_method_count>;
  archive.constants(convolution_fields, table);
  archive.group("blocks", [&] { archive.constants(block_fields, table.blocks); });
  archive.rows("factor", units, [&](std::size_t u) {
    for (std::size_t m = 0; m < methods.size(); ++m)
      archive.constant(methods[m], convolution_factor, table.factor[u][m]);
  });
  archive.group("fixed_seconds", [&] {
    for (std::size_t u = 0; u < units.size(); ++u)
      archive.constant(units[u], fixed_seconds_constant, table.fixed_seconds[u]);
  });
  archive.rows("tap_cycles", widths, [&](std::size_t w) {
    for (std::size_t l = 0; l < layouts.size(); ++l)
      archive.constant(layouts[l], tap_cycles_constant, table.tap_cycles[w][l]);
  });
  archive.group("taps_beside", [&] {
    for (std::size_t l = 0; l < layouts.size(); ++l)
      archive.constant(layouts[l], taps_beside_constant, table.taps_beside[l]);
  });
  constexpr std::array<std::string_view, layout_copy_kinds> kinds{"fill", "transpose", "pad", "rearrange",
                                                                  "pad_planes"};
  archive.group("copies", [&] {
    for (std::size_t k = 0; k < layout_copy_kinds; ++k)
      archive.group(kinds[k], [&] { archive.constants(layout_copy_fields, table.copies[k]); });
  });
  describe_engines(archive, table);
  describe(archive, table.lying);
  bool tiled = table.has_tiled();
  archive.option("tiled", tiled, [&] {
    archive.group("rules", [&] { archive.constants(tiled_rule_fields, table.tiled_rules); });
    describe(archive, table.tiled);
  });
  archive.rows("error_bars", methods,
               [&](std::size_t m) { describe_bars(archive, evidence_names, table.error_bars[m]); });
  archive.texts("calibrated_on", table.calibrated_on);
}

template <class Archive>
void describe(Archive& archive, ConvolutionTables& tables) {
  constexpr std::array<std::string_view, convolution_table_count> libraries{"cudnn_8", "cudnn_9"};
  archive.rows("tables", libraries, [&](std::size_t i) { describe(archive, tables[i]); });
}

}  // namespace perfmodel
