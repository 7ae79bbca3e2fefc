#include <doctest/doctest.h>

#include <perfmodel/pricing/streaming/geometry.hpp>

namespace pricing_streaming_geometry_test {
using namespace perfmodel;

// Blocks, threads and trips worked out by hand for a card of four SMs that hold 2,048 threads each.

namespace {
using Kind = StreamingKind;
using enum StreamingShape;
constexpr KernelVersion old = KernelVersion::pytorch_2_1, now = KernelVersion::pytorch_2_11;

StreamingModel four_sms(KernelVersion version = now) {
  StreamingModel model;
  model.table.update_operation = 40.0, model.table.update_special = 200.0, model.table.update_powers = 3000.0;
  model.table.update_uneven = 80.0;
  model.table.one_warp_row = 0.83, model.table.narrow_moments = 1.25;
  model.table.walks.loss_first_rows = 512.0;
  model.table.walks.narrow_power = 0.1;
  model.table.walks.loss_first = {32.0, 64.0}, model.table.walks.loss_all = {4096.0, 1024.0};
  model.version = version;
  model.sms = 4.0, model.threads_per_sm = 2048.0, model.blocks_per_sm = 32.0;
  for (auto& shapes : model.table.shapes) {
    shapes[static_cast<std::size_t>(multi_tensor)].threads = 512;
    shapes[static_cast<std::size_t>(multi_tensor)].trip_cycles = 300.0;
  }
  return model;
}
StreamingGeometry geometry(const Streaming& s, KernelVersion version = now) {
  return geometry_of(s, four_sms(version));
}
constexpr Streaming rows_of(Kind kind, std::int64_t rows, std::int64_t columns,
                            NumberFormat format = NumberFormat::fp32) {
  const Bytes all = static_cast<double>(rows * columns) * element_size(format);
  return {.kind = kind, .format = format, .rows = rows, .columns = columns, .read = all, .written = all};
}
constexpr Streaming backward(Streaming s) {
  s.backward = true;
  return s;
}
constexpr StreamingShape shape(Kind kind, std::int64_t columns, KernelVersion version = now) {
  return detail::shape_of(rows_of(kind, 4, columns), version);
}
constexpr StreamingShape backward_shape(Kind kind, std::int64_t columns) {
  return detail::shape_of(backward(rows_of(kind, 4, columns)), now);
}
constexpr bool widens(double read, double written) {
  return detail::is_widening({.read = read * byte, .written = written * byte});
}
}  // namespace

// Which kernel: twice as many bytes come out as go in, within a tenth
static_assert(widens(100, 200) && widens(100, 181) && widens(100, 219));
static_assert(!widens(100, 180) && !widens(100, 221) && !widens(0, 0) && !widens(0, 4));
// rows of softmax: up to 2,048 in a warp, up to 8,192 in registers; 1,024 in PyTorch 2.1
static_assert(shape(Kind::softmax, 2048) == one_row_per_warp && shape(Kind::softmax, 2049) == row_in_registers);
static_assert(shape(Kind::softmax, 8192) == row_in_registers && shape(Kind::softmax, 8193) == one_row_per_block);
static_assert(shape(Kind::softmax, 1024, old) == one_row_per_warp &&
              shape(Kind::softmax, 1025, old) == one_row_per_block);
static_assert(backward_shape(Kind::softmax, 1024) == softmax_warp_backward &&
              backward_shape(Kind::softmax, 1025) == softmax_block_backward);
static_assert(detail::shape_of({.kind = Kind::softmax, .columns = 9, .stride = 2}, now) == softmax_strided);
static_assert(detail::shape_of({.kind = Kind::softmax, .columns = 9, .backward = true, .stride = 2}, now) ==
              softmax_strided_backward);
// norms: vectors of four divide the row, or there is no result but moments
static_assert(shape(Kind::layer_norm, 1000) == normalized_row &&
              shape(Kind::layer_norm, 1001) == uneven_normalized_row);
static_assert(backward_shape(Kind::layer_norm, 1001) == normalized_row_backward);
static_assert(!detail::is_uneven_norm({.columns = 1001, .read = 100.0 * byte, .written = 50.0 * byte}));
static_assert(detail::is_uneven_norm({.columns = 1001, .read = 100.0 * byte, .written = 51.0 * byte}));
static_assert(detail::shape_of({.kind = Kind::layer_norm, .columns = 8, .mean_square = true}, now) == mean_square_row);
static_assert(detail::shape_of({.access = AccessPattern::strided}, now) == permuted &&
              detail::shape_of({.access = AccessPattern::strided_converting}, now) == permuted &&
              detail::shape_of({.access = AccessPattern::converting, .function = PointwiseFunction::add}, now) ==
                  flat &&
              detail::shape_of({.access = AccessPattern::converting, .function = PointwiseFunction::copy}, now) ==
                  widening);
static_assert(detail::shape_of({.kind = Kind::batch_norm}, now) == channel_on_chip &&
              detail::shape_of({.kind = Kind::batch_norm, .framework_kernel = true}, now) == flat);
static_assert(detail::shape_of({.kind = Kind::optimizer}, now) == flat &&
              detail::shape_of({.kind = Kind::optimizer, .tensors = 2}, now) == multi_tensor &&
              detail::shape_of({.kind = Kind::optimizer, .chunks = 1}, now) == multi_tensor);

// Four loads at a time: 7 of a thread are one group and three more, 8 are two groups, both where lanes differ
static_assert(detail::unrolled_trips(64, 32) == 2.0 && detail::unrolled_trips(128, 32) == 1.0 &&
              detail::unrolled_trips(160, 32) == 2.0);
static_assert(detail::unrolled_trips(7 * 32 + 1, 32) == 5.0);
static_assert(detail::unrolled_trips(7 * 128 + 32, 128) == 4.0);
static_assert(detail::unrolled_trips(5 * 32 + 1, 32) == 3.0);

// 16-byte pieces of a row: half of them, as a power of two, are its threads
static_assert(detail::softmax_threads(64, 4) == 32 && detail::softmax_threads(1024, 4) == 128 &&
              detail::softmax_threads(1028, 4) == 256 && detail::softmax_threads(8192, 8) == 512 &&
              detail::softmax_threads(1000000, 4) == 512);
static_assert(detail::softmax_trips(1024, 4, 128) == 2.0);
static_assert(detail::softmax_trips(1100, 4, 128) == 3.0);  // two whole, 76 left
static_assert(detail::softmax_trips(1030, 4, 128) == 6.0);  // 128 first, one whole, 390 left in four
static_assert(detail::softmax_trips(102, 4, 128) == 1.0);

TEST_CASE("a warp takes two short rows, lanes share shorter ones") {
  CHECK(detail::rows_per_block(1) == 256.0);
  CHECK(detail::rows_per_block(16) == 16.0);
  CHECK(detail::rows_per_block(33) == 8.0);
  CHECK(detail::rows_per_block(128) == 8.0);
  CHECK(detail::rows_per_block(129) == 4.0);
  CHECK(detail::power_of_two_up(0.3) == 1.0);
  CHECK(detail::power_of_two_up(33.0) == 64.0);
  CHECK(detail::power_of_two_down(33.0) == 32.0);
  CHECK(detail::power_of_two_down(0.3) == 1.0);
}

TEST_CASE("elements on their own: 128 threads with 16 bytes each") {
  const StreamingGeometry g = geometry(rows_of(Kind::elementwise, 3, 1024));
  CHECK(g.blocks == 6.0);
  CHECK(g.threads == 128.0);
  CHECK(g.trips == 1.0);
  CHECK(g.elements == 3072.0);
  CHECK_FALSE(g.misaligned);
  CHECK_FALSE(g.second_stage);
  CHECK(geometry(rows_of(Kind::elementwise, 1, 8)).blocks == 1.0);
  CHECK_FALSE(geometry(rows_of(Kind::elementwise, 5, 8)).misaligned);
  CHECK(geometry(rows_of(Kind::elementwise, 5, 9)).misaligned);
  CHECK_FALSE(geometry(rows_of(Kind::elementwise, 5, 16, NumberFormat::fp16)).misaligned);
  CHECK(geometry(rows_of(Kind::elementwise, 5, 8, NumberFormat::fp16)).misaligned);
  Streaming more_written = rows_of(Kind::elementwise, 3, 1024);
  more_written.written = 3.0 * more_written.read;
  CHECK(geometry(more_written).blocks == 18.0);
}

TEST_CASE("softmax") {
  CHECK(geometry(rows_of(Kind::softmax, 100, 64)).blocks == 13.0);
  CHECK(geometry(rows_of(Kind::softmax, 100, 64)).trips == 2.0);
  CHECK(geometry(backward(rows_of(Kind::softmax, 100, 65))).trips == 3.0);
  const StreamingGeometry held = geometry(rows_of(Kind::softmax, 100, 3000));
  CHECK(held.blocks == 100.0);
  CHECK(held.threads == 512.0);  // the power of two above an eighth
  CHECK(held.trips == 2.0);
  CHECK(geometry(rows_of(Kind::softmax, 100, 3000, NumberFormat::fp16)).trips == 1.0);
  CHECK(geometry(rows_of(Kind::softmax, 100, 2049)).threads == 512.0);
  CHECK(geometry(rows_of(Kind::softmax, 100, 8192)).threads == 1024.0);
  const StreamingGeometry read_anew = geometry(rows_of(Kind::softmax, 100, 10000));
  CHECK(read_anew.blocks == 100.0);
  CHECK(read_anew.threads == 1024.0);
  CHECK(read_anew.trips == 4.0);  // two of 4,096 and 1,808 one by one
  CHECK(read_anew.trip_work == 0.0);
  Streaming narrow = rows_of(Kind::softmax, 100, 10000, NumberFormat::fp16);
  CHECK(geometry(narrow).trips == 3.0);  // one of 8,192, then 1,808
  CHECK(geometry(narrow).trip_work == doctest::Approx(8192.0 * 0.1));
  narrow.logarithm = true;
  CHECK(geometry(narrow).trip_work == 0.0);
  const StreamingGeometry in_2_1 = geometry(rows_of(Kind::softmax, 100, 10000), old);
  CHECK(in_2_1.threads == 512.0);
  CHECK(in_2_1.trips == 8.0);  // four of 2,048 and 1,808 one by one
  CHECK(geometry(backward(rows_of(Kind::softmax, 100, 10000))).threads == 512.0);
}

TEST_CASE("softmax of interleaved rows") {
  const auto strided = [](std::int64_t rows, std::int64_t columns, std::int64_t stride) {
    Streaming s = rows_of(Kind::softmax, rows, columns);
    s.stride = stride;
    return geometry(s);
  };
  // 64 side by side, 16 threads down each: two blocks an SM; 16 groups go to eight of them
  CHECK(strided(1024, 64, 64).threads == 1024.0);
  CHECK(strided(1024, 64, 64).blocks == 8.0);
  CHECK(strided(1024, 64, 64).trips == 4.0 * 2.0);
  // more side by side, or shorter rows: a thread each
  CHECK(strided(1024, 64, 65).threads == 96.0);
  CHECK(strided(1024, 64, 65).blocks == 16.0);
  CHECK(strided(1024, 64, 65).trips == 64.0);
  CHECK(strided(1024, 63, 64).threads == 64.0);
  CHECK(strided(1024, 63, 64).trips == 63.0);
  // few side by side: as many threads down a row as it has elements, at most 1,024 in all
  CHECK(strided(2, 64, 2).threads == 128.0);
  CHECK(strided(2, 100, 2).threads == 128.0);
  CHECK(strided(2, 100, 2).trips == 2.0);
  CHECK(strided(2, 5000, 2).threads == 1024.0);
  // 2,000 side by side are two blocks; eight blocks are held at once
  CHECK(strided(8000, 10, 2000).blocks == 8.0);
  CHECK(strided(8000, 10, 2000).trips == 10.0);
  CHECK(strided(10000, 10, 2000).trips == 20.0);
  // an SM holds 32 small blocks
  CHECK(strided(32000, 10, 32).blocks == 128.0);
  CHECK(strided(32000, 10, 32).trips == 10.0 * 8.0);
  CHECK(strided(5, 10, 32).blocks == 1.0);
}

TEST_CASE("norms: a block a row, four elements a load") {
  const StreamingGeometry g = geometry(rows_of(Kind::layer_norm, 100, 1024));
  CHECK(g.blocks == 100.0);
  CHECK(g.trips == 2.0);
  CHECK_FALSE(g.second_stage);
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 1028)).trips == 3.0);
  // rows that a warp holds leave the other three nothing to load
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 128)).blocks == 83.0);
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 132)).blocks == 100.0);
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 128), old).blocks == 100.0);
  CHECK(geometry(backward(rows_of(Kind::layer_norm, 100, 128))).blocks == 100.0);
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 4096), old).trips == 2.0);  // eight vectors a thread are two groups
  CHECK(geometry(rows_of(Kind::layer_norm, 100, 4096)).trips == 8.0);
  CHECK(geometry(backward(rows_of(Kind::layer_norm, 100, 509)), old).trips == 1.0);  // 128 vectors, the last part full
  CHECK(geometry(backward(rows_of(Kind::layer_norm, 100, 513)), old).trips == 2.0);
  const StreamingGeometry uneven = geometry(rows_of(Kind::layer_norm, 100, 301));
  CHECK(uneven.blocks == 100.0);
  CHECK(uneven.trips == 3.0);
  CHECK(uneven.second_stage);
}

