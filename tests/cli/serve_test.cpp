// perfmodel-plan serve at the command line.
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "checks.hpp"

namespace cli_serve_test {
using cli::plan;
using cli::Run;

TEST_CASE("serve: one row a card, the best first, with the way to serve in a sentence") {
  const Run run = plan("serve llama-8b -d A100-SXM4-80GB,L40S --prompt 512 --generate 64");
  CHECK(run.exit_code == 0);
  cli::check_width(run);
  CHECK(run.out.find("prompts of 512 tokens, answers of 64") != std::string::npos);
  CHECK(run.out.find("\nServe from ") != std::string::npos);
  const auto json =
      nlohmann::json::parse(plan("serve llama-8b -d A100-SXM4-80GB,L40S --prompt 512 --generate 64 --json").out);
  REQUIRE(json["ways"].size() == 2);
  CHECK(json["ways"][0]["tokens_per_s_and_gpu"] >= json["ways"][1]["tokens_per_s_and_gpu"]);
  for (const auto& way : json["ways"]) {
    CHECK(way["used_bytes"] <= way["memory_bytes"]);
    CHECK(way["low_tokens_per_s"] < way["high_tokens_per_s"]);
  }
}

TEST_CASE("serve --rate: how many GPUs make it") {
  const std::string asked = "serve llama-8b -d A100-SXM4-80GB --gpus 2 -b 32 --prompt 512 --generate 64 --json";
  const auto one = nlohmann::json::parse(plan(asked).out)["ways"][0];
  CHECK(one["gpus"] == 2);
  CHECK(one["batch"] == 32);
  const double rate = 2.5 * one["tokens_per_s"].get<double>();
  const auto many = nlohmann::json::parse(plan(asked + " --rate " + std::to_string(rate)).out)["ways"][0];
  CHECK(many["gpus_for_rate"] == 2 * 3);
}

TEST_CASE("serve: limits on the first token and on each token") {
  const std::string asked = "serve llama-8b -d A100-SXM4-80GB --gpus 1 --prompt 2048 --generate 64";
  const auto any = nlohmann::json::parse(plan(asked + " --json").out)["ways"][0];
  const auto fast = nlohmann::json::parse(plan(asked + " --max-per-token 20ms --json").out)["ways"][0];
  CHECK(fast["per_token_ms"] <= 20.0);
  CHECK(fast["batch"] < any["batch"]);
  const Run late = plan(asked + " --max-first-token 1ms");
  CHECK(late.exit_code == 1);
  CHECK(late.err.find("whose first token is late") != std::string::npos);
}

TEST_CASE("serve: where nothing keeps the limits, what comes nearest and by how much it misses") {
  const std::string asked = "serve llama-8b -d A100-SXM4-80GB --gpus 1,4 -b 1,16 --prompt 2048 --generate 64 ";
  const auto near = [&](const std::string& limits) {
    const Run run = plan(asked + limits);
    CHECK(run.exit_code == 1);
    return run.err;
  };
  double first = 1e9, token = 1e9;  // ms
  const auto free = nlohmann::json::parse(plan(asked + "--json").out);
  for (const auto& way : free["ways"]) {
    first = std::min(first, way["first_token_ms"].get<double>());
    token = std::min(token, way["per_token_ms"].get<double>());
  }
  const auto too_long = [](double ms) {  // as the answer prints it: three digits
    std::array<char, 16> digits{};
    (void)std::snprintf(digits.data(), digits.size(), ms < 10.0 ? "%.2f" : "%.1f", ms);
    return "takes " + std::string(digits.data()) + " ms too long ";
  };
  CHECK(near("--max-first-token 1ms")
            .find("; the nearest " + too_long(first - 1.0) +
                  "to the first token (--max-first-token): 4 x A100-SXM4-80GB, 1 request at once") !=
        std::string::npos);
  CHECK(near("--max-per-token 1ms")
            .find("; the nearest " + too_long(token - 1.0) +
                  "for each token (--max-per-token): 4 x A100-SXM4-80GB, 1 request at once") != std::string::npos);
  const std::string both = near("--max-first-token 1ms --max-per-token 1ms");
  CHECK(both.find("(--max-first-token) and ") != std::string::npos);
  CHECK(both.find("(--max-per-token): 4 x ") != std::string::npos);
  const std::string large = plan("serve llama-70b -d H100-SXM5-80GB,T4 -p fp16 --gpus 1").err;
  CHECK(large.find("2 without room; the nearest misses by ") != std::string::npos);
  CHECK(large.find("GiB: H100-SXM5-80GB, one GPU, 1 request at once") != std::string::npos);
  // what fits and is late is nearer than what does not fit
  const std::string mixed = plan("serve llama-8b -d A100-SXM4-80GB,T4 -p fp16 --gpus 1 --max-per-token 1ms").err;
  CHECK(mixed.find("1 whose tokens are slow; 1 without room; the nearest takes ") != std::string::npos);
  CHECK(plan("serve llama-8b -d A100-SXM4-80GB --gpus 16")
            .err.find("1 on more than one host; the largest host has 8 GPUs: A100-SXM4-80GB\n") != std::string::npos);
}

TEST_CASE("serve --chunk: a long prompt in small passes reads the weights in each of them") {
  const std::string asked = "serve llama-8b -d H100-SXM5-80GB --gpus 1 -b 2 --prompt 32768 --json ";
  const auto first = [&](const char* more) {
    return nlohmann::json::parse(plan(asked + more).out)["ways"][0]["first_token_ms"].get<double>();
  };
  const double whole = first("--chunk 32768"), usual = first(""), small = first("--chunk 32");
  const double weights = 16.06 / 3.35;  // GB / (GB/ms): what reading them takes at least
  CHECK(usual > whole);
  CHECK(usual < whole + 3 * weights);  // three passes more, which hide some of it
  CHECK(small > 1024 * weights);
  cli::refused(
      "serve gpt2-124m -d H100-SXM5-80GB --prompt 2000 --chunk 500",
      "gpt2-124m: layer 1 (wpe): input shape: got [1, 2000]; a position table of shape [1024, 768] takes up to "
      "1024 positions");
}

TEST_CASE("serve: what cannot be is refused in one line") {
  for (const char* network : {"resnet50", "bert-base"})
    cli::refused("serve " + std::string(network) + " -d T4 -p fp16",
                 "network: got \"" + std::string(network) + "\"; must be a language model with causal attention");
  cli::refused("serve llama-8b -d A100-SXM4-80GB --weights int8", "--weights: got \"int8\"; must be fp8, or absent");
  cli::refused("serve llama-8b -d A100-SXM4-80GB -p fp32", "--precision: got \"fp32\"; must be bf16 or fp16");
  const Run large = plan("serve llama-70b -d L4 --gpus 1");
  CHECK(large.exit_code == 1);
  CHECK(large.err.find("without room") != std::string::npos);
  const Run narrow = plan("serve llama-8b -d A100-SXM4-80GB --weights fp8");
  CHECK(narrow.exit_code == 1);
  CHECK(narrow.err.find("without FP8 products") != std::string::npos);
}

TEST_CASE("past=N: a step in the middle of a text, in every command") {
  const Run layers = plan("layers llama-1b:seq=1,past=4095 --mode infer -p bf16 -d A100-SXM4-80GB -b 8");
  CHECK(layers.exit_code == 0);
  const auto memory = [](const std::string& past) {
    return nlohmann::json::parse(
        plan("memory llama-1b:seq=1,past=" + past + " --mode infer -p bf16 -d A100-SXM4-80GB -b 8 --json").out);
  };
  const auto difference =
      memory("4096")["peak_allocated_bytes"].get<double>() - memory("2048")["peak_allocated_bytes"].get<double>();
  CHECK(std::abs(difference / (8.0 * 2048 * 16 * 2 * 8 * 64 * 2) - 1.0) < 0.01);
  cli::refused("layers llama-1b:seq=1,past=8 -p bf16 -d A100-SXM4-80GB -b 8",
               "past: got 8; must be absent in training: a cache holds no gradients");
  cli::refused("layers gpt2-124m:seq=1,past=1024 --mode infer -d A100-SXM4-80GB",
               "network gpt2-124m, past: got 1024; past and seq must be at most 1024 together");
}
}  // namespace cli_serve_test
