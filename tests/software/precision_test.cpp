#include <doctest/doctest.h>

#include <perfmodel/software/precision.hpp>

namespace software_precision_test {
using namespace perfmodel;

static_assert(policy(Precision::tf32).compute == NumberFormat::tf32 &&
              policy(Precision::tf32).stored() == NumberFormat::fp32);
static_assert(policy(Precision::bf16).weights == NumberFormat::bf16 && !policy(Precision::bf16).autocast);
static_assert(policy(Precision::amp_fp16).weights == NumberFormat::fp32 && policy(Precision::amp_fp16).loss_scaling);
static_assert(policy(Precision::amp_bf16).autocast && !policy(Precision::amp_bf16).loss_scaling);

TEST_CASE("precision words are read back, others are refused with the list") {
  for (const Precision p : all_precisions) CHECK(precision_from(name(p), "precision") == p);
  for (const char* word : {"half", "FP16", "float16"}) CHECK(precision_from(word, "precision") == Precision::fp16);
  CHECK_THROWS_WITH_AS((void)precision_from("fp31", "column precision"),
                       "column precision: got \"fp31\"; must be one of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16",
                       Error);
}
}  // namespace software_precision_test
