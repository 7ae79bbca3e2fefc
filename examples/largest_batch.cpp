// A batch-size finder: the largest batch that trains, and the smallest one that is nearly as fast.
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/network/named.hpp>

int main() try {
  using namespace perfmodel;
  const CardModel card = json::card_model("A100-SXM4-40GB");
  const Network network = named_network("bert-base:seq=128");
  Recipe recipe{.precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
  const MaxBatch largest =
      largest_batch(network, recipe, card.software(), card.device, {.multiple_of = 8, .headroom = 0.05});
  if (largest.batch == 0) {
    std::printf("not even 8 samples train: %.1f GiB needed\n", static_cast<double>(largest.smallest_need) / 0x1p30);
    return 1;
  }
  const auto rate = [&](std::int64_t batch) {
    recipe.batch = batch;
    return static_cast<double>(batch) / in(estimate_step(network, recipe, card).step, second);
  };
  const double best = rate(largest.batch);
  std::int64_t enough = 8;
  while (enough < largest.batch && rate(enough) < 0.95 * best) enough *= 2;
  enough = std::min(enough, largest.batch);
  std::printf("batch %d trains: %.1f of %.1f GiB reserved, %.0f samples/s\n", static_cast<int>(largest.batch),
              static_cast<double>(largest.peak_reserved) / 0x1p30, static_cast<double>(largest.limit) / 0x1p30, best);
  std::printf("batch %d is within 5 %%: %.0f samples/s\n", static_cast<int>(enough), rate(enough));
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
