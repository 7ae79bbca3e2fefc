#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/serving.hpp>

namespace planner_serving_test {
using namespace perfmodel;

TEST_CASE("with_last_logits(): the head of a language model works on one position") {
  for (const char* name : {"gpt2-124m:seq=64", "llama-1b:seq=64"}) {
    CAPTURE(std::string(name));
    const Network network = named_network(name);
    const auto served = with_last_logits(network);
    REQUIRE(served);
    CHECK(has_last_logits(*served));
    CHECK(!has_last_logits(network));
    const NetworkShapes shapes = infer_shapes(*served, 3), whole = infer_shapes(network, 3);
    CHECK(whole.outputs.back()[1] == 64);
    CHECK(shapes.outputs.back()[1] == 1);
    CHECK(shapes.outputs.back()[2] == whole.outputs.back()[2]);
    CHECK(parameter_count(*served) == parameter_count(network));
    CHECK(!with_last_logits(*served));  // once is enough
  }
}

TEST_CASE("with_last_logits(): nothing for networks that predict no next token") {
  for (const char* name : {"bert-base:seq=64", "resnet18", "vit_b_16", "fcnn:layers=1,hidden=8,inputs=8,outputs=80"}) {
    CAPTURE(std::string(name));
    CHECK(!with_last_logits(named_network(name)));
  }
}

TEST_CASE("with_last_logits(): a single layer is no language model, whatever its name") {
  Network one{.layers = {{.name = std::string(last_position_layer), .what = Linear{.inputs = 8, .outputs = 80}}}};
  CHECK(!has_last_logits(one));
  CHECK(!has_last_logits(Network{}));
}
}  // namespace planner_serving_test
