#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/attention/time.hpp>

namespace pricing_attention_time_test {
using namespace perfmodel;

namespace {
AttentionModel model_of(const char* card) { return make_attention_model(json::load_device(card, "test").device); }
double microseconds(const Attention& a, const AttentionModel& model) {
  const Prediction p = predict(a, model);
  return in(p.total - p.launch, micro * second);
}
/// As many keys and values as queries, as many of their heads as of the queries'.
Attention self_attention(NumberFormat format, std::int64_t batch, std::int64_t heads, std::int64_t length,
                         std::int64_t head_size) {
  return {.format = format,
          .batch = batch,
          .heads = heads,
          .key_heads = heads,
          .queries = length,
          .keys = length,
          .head_size = head_size};
}
Attention causal(Attention a) { return a.causal = true, a; }
Attention backward(Attention a) { return a.backward = true, a; }
Attention dropped(Attention a) { return a.dropout = true, a; }
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
       {Row{self_attention(bf16, 16, 32, 4096, 64), 4381.8}, Row{causal(self_attention(bf16, 16, 32, 512, 128)), 100.2},
        Row{self_attention(bf16, 1, 8, 2048, 128), 29.6}, Row{causal(self_attention(fp32, 4, 16, 4096, 64)), 4231.7},
        Row{dropped(causal(self_attention(bf16, 8, 12, 512, 64))), 38.5},
        Row{backward(self_attention(bf16, 16, 12, 512, 64)), 147.4},
        Row{backward(self_attention(fp32, 16, 12, 512, 64)), 1083.1}}) {
    CAPTURE(row.measured_us);
    CHECK(std::abs(microseconds(row.attention, h200) / row.measured_us - 1.0) < 0.25);
  }
}

TEST_CASE("attention grows with keys, costs half when causal and long, and more with dropout and backward") {
  const AttentionModel h200 = model_of("h200-sxm"), a100 = model_of("a100-sxm4-80gb");
  const Attention a = self_attention(NumberFormat::bf16, 8, 16, 4096, 128);
  const double plain = microseconds(a, h200);
  CHECK(std::abs(microseconds(causal(a), h200) / plain - 0.5) < 0.06);
  CHECK(microseconds(dropped(a), h200) > 1.2 * plain);
  CHECK(microseconds(backward(a), h200) > 2.5 * plain);
  CHECK(microseconds(a, a100) > plain);
  // Dao 2023, arXiv:2307.08691, abstract: FlashAttention-2 reaches 50 to 73 % of an A100's 312 TFLOP/s
  const double rate = in(work(a), tera * flop) / (microseconds(a, a100) * 1e-6);
  CHECK(rate > 0.5 * 312.0);
  CHECK(rate < 0.85 * 312.0);
}

TEST_CASE("on an H100 the kernels of each release reach what others measured there") {
  // github.com/pytorch/pytorch/issues/142132 (nightly 2.6, cuDNN 9.1): 24 heads of 128, 4,608 tokens; no constant was
  // fitted to it. 10 %: the width of "same_family" around forward rows is 20 %
  const Device h100 = json::load_device("h100-sxm5-80gb", "test").device;
  const Attention a = self_attention(NumberFormat::bf16, 1, 24, 4608, 128);
  const auto rate = [&](AttentionVersion version) {
    return in(work(a), tera * flop) / (microseconds(a, make_attention_model(h100, version)) * 1e-6);
  };
  CHECK(std::abs(rate(AttentionVersion::flash_2) / 329.5 - 1.0) < 0.1);
  CHECK(std::abs(rate(AttentionVersion::cudnn) / 631.3 - 1.0) < 0.1);
  CHECK(rate(AttentionVersion::flash_1) < rate(AttentionVersion::flash_2));
}

