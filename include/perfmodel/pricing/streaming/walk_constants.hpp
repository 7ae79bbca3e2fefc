#pragma once
#include <array>

namespace perfmodel {

/// Kernels whose threads walk along chains of dependent loads, or calculate where each element lies
/// (data/constants/streaming.json, "walks"). Core cycles: of a chain, or of an SM for each element where
/// walk_fields.hpp says "cycle SM". PyTorch 2.11, single calls drawn at random on an H200 and an H100
/// (docs/lab/2026-11-26-unseen-networks.md says which taught and which judge).
struct WalkConstants {
  /// Numbers found one by one by an index along a dimension, or by several indices together: in all, more from memory,
  /// of an SM for each.
  double gathered_start{}, gathered_miss{}, gathered_element{}, indexed_start{}, indexed_miss{}, indexed_element{};
  /// Scattered one by one, and rows at a time; more where the places do not fit the L2. Additions to few places wait
  /// for each other, by the root of their number.
  double scattered_element{}, scattered_together{}, scattered_miss{}, scattered_waits{};
  /// Rows that go to one place are added one after the other: of up to 32 elements, of more; of a wave of blocks.
  double short_row{}, long_row{}, missed_row{}, wave{};
  /// One block sorts: in all, of a pass over 6 bits. A pass of all SMs: more for each key.
  double block_sort{}, block_pass{}, sort_pass_key{};
  /// A thread of an embedding's gradient walks over ten rows and more, whatever their width.
  double segment_start{};
  /// Between the starts of two blocks of a card that is not full; of a piece of ten rows that a thread finds the place
  /// of, or adds to others.
  double block_start{}, run_piece{}, run_sum{};
  /// Labels of pixels: in all, and of each byte that 1,024 threads touch.
  double label_start{}, label_byte{}, label_byte_backward{};
  /// Norms of columns: a trip of 64 rows of threads, which walk down twice.
  double column_norm_trip{}, column_norm_trip_backward{};
  /// The largest of windows where channels lie together, forward and backward: a number that a thread compares.
  std::array<double, 2> pooled_step{};
  /// Pooling of volumes: of each thread and element of its window; backward a thread, an addition of 16 bits and each
  /// further result that an element may be the largest of.
  double volume_thread{}, volume_window{}, volume_thread_backward{}, volume_added_narrow{}, volume_shared_narrow{};
  /// A running sum down the rows: a step of a thread, more from memory, more for pairs. Along them: 2 x threads
  /// elements of a row at a time, up and down a tree of sums; of one row, CUB's scan. `pairs`: logarithms of sums, the
  /// largest with its place.
  double scan_step{}, missed_scan_step{}, scan_pair_step{}, scan_block{}, scan_block_level{}, scan_latency{},
      scan_latency_level{}, scan_pairs{}, scan_whole_start{}, scan_whole_element{}, scan_whole_pairs{};
  /// Choosing from rows: in all, of a row, of each of its elements; ordering what is chosen, up to `short_order` of
  /// them or more.
  double choice_start{}, choice_row{}, choice_element{}, order_start{}, order_row{}, long_order_row{}, short_order{};
  /// Rows in order: up to so many keys of 16 bits, cycles of an SM for a row, and until the first is done; wider keys
  /// take so many times as long. One list: in all, of a key.
  std::array<double, 5> sorted_keys{};
  std::array<double, 5> sorted_row{};
  std::array<double, 5> sorted_start{};
  double sorted_wide{}, sorted_int64{}, sorted_list_start{}, sorted_list_key{};
  /// Copies that calculate where each element goes: rolled, parts of a triangle in 16 bits and more.
  double rolled{}, triangle_narrow{}, triangle{};
  /// A thread for each window of a channel walks over its elements: in all, of a step of `unfolded_block` threads, a
  /// share of which goes on with fewer, of an element. The other way round a thread for each element of the image walks
  /// over the windows that it lies in: in all, of a window, of an element, of each of its windows.
  double unfolded_start{}, unfolded_step{}, unfolded_block{}, unfolded_even{}, unfolded_element{}, folded_start{},
      folded_step{}, folded{}, folded_window{};
  /// Images sampled at coordinates: a thread for each place walks over the channels: in all, of a channel, more from
  /// memory, of a result.
  double sampled_start{}, sampled_channel{}, sampled_miss{}, sampled_result{};
  /// Between eight neighbours: of a plane, more from memory, of a result; its gradient adds so many numbers.
  double trilinear_plane{}, trilinear_miss{}, trilinear_result{}, trilinear_added{};
  /// Gradients of nearest neighbours over planes: in all, of an image, of each number that is added, more from memory.
  double nearest_start{}, nearest_image{}, nearest_number{}, nearest_missed_image{}, nearest_missed_number{};
  /// Where channels lie together: of a number, a pixel from the next one; of an element of the image, of one SM.
  double nearest_apart_number{}, nearest_apart_image{};
  /// Adaptive pools: a thread for each result of a plane walks over its window: in all, of an element, more for each
  /// plane of an SM.
  double fitted_start{}, fitted_element{}, fitted_plane{};
  /// 32 columns of a row in a bag: in all, more from memory, of a column.
  double bag_start{}, bag_miss{}, bag_column{};
  /// Weight gradients of depthwise convolutions. Planes: of a block, one for each number of the filter. Channels
  /// together, a block for each channel that walks over all images: of a tap of a result, more from memory; of a
  /// result, more for each tap; tiled kernels end with sums over all SMs (with a stride, of filters above 3 x 3, the
  /// same in 16 bits). Few channels a group, channels together: of a result; planes: multiply-accumulates.
  double filter_block{}, filter_step{}, filter_missed_step{}, filter_result{}, filter_tap{}, filter_sums{},
      filter_sums_strided{}, filter_sums_large{}, filter_sums_large_narrow{}, grouped_filter_result{},
      grouped_filter_rate{};
  /// A block of a concatenation first looks up which tensor it copies; a line of the result once more, twice that where
  /// it has left the L2: of tensors without gaps, with gaps; share of the result whose lines have parts to come.
  double join_start{}, join_miss{}, join_line{}, join_line_strided{}, join_in_flight{};
  /// Of a result of whole pieces of 16 bytes: shares that pass the memory bus once more for each further writer of a
  /// line, and where sectors have two.
  double join_line_again{}, join_sector_again{};
  /// Fourier transforms by fourier_way(): of a point, of each doubling of a transform's length.
  double fourier_start{};
  std::array<double, 5> fourier_point{}, fourier_doubling{};
  /// Alignments: in all; of a step forward and backward, more for each warp of a block; of a step of all labels, more
  /// for each sample; of a state and a class of all steps, twice that where so many threads walk.
  double aligned_start{}, aligned_label{}, aligned_sample{}, aligned_state{}, aligned_class{}, aligned_crowd{};
  std::array<double, 2> aligned_step{}, aligned_warp{};
  /// More of a result where planes of so many bytes are in no L1, and where the image is beyond the L2.
  double sampled_far{}, sampled_plane_kept{}, sampled_lost{};
  /// Gradients of images sampled at coordinates: in all, of a channel, more from memory; of a result, more beyond the
  /// L2; of an addition to one sector, n sectors together take them n^share times as fast; 16 bits: so many times.
  double coordinate_start{}, coordinate_channel{}, coordinate_miss{}, coordinate_result{}, coordinate_lost{},
      coordinate_added{}, coordinate_share{}, coordinate_narrow{};
  /// Filters over one dimension of one channel each, forward: of a result, more for each tap. Elementwise kernels of
  /// several results: of an element.
  double strip_result{}, strip_tap{}, several_results{};
  /// Weight gradients of 1 x 1 convolutions, image by image, added up by one kernel: of an image; bytes of results.
  double plane_filter_image{}, plane_filter_bytes{};
  /// The loss over class labels, one block for the whole batch: rows that one trip takes of the first ones, of all,
  /// forward and backward. data/raw/h200-sxm/fcnn_busy.csv
  double loss_first_rows{};
  std::array<double, 2> loss_first{}, loss_all{};
  /// More than a sum takes, by op::Reduction::What: an element, a thread, and how much longer a trip is.
  std::array<double, 4> reduced_element{};
  std::array<double, 4> reduced_thread{};
  std::array<double, 4> reduced_trip{};
  /// Softmax in 16 bits, a block a row: an element's second power and division, as they are written.
  double narrow_power{};
};

}  // namespace perfmodel
