#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/recording_json.hpp>

#include "../refusal.hpp"

namespace json_recording_json_test {
using namespace perfmodel;

namespace {
nlohmann::json small() {
  return nlohmann::json::parse(json::read_file(PERFMODEL_SOURCE_DIR "/tests/recording/small_step.json"));
}
std::string why(const nlohmann::json& document) {
  return refusal([&] { (void)json::recording_from_json(document, "step.json"); });
}
}  // namespace

TEST_CASE("a recorded step: products by the batch, parameters of the network, nothing dies twice") {
  const Recording r = json::read_recording(PERFMODEL_SOURCE_DIR "/tests/recording/small_step.json");
  CHECK(r.training);
  CHECK(r.batches == std::array<std::int64_t, 2>{8, 16});
  std::int64_t parameters = 0;
  for (const RecordedStorage& s : r.storages)
    if (s.why == MemoryClass::parameter) parameters += s.bytes.at(8);
  // convolution, norm with running moments and an int64 counter, two linear layers, in FP32
  CHECK(parameters == 4 * (16 * 27 + 16 + 4 * 16 + 16 * 32 + 32 + 32 * 10 + 10) + 8);
  const auto convolution = std::find_if(r.step.begin(), r.step.end(),
                                        [](const RecordedEvent& e) { return e.name == "aten.convolution.default"; });
  REQUIRE(convolution != r.step.end());
  CHECK(operand_of(convolution->arguments[0].tensors[0], 64) == packed({64, 3, 16, 16}, NumberFormat::fp32));
  CHECK(operand_of(convolution->results[0], 64) == packed({64, 16, 16, 16}, NumberFormat::fp32));
}

// Batches of 4 and 12 in two parts each; a part that begins at three quarters of a batch; no share of it.
static_assert(line_through({4, 12}, {2, 6}) == BatchLine{.slope = 1, .per = 2});
static_assert(line_through({4, 12}, {2, 6})->at(64) == 32);
static_assert(line_through({4, 12}, {3, 9}) == BatchLine{.slope = 3, .per = 4});
static_assert(line_through({12, 4}, {6, 2}) == BatchLine{.slope = 1, .per = 2});
static_assert(line_through({4, 12}, {7, 15}) == BatchLine{.base = 3, .slope = 1});
static_assert(line_through({8, 16}, {5, 5}) == BatchLine{.base = 5});
static_assert(!line_through({4, 12}, {3, 7}) && !line_through({8, 16}, {100, 103}));
static_assert(!line_through({1, 2}, {std::numeric_limits<std::int64_t>::max(), -2}));

TEST_CASE("what is no recording is refused with its place") {
  nlohmann::json other = small();
  other["perfmodel_recording"] = 2;
  CHECK(why(other) == "step.json: /perfmodel_recording: got 2; must be 1");
  nlohmann::json cut = small();
  cut.erase("end");
  CHECK(why(cut).find("truncated") != std::string::npos);
  nlohmann::json early = small();
  std::size_t last_activation = early["storages"].size() - 1;
  while (early["storages"][last_activation]["why"] != "activation") --last_activation;
  const nlohmann::json death = nlohmann::json::object({{"free", nlohmann::json::array({last_activation})}});
  early["first_step"].insert(early["first_step"].begin(), death);
  CHECK(why(early).find("/first_step/0/free: got storage") != std::string::npos);
  CHECK(why(early).find("dies before it is born") != std::string::npos);
  nlohmann::json crooked = small();
  crooked["storages"][0]["bytes"] = {{"at", {100, 103}}};
  CHECK(why(crooked).find("/storages/0/bytes") != std::string::npos);
  CHECK(why(crooked).find("straight line") != std::string::npos);
  nlohmann::json none = small();
  none["batches"] = {8, 8};
  CHECK(why(none).find("/batches") != std::string::npos);
  CHECK(why(nlohmann::json::array()).find("/perfmodel_recording: got nothing") != std::string::npos);
}

TEST_CASE("a tensor of two extents that grow with the batch is a square in it") {
  nlohmann::json document = small();  // recorded at 8 and 16
  const std::size_t storage = document["storages"].size();
  document["storages"].push_back({{"bytes", {{"at", {8 * 8 * 4, 16 * 16 * 4}}}}, {"why", "activation"}});
  const nlohmann::json extent = {{"at", {8, 16}}};
  document["step"].push_back(
      {{"op", "aten.mm.default"},
       {"in", nlohmann::json::array()},
       {"out", {{{"s", storage}, {"shape", {extent, extent}}, {"strides", {extent, 1}}, {"format", "fp32"}}}},
       {"phase", "forward"}});
  const Recording r = json::recording_from_json(document, "step.json");
  CHECK(r.storages[storage].bytes == BatchLine{.square = 4});
  CHECK(r.storages[storage].bytes.at(64) == 64 * 64 * 4);
  CHECK(r.storages[storage].elements == 0);  // a straight line would begin below zero
}
}  // namespace json_recording_json_test
