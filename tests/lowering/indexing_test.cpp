#include <doctest/doctest.h>

#include <cmath>

#include "support.hpp"

namespace lowering_indexing_test {
using namespace perfmodel;

// Counts by hand, from what the kernels named beside the functions read and write.

namespace {
int count(const std::vector<Streaming>& kernels, StreamingKind kind) {
  int n = 0;
  for (const Streaming& s : kernels) n += s.kind == kind ? 1 : 0;
  return n;
}
}  // namespace

TEST_CASE("indices that differ: one of one, half of two from two are the same, all of few from many") {
  CHECK(different_indices(1.0, 1e9) == doctest::Approx(1.0));
  CHECK(different_indices(1e9, 10.0) == doctest::Approx(10.0));
  CHECK(different_indices(2.0, 2.0) == doctest::Approx(2.0 * (1.0 - std::exp(-1.0))));
  CHECK(detail::longest_run(100.0, 100.0) == doctest::Approx(1.0 + std::sqrt(2.0 * std::log(100.0))));
  CHECK(detail::longest_run(1000.0, 1.0) == doctest::Approx(1000.0));
  CHECK(detail::longest_run(2.0, 1e6) == 1.0);
}

TEST_CASE("an embedding reads its indices and rows; rows of whole 16 bytes go in pieces, others number by number") {
  op::Embedding e{.format = NumberFormat::bf16, .indices = 50, .width = 64, .table_rows = 1000};
  std::vector<Streaming> kernels = streaming_kernels(e);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].kind == StreamingKind::embedding);
  CHECK(kernels[0].rows == 50);
  CHECK(kernels[0].columns == 64);
  // rows that are picked again are found in L2
  CHECK(in_bytes(kernels[0].read) == doctest::Approx(different_indices(50.0, 1000.0) * 64.0 * 2.0 + 50.0 * 8.0));
  CHECK(in_bytes(kernels[0].written) == 50.0 * 64.0 * 2.0);
  e.width = 63;
  kernels = streaming_kernels(e);
  CHECK(kernels[0].kind == StreamingKind::gathered_elements);
  CHECK(kernels[0].rows == 1);
  CHECK(kernels[0].columns == 50 * 63);
}

