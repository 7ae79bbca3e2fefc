#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/memory/batch_programs.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/step/step_builder.hpp>

namespace memory_batch_programs_test {
using namespace perfmodel;

namespace {
Network network(Loss loss = CrossEntropy{}) {
  return fcnn({.layers = 4, .hidden = 512, .inputs = 2000, .outputs = 200, .loss = loss});
}
}  // namespace

TEST_CASE("programs made from two batches are those of any batch") {
  for (const Precision precision : all_precisions) {
    Recipe recipe{.precision = precision, .optimizer = Optimizer::momentum};
    const Software software = software_of();
    const TraceTarget target{};
    const auto trace = [&](std::int64_t batch) {
      recipe.batch = batch;
      return step_trace(network(), recipe, software, target);
    };
    BatchPrograms programs(4096, trace(4096), 8192, trace(8192), target);
    REQUIRE(programs.same());
    for (const std::int64_t batch : {1024, 1025, 3000, 5000, 8193, 12345, 100'000, 777'777}) {
      const AllocationProgram expected = allocation_program(trace(batch));
      const AllocationProgram& got = programs.at(batch);
      REQUIRE(got.step.size() == expected.step.size());
      CAPTURE(batch);
      for (std::size_t i = 0; i < expected.step.size(); ++i) REQUIRE(got.step[i].bytes == expected.step[i].bytes);
      CHECK(replay(got, software.allocator).counters.peak_reserved ==
            replay(expected, software.allocator).counters.peak_reserved);
    }
  }
}

TEST_CASE("the sums of mse_loss over everything are followed, too") {
  const auto trace = [](std::int64_t batch) { return step_trace(network(MeanSquaredError{}), {.batch = batch}); };
  BatchPrograms programs(4096, trace(4096), 8192, trace(8192), {});
  REQUIRE(programs.same());
  for (const std::int64_t batch : {2000, 50'000}) {
    const AllocationProgram expected = allocation_program(trace(batch));
    for (std::size_t i = 0; i < expected.step.size(); ++i)
      REQUIRE(programs.at(batch).step[i].bytes == expected.step[i].bytes);
  }
}

TEST_CASE("batches that run different operations are not mixed") {
  const auto trace = [](std::int64_t batch) { return step_trace(network(), {.batch = batch}); };
  CHECK_FALSE(
      BatchPrograms(64, trace(64), 8192, trace(8192), {}).same());  // the smaller one needs no scratch for its sums
}

TEST_CASE("a trace of the memory alone has the same allocations in the same order") {
  for (const Framework framework : {Framework::pytorch, Framework::libtorch}) {
    for (const std::int64_t checkpoint : {0, 1}) {
      const Recipe recipe{.batch = 4096,
                          .precision = Precision::amp_fp16,
                          .optimizer = Optimizer::adam,
                          .checkpoint_every = checkpoint};
      const Software software = software_of(framework);
      const StepTrace whole = step_trace(network(), recipe, software),
                      memory = step_trace(network(), recipe, software, {}, TraceDetail::memory);
      CHECK(memory.step.size() < whole.step.size());
      const AllocationProgram expected = allocation_program(whole), got = allocation_program(memory);
      const auto same = [](const auto& a, const auto& b) {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
                 return x.tensor == y.tensor && x.bytes == y.bytes;
               });
      };
      CHECK(same(got.setup, expected.setup));
      CHECK(same(got.first_step, expected.first_step));
      CHECK(same(got.step, expected.step));
      CHECK(got.carried.size() == expected.carried.size());
    }
  }
}
}  // namespace memory_batch_programs_test