TEST_CASE("on an H100 warp groups reach what FlashAttention-3's authors measured") {
  // Shah et al. 2024, arXiv:2407.08608, table 2: batch 4, 16 heads of 128, 8,448 tokens, FP16, no mask: 3.538 ms; no
  // constant was fitted to it. 10 %: the width of "same_family" around forward rows is 20 %
  const Device h100 = json::load_device("h100-sxm5-80gb", "test").device;
  const Attention a = self_attention(NumberFormat::fp16, 4, 16, 8448, 128);
  CHECK(std::abs(microseconds(a, make_attention_model(h100, AttentionVersion::cudnn)) / 3538.0 - 1.0) < 0.1);
}

TEST_CASE("FlashAttention-2 forward and backward on an A100 and an H100 stay within its paper's figures") {
  // Dao 2023, arXiv:2307.08691: 16 heads of 128, 16,384 tokens, no mask. Section 1: up to 63 % of an A100's 312 TFLOP/s
  // backward; section 4.1: up to 335 TFLOP/s forward and backward together on an H100
  const auto rate = [](const char* card, bool forward) {
    const AttentionModel model =
        make_attention_model(json::load_device(card, "test").device, AttentionVersion::flash_2);
    const Attention a = self_attention(NumberFormat::bf16, 1, 16, 16384, 128);
    const double us = microseconds(backward(a), model) + (forward ? microseconds(a, model) : 0.0);
    return (2.5 + (forward ? 1.0 : 0.0)) * in(work(a), tera * flop) / (us * 1e-6);
  };
  CHECK(std::abs(rate("a100-sxm4-80gb", false) / (0.63 * 312.0) - 1.0) < 0.15);
  CHECK(std::abs(rate("h100-sxm5-80gb", true) / 335.0 - 1.0) < 0.15);
}

TEST_CASE("warps that split the keys are slower, most in the backward pass; cuDNN changes warp groups alone") {
  // Dao 2023, arXiv:2307.08691, section 4: FlashAttention-2 is 1.7 to 3.0 times as fast as FlashAttention
  const Device a100 = json::load_device("a100-sxm4-80gb", "test").device;
  const AttentionModel split = make_attention_model(a100, AttentionVersion::flash_1),
                       whole = make_attention_model(a100, AttentionVersion::flash_2),
                       newest = make_attention_model(a100, AttentionVersion::cudnn);
  for (const std::int64_t head_size : {64, 128}) {
    const Attention a = causal(self_attention(NumberFormat::bf16, 2, 16, 8192, head_size));
    const double forward = microseconds(a, split) / microseconds(a, whole),
                 back = microseconds(backward(a), split) / microseconds(backward(a), whole);
    CHECK(forward > 1.3);
    CHECK(back > forward);
    CHECK(back < 3.0);
    CHECK(microseconds(a, newest) == microseconds(a, whole));
  }
  const Attention single = self_attention(NumberFormat::fp32, 2, 16, 2048, 64);
  CHECK(microseconds(single, split) == microseconds(single, newest));
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
    Attention a = dropped(self_attention(NumberFormat::fp32, 1, row.heads, 256, 64));
    a.causal = row.causal;
    a.backward = row.backward;
    CAPTURE(row.us);
    CHECK(std::abs(in(predict(a, h200).total, micro * second) / row.us - 1.0) < 0.10);
  }
  const Attention few = self_attention(NumberFormat::bf16, 1, 8, 1024, 64);
  CHECK(std::abs(microseconds(causal(few), h200) / microseconds(few, h200) - 1.0) < 0.02);
}

