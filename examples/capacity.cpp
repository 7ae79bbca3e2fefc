// A table for procurement: how many cards of each kind serve and train a month's work?
#include <cmath>
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/named.hpp>

namespace {
using namespace perfmodel;

struct Service {
  const char* network;
  Recipe recipe;
  double samples_a_month;
};
}  // namespace

int main() try {
  const std::vector<Service> services{
      {"resnet50", {.batch = 128, .precision = Precision::amp_fp16}, 20e9},
      {"bert-large:seq=384", {.batch = 16, .precision = Precision::amp_fp16, .optimizer = Optimizer::adamw}, 500e6},
      {"bert-base:seq=128", {.batch = 32, .precision = Precision::fp16, .mode = Mode::infer}, 30e9}};
  // Cards are neither always up nor always busy.
  constexpr double seconds_a_month = 30.0 * 24.0 * 3600.0, share_in_use = 0.7;
  std::printf("%-16s", "cards for");
  for (const Service& service : services) std::printf("  %20s", service.network);
  std::printf("  %5s  %6s\n", "all", "kW");
  for (const char* name : {"T4", "L4", "L40S", "A100-SXM4-80GB", "H100-SXM5-80GB"}) {
    const CardModel card = json::card_model(name);
    double all = 0.0, kilowatts = 0.0;
    std::printf("%-16s", name);
    for (const Service& service : services) {
      const StepEstimate step = estimate_step(named_network(service.network), service.recipe, card);
      if (!step.fits) {
        std::printf("  %20s", "does not fit");
        all = NAN;
        continue;
      }
      // as many as the slow end of the interval needs
      const double samples = static_cast<double>(service.recipe.batch) / in(step.high, second);
      const double cards = std::ceil(service.samples_a_month / (samples * seconds_a_month * share_in_use));
      std::printf("  %20.0f", cards);
      all += cards;
      kilowatts += cards * in(step.power, watt) / 1000.0;
    }
    std::printf("  %5.0f  %6.1f\n", all, kilowatts);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
