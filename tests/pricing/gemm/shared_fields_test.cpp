#include <doctest/doctest.h>

#include <array>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/gemm/shared_fields.hpp>
#include <string_view>
#include <vector>

namespace pricing_gemm_shared_fields_test {
using namespace perfmodel;

namespace {
/// Takes down all constants of a table, in their order.
struct Numbers {
  std::vector<double> all{};

  template <class T, std::size_t N>
  void constants(const std::array<Field<T>, N>& fields, T& object) {
    for (const Field<T>& field : fields) all.push_back(field.get(object, 0));
  }
  template <class Each>
  void group(std::string_view, const Each& each) {
    each();
  }
};
std::vector<double> numbers_of(SharedGemmConstants c) {
  Numbers numbers;
  describe(numbers, c);
  return numbers.all;
}
}  // namespace

TEST_CASE("constants that no fit moves stand in data/ as their field lists have them") {
  const std::vector<double> start = numbers_of(shared_gemm_start());
  CHECK(start == numbers_of(gemm_table().shared));
  for (const double number : start) CHECK(number > 0.0);
}
}  // namespace pricing_gemm_shared_fields_test
