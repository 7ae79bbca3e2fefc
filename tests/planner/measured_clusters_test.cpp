// Steps that others measured on 64 to 512 cards, which nothing was fitted to.
//
// GPT under Megatron-DeepSpeed on DGX A100 hosts, FP16, each layer computed again in the backward pass:
// VIA-Research/vTrain, commit f8dda847, data/ground_truth_multi.csv, MIT (Bang et al. 2024, arXiv:2312.12391).
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <string>
#include <vector>

namespace planner_measured_clusters_test {
using namespace perfmodel;

namespace {

struct MeasuredStep {
  std::int64_t micro_batch, tp, dp, pp;
  double milliseconds;
};
struct MeasuredModel {
  std::string network;
  std::int64_t gpus, batch;
  double least_tau;  ///< of its strategies; lower where these are a few percent apart
  std::vector<MeasuredStep> steps;
};

// clang-format off
const std::array<MeasuredModel, 4> models{{
  {"transformer:layers=30,hidden=3072,heads=32,seq=2048,vocab=51200,attention=joined_softmax,gelu=fused",
   64, 512, 0.85, {
    {8, 1, 64, 1, 3566.5}, {4, 1, 64, 1, 3638.3}, {8, 2, 32, 1, 3975.2}, {2, 1, 64, 1, 3700.5},
    {16, 2, 32, 1, 3937.5}, {4, 2, 32, 1, 4078.2}, {2, 2, 32, 1, 4264.2}, {16, 4, 16, 1, 4492.1},
    {32, 4, 16, 1, 4548.2}, {8, 4, 16, 1, 4634.4}, {4, 4, 16, 1, 4764}, {4, 1, 32, 2, 4382.1}, {2, 1, 32, 2, 4034.9},
    {2, 4, 16, 1, 6228.3}, {8, 1, 32, 2, 5045.6}, {64, 8, 8, 1, 9838.9}, {32, 8, 8, 1, 4972.3}, {16, 8, 8, 1, 5017.8},
    {8, 8, 8, 1, 5178}, {4, 8, 8, 1, 5618}, {2, 8, 8, 1, 8880.9}, {32, 16, 4, 1, 10580.6}, {16, 16, 4, 1, 10719.3},
    {8, 16, 4, 1, 10894}, {4, 16, 4, 1, 11960.1}, {2, 16, 4, 1, 13472.2},
  }},
  {"transformer:layers=40,hidden=6144,heads=48,seq=2048,vocab=51200,attention=joined_softmax,gelu=fused",
   256, 1024, 0.5, {
    {8, 8, 32, 1, 9603.6}, {16, 8, 32, 1, 10506.6}, {4, 8, 32, 1, 9927.6}, {2, 8, 32, 1, 10453.3},
    {8, 4, 32, 2, 10856.3}, {4, 4, 32, 2, 10950.4}, {2, 4, 32, 2, 10031.6}, {4, 2, 32, 4, 10825},
    {4, 1, 32, 8, 12379}, {2, 8, 16, 2, 10434.8}, {2, 8, 8, 4, 10926.4}, {8, 8, 4, 8, 11026.1},
    {8, 2, 16, 8, 13157.5}, {2, 16, 16, 1, 20414.8}, {32, 8, 4, 8, 16241.4},
  }},
  {"transformer:layers=48,hidden=8192,heads=64,seq=2048,vocab=51200,attention=joined_softmax,gelu=fused",
   512, 1536, 0.4, {
    {2, 2, 32, 8, 21890.4}, {2, 4, 32, 4, 13875.5}, {4, 4, 32, 4, 15625.6}, {2, 4, 16, 8, 16070.6},
    {3, 4, 16, 8, 17606.1}, {2, 4, 8, 16, 14529.6}, {6, 8, 32, 2, 14915.5}, {8, 8, 32, 2, 15212.8},
    {2, 8, 32, 2, 14614}, {2, 8, 16, 4, 14713.4}, {6, 8, 16, 4, 15249.4}, {2, 8, 8, 8, 15001.9},
    {2, 8, 4, 16, 15639.4}, {24, 8, 4, 16, 24169.9}, {3, 4, 32, 4, 16185.5}, {3, 2, 32, 8, 19067.2},
    {2, 2, 16, 16, 23747.9}, {3, 2, 16, 16, 26188.8}, {4, 4, 16, 8, 17413.6}, {6, 4, 32, 4, 18532.1},
    {4, 8, 32, 2, 14757.3}, {12, 8, 32, 2, 17126.8}, {3, 8, 32, 2, 14850.4}, {3, 4, 8, 16, 15023.9},
    {4, 4, 8, 16, 15585.5}, {6, 4, 16, 8, 16087}, {3, 8, 16, 4, 14833.8}, {4, 8, 16, 4, 14750.7},
    {8, 8, 16, 4, 15814.5}, {3, 8, 8, 8, 15270.7}, {4, 8, 8, 8, 14967.1}, {6, 4, 8, 16, 20044.1},
    {6, 8, 8, 8, 15775.3}, {12, 8, 16, 4, 17182.4}, {3, 1, 32, 16, 19991}, {6, 2, 32, 8, 23062.9},
    {3, 8, 4, 16, 16360.8}, {8, 8, 8, 8, 16413.4}, {4, 8, 4, 16, 15944.5}, {6, 8, 4, 16, 16232.8},
    {6, 2, 16, 16, 27228.4}, {12, 8, 8, 8, 17999.5}, {12, 4, 16, 8, 20614.8}, {8, 8, 4, 16, 16877.1},
    {12, 8, 4, 16, 18568.3}, {12, 4, 8, 16, 27810.3}, {24, 8, 8, 8, 23171.1},
  }},
  {"transformer:layers=96,hidden=12288,heads=96,seq=2048,vocab=51200,attention=joined_softmax,gelu=fused",
   512, 1536, 0.8, {
    {2, 4, 8, 16, 54255.9}, {2, 4, 4, 32, 53909.6}, {2, 2, 8, 32, 57411.2}, {2, 8, 8, 8, 55109.6},
    {6, 8, 2, 32, 62636.8}, {2, 8, 2, 32, 58555.4}, {3, 4, 8, 16, 55236}, {2, 4, 4, 32, 53937.9},
    {3, 4, 4, 32, 56297.2}, {4, 4, 8, 16, 57720}, {3, 8, 8, 8, 56176.5}, {2, 8, 4, 16, 56315.8},
    {4, 4, 4, 32, 59333.2}, {4, 8, 8, 8, 58240.3}, {3, 8, 4, 16, 55677.5}, {4, 8, 4, 16, 57504.3},
    {3, 8, 2, 32, 57324.4}, {3, 2, 8, 32, 64296.3}, {6, 8, 4, 16, 60519.2}, {6, 4, 4, 32, 66632.5},
    {4, 8, 2, 32, 59147.5},
  }},
}};
// clang-format on

/// Kendall's: concordant pairs less discordant ones, over all.
[[nodiscard]] double kendall_tau(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0, pairs = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, pairs += 1.0) {
      const double product = (a[i] - a[j]) * (b[i] - b[j]);
      sum += product > 0.0 ? 1.0 : product < 0.0 ? -1.0 : 0.0;
    }
  return sum / pairs;
}

}  // namespace

