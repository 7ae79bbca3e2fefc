#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/attention/time.hpp>

namespace pricing_attention_single_query_test {
using namespace perfmodel;

namespace {
constexpr Attention one(std::int64_t batch, std::int64_t heads, std::int64_t key_heads, std::int64_t keys,
                        std::int64_t head_size) {
  return {.format = NumberFormat::bf16,
          .batch = batch,
          .heads = heads,
          .key_heads = key_heads,
          .queries = 1,
          .keys = keys,
          .head_size = head_size};
}
constexpr double sms = 132.0;
}  // namespace

TEST_CASE("Hopper's cuDNN has a kernel for one query, unless keys lie in pages") {
  const Architecture& hopper = architecture_of(90);
  Attention a = one(1, 8, 8, 100, 64);
  CHECK(attention_family(a, hopper) == AttentionFamily::single_query);
  CHECK(attention_family(a, architecture_of(80)) == AttentionFamily::warp);
  CHECK(attention_family(a, architecture_of(100)) == AttentionFamily::tensor_memory);
  a.paged = true;
  CHECK(attention_family(a, hopper) == AttentionFamily::warp_group);
  a.paged = false, a.queries = 2;
  CHECK(attention_family(a, hopper) == AttentionFamily::warp_group);
}

TEST_CASE("which loop runs: names of kernels in signal_operations.csv") {
  // 64x32: up to 32 keys; 64x64 up to 128, and up to 256 while heads and images are no more than SMs; then 16x128
  CHECK(key_loop(one(20, 4, 4, 24, 128), sms).steps == 0.5);
  CHECK(key_loop(one(4, 32, 8, 41, 64), sms).steps == 1.0);
  CHECK_FALSE(key_loop(one(43, 4, 4, 128, 64), sms).wide);
  CHECK(key_loop(one(33, 4, 4, 255, 64), sms).steps == 4.0);  // 132 heads
  CHECK_FALSE(key_loop(one(33, 4, 4, 255, 64), sms).wide);
  CHECK(key_loop(one(34, 4, 4, 255, 64), sms).wide);
  CHECK(key_loop(one(34, 4, 4, 255, 64), sms).steps == 2.0);
  CHECK(key_loop(one(1, 1, 1, 257, 64), sms).steps == 3.0);
}

TEST_CASE("keys are cut where half of the SMs would be idle, heads that share keys are one tile") {
  CHECK(key_loop(one(2, 16, 16, 512, 64), sms).parts == 1.0);
  const KeyLoop cut = key_loop(one(2, 16, 16, 1024, 64), sms);  // 32 blocks of 8 steps
  CHECK(cut.parts == 4.0);
  CHECK(cut.steps == 2.0);
  CHECK(cut.blocks == 128.0);
  CHECK(cut.joined == 2.0);  // four parts of heads of 64
  CHECK(key_loop(one(2, 16, 16, 1024, 80), sms).joined == 4.0);
  CHECK(key_loop(one(2, 16, 16, 1024, 256), sms).joined == 8.0);
  CHECK(key_loop(one(2, 16, 16, 512, 256), sms).joined == 0.0);
  CHECK(key_loop(one(67, 1, 1, 4096, 64), sms).parts == 1.0);  // a lean_reduction kernel follows up to 66
  CHECK(key_loop(one(66, 1, 1, 4096, 64), sms).parts == 2.0);
  CHECK(key_loop(one(1, 1, 1, 9775, 64), sms).parts == 77.0);  // no more than steps
  CHECK(key_loop(one(3, 32, 4, 600, 64), sms).blocks == 12.0 * 5.0);
  CHECK(key_loop(one(3, 32, 1, 100, 64), sms).blocks == 6.0);  // 32 heads, 16 a tile
}

TEST_CASE("held-out rows of an H200 and an H100, by size: within what odd seeds show") {
  // signal_operations.csv, seeds 701 and 703, kernels' time. All of these rows that the L2 tells nothing of: 7.5 % mean
  // on the H200, 6.6 % on the H100; each row here within three times that.
  struct Row {
    const char* card;
    Attention a;
    double us;
  };
  for (const Row& row :
       {Row{"h200-sxm", one(20, 4, 4, 24, 128), 2.656}, Row{"h200-sxm", one(1, 16, 16, 101, 96), 4.032},
        Row{"h200-sxm", one(3, 4, 4, 360, 64), 5.088}, Row{"h200-sxm", one(1, 1, 1, 9775, 64), 7.536},
        Row{"h200-sxm", one(13, 8, 8, 6801, 128), 87.488}, Row{"h100-sxm5-80gb", one(80, 8, 8, 1206, 64), 70.72},
        Row{"h100-sxm5-80gb", one(32, 12, 12, 2555, 96), 134.8}}) {
    const Prediction p = predict(row.a, make_attention_model(json::load_device(row.card).device));
    CAPTURE(row.us);
    CHECK(p.kernels == (key_loop(row.a, sms).parts > 1.0 ? 2 : 1));
    CHECK(std::abs(1e6 * in(p.total - p.launch, second) / row.us - 1.0) < 0.21);
  }
}

TEST_CASE("more keys, heads or images never take less") {
  const AttentionModel model = make_attention_model(json::load_device("h100-sxm5-80gb").device);
  const auto time = [&](const Attention& a) { return in(predict(a, model).total, second); };
  for (const std::int64_t keys : {16, 100, 300, 600, 4096, 30000})
    for (const std::int64_t heads : {1, 8, 64, 1024}) {
      CHECK(time(one(1, heads, heads, 2 * keys, 128)) >= 0.9 * time(one(1, heads, heads, keys, 128)));
      CHECK(time(one(1, 2 * heads, 2 * heads, keys, 128)) >= 0.9 * time(one(1, heads, heads, keys, 128)));
    }
}
}  // namespace pricing_attention_single_query_test
