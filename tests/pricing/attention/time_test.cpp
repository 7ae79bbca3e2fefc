#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/attention/time.hpp>

using namespace perfmodel;

namespace {
AttentionModel model_of(const char* card) { return make_attention_model(json::load_device(card, "test").device); }
double microseconds(const Attention& a, const AttentionModel& model) {
  const Prediction p = predict(a, model);
  return in(p.total - p.launch, micro * second);
}
}  // namespace

TEST_CASE("fused attention on an H200 comes within 25 % of measured kernels") {
  // data/raw/h200-sxm/attention.csv (first four) and the attention of PyTorch 2.11 steps (the rest),
  // kernel time; 25 %: the largest error seen on shapes with 512 keys and more, forward
  const AttentionModel h200 = model_of("h200-sxm");
  struct Row {
    Attention attention;
    double measured_us;
  };
  using enum NumberFormat;
  for (const Row& row :
       {Row{{.format = bf16, .batch = 16, .heads = 32, .key_heads = 32, .queries = 4096, .keys = 4096, .head_size = 64},
            4381.8},
        Row{{.format = bf16,
        .batch = 16,
        .heads = 32,
        .key_heads = 32,
        .queries = 512,
        .keys = 512,
        .head_size = 128,
        .causal = true},
            100.2},
        Row{{.format = bf16, .batch = 1, .heads = 8, .key_heads = 8, .queries = 2048, .keys = 2048, .head_size = 128},
            29.6},
        Row{{.format = fp32,
        .batch = 4,
        .heads = 16,
        .key_heads = 16,
        .queries = 4096,
        .keys = 4096,
        .head_size = 64,
        .causal = true},
            4231.7},
        Row{{.format = bf16,
        .batch = 8,
        .heads = 12,
        .key_heads = 12,
        .queries = 512,
        .keys = 512,
        .head_size = 64,
        .causal = true,
        .dropout = true},
            38.5},
        Row{{.format = bf16,
        .batch = 16,
        .heads = 12,
        .key_heads = 12,
        .queries = 512,
        .keys = 512,
        .head_size = 64,
        .backward = true},
            147.4},
        Row{{.format = fp32,
        .batch = 16,
        .heads = 12,
        .key_heads = 12,
        .queries = 512,
        .keys = 512,
        .head_size = 64,
        .backward = true},
            1083.1}}) {
    CAPTURE(row.measured_us);
    CHECK(std::abs(microseconds(row.attention, h200) / row.measured_us - 1.0) < 0.25);
  }
}

TEST_CASE("attention grows with keys, costs half when causal and long, and more with dropout and backward") {
  const AttentionModel h200 = model_of("h200-sxm"), a100 = model_of("a100-sxm4-80gb");
  const Attention a{.format = NumberFormat::bf16,
                    .batch = 8,
                    .heads = 16,
                    .key_heads = 16,
                    .queries = 4096,
                    .keys = 4096,
                    .head_size = 128};
  Attention causal = a, dropped = a, backward = a;
  causal.causal = dropped.dropout = backward.backward = true;
  const double plain = microseconds(a, h200);
  CHECK(std::abs(microseconds(causal, h200) / plain - 0.5) < 0.06);
  CHECK(microseconds(dropped, h200) > 1.2 * plain);
  CHECK(microseconds(backward, h200) > 2.5 * plain);
  CHECK(microseconds(a, a100) > plain);
  // Dao 2023, arXiv:2307.08691, figure 5: FlashAttention-2 forward reaches 50 to 73 % of an A100's 312 TFLOP/s
  const double rate = in(work(a), tera * flop) / (microseconds(a, a100) * 1e-6);
  CHECK(rate > 0.5 * 312.0);
  CHECK(rate < 0.85 * 312.0);
}

TEST_CASE("few blocks: a mask saves nothing, and FP32 of batch 1 takes what GPT-2 and BERT measured") {
  // PyTorch 2.11 steps of GPT-2 (12 heads, causal) and BERT large (16 heads), batch 1, 256 tokens, dropout, on an
  // H200: 38.1, 38.4 us forward, 84.3, 86.9 us backward; 10 %: these four set the constants for lone blocks
  const AttentionModel h200 = model_of("h200-sxm");
  struct Row {
    std::int64_t heads;
    bool causal, backward;
    double us;
  };
  for (const Row& row : {Row{12, true, false, 38.1}, Row{16, false, false, 38.4}, Row{12, true, true, 84.3},
                         Row{16, false, true, 86.9}}) {
    const Attention a{.format = NumberFormat::fp32,
                      .heads = row.heads,
                      .key_heads = row.heads,
                      .queries = 256,
                      .keys = 256,
                      .head_size = 64,
                      .causal = row.causal,
                      .backward = row.backward,
                      .dropout = true};
    CAPTURE(row.us);
    CHECK(std::abs(in(predict(a, h200).total, micro * second) / row.us - 1.0) < 0.10);
  }
  const Attention few{
      .format = NumberFormat::bf16, .heads = 8, .key_heads = 8, .queries = 1024, .keys = 1024, .head_size = 64};
  Attention masked = few;
  masked.causal = true;
  CHECK(std::abs(microseconds(masked, h200) / microseconds(few, h200) - 1.0) < 0.02);
}

TEST_CASE("a format that the card cannot multiply is refused") {
  CHECK_THROWS_AS((void)predict(Attention{.format = NumberFormat::bf16, .queries = 8, .keys = 8, .head_size = 64},
                                model_of("k40c")),
                  Error);
}
