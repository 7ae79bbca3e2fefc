#include "calibrate/fit/gemm_parameters.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "calibrate/fit/gemm_priors.hpp"

namespace calibrate_fit_gemm_parameters_test {
using namespace perfmodel;

namespace {
[[nodiscard]] const FitParameter* find(const std::vector<FitParameter>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const FitParameter& p) { return p.name == name; });
  return found == list.end() ? nullptr : &*found;
}
[[nodiscard]] const GemmConstants& of(const GemmTable& table, GemmFamily family) {
  return table.families[static_cast<std::size_t>(family)];
}
}  // namespace

TEST_CASE("a parameter has the bounds and the prior of its field, and moves what it is named after") {
  const std::vector<FitParameter> list = family_parameters(gemm_priors, GemmFamily::hopper_wgmma);
  const FitParameter* block = find(list, "hopper_wgmma.block_cycles");
  REQUIRE(block != nullptr);
  CHECK(block->low == -2.5);
  CHECK(block->high == 1.5);
  CHECK(block->sigma == 1.0);
  GemmTable moved = gemm_priors;
  block->apply(moved, std::log(2.0));
  CHECK(std::abs(of(moved, GemmFamily::hopper_wgmma).block_cycles / 3000.0 - 1.0) < 1e-12);
  CHECK(of(moved, GemmFamily::hopper_tf32).block_cycles == of(gemm_priors, GemmFamily::hopper_tf32).block_cycles);
}

TEST_CASE("families of one group share a factor, and add one of their own that is held more tightly") {
  const std::vector<FitParameter> list = simt_parameters(gemm_priors);
  const FitParameter *shared = find(list, "simt.l2_capacity"), *own = find(list, "volta_sgemm.l2_capacity");
  REQUIRE(shared != nullptr);
  REQUIRE(own != nullptr);
  CHECK(shared->sigma == 0.5);
  CHECK(own->sigma == 0.2);
  CHECK(shared->families.size() == 4);
  CHECK(own->families == std::vector{GemmFamily::volta_sgemm, GemmFamily::turing_sgemm});
  CHECK(find(list, "idle_power") != nullptr);
  CHECK(find(list, "tensor_l2_share") == nullptr);  // tensor cores tell it
}

TEST_CASE("constants that stand at nothing, or that no row of the family can tell, are not moved") {
  const std::vector<FitParameter> kepler = family_parameters(gemm_priors, GemmFamily::kepler_sgemm);
  CHECK(find(kepler, "kepler_sgemm.k_block_wait") == nullptr);
  CHECK(find(kepler, "kepler_sgemm.alignment_store0") == nullptr);
  const std::vector<FitParameter> hopper = family_parameters(gemm_priors, GemmFamily::hopper_sgemm);
  CHECK(find(hopper, "hopper_sgemm.alignment_store0") != nullptr);
  CHECK(find(hopper, "hopper_sgemm.alignment_store5") == nullptr);  // all else is measured against it
  CHECK(find(hopper, "hopper_sgemm.layout_efficiency1") == nullptr);
  CHECK(find(hopper, "hopper_sgemm.scalar_wait1") != nullptr);
  CHECK(find(family_parameters(gemm_priors, GemmFamily::hopper_s16816), "hopper_s16816.scalar_wait1") == nullptr);
}

TEST_CASE("an efficiency never rises above one") {
  const std::vector<FitParameter> list = family_parameters(gemm_priors, GemmFamily::ampere_s16816);
  GemmTable moved = gemm_priors;
  find(list, "ampere_s16816.efficiency")->apply(moved, 0.5);
  CHECK(of(moved, GemmFamily::ampere_s16816).tiles[0].efficiency == 1.0);
  find(list, "ampere_s16816.efficiency7")->apply(moved, -1.0);
  CHECK(of(moved, GemmFamily::ampere_s16816).tiles[7].efficiency < 0.5);
}

TEST_CASE("whatever a fit moves, no constant says more than the hardware gives") {
  for (std::size_t f = 0; f < gemm_family_count; ++f) {
    const auto family = static_cast<GemmFamily>(f);
    CAPTURE(name(family));
    GemmTable moved = gemm_priors;
    for (const FitParameter& p : family_parameters(gemm_priors, family)) p.apply(moved, p.high);
    for (const FitParameter& p : simt_parameters(gemm_priors)) p.apply(moved, p.high);
    for (const FitParameter& p : early_tensor_parameters(gemm_priors)) p.apply(moved, p.high);
    const GemmConstants& c = of(moved, family);
    double fastest = 0.0;
    for (int i = 0; i < c.tile_count; ++i) fastest = std::max(fastest, c.tiles[static_cast<std::size_t>(i)].efficiency);
    CHECK(fastest * *std::max_element(c.layout_efficiency.begin(), c.layout_efficiency.end()) *
              *std::max_element(c.alignment_math.begin(), c.alignment_math.end()) <=
          1.0 + 1e-12);  // rounding
    GemmConstants own = c;
    for (const Field<GemmConstants>& field : gemm_fields)
      for (std::size_t i = 0; i < field.size(own); ++i) {
        CAPTURE(std::string(field.constant.name));
        CHECK(field.get(own, i) <= field.constant.most);
        CHECK(field.get(own, i) >= field.constant.least);
      }
    for (const ProcessConstants& process : moved.processes) CHECK(process.dram_efficiency <= 1.0);
  }
}
}  // namespace calibrate_fit_gemm_parameters_test
