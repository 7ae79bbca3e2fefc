#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/gemm/fields.hpp>
#include <string>

namespace pricing_gemm_fields_test {
using namespace perfmodel;

namespace {
/// Every number of an object within what its field list says a file may have.
template <class T, std::size_t N>
void check_bounds(const std::array<Field<T>, N>& fields, T object, const std::string& whose) {
  for (const Field<T>& field : fields)
    for (std::size_t i = 0; i < field.size(object); ++i) {
      CAPTURE(whose);
      CAPTURE(std::string(field.constant.name));
      CAPTURE(i);
      CHECK(field.get(object, i) >= field.constant.least);
      CHECK(field.get(object, i) <= field.constant.most);
    }
}
}  // namespace

TEST_CASE("no constant of products says more than the hardware can do") {
  for (const GemmConstants& c : gemm_table().families) {
    const std::string family(name(c.family));
    check_bounds(gemm_fields, c, family);
    for (int i = 0; i < c.tile_count; ++i)
      check_bounds(gemm_tile_fields, c.tiles[static_cast<std::size_t>(i)], family + " tile " + std::to_string(i));
  }
  for (const ProcessConstants& p : gemm_table().processes) check_bounds(process_fields, p, "process");
}

TEST_CASE("no tile multiplies faster than its unit in any layout and alignment") {
  constexpr double digits = 1.0 + 1e-4;  // files keep five
  for (const GemmConstants& c : gemm_table().families) {
    double efficiency = 0.0;
    for (int i = 0; i < c.tile_count; ++i)
      efficiency = std::max(efficiency, c.tiles[static_cast<std::size_t>(i)].efficiency);
    const double layout = *std::max_element(c.layout_efficiency.begin(), c.layout_efficiency.end());
    const double alignment = *std::max_element(c.alignment_math.begin(), c.alignment_math.end());
    CAPTURE(std::string(name(c.family)));
    CHECK(c.rate_factor * efficiency * layout * alignment <= digits);
  }
}

TEST_CASE("shares of what the hardware can do are bounded by one, and rows that are badly aligned save nothing") {
  const auto constant_of = [](const auto& fields, std::string_view wanted) {
    return std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.constant.name == wanted; })
        ->constant;
  };
  CHECK(constant_of(gemm_tile_fields, "efficiency").most == 1.0);
  for (const char* share : {"dram_efficiency", "vector_efficiency", "store_exposed", "alignment_math"}) {
    CAPTURE(std::string(share));
    CHECK(constant_of(gemm_fields, share).most == 1.0);
  }
  for (const char* loss : {"alignment_traffic", "alignment_store"}) {
    CAPTURE(std::string(loss));
    CHECK(constant_of(gemm_fields, loss).least == 1.0);
  }
  CHECK(constant_of(process_fields, "dram_efficiency").most == 1.0);
}
}  // namespace pricing_gemm_fields_test
