#include <doctest/doctest.h>

#include <perfmodel/device/number_format.hpp>

namespace device_number_format_test {
using namespace perfmodel;

static_assert(element_size(NumberFormat::fp64) == 8.0 * byte);
static_assert(element_size(NumberFormat::tf32) == element_size(NumberFormat::fp32));  // TF32 is stored as FP32
static_assert(element_size(NumberFormat::bf16) == 2.0 * byte && element_size(NumberFormat::fp16) == 2.0 * byte);
static_assert(element_size(NumberFormat::fp4) == 0.5 * byte && element_size(NumberFormat::int1) == 0.125 * byte);

TEST_CASE("number_format_from() is the inverse of name() for every format") {
  for (const NumberFormat format : all_number_formats) CHECK(number_format_from(name(format), "x") == format);
}
TEST_CASE("number_format_from() names the place, the word and the accepted words") {
  CHECK_THROWS_WITH_AS((void)number_format_from("half", "--dtype"),
                       "--dtype: got \"half\"; must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1",
                       Error);
  CHECK_THROWS_AS((void)number_format_from("", "x"), Error);
  CHECK_THROWS_AS((void)number_format_from("FP16", "x"), Error);
}
}  // namespace device_number_format_test
