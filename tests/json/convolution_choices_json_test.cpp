#include <doctest/doctest.h>

#include <perfmodel/json/convolution_choices_json.hpp>
#include <string>

namespace json_convolution_choices_json_test {
using namespace perfmodel;

namespace {
[[nodiscard]] std::string file(const std::string& lines) {
  return R"({"provenance": {"program": "a test", "date": "2026-11-25", "inputs": {}}, "trees": [)"
         R"({"pass": "weight_gradient", "unit": "tf32", "draws": "all", "sms": 132, "nodes": [)" +
         lines + "]}]}";
}
[[nodiscard]] std::string refusal(const std::string& lines) {
  const json::Document document = json::parse_text(file(lines), "cudnn.json");
  try {
    (void)json::convolution_choices_from_json(document.root());
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}
}  // namespace

TEST_CASE("trees of convolutions are read and written alike") {
  const std::string lines = R"("groups<=1.5 wgmma:128x128x32/6.200|cutlass:64x64x16.40 direct.255")";
  const json::Document document = json::parse_text(file(lines));
  const auto trees = json::convolution_choices_from_json(document.root()).table;
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].pass == ConvolutionPass::weight_gradient);
  CHECK(trees[0].unit == ConvolutionUnit::tf32);
  REQUIRE(trees[0].nodes.size() == 4);
  const ConvolutionChoice first = convolution_choice_of(trees[0].nodes[1].candidate);
  CHECK(first.kernel == ConvolutionKernel::wgmma);
  CHECK(convolution_tile(first.tile) == ConvolutionTile{128, 128, 32});
  CHECK(first.split == 6);
  CHECK(trees[0].nodes[1].share == 200);
  const std::string text = json::convolution_choices_text(trees, {.program = "a test", .date = "2026-11-25"});
  CHECK(text.find(lines) != std::string::npos);
}

TEST_CASE("a tree of signals says so, others do not") {
  std::vector<ConvolutionChoiceTree> trees{
      {.draws = ConvolutionDraws::signals,
       .sms = 132,
       .nodes = {
           {.feature = choice_leaf, .share = 255, .candidate = candidate_of({.kernel = ConvolutionKernel::fourier})}}}};
  trees.push_back(trees[0]);
  trees[1].draws = ConvolutionDraws::all;
  const std::string text = json::convolution_choices_text(trees, {.program = "a test", .date = "2026-11-27"});
  CHECK(text.find("signals") == text.rfind("signals"));
  const json::Document document = json::parse_text(text);
  const auto read = json::convolution_choices_from_json(document.root()).table;
  REQUIRE(read.size() == 2);
  CHECK(read[0].draws == ConvolutionDraws::signals);
  CHECK(read[1].draws == ConvolutionDraws::all);
}

TEST_CASE("what is no kernel is refused, with its place") {
  for (const char* lines :
       {R"("what.255")", R"("wgmma:63x64x32.255")", R"("wgmma:64x64.255")", R"("wgmma/99.255")", R"("wgmma.256")",
        R"("wgmma")", R"("colour<=3 wgmma.255 mma.255")", R"("groups<=1 mma.255")"}) {
    CAPTURE(lines);
    const std::string text = refusal(lines);
    CHECK(text.find("cudnn.json: /trees/0/nodes") != std::string::npos);
  }
}
}  // namespace json_convolution_choices_json_test
