#include <doctest/doctest.h>

#include <perfmodel/json/choices_json.hpp>
#include <string>

namespace json_choices_json_test {
using namespace perfmodel;

namespace {
[[nodiscard]] std::string file(const std::string& lines) {
  return R"({"provenance": {"program": "a test", "date": "2026-11-23", "inputs": {}}, "trees": [)"
         R"({"family": "hopper_tf32", "other": "hopper_tf32_s1688", "kind": "single", "sms": 132, "nodes": [)" +
         lines + "]}]}";
}
[[nodiscard]] std::string refusal(const std::string& lines) {
  const json::Document document = json::parse_text(file(lines), "cublas.json");
  try {
    (void)json::choices_from_json(document.root());
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}
}  // namespace

TEST_CASE("a tree is read line by line in preorder") {
  const json::Document document =
      json::parse_text(file(R"("macs<=482400", "k<=0.0096 17.24.136|o11.0.68t 7.0.255", "1.37.0")"));
  const std::vector<GemmChoiceTree> trees = json::choices_from_json(document.root()).table;
  REQUIRE(trees.size() == 1);
  const std::vector<ChoiceNode>& nodes = trees[0].nodes;
  REQUIRE(nodes.size() == 6);
  CHECK(gemm_feature_names[nodes[0].feature] == "macs");
  CHECK(nodes[0].threshold == 482400.0F);
  CHECK(nodes[0].above == 5);
  CHECK(nodes[1].threshold == 0.0096F);
  CHECK(nodes[1].above == 4);
  CHECK(kernel_of(nodes[2].candidate).tile == 17);
  CHECK(kernel_of(nodes[2].candidate).split == 24);
  CHECK(nodes[2].share == 136);
  CHECK(nodes[2].above == 1);
  CHECK(kernel_of(nodes[2].candidate).family == GemmFamily::hopper_tf32);
  CHECK(kernel_of(nodes[3].candidate).family == GemmFamily::hopper_tf32_s1688);
  CHECK(kernel_of(nodes[3].candidate).reduction == Reduction::serial);
  CHECK(nodes[3].above == 0);
  CHECK(kernel_of(nodes[5].candidate).split == 37);
  const std::string text = json::choices_text(trees, {.program = "a test", .date = "2026-11-23"});
  CHECK(text == R"({
  "provenance": {"program": "a test", "date": "2026-11-23", "inputs": {}},
  "trees": [
    {
      "family": "hopper_tf32", "other": "hopper_tf32_s1688", "kind": "single", "sms": 132,
      "nodes": ["macs<=482400 k<=0.0096 17.24.136|o11.0.68t 7.0.255 1.37.0"]
    }
  ]
}
)");
}

TEST_CASE("what is no tree is refused, with its place") {
  const std::string place = "cublas.json: /trees/0/nodes";
  const std::string kernel =
      "; must be feature<=threshold, or kernels as tile.split.share with a tile below 28, a split below 38 and a share "
      "up to 255";
  CHECK(refusal(R"("1.0.255")") == "read");
  CHECK(refusal(R"("k<=2 1.0.255")") ==
        place + ": got 2 nodes; must be one whole tree in preorder, every branch with two sides");
  CHECK(refusal(R"("1.0.255", "1.0.255")") ==
        place + ": got 2 nodes; must be one whole tree in preorder, every branch with two sides");
  CHECK(refusal(R"("z<=2")") == place +
                                    "/0: got \"z<=2\"; must name a feature (gemm_feature_names in "
                                    "pricing/gemm/kernel_choice.hpp)");
  CHECK(refusal(R"("k<=two")") == place + "/0: got \"two\"; must be a number");
  CHECK(refusal(R"("k<=2 1.0.255", "28.0.255")") == place + "/1: got \"28.0.255\"" + kernel);
  CHECK(refusal(R"("1.38.255")") == place + "/0: got \"1.38.255\"" + kernel);
  CHECK(refusal(R"("1.0.256")") == place + "/0: got \"1.0.256\"" + kernel);
  CHECK(refusal(R"("1.0")") == place + "/0: got \"1.0\"" + kernel);
  CHECK(refusal(R"("1.0.255|")") == place + "/0: got \"\"" + kernel);
  CHECK(refusal(R"("1..255")") == place + "/0: got \"\"" + kernel);
}
}  // namespace json_choices_json_test
