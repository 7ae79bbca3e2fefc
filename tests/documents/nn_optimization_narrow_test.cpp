// "NN Performance optimization: How to achieve more with less cost" (Molchanov), "Ampere sparsity" (2:4, up to 30 %
// faster) and INT8, held against products that PyTorch 2.11 ran (data/raw/*/narrow_products.csv, random sizes).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <string>
#include <vector>

namespace documents_nn_optimization_narrow_test {
using namespace perfmodel;

namespace {

struct Product {
  std::int64_t m{}, n{}, k{};
  std::map<std::string, double> us{};  ///< by kind
};

std::vector<Product> measured(const std::string& card) {
  const std::string file = PERFMODEL_DATA_DIR "/raw/" + card + "/narrow_products.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "narrow_products", card);
  std::vector<Product> list;
  for (const CsvRow& row : raw.csv.rows) {
    const auto size = [&](const char* column) { return to_integer(row.cells[raw.csv.at(column)], column, 1); };
    const Product p{.m = size("m"), .n = size("n"), .k = size("k")};
    if (list.empty() || list.back().m != p.m || list.back().n != p.n || list.back().k != p.k) list.push_back(p);
    list.back().us[row.cells[raw.csv.at("kind")]] = std::stod(row.cells[raw.csv.at("kernel_us")]);
  }
  return list;
}

/// Of products whose dense BF16 form takes so long: how many times as fast the kind is, in the median.
double gain(const std::vector<Product>& products, const std::string& kind, double from_us, double to_us) {
  std::vector<double> gains;
  for (const Product& p : products)
    if (const double dense = p.us.at("dense"); dense >= from_us && dense < to_us && p.us.contains(kind))
      gains.push_back(dense / p.us.at(kind));
  REQUIRE(gains.size() >= 10);
  std::nth_element(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(gains.size() / 2), gains.end());
  return gains[gains.size() / 2];
}

struct Errors {
  double mean{}, bias{};
};
Errors fp8_errors(const std::string& card, const std::string& kind) {
  const GemmModels models = make_gemm_models(json::load_device(card).device);
  Errors e;
  const std::vector<Product> products = measured(card);
  for (const Product& p : products) {
    const Gemm g{.format = NumberFormat::fp8,
                 .layout = Layout::nt,
                 .m = p.m,
                 .n = p.n,
                 .k = p.k,
                 .output = NumberFormat::bf16,
                 .operands = Operands::cold};
    const double error = in(predict(g, models).total, micro * second) / p.us.at(kind) - 1.0;
    e.mean += std::abs(error) / static_cast<double>(products.size());
    e.bias += error / static_cast<double>(products.size());
  }
  return e;
}

}  // namespace

TEST_CASE("2:4 sparsity: up to 30 % faster, where the product is long; short ones lose") {
  const auto h200 = measured("h200-sxm");
  const double long_ones = gain(h200, "sparse", 100.0, 1e9);
  CHECK(long_ones > 1.05);
  CHECK(long_ones < 1.30);
  CHECK(gain(h200, "sparse", 0.0, 30.0) < 1.0);
}

TEST_CASE("INT8 in PyTorch: slower than BF16 on a Hopper card below a millisecond, since kernels of Ampere run") {
  const auto h200 = measured("h200-sxm");
  CHECK(gain(h200, "int8", 0.0, 30.0) < 1.0);
  CHECK(gain(h200, "int8", 30.0, 1000.0) < 1.0);
}

TEST_CASE("FP8 gains what half the bytes and twice the rate promise, less what sums outside of tensor cores cost") {
  const auto h100 = measured("h100-sxm5-80gb");
  const double exact = gain(h100, "fp8", 100.0, 1e9), fast = gain(h100, "fp8_fast", 100.0, 1e9);
  CHECK(exact > 1.6);
  CHECK(fast > exact);
  CHECK(fast < 2.0);
}

// What is left of FP8's error: 256 MB written before a product leave lines in the L2 that must go to memory before its
// operands come, 256 MB read do not. The first is no product's time, and as long in BF16.
TEST_CASE("FP8 and BF16 products on an H100 whose L2 holds nothing to be written back are not too fast") {
  const std::string file = PERFMODEL_DATA_DIR "/raw/h100-sxm5-80gb/narrow_flushes.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "narrow_flushes", "h100-sxm5-80gb");
  const GemmModels models = make_gemm_models(json::load_device("h100-sxm5-80gb").device);
  struct Sums {
    double count{}, error{}, written{}, longer{};
  };
  std::map<std::string, Sums> by_kind;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* column) -> const std::string& { return row.cells[raw.csv.at(column)]; };
    const double read = std::stod(cell("read_us")), written = std::stod(cell("written_us"));
    if (read < 5.0 || cell("kind") == "fp8_fast") continue;
    const Gemm g{.format = cell("kind") == "dense" ? NumberFormat::bf16 : NumberFormat::fp8,
                 .layout = Layout::nt,
                 .m = to_integer(cell("m"), "m", 1),
                 .n = to_integer(cell("n"), "n", 1),
                 .k = to_integer(cell("k"), "k", 1),
                 .output = NumberFormat::bf16,
                 .operands = Operands::cold};
    const double us = in(predict(g, models).total, micro * second);
    Sums& s = by_kind[cell("kind")];
    ++s.count, s.error += us / read - 1.0, s.written += us / written - 1.0, s.longer += written / read - 1.0;
  }
  // Found: bias after reads +4 (BF16) and 0 % (FP8), after writes -6 and -10, which take 11 % longer. Bounds: twice the
  // standard error of such a set, 1 %, beside the largest of the two.
  for (const auto& [kind, s] : by_kind) {
    MESSAGE(kind, ": ", s.count, " after reads ", s.error / s.count, ", after writes ", s.written / s.count,
            ", longer by ", s.longer / s.count);
    CHECK(std::abs(s.error / s.count) < 0.06);
    CHECK(s.written / s.count < s.error / s.count - 0.05);
    CHECK(s.longer / s.count > 0.05);
  }
  CHECK(by_kind.size() == 2);
}

// No fit has read these rows. Sums outside of the tensor cores (`fp8`) are not modelled: serving engines leave them in.
// Bounds: 11 and 9 % were found, 7 and 8 % too fast; a new set of random sizes may differ by a third of that.
TEST_CASE("times of FP8 products on an H100 with fast sums and on an H200 without: within 15 % in the mean") {
  const Errors h100 = fp8_errors("h100-sxm5-80gb", "fp8_fast"), h200 = fp8_errors("h200-sxm", "fp8");
  MESSAGE("H100 fp8_fast: mean ", h100.mean, ", bias ", h100.bias, "; H200 fp8: mean ", h200.mean, ", bias ",
          h200.bias);
  CHECK(h100.mean < 0.15);
  CHECK(h200.mean < 0.15);
}
}  // namespace documents_nn_optimization_narrow_test