TEST_CASE("steps of GPT on 64 to 512 A100 are within 10 % in the mean, and strategies are in order") {
  const CardModel card = make_card_model(json::load_device("a100-sxm4-80gb").device);
  const HostSystem system = json::load_system("DGX-A100");
  double error = 0.0, bias = 0.0, count = 0.0;
  for (const MeasuredModel& model : models) {
    const Network network = named_network(model.network);
    ParallelSteps steps(network, system, card, {}, {.all_times = true, .folded = true});
    std::vector<double> measured, predicted;
    for (const MeasuredStep& step : model.steps) {
      const Recipe recipe{.batch = model.batch,
                          .precision = Precision::fp16,
                          .optimizer = Optimizer::adam,
                          .checkpoint_every = 1,
                          .optimizer_loop = OptimizerLoop::fused};
      const ParallelLayout layout{.dp = step.dp, .tp = step.tp, .pp = step.pp, .micro_batch = step.micro_batch};
      REQUIRE(layout.gpus() == model.gpus);
      predicted.push_back(in(steps(recipe, layout).step.step, milli * second));
      measured.push_back(step.milliseconds);
      const double off = predicted.back() / measured.back() - 1.0;
      error += std::abs(off);
      bias += off;
      count += 1.0;
    }
    CAPTURE(model.network);
    CHECK(kendall_tau(measured, predicted) > model.least_tau);
  }
  CHECK(count == 109.0);
  CHECK(error / count < 0.10);           // 8.2 % (docs/reference/parallel.md), and what folding adds
  CHECK(std::abs(bias / count) < 0.06);  // -5.2 %
}
}  // namespace planner_measured_clusters_test
