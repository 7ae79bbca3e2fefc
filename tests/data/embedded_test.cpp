#include <doctest/doctest.h>

#include <array>
#include <perfmodel/data/collective_numbers.hpp>
#include <perfmodel/data/cublas_choices.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/collective/constants.hpp>
#include <perfmodel/pricing/gemm/choice_trees.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <string_view>
#include <thread>
#include <vector>

namespace data_embedded_test {
using namespace perfmodel;

TEST_CASE("flat arrays of another field list are told apart from one's own") {
  std::vector<double> numbers(data::collective_numbers.begin(), data::collective_numbers.end());
  const auto load = [&] { return embedded_table<CollectiveTable>("links", numbers, data::collective_texts); };
  CHECK(load()[0].share == collective_table()[0].share);
  const char* const message =
      "embedded copy of links: got numbers of another field list; run perfmodel-embed and build again";
  numbers.push_back(1.0);
  CHECK_THROWS_WITH_AS((void)load(), message, Error);
  numbers.resize(numbers.size() - 2);
  CHECK_THROWS_WITH_AS((void)load(), message, Error);
  numbers.clear();
  CHECK_THROWS_WITH_AS((void)load(), message, Error);
}

TEST_CASE("packed trees that are cut short are refused") {
  std::vector<std::uint32_t> nodes(data::cublas_nodes.begin(), data::cublas_nodes.end());
  nodes.pop_back();
  CHECK_THROWS_WITH_AS((void)unpacked_trees(data::cublas_trees, nodes, data::cublas_thresholds),
                       "embedded copy of data/choices: got arrays that are no whole trees; run perfmodel-embed and "
                       "build again",
                       Error);
}

TEST_CASE("threads that ask at once get the same table") {
  std::vector<const GemmTable*> tables(8);
  std::vector<std::thread> threads;
  for (const GemmTable*& table : tables) threads.emplace_back([&table] { table = &gemm_table(); });
  for (std::thread& thread : threads) thread.join();
  for (const GemmTable* table : tables) {
    CHECK(table == tables.front());
    CHECK(table->families[1].calibrated_on[0] == "P100-PCIE-16GB");
  }
}
}  // namespace data_embedded_test
