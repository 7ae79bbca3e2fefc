// Pricing takes no memory from the heap once its lists are as long as they get. Counted by this program's own operator
// new.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>

namespace timeline_price_allocations_test {
std::atomic<std::size_t> allocations{0};
}  // namespace timeline_price_allocations_test

void* operator new(std::size_t bytes) {
  ++timeline_price_allocations_test::allocations;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace timeline_price_allocations_test {
using namespace perfmodel;

TEST_CASE("an operation's price allocates nothing") {
  const StepModel model = make_step_model(json::load_device("h100-sxm5-80gb").device);
  const LoweringTarget target = lowering_target(model.kernels);
  for (const char* name : {"resnet18", "gpt2-124m", "gnmt"}) {
    CAPTURE(name);
    const StepTrace trace = steady_step(named_network(name), {.batch = 8}, model.software(), model.target);
    std::vector<Kernel> kernels;
    const auto price_all = [&] {
      double seconds = 0.0;
      for (const Operation& operation : trace.operations)
        seconds += price(operation, model.kernels, target, kernels).total;
      return seconds;
    };
    const double first = price_all();
    const std::size_t before = allocations;
    CHECK(price_all() == first);
    CHECK(allocations - before == 0);
  }
}
}  // namespace timeline_price_allocations_test
