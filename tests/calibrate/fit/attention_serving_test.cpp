#include "calibrate/fit/attention_serving.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <perfmodel/json/file.hpp>

#include "calibrate/fit/attention_priors.hpp"

namespace calibrate_fit_attention_serving_test {
using namespace perfmodel;

namespace {
constexpr const char* header =
    "src,gpu,framework,version,kernel,attn_dtype,kv_dtype,batch,q_len,kv_len,q_heads,kv_heads,head_dim,window,time_"
    "us\n";

std::filesystem::path table_of(const char* name, const std::string& rows) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  json::write_file(path, header + rows);
  return path;
}
}  // namespace

TEST_CASE("engines' prompts: which kernels and formats are read, and with which tile") {
  std::map<std::string, ServingCard> cards;
  const std::filesystem::path path =
      table_of("perfmodel_attention_prefill.csv",
               "x,NVIDIA L40S,vllm,1,vllm_flash_attn_fa2,bfloat16,bfloat16,4,4096,4096,16,4,128,0,900\n"
               "x,NVIDIA L40S,sglang,1,flashinfer,bfloat16,bfloat16,4,4096,4096,16,4,128,0,800\n"
               "x,NVIDIA L40S,trtllm,1,torch_flow,bfloat16,bfloat16,4,4096,4096,16,4,128,0,1300\n"   // another kernel
               "x,NVIDIA L40S,sglang,1,flashinfer,bfloat16,fp8,4,4096,4096,16,4,128,0,800\n"         // another format
               "x,NVIDIA L40S,sglang,1,flashinfer,bfloat16,bfloat16,4,4096,4096,16,4,128,128,100\n"  // a window
               "x,NVIDIA L40S,sglang,1,flashinfer,bfloat16,bfloat16,64,1,1,16,4,128,0,9\n"           // one token
               "x,NVIDIA H100 80GB HBM3,vllm,1,vllm_flash_attn_fa3,bfloat16,bfloat16,1,64,64,16,4,256,0,14\n");
  const auto rows = serving_rows(path, prompt_kernels, true, attention_priors, cards);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].parts.l2 > 1.9 * rows[1].parts.l2);  // 64 queries a block read twice as often as 128
  CHECK(rows[0].held_out == rows[1].held_out);       // the same shape
  CHECK(rows[0].attention.causal);
  CHECK(rows[0].cache_copy > 0.0);
  CHECK(rows[2].parts.family == AttentionFamily::warp_group);
  CHECK(rows[2].cache_copy == 0.0);  // all of it stays in the L2
  CHECK(rows[2].parts.dram == 0.0);
  CHECK(cards.size() == 2);
  CHECK(serving_rows("no such table", prompt_kernels, true, attention_priors, cards).empty());
}

TEST_CASE("engines' caches: what the L2 holds in part is left out") {
  std::map<std::string, ServingCard> cards;
  const auto row = [](int batch, int keys) {
    return "x,NVIDIA A100-SXM4-80GB,vllm,1,any,bfloat16,bfloat16," + std::to_string(batch) + ",1," +
           std::to_string(keys) + ",8,8,128,0,50\n";
  };
  const std::filesystem::path path =
      table_of("perfmodel_attention_decode.csv", row(1, 128) + row(8, 1024) + row(64, 8192));  // 0.5, 34, 2,147 MB
  const auto rows = serving_rows(path, cache_kernels, false, attention_priors, cards);
  REQUIRE(rows.size() == 2);
  for (const AttentionFitRow& r : rows) {
    CHECK(r.parts.decode);
    CHECK(r.cache_copy == 0.0);
  }
}

TEST_CASE("about half of the shapes teach") {
  int teaching = 0;
  for (std::int64_t batch = 1; batch <= 20; ++batch)
    for (std::int64_t length = 1; length <= 20; ++length)
      teaching += teaches({.batch = batch,
                           .heads = 8,
                           .key_heads = 8,
                           .queries = 128 * length,
                           .keys = 128 * length,
                           .head_size = 128});
  CHECK(teaching > 150);
  CHECK(teaching < 250);
}

TEST_CASE("fit_family() tells an engine's further work from attention") {
  std::map<std::string, ServingCard> cards;
  ServingCard& card = cards["a100-sxm4-80gb"];
  card.device = json::load_device("a100-sxm4-80gb").device;
  card.model = make_attention_model(card.device, attention_priors);
  AttentionFit truth{.table = attention_priors, .calls = {{"engine", {.share = 0.4, .seconds = 8e-6}}}};
  truth.table[static_cast<std::size_t>(AttentionFamily::warp)].efficiency[1] = 0.7;
  std::vector<AttentionFitRow> rows;
  for (const std::int64_t length : {64, 256, 1024, 4096})
    for (const std::int64_t batch : {1, 16, 128}) {
      const Attention a{.format = NumberFormat::bf16,
                        .batch = batch,
                        .heads = 16,
                        .key_heads = 16,
                        .queries = length,
                        .keys = length,
                        .head_size = 128,
                        .causal = true};
      rows.push_back(
          {.attention = a,
           .parts = attention_parts(a, card.model),
           .model = &card.model,
           .engine = "engine",
           .cache_copy = card.model.streaming.dram_seconds(1.0, 1.0) * 4096.0 * static_cast<double>(batch * length)});
      rows.back().seconds = expected_seconds(rows.back(), truth);
    }
  AttentionFit fit{.table = attention_priors};
  fit_family(fit, rows, AttentionFamily::warp, attention_fit::engines);
  CHECK(std::abs(fit.table[static_cast<std::size_t>(AttentionFamily::warp)].efficiency[1] / 0.7 - 1.0) < 0.1);
  CHECK(std::abs(fit.calls.at("engine").seconds / 8e-6 - 1.0) < 0.2);
  CHECK(std::abs(fit.calls.at("engine").share / 0.4 - 1.0) < 0.2);
}
}  // namespace calibrate_fit_attention_serving_test