TEST_CASE("sums over one kind of dimensions") {
  // 32 x 16 threads: 16 rows a block, 32 values a thread, four under way
  const StreamingGeometry rows = geometry(rows_of(Kind::row_reduction, 100, 1000));
  CHECK(rows.threads == 512.0);
  CHECK(rows.blocks == 7.0);
  CHECK(rows.trips == 8.0);
  CHECK(rows.partials == 1.0);
  CHECK_FALSE(rows.second_stage);
  CHECK(rows.addresses == 0.0);
  CHECK(rows.elements == 100000.0);
  // everything: 16 blocks of 512 threads, 123 values each in loads of four
  const StreamingGeometry all = geometry(rows_of(Kind::row_reduction, 1, 1000000));
  CHECK(all.blocks == 16.0);
  CHECK(all.second_stage);
  CHECK(all.partials == 1.0);
  CHECK(all.trips == 31.0);
  CHECK(all.elements == 250000.0);
  // down 2,048 rows: 32 threads take 128 columns, four rows at a time; 16 blocks share 32 rows each thread
  const StreamingGeometry columns = geometry(rows_of(Kind::column_reduction, 2048, 512));
  CHECK(columns.threads == 128.0);
  CHECK(columns.blocks == 64.0);
  CHECK(columns.second_stage);
  CHECK(columns.partials == 4.0);
  CHECK(columns.trips == 8.0);
  CHECK(columns.elements == 2048.0 * 512.0 / 4.0);
  // two runs: each address is calculated
  Streaming images = rows_of(Kind::row_reduction, 100, 1000);
  images.sums = {.values = 1000, .results = 100, .side = 1, .runs = 2, .kept_runs = 1, .along = true};
  CHECK(geometry(images).addresses == 100000.0);
  CHECK(geometry(rows_of(Kind::row_reduction, 100, 1)).trips == 1.0);
}

