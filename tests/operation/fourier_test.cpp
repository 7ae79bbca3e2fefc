#include <doctest/doctest.h>

#include <perfmodel/operation/fourier.hpp>

namespace operation_fourier_test {
using namespace perfmodel;
using op::Fourier;

namespace {
constexpr Fourier complex{.count = 3, .length = 8}, forward{.side = Fourier::Side::real_input, .count = 3, .length = 8},
    back{.side = Fourier::Side::real_result, .count = 3, .length = 9};
}  // namespace

static_assert(read_bytes(complex) == 3.0 * 8.0 * 8.0 * byte && written_bytes(complex) == read_bytes(complex));
// eight real numbers have five frequencies, nine have five as well
static_assert(read_bytes(forward) == 3.0 * 8.0 * 4.0 * byte && written_bytes(forward) == 3.0 * 5.0 * 8.0 * byte);
static_assert(read_bytes(back) == 3.0 * 5.0 * 8.0 * byte && written_bytes(back) == 3.0 * 9.0 * 4.0 * byte);
static_assert(traffic(forward) == read_bytes(forward) + written_bytes(forward));

TEST_CASE("a transform's work: 5 n log2 n of complex points, half of real ones") {
  CHECK(work(complex) == 3.0 * 5.0 * 8.0 * 3.0 * flop);
  CHECK(work(forward) == 0.5 * work(complex));
  CHECK(work(Fourier{.count = 3, .length = 1}) == Work{});
}
}  // namespace operation_fourier_test