TEST_CASE("keys of few queries are split among blocks until all SMs work, those of many queries are not") {
  // Dao et al. 2023, "Flash-Decoding for long-context inference": a block a head would leave most SMs idle
  const AttentionModel h200 = model_of("h200-sxm");
  Attention a = self_attention(NumberFormat::bf16, 1, 8, 16'384, 128);
  a.queries = 1, a.paged = true;
  constexpr double any_round = 0.5;  // no mask, so that its blocks are alike
  const auto busy = [&](const Attention& asked) { return attention_parts(asked, h200).busy(any_round); };
  CHECK(busy(a) == 1.0);
  a.keys = 128;  // not enough of them to split
  CHECK(busy(a) == 8.0 / h200.sms);
  const Attention many = self_attention(NumberFormat::bf16, 1, 1, 1024, 128);
  CHECK(busy(many) == 1024.0 / 128.0 / h200.sms);  // a block for each tile of 128 queries
}

TEST_CASE("a format that the card cannot multiply is refused") {
  CHECK_THROWS_AS((void)predict(self_attention(NumberFormat::bf16, 1, 1, 8, 64), model_of("k40c")), Error);
}

TEST_CASE("a decoding step reads its cache once, however many heads share a key") {
  for (const char* card : {"a100-sxm4-80gb", "h100-sxm5-80gb", "l40s", "b200-sxm"}) {
    CAPTURE(card);
    const AttentionModel model = model_of(card);
    Attention a{.format = NumberFormat::bf16,
                .batch = 64,
                .heads = 8,
                .key_heads = 8,
                .queries = 1,
                .keys = 8192,
                .head_size = 128};
    const double alone = microseconds(a, model);
    a.heads = 32;
    CHECK(microseconds(a, model) < 1.1 * alone);
    a.keys *= 2;
    const double longer = microseconds(a, model);
    CHECK(std::abs(longer / alone - 2.0) < 0.2);
    a.narrow_keys = true;
    CHECK(std::abs(microseconds(a, model) / alone - 1.0) < 0.2);
  }
}

TEST_CASE("decoding on cards whose rows set no constant: within 15 % of caches above twice the L2") {
  // ai-dynamo/aiconfigurator, commit 095f58a5: SGLang (flashinfer, trtllm_mha) and TensorRT-LLM, BF16; 15 %: the
  // largest error of these rows is 11 %
  struct Row {
    const char* card;
    std::int64_t batch, keys, heads, key_heads;
    double measured_us;
  };
  for (const Row& row : {Row{"l40s", 16, 65536, 8, 4, 2964.0}, Row{"l40s", 4, 65536, 16, 8, 1612.0},
                         Row{"b200-sxm", 128, 8192, 8, 8, 592.0}, Row{"b200-sxm", 64, 65536, 2, 1, 304.0}}) {
    CAPTURE(row.card);
    CAPTURE(row.measured_us);
    const Attention a{.format = NumberFormat::bf16,
                      .batch = row.batch,
                      .heads = row.heads,
                      .key_heads = row.key_heads,
                      .queries = 1,
                      .keys = row.keys,
                      .head_size = 128};
    CHECK(std::abs(microseconds(a, model_of(row.card)) / row.measured_us - 1.0) < 0.15);
  }
}

TEST_CASE("prompts of serving engines that set no constant: within 16 %") {
  // ai-dynamo/aiconfigurator, commit 095f58a5, BF16, causal, shapes that judge (calibrate/fit/attention_serving.hpp):
  // of each card the longest, a short and a grouped one. A100 and L40S: SGLang (FlashAttention-3's kernel for Ampere)
  // and vLLM (FlashAttention-2, as PyTorch's on that card 64 queries a tile); H100: SGLang and vLLM (FlashAttention-3);
  // B200: SGLang (TensorRT-LLM's kernels). 16 %: the largest error of
  // these is 15.5 %.
  struct Row {
    const char* card;
    std::int64_t batch, heads, key_heads, length, head_size;
    double measured_us;
  };
  for (const Row& row :
       {Row{"a100-sxm4-80gb", 8, 48, 4, 12288, 128, 71692.7}, Row{"a100-sxm4-80gb", 1, 16, 4, 16384, 128, 5644.4},
        Row{"a100-sxm4-80gb", 2, 24, 4, 4096, 128, 1141.6}, Row{"l40s", 16, 32, 4, 4096, 128, 13736.6},
        Row{"l40s", 4, 12, 4, 12288, 256, 25233.6}, Row{"l40s", 4, 8, 2, 16384, 128, 11675.3},
        Row{"h100-sxm5-80gb", 8, 48, 4, 12288, 128, 25078.1}, Row{"h100-sxm5-80gb", 8, 64, 2, 3072, 128, 2309.6},
        Row{"h100-sxm5-80gb", 4, 12, 4, 12288, 256, 5785.1}, Row{"b200-sxm", 8, 48, 4, 12288, 128, 12656.6},
        Row{"b200-sxm", 64, 64, 1, 2048, 128, 4654.9}, Row{"b200-sxm", 4, 12, 4, 12288, 256, 2701.6}}) {
    CAPTURE(row.card);
    CAPTURE(row.measured_us);
    Attention a = causal(self_attention(NumberFormat::bf16, row.batch, row.heads, row.length, row.head_size));
    a.key_heads = row.key_heads;
    CHECK(std::abs(microseconds(a, model_of(row.card)) / row.measured_us - 1.0) < 0.16);
  }
}

TEST_CASE("blocks of fewer queries read keys and values more often from the L2, which an L40S's cannot hide") {
  const AttentionModel l40s = model_of("l40s"), a100 = model_of("a100-sxm4-80gb");
  Attention a = causal(self_attention(NumberFormat::bf16, 4, 16, 8192, 128));
  const auto math = [&](const AttentionModel& model, double queries) {
    return attention_time(attention_parts(a, model, AttentionTile{queries, 64}), model, model.table).math;
  };
  const double on_l40s = math(l40s, 64) / math(l40s, 128), on_a100 = math(a100, 64) / math(a100, 128);
  CHECK(on_a100 > 1.0);
  CHECK(on_l40s > on_a100);
  a.narrow_keys = true;  // half of the bytes
  CHECK(math(l40s, 64) / math(l40s, 128) < on_l40s);
}

TEST_CASE("exponentials count as much on every card: the faster the products, the smaller the share that is left") {
  // 16 exponentials a clock and SM on all of these; FLOP a clock and SM double from A100 to H100
  double last = 1.0;
  for (const char* card : {"a100-sxm4-80gb", "h100-sxm5-80gb"}) {
    const AttentionModel model = model_of(card);
    const AttentionParts t = attention_parts(self_attention(NumberFormat::bf16, 16, 16, 8192, 128), model);
    const double share = t.products / (t.products + t.exponentials);
    CAPTURE(card);
    CHECK(share < last);
    last = share;
  }
}

TEST_CASE("long attention under load: an L40S's clock sinks, a short one's does not") {
  AttentionModel l40s = model_of("l40s");
  const AttentionParts t = attention_parts(causal(self_attention(NumberFormat::bf16, 8, 32, 16384, 128)), l40s);
  const double burst = attention_time(t, l40s, l40s.table).clock;
  l40s.load = Load::sustained;
  const double settled = attention_time(t, l40s, l40s.table).clock;
  CHECK(settled < l40s.clock);
  CHECK(settled <= burst);
  const AttentionParts few = attention_parts(causal(self_attention(NumberFormat::bf16, 1, 4, 256, 64)), l40s);
  CHECK(attention_time(few, l40s, l40s.table).clock == l40s.clock);
}

TEST_CASE("a launch bounds what takes no longer than itself, memory what takes longer than the units") {
  AttentionModel model = model_of("h200-sxm");
  const Attention large = self_attention(NumberFormat::bf16, 4, 16, 1024, 64);
  StreamingTable& table = model.streaming.table;
  table.launch_seconds = 0.0;
  const double kernel = in(predict(large, model).total, second);
  CHECK(predict(large, model).bound == Bound::math);
  table.launch_seconds = 1.5 * kernel;
  CHECK(in(predict(large, model).total, second) == doctest::Approx(2.5 * kernel).scale(0.0));
  CHECK(predict(large, model).bound == Bound::launch);  // 0.6 of it
  table.launch_seconds = 0.9 * kernel;
  CHECK(predict(large, model).bound == Bound::math);
  table.launch_seconds = 0.0;
  model.streaming.bandwidth *= 1e-4;
  CHECK(predict(large, model).bound == Bound::memory);
  const Attention one = self_attention(NumberFormat::bf16, 1, 1, 64, 64);
  model = model_of("h200-sxm");
  model.streaming.table.launch_seconds = 0.0;
  CHECK(predict(one, model).bound == Bound::latency);
}
}  // namespace pricing_attention_time_test