TEST_CASE("gradients of gains, and the loss over labels") {
  const StreamingGeometry few = geometry(rows_of(Kind::gain_sums, 65536, 100));
  CHECK(few.blocks == 4.0);
  CHECK(few.trips == 512.0);
  CHECK_FALSE(few.second_stage);
  const StreamingGeometry many = geometry(rows_of(Kind::gain_sums, 65537, 100));
  CHECK(many.blocks == 256.0);
  CHECK(many.trips == 9.0);
  CHECK(many.second_stage);
  const auto loss = [](std::int64_t rows) { return geometry(rows_of(Kind::gather, 1, rows)); };
  const auto loss_back = [](std::int64_t rows) { return geometry(backward(rows_of(Kind::gather, 1, rows))); };
  CHECK(loss(8192).blocks == 1.0);
  CHECK(loss(64).trips == 3.0);
  CHECK(loss(8192).trips == 18.0);
  CHECK(loss_back(64).trips == 2.0);
  CHECK(loss_back(8192).trips == 16.0);
}

TEST_CASE("updates of many tensors: chunks of 65,536 elements, four a thread") {
  Streaming s = rows_of(Kind::optimizer, 1, 300000);
  s.tensors = 3;
  CHECK(geometry(s).blocks == 6.0);
  CHECK(geometry(s).trips == 32.0);
  s.work = 600000.0 * flop, s.special_functions = 150000.0;
  CHECK(geometry(s).trips == 32.0);
  CHECK(geometry(s).trip_work == 2.0 * 40.0 + 0.5 * 200.0);
  CHECK(geometry(s).start_work == 0.0);
  s.special_functions = 600000.0;  // a root and a division: powers first
  CHECK(geometry(s).start_work == 3000.0);
  s.work = Work{}, s.special_functions = 0.0;
  s.columns = 30000;  // 10,000 each
  CHECK(geometry(s).blocks == 3.0);
  // of many sizes: the fullest ends last; the others, of one wave, do not
  Streaming chunks = rows_of(Kind::optimizer, 1, 200000);
  chunks.chunks = 10, chunks.longest_chunk = 65536;
  CHECK(geometry(chunks).blocks == 10.0);
  CHECK(geometry(chunks).trips == 32.0);
  chunks.columns = 320000, chunks.chunks = 32;  // two waves of 16
  CHECK(geometry(chunks).trips == 5.0 + 27.0 / 2.0);
}

