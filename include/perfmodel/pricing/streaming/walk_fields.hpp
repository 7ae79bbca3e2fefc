#pragma once
/// Names and units of walk_constants.hpp.
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/streaming/walk_constants.hpp>
#include <string_view>

namespace perfmodel {

inline constexpr std::array walk_fields = [] {
  using W = WalkConstants;
  constexpr std::string_view of_sm = "cycle SM", serial = "cycle";
  return std::array{Field{&W::gathered_start, {.name = "gathered_start", .unit = serial}},
                    Field{&W::gathered_miss, {.name = "gathered_miss", .unit = serial}},
                    Field{&W::gathered_element, {.name = "gathered_element", .unit = of_sm}},
                    Field{&W::indexed_start, {.name = "indexed_start", .unit = serial}},
                    Field{&W::indexed_miss, {.name = "indexed_miss", .unit = serial}},
                    Field{&W::indexed_element, {.name = "indexed_element", .unit = of_sm}},
                    Field{&W::scattered_element, {.name = "scattered_element", .unit = of_sm}},
                    Field{&W::scattered_together, {.name = "scattered_together", .unit = of_sm}},
                    Field{&W::scattered_miss, {.name = "scattered_miss", .unit = of_sm}},
                    Field{&W::scattered_waits, {.name = "scattered_waits", .unit = of_sm}},
                    Field{&W::short_row, {.name = "short_row", .unit = serial}},
                    Field{&W::long_row, {.name = "long_row", .unit = serial}},
                    Field{&W::missed_row, {.name = "missed_row", .unit = serial}},
                    Field{&W::wave, {.name = "wave", .unit = serial}},
                    Field{&W::block_sort, {.name = "block_sort", .unit = serial}},
                    Field{&W::block_pass, {.name = "block_pass", .unit = serial}},
                    Field{&W::sort_pass_key, {.name = "sort_pass_key", .unit = serial}},
                    Field{&W::segment_start, {.name = "segment_start", .unit = serial}},
                    Field{&W::label_start, {.name = "label_start", .unit = serial}},
                    Field{&W::label_byte, {.name = "label_byte", .unit = serial}},
                    Field{&W::label_byte_backward, {.name = "label_byte_backward", .unit = serial}},
                    Field{&W::column_norm_trip, {.name = "column_norm_trip", .unit = serial}},
                    Field{&W::column_norm_trip_backward, {.name = "column_norm_trip_backward", .unit = serial}},
                    Field{&W::volume_thread, {.name = "volume_thread", .unit = of_sm}},
                    Field{&W::volume_window, {.name = "volume_window", .unit = of_sm}},
                    Field{&W::volume_thread_backward, {.name = "volume_thread_backward", .unit = of_sm}},
                    Field{&W::volume_added_narrow, {.name = "volume_added_narrow", .unit = of_sm}},
                    Field{&W::volume_shared_narrow, {.name = "volume_shared_narrow", .unit = of_sm}},
                    Field{&W::scan_step, {.name = "scan_step", .unit = serial}},
                    Field{&W::missed_scan_step, {.name = "missed_scan_step", .unit = serial}},
                    Field{&W::scan_block, {.name = "scan_block", .unit = serial}},
                    Field{&W::scan_block_level, {.name = "scan_block_level", .unit = serial}},
                    Field{&W::scan_latency, {.name = "scan_latency", .unit = serial}},
                    Field{&W::scan_latency_level, {.name = "scan_latency_level", .unit = serial}},
                    Field{&W::scan_pairs, {.name = "scan_pairs"}},
                    Field{&W::scan_whole_start, {.name = "scan_whole_start", .unit = serial}},
                    Field{&W::scan_whole_element, {.name = "scan_whole_element", .unit = of_sm}},
                    Field{&W::scan_whole_pairs, {.name = "scan_whole_pairs", .unit = of_sm}},
                    Field{&W::choice_start, {.name = "choice_start", .unit = serial}},
                    Field{&W::choice_row, {.name = "choice_row", .unit = of_sm}},
                    Field{&W::choice_element, {.name = "choice_element", .unit = of_sm}},
                    Field{&W::order_start, {.name = "order_start", .unit = serial}},
                    Field{&W::order_row, {.name = "order_row", .unit = of_sm}},
                    Field{&W::long_order_row, {.name = "long_order_row", .unit = of_sm}},
                    Field{&W::short_order, {.name = "short_order"}},
                    Field{list_of<&W::sorted_keys>, {.name = "sorted_keys"}},
                    Field{list_of<&W::sorted_row>, {.name = "sorted_row", .unit = of_sm}},
                    Field{list_of<&W::sorted_start>, {.name = "sorted_start", .unit = serial}},
                    Field{&W::sorted_wide, {.name = "sorted_wide"}},
                    Field{&W::sorted_int64, {.name = "sorted_int64"}},
                    Field{&W::sorted_list_start, {.name = "sorted_list_start", .unit = serial}},
                    Field{&W::sorted_list_key, {.name = "sorted_list_key", .unit = of_sm}},
                    Field{&W::rolled, {.name = "rolled", .unit = of_sm}},
                    Field{&W::triangle_narrow, {.name = "triangle_narrow", .unit = of_sm}},
                    Field{&W::triangle, {.name = "triangle", .unit = of_sm}},
                    Field{&W::unfolded_start, {.name = "unfolded_start", .unit = serial}},
                    Field{&W::unfolded_step, {.name = "unfolded_step", .unit = serial}},
                    Field{&W::unfolded_block, {.name = "unfolded_block"}},
                    Field{&W::unfolded_even, {.name = "unfolded_even"}},
                    Field{&W::unfolded_element, {.name = "unfolded_element", .unit = of_sm}},
                    Field{&W::folded_start, {.name = "folded_start", .unit = serial}},
                    Field{&W::folded_step, {.name = "folded_step", .unit = serial}},
                    Field{&W::folded, {.name = "folded", .unit = of_sm}},
                    Field{&W::folded_window, {.name = "folded_window", .unit = of_sm}},
                    Field{&W::sampled_start, {.name = "sampled_start", .unit = serial}},
                    Field{&W::sampled_channel, {.name = "sampled_channel", .unit = serial}},
                    Field{&W::sampled_miss, {.name = "sampled_miss", .unit = serial}},
                    Field{&W::sampled_result, {.name = "sampled_result", .unit = of_sm}},
                    Field{&W::trilinear_plane, {.name = "trilinear_plane", .unit = serial}},
                    Field{&W::trilinear_miss, {.name = "trilinear_miss", .unit = serial}},
                    Field{&W::trilinear_result, {.name = "trilinear_result", .unit = of_sm}},
                    Field{&W::trilinear_added, {.name = "trilinear_added"}},
                    Field{&W::nearest_start, {.name = "nearest_start", .unit = serial}},
                    Field{&W::nearest_image, {.name = "nearest_image", .unit = serial}},
                    Field{&W::nearest_number, {.name = "nearest_number", .unit = serial}},
                    Field{&W::nearest_missed_image, {.name = "nearest_missed_image", .unit = serial}},
                    Field{&W::nearest_missed_number, {.name = "nearest_missed_number", .unit = serial}},
                    Field{&W::fitted_start, {.name = "fitted_start", .unit = serial}},
                    Field{&W::fitted_element, {.name = "fitted_element", .unit = serial}},
                    Field{&W::fitted_plane, {.name = "fitted_plane", .unit = serial}},
                    Field{&W::bag_start, {.name = "bag_start", .unit = serial}},
                    Field{&W::bag_miss, {.name = "bag_miss", .unit = serial}},
                    Field{&W::bag_column, {.name = "bag_column", .unit = of_sm}},
                    Field{&W::join_start, {.name = "join_start", .unit = serial}},
                    Field{&W::join_miss, {.name = "join_miss", .unit = serial}},
                    Field{list_of<&W::reduced_element>, {.name = "reduced_element", .unit = of_sm}},
                    Field{list_of<&W::reduced_thread>, {.name = "reduced_thread", .unit = of_sm}},
                    Field{list_of<&W::reduced_trip>, {.name = "reduced_trip"}}};
}();

template <class Archive>
void describe(Archive& archive, WalkConstants& c) {
  archive.constants(walk_fields, c);
}

}  // namespace perfmodel
