#include <doctest/doctest.h>

#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/gemm/family.hpp>

namespace pricing_gemm_family_test {
using namespace perfmodel;

namespace {
[[nodiscard]] constexpr bool covers_all_versions(const GemmTable& table, GemmFamily family) {
  for (const LibraryVersion library : {0, 705, 1000, 1099, 1100, 1201, 1300, newest_library}) {
    int rows = 0;
    for (const ChoiceRule& rule : table.choices)
      rows += rule.family == family && library >= rule.since && library <= rule.until;
    if (rows != 1) return false;
  }
  return true;
}

[[nodiscard]] constexpr bool every_family_covers_all_versions(const GemmTable& table) {
  for (const GemmConstants& c : table.families)
    if (!covers_all_versions(table, c.family)) return false;
  return true;
}
}  // namespace

TEST_CASE("an unknown version takes the row whose range it falls into: the ranges leave no gap and never overlap") {
  const GemmTable& table = gemm_table();
  CHECK(every_family_covers_all_versions(table));
  CHECK(choice_rule(table, GemmFamily::volta_sgemm, 1000).until == 1099);
  CHECK(choice_rule(table, GemmFamily::volta_sgemm, 1100).since == 1100);
  CHECK(&choice_rule(table, GemmFamily::volta_sgemm, 2000) == &choice_rule(table, GemmFamily::volta_sgemm, 1201));
}

TEST_CASE("a version's row can be found and changed") {
  GemmTable table = gemm_table();
  choice_rule(table, GemmFamily::volta_sgemm, 1000).split_preference = 3.0;
  CHECK(choice_rule(table, GemmFamily::volta_sgemm, 1099).split_preference == 3.0);
  CHECK(choice_rule(table, GemmFamily::volta_sgemm, 1100).split_preference != 3.0);
}
}  // namespace pricing_gemm_family_test
