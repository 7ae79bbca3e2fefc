// What memory says in JSON: the same as its text, and how the step is run.
#include <nlohmann/json.hpp>

#include "answered.hpp"
#include "checks.hpp"

namespace cli_memory_json_test {
using cli::answered;
using cli::small;

TEST_CASE("memory counts steps from 1, in text, JSON and the timeline") {
  const std::string question = "memory gpt2:seq=64 -d T4 -b 2";
  const auto json = nlohmann::json::parse(answered(question + " --json").out);
  const std::string text = answered(question).out;
  const std::string where = "in step " + std::to_string(json.at("peak").at("step").get<int>());
  CHECK(text.find(where) != std::string::npos);
  const auto points = nlohmann::json::parse(answered(question + " --timeline json").out);
  CHECK(points.front().at("step") == 0);  // before the first
  CHECK(points.back().at("step").get<int>() >= json.at("peak").at("step").get<int>());
}

TEST_CASE("the parts of memory in JSON add up to what is used, other processes included") {
  const std::string question = "memory gpt2:seq=64 -d T4 -b 2 --other-processes 1GiB --json";
  const auto json = nlohmann::json::parse(answered(question).out);
  std::int64_t sum = 0;
  for (const auto& [part, bytes] : json.at("parts").items()) sum += bytes.get<std::int64_t>();
  CHECK(sum == json.at("device_used_bytes").get<std::int64_t>());
}

TEST_CASE("every answer of memory and advise in JSON says how the step is run") {
  for (const std::string& question : {"memory " + small + " -d T4 --max-batch", "memory " + small + " -d T4 --what-if",
                                      "memory " + small + " -d T4", "advise " + small + " -d T4"}) {
    CAPTURE(question);
    const auto json = nlohmann::json::parse(answered(question + " --json").out);
    for (const char* key : {"network", "device", "precision", "mode", "optimizer", "framework", "framework_version",
                            "memory_format", "accumulation", "checkpoint_every"})
      CHECK_MESSAGE(json.contains(key), key);
  }
  CHECK(nlohmann::json::parse(answered("advise " + small + " -d T4 --json").out).contains("host"));
}
}  // namespace cli_memory_json_test
