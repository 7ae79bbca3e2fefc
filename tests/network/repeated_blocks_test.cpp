#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/network/repeated_blocks.hpp>
#include <vector>

namespace network_repeated_blocks_test {
using namespace perfmodel;

namespace {
struct Read {
  explicit Read(Network n) : network(std::move(n)), shapes(infer_shapes(network, 2)) {
    for (std::size_t i = 0; i < network.layers.size(); ++i) reads.push_back(sources(network, i));
  }
  [[nodiscard]] std::vector<RepeatedBlocks> runs(std::size_t least) const {
    return repeated_blocks(network, shapes, reads, least);
  }
  Network network;
  NetworkShapes shapes;
  std::vector<std::vector<std::int32_t>> reads{};
};
}  // namespace

TEST_CASE("a transformer is one run of all its blocks, a ResNet one of each stage but its first block") {
  const Read gpt(named_network("gpt2-124m"));
  REQUIRE(gpt.runs(2).size() == 1);
  CHECK(gpt.runs(2)[0].blocks == 12);
  CHECK(gpt.runs(13).empty());
  std::vector<std::size_t> blocks;
  for (const RepeatedBlocks& run : Read(named_network("resnet152")).runs(2)) blocks.push_back(run.blocks);
  CHECK(blocks == std::vector<std::size_t>{2, 7, 35, 2});  // of 3, 8, 36 and 3
}

TEST_CASE("a block with another number, another shape or a shared parameter ends a run") {
  const auto longest = [](const Network& network) {
    std::size_t most = 0;
    for (const RepeatedBlocks& run : Read(network).runs(2)) most = std::max(most, run.blocks);
    return most;
  };
  const Network network = named_network("transformer:layers=12,hidden=64,heads=2,seq=8,vocab=32");
  CHECK(longest(network) == 12);
  Network other = network;
  for (Layer& layer : other.layers)
    if (auto* dropout = std::get_if<Dropout>(&layer.what); dropout != nullptr && layer.block == 7)
      dropout->probability = 0.25;
  CHECK(longest(other) == 7);
  Network tied = network;
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < tied.layers.size(); ++i)
    if (std::holds_alternative<Linear>(tied.layers[i].what)) {
      if (tied.layers[i].block == 0 && first == 0) first = i;
      if (tied.layers[i].block == 11 && last == 0) last = i;
    }
  tied.layers[last].parameters_of = static_cast<std::int32_t>(first);
  CHECK(longest(tied) < 12);
}

TEST_CASE("few blocks read what all of them read, from their neighbours and from outside") {
  const Read whole(named_network("gpt2-124m"));
  const std::vector<RepeatedBlocks> runs = whole.runs(2);
  const FewBlocksNetwork few = with_few_blocks(whole.network, runs, whole.reads, 5);
  CHECK(few.network.layers.size() == whole.network.layers.size() - 7 * runs[0].layers);
  CHECK(few.runs[0].blocks == 5);
  const Read read(few.network);
  REQUIRE(read.runs(2).size() == 1);
  CHECK(read.runs(2)[0].blocks == 5);
  for (std::size_t i = 0; i < few.network.layers.size(); ++i) {
    CHECK(few.network.layers[i].name == whole.network.layers[few.layer_of[i]].name);
    CHECK(read.shapes.outputs[i] == whole.shapes.outputs[few.layer_of[i]]);
  }
  CHECK(parameter_count(few.network) < parameter_count(whole.network));
}
}  // namespace network_repeated_blocks_test
