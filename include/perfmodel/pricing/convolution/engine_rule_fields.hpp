#pragma once
/// Names and units of engine_rules.hpp.
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/convolution/engine_rules.hpp>

namespace perfmodel {

inline constexpr std::array engine_rule_fields = [] {
  using R = EngineRules;
  return std::array{Field{&R::forward_side, {.name = "forward_side"}},
                    Field{&R::forward_channels_16, {.name = "forward_channels_16"}},
                    Field{&R::forward_channels_32, {.name = "forward_channels_32"}},
                    Field{&R::forward_channels_64, {.name = "forward_channels_64"}},
                    Field{&R::forward_images, {.name = "forward_images"}},
                    Field{&R::forward_images_64, {.name = "forward_images_64"}},
                    Field{&R::forward_results, {.name = "forward_results"}},
                    Field{&R::forward_results_any, {.name = "forward_results_any"}},
                    Field{&R::forward_filled_64, {.name = "forward_filled_64"}},
                    Field{&R::any_channels_side, {.name = "any_channels_side"}},
                    Field{&R::even_channels, {.name = "even_channels"}},
                    Field{&R::gradient_channels, {.name = "gradient_channels"}},
                    Field{&R::gradient_small_side, {.name = "gradient_small_side"}},
                    Field{&R::gradient_wide, {.name = "gradient_wide"}},
                    Field{&R::gradient_least_side, {.name = "gradient_least_side"}},
                    Field{&R::gradient_images, {.name = "gradient_images"}},
                    Field{&R::gradient_even_filters, {.name = "gradient_even_filters"}},
                    Field{&R::gradient_widening, {.name = "gradient_widening"}},
                    Field{&R::gradient_large, {.name = "gradient_large"}},
                    Field{&R::gradient_positions, {.name = "gradient_positions"}},
                    Field{&R::gradient_equal, {.name = "gradient_equal"}},
                    Field{&R::gradient_equal_positions, {.name = "gradient_equal_positions"}},
                    Field{&R::gradient_equal_images, {.name = "gradient_equal_images"}},
                    Field{&R::fourier_loss, {.name = "fourier_loss", .least = 1.0}},
                    Field{&R::indexed_tiles, {.name = "indexed_tiles"}},
                    Field{&R::indexed_tiles_small, {.name = "indexed_tiles_small"}},
                    Field{&R::indexed_tiles_tiny, {.name = "indexed_tiles_tiny"}},
                    Field{&R::indexed_small, {.name = "indexed_small"}},
                    Field{&R::indexed_tiny, {.name = "indexed_tiny"}},
                    Field{&R::indexed_columns, {.name = "indexed_columns"}},
                    Field{&R::indexed_filled, {.name = "indexed_filled"}},
                    Field{&R::indexed_steps, {.name = "indexed_steps"}},
                    Field{&R::smallest_taps, {.name = "smallest_taps"}},
                    Field{&R::smallest_images, {.name = "smallest_images"}},
                    Field{&R::smallest_images_unequal, {.name = "smallest_images_unequal"}},
                    Field{&R::smallest_sum, {.name = "smallest_sum"}},
                    Field{&R::smallest_filters, {.name = "smallest_filters"}},
                    Field{&R::smallest_pixels, {.name = "smallest_pixels"}},
                    Field{&R::columns_channels, {.name = "columns_channels"}},
                    Field{&R::row_channels, {.name = "row_channels"}},
                    Field{&R::row_channels_wide, {.name = "row_channels_wide"}},
                    Field{&R::row_few_images, {.name = "row_few_images"}},
                    Field{&R::row_many_images, {.name = "row_many_images"}},
                    Field{&R::row_least_side, {.name = "row_least_side"}},
                    Field{&R::winograd_channels, {.name = "winograd_channels"}},
                    Field{&R::winograd_filters, {.name = "winograd_filters"}},
                    Field{&R::winograd_few_channels, {.name = "winograd_few_channels"}},
                    Field{&R::winograd_many_filters, {.name = "winograd_many_filters"}},
                    Field{&R::winograd_few_filters, {.name = "winograd_few_filters"}},
                    Field{&R::winograd_fourier_images, {.name = "winograd_fourier_images"}},
                    Field{&R::winograd_large_channels, {.name = "winograd_large_channels"}},
                    Field{&R::weight_pixels, {.name = "weight_pixels", .least = 1.0}},
                    Field{&R::cold_terms, {.name = "cold_terms", .least = 1.0}},
                    Field{&R::cold_cycles, {.name = "cold_cycles", .unit = "cycle"}},
                    Field{&R::indexed_cycles, {.name = "indexed_cycles"}}};
}();

}  // namespace perfmodel
