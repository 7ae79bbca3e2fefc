#include <doctest/doctest.h>

#include <array>
#include <perfmodel/pricing/evidence.hpp>
#include <string_view>

namespace pricing_evidence_test {
using namespace perfmodel;

namespace {
constexpr std::array<std::string_view, 4> two{"A100", "", "H200", ""};
constexpr std::array<std::string_view, 2> none{"", ""};
}  // namespace

static_assert(evidence_of(two, "A100", 80).level == EvidenceLevel::this_card);
static_assert(evidence_of(two, "H200", 90).level == EvidenceLevel::this_card);
static_assert(evidence_of(two, "A30", 80).level == EvidenceLevel::same_kernels);
static_assert(evidence_of(none, "A100", 80) == Evidence{});
static_assert(evidence_of(none, "", 80).level == EvidenceLevel::datasheet);  // no name is no card's
static_assert(stand_in(evidence_of(two, "A100", 80)).level == EvidenceLevel::datasheet);

TEST_CASE("of a compute capability that nobody knows nothing was measured, whatever the card is called") {
  const Evidence evidence = evidence_of(two, "A100", 95);
  CHECK(evidence.level == EvidenceLevel::datasheet);
  CHECK(evidence.assumed_capability == 90);
  CHECK(evidence.cards[1] == "H200");
  CHECK(evidence_of(two, "A100", 90).assumed_capability == std::nullopt);
}

TEST_CASE("evidence names the cards that constants were fitted on") {
  CHECK(evidence_of(two, "A100", 80).cards[0] == "A100");
  CHECK(evidence_of(two, "A100", 80).cards[1] == "H200");
}

TEST_CASE("error bars by level of evidence") {
  constexpr ByEvidence<ErrorBar> bars{{{0.9, 1.1}, {0.8, 1.2}, {0.5, 2.0}}};
  CHECK(bars_of(bars, evidence_of(two, "A100", 80)).low == 0.9);
  CHECK(bars_of(bars, evidence_of(two, "A30", 80)).high == 1.2);
  CHECK(bars_of(bars, evidence_of(none, "A30", 80)).high == 2.0);
}
}  // namespace pricing_evidence_test