TEST_CASE("an embedding's gradient: one kernel up to 3,072 indices, beyond a sort by eight passes of 8 bits") {
  op::Embedding e{.backward = true, .indices = 3072, .width = 16, .table_rows = 100'000};
  CHECK(streaming_kernels(e).size() == 1);
  CHECK(streaming_kernels(e)[0].kind == StreamingKind::embedding_gradient);
  e.indices = 4096;
  const std::vector<Streaming> kernels = streaming_kernels(e);
  CHECK(count(kernels, StreamingKind::fill) == 10);
  CHECK(count(kernels, StreamingKind::sort_pass) == 8);
  REQUIRE(kernels.size() == 1 + 10 + 1 + 8 + 7 + 2);
  CHECK(in_bytes(kernels[0].read) == 0.0);
  CHECK(in_bytes(kernels[0].written) == 4096.0 * 8.0);
  CHECK(in_bytes(kernels[1].written) == 256.0 * 8.0);
  CHECK(in_bytes(kernels[11].read) == 4096.0 * 8.0);
  CHECK(in_bytes(kernels[11].written) == 0.0);
  CHECK(in_bytes(kernels[12].read) == 2.0 * 4096.0 * 8.0);  // keys and positions
  CHECK(in_bytes(kernels[12].written) == 2.0 * 4096.0 * 8.0);
  CHECK(kernels[12].columns == 4096);
  // the first of each run, how many pieces of ten rows it has, where the first of them begins
  CHECK(in_bytes(kernels[23].read) == 4096.0 * 8.0);
  CHECK(kernels[24].kind == StreamingKind::scatter_rows);
  CHECK(kernels[24].images == 4096 / 32);
  CHECK(kernels[25].columns == 4096);
  CHECK(kernels[26].images == 4096 / 32);
  const Streaming &sums = kernels[27], &scatter = kernels[28];
  const double different = 100'000.0 * (1.0 - std::exp(-0.04096)) * 16.0;
  CHECK(sums.kind == StreamingKind::segment_sum);
  CHECK(sums.columns == 4096 * 32);  // a warp for each row of 16 numbers
  CHECK(sums.images == 4096 / 10 + 4096);
  CHECK(scatter.images == 4096);
  CHECK(in_bytes(sums.read) == 4096.0 * 16.0 * 4.0 + 4096.0 * 8.0);
  CHECK(in_bytes(sums.written) == doctest::Approx(different * 4.0));
  CHECK(sums.visits == doctest::Approx(different));
  CHECK(scatter.kind == StreamingKind::scatter_rows);
  CHECK(in_bytes(scatter.read) == doctest::Approx(different * 4.0));
  CHECK(in_bytes(scatter.written) == doctest::Approx(different * 4.0));
}

TEST_CASE("sums of runs: as many blocks as there may be runs, and walks as long as the longest is expected to be") {
  op::Embedding e{.backward = true, .indices = 100'000, .width = 1500, .table_rows = 100};
  std::vector<Streaming> kernels = streaming_kernels(e);
  CHECK(kernels[27].images == 2 * (10'000 + 100));  // two blocks of 1,024 threads a row
  CHECK(kernels[28].images == 2 * 100);
  CHECK(kernels[28].stride == static_cast<std::int64_t>(std::ceil(detail::longest_run(1e5, 100.0) / 10.0)));
  e.table_rows = 1'000'000;
  kernels = streaming_kernels(e);
  CHECK(kernels[28].images == 2 * 100'000);
  CHECK(kernels[28].stride == 1);
}

TEST_CASE("a sort: one block up to 2,304 indices and 6 bits a pass, beyond all SMs and 8 bits a pass") {
  std::vector<Streaming> kernels;
  const auto sorted = [&](std::int64_t indices, std::int64_t rows) {
    kernels.clear();
    detail::lower_sort(indices, rows, kernels);
  };
  sorted(2304, 64);  // numbers below 64: 6 bits
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].kind == StreamingKind::sort_block);
  CHECK(kernels[0].visits == 1.0);
  sorted(2304, 65);
  CHECK(kernels[0].visits == 2.0);
  sorted(2305, 256);
  CHECK(count(kernels, StreamingKind::sort_pass) == 1);
  CHECK(count(kernels, StreamingKind::fill) == 3);
  CHECK(count(kernels, StreamingKind::elementwise) == 2);
  sorted(2305, 257);
  CHECK(count(kernels, StreamingKind::sort_pass) == 2);
  CHECK(in_bytes(kernels.back().written) == 2.0 * 2305.0 * 8.0);
}

TEST_CASE("index_put that adds: indices are wrapped and made one number, sorted, and added by blocks of four places") {
  const op::Embedding e{
      .backward = true, .indices = 5, .width = 129, .table_rows = 10, .indexed = true, .tensors = 2, .repeats = 3};
  const std::vector<Streaming> kernels = streaming_kernels(e);
  REQUIRE(kernels.size() == 3 * 2 + 1 + 1 + 1);
  CHECK(in_bytes(kernels[0].read) == 5.0 * 8.0);
  const Streaming& sums = kernels.back();
  CHECK(sums.kind == StreamingKind::indexed_sums);
  CHECK(sums.images == 2 * 2 * 3);  // 5 places by fours, 129 elements by 128, 3 times
  const double different = 10.0 * (1.0 - std::exp(-0.5)) * 129.0 * 3.0 * 4.0;
  CHECK(in_bytes(sums.written) == doctest::Approx(different));
  CHECK(in_bytes(sums.read) == doctest::Approx(in_bytes(row_bytes(e)) + different + 2.0 * 5.0 * 8.0));
}

TEST_CASE("gathers: rows as they are, numbers by an index of their own each") {
  op::Gather g{.input = NumberFormat::fp32, .output = NumberFormat::bf16, .rows = 7, .columns = 10};
  Streaming s = streaming_kernels(g).at(0);
  CHECK(s.kind == StreamingKind::gather);
  CHECK(s.rows == 7);
  CHECK(in_bytes(s.read) == 70.0 * 4.0);
  CHECK(in_bytes(s.written) == 70.0 * 2.0);
  g.by = op::Gather::By::dimension;
  s = streaming_kernels(g).at(0);
  CHECK(s.kind == StreamingKind::gathered_elements);
  CHECK(s.columns == 70);
  CHECK(in_bytes(s.read) == 70.0 * (4.0 + 8.0));
}

TEST_CASE("labels of pixels: each touches its index and, with its neighbours, sectors of few planes") {
  const op::NllLoss n{.format = NumberFormat::fp32, .rows = 2 * 262'144, .images = 2, .classes = 8};
  const Streaming s = streaming_kernels(n).at(0);
  CHECK(s.rows == 2 * 2);  // 256 blocks of 1,024 pixels an image, by 128
  CHECK(s.columns == 131'072);
  const double sectors = 8.0 * (1.0 - std::exp(-1.0)) / 8.0;  // of 8 neighbours, different planes each
  CHECK(in_bytes(s.read) == doctest::Approx(2.0 * 262'144.0 * (8.0 + sectors * 32.0)));
  CHECK(in_bytes(s.written) == 0.0);
}

TEST_CASE("labels of rows: a label and a number of each") {
  const Streaming s = streaming_kernels(op::NllLoss{.format = NumberFormat::fp32, .rows = 100}).at(0);
  CHECK(s.kind == StreamingKind::gather);
  CHECK(s.columns == 100);
  CHECK(in_bytes(s.read) == 100.0 * (4.0 + 8.0));
}

TEST_CASE("choosing from rows: a block a row, then one that orders what is chosen, if more than one") {
  op::TopK t{.format = NumberFormat::fp32, .rows = 6, .columns = 100, .chosen = 1};
  CHECK(streaming_kernels(t).size() == 1);
  t.chosen = 5;
  const std::vector<Streaming> kernels = streaming_kernels(t);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].kind == StreamingKind::row_choice);
  CHECK(in_bytes(kernels[0].read) == 600.0 * 4.0);
  CHECK(kernels[1].columns == 5);
  CHECK(kernels[1].read == kernels[0].written);
  CHECK(kernels[1].written == kernels[0].written);
}

TEST_CASE("bags: numbers of each index's bag, then sums by warps of 32 columns") {
  const op::Embedding e{.format = NumberFormat::fp32, .indices = 50, .width = 33, .table_rows = 1000, .bags = 5};
  const std::vector<Streaming> kernels = streaming_kernels(e);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].kind == StreamingKind::fill);
  CHECK(kernels[0].columns == 50);
  CHECK(in_bytes(kernels[0].written) == 50.0 * 8.0);
  CHECK(kernels[1].columns == 50 * 64);
  CHECK(in_bytes(kernels[1].read) == 50.0 * 33.0 * 4.0 + 50.0 * 8.0);
  CHECK(in_bytes(kernels[1].written) == 5.0 * 33.0 * 4.0);
  CHECK(kernels[1].work == 50.0 * 33.0 * flop);
}
}  // namespace lowering_indexing_test
