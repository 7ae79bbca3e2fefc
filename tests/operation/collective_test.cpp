#include <doctest/doctest.h>

#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/host_copy.hpp>

namespace operation_collective_test {
using namespace perfmodel;

// Communication calculates nothing; its size is the buffer of one card, as nccl-tests print it.
static_assert(work(Collective{.gpus = 8, .size = 64.0 * byte}) == Work{});
static_assert(traffic(Collective{.gpus = 8, .size = 64.0 * byte}) == 64.0 * byte);
static_assert(traffic(HostCopy{.size = 64.0 * byte}) == 64.0 * byte && work(HostCopy{.size = 64.0 * byte}) == Work{});

TEST_CASE("collectives are named with underscores, hyphens or neither, in any case") {
  for (const CollectiveKind kind : all_collectives) CHECK(collective_from(name(kind), "op") == kind);
  CHECK(collective_from("AllReduce", "op") == CollectiveKind::all_reduce);
  CHECK(collective_from("reduce-scatter", "op") == CollectiveKind::reduce_scatter);
  for (const char* word : {"p2p", "send_recv", "recv"}) CHECK(collective_from(word, "op") == CollectiveKind::send);
  CHECK_THROWS_WITH_AS((void)collective_from("reduce", "op"),
                       "op: got \"reduce\"; must be one of all_reduce, all_gather, reduce_scatter, broadcast, send, "
                       "all_to_all",
                       Error);
}
}  // namespace operation_collective_test