TEST_CASE("lists whose tensors no vector of four divides are read number by number") {
  Streaming s = rows_of(Kind::optimizer, 1, 65536);
  s.chunks = 2, s.longest_chunk = 40960;  // 20 trips
  CHECK(geometry(s).trip_work == 0.0);
  s.longest_uneven_chunk = 40960;  // one number read, one written
  CHECK(geometry(s).trip_work == 2.0 * 80.0);
  s.read = 3.0 * s.written;
  CHECK(geometry(s).trip_work == 4.0 * 80.0);
  s.longest_uneven_chunk = 20480;  // 10 trips of 620 cycles against 20 of 300: the fullest ends last
  CHECK(geometry(s).trip_work == doctest::Approx(620.0 / 2.0 - 300.0));
  s.longest_uneven_chunk = 2048;
  CHECK(geometry(s).trip_work == 0.0);
}

TEST_CASE("rows by index, and channels") {
  CHECK(geometry(rows_of(Kind::embedding, 100, 16)).blocks == 100.0);
  CHECK(geometry(rows_of(Kind::embedding, 100, 1024)).blocks == 200.0);
  CHECK(geometry(rows_of(Kind::gather, 2, 16)).trips == 1.0);
  Streaming channels = rows_of(Kind::batch_norm, 100, 100);
  CHECK(geometry(channels).blocks == 20.0);  // 40,000 bytes
  CHECK(geometry(channels).second_stage);
  CHECK(geometry(channels).elements == 10000.0);
  // the framework's statistics divide once more for each 16-bit element, forward
  const auto elements = [](bool back, NumberFormat format, StreamingShape shape) {
    Streaming s = rows_of(Kind::batch_norm, 10, 10, format);
    s.backward = back;
    StreamingGeometry g{.shape = shape, .elements = 100.0};
    detail::channel_geometry(s, {}, four_sms(), g);
    return g.elements;
  };
  CHECK(elements(false, NumberFormat::bf16, channel_statistics) == 125.0);
  CHECK(elements(true, NumberFormat::bf16, channel_statistics) == 100.0);
  CHECK(elements(false, NumberFormat::fp32, channel_statistics) == 100.0);
  CHECK(elements(false, NumberFormat::bf16, channel_on_chip) == 100.0);
}
}  // namespace pricing_streaming_geometry_test
