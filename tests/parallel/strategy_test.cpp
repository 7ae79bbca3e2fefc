#include <doctest/doctest.h>

#include <perfmodel/parallel/strategy.hpp>

#include "../refusal.hpp"

using namespace perfmodel;

// DistributedDataParallel's default: bucket_cap_mb = 25, in units of 2^20 bytes.
static_assert(DataParallel{}.bucket == 26'214'400.0 * byte);

TEST_CASE("a batch is shared evenly or not at all") {
  CHECK(batch_per_gpu({.gpus = 1}, 7) == 7);
  CHECK(batch_per_gpu({.gpus = 8}, 64) == 8);
  CHECK(refusal([] { (void)batch_per_gpu({.gpus = 8}, 65); }) ==
        "batch: got 65; must be a multiple of the number of GPUs, 8");
  CHECK(refusal([] { (void)batch_per_gpu({.gpus = 0}, 64); }) == "gpus: got 0; must be a whole number > 0");
}
