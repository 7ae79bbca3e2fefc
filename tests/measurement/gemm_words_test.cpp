#include <doctest/doctest.h>

#include <perfmodel/measurement/gemm_words.hpp>

#include "../refusal.hpp"

namespace measurement_gemm_words_test {
using namespace perfmodel;

TEST_CASE("words of layouts are read in large and small letters, and written large") {
  for (const Layout layout : {Layout::nn, Layout::nt, Layout::tn, Layout::tt})
    CHECK(layout_from(layout_word(layout), "p") == layout);
  CHECK(layout_from("tn", "p") == Layout::tn);
  for (const char* bad : {"", "N", "nT", "NNN", "XY"}) {
    CAPTURE(bad);
    CHECK(refusal([&] { (void)layout_from(bad, "p"); }).find("; must be one of NN, NT, TN, TT") != std::string::npos);
  }
}

TEST_CASE("words of operands and load") {
  CHECK(operands_from("cold", "p") == Operands::cold);
  CHECK(operands_from("warm", "p") == Operands::warm);
  CHECK(operands_from("rotated", "p") == Operands::rotated);
  CHECK(load_from("isolated", "p") == Load::isolated);
  CHECK(load_from("sustained", "p") == Load::sustained);
  CHECK(refusal([] { (void)operands_from("tepid", "t.csv:3: operands"); }) ==
        "t.csv:3: operands: got \"tepid\"; must be cold, warm or rotated");
  CHECK(refusal([] { (void)load_from("", "--load"); }) == "--load: got nothing; must be isolated or sustained");
}

TEST_CASE("make_gemm() takes what 63 bits can count") {
  const auto product = [](std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k) {
    return make_gemm(NumberFormat::bf16, Layout::nt, batch, m, n, k, Operands::warm, "shape");
  };
  const Gemm g = product(2, 3, 4, 5);
  CHECK(in(work(g), flop) == 240.0);
  CHECK(g.output == NumberFormat::bf16);
  CHECK(g.operands == Operands::warm);
  constexpr std::int64_t big = std::int64_t{1} << 31;
  CHECK(product(1, big, big / 2, 1).m == big);
  CHECK(refusal([&] { (void)product(1, big, big, 1); }) ==
        "shape: got 1 x 2147483648 x 2147483648 x 1; 2 x batch x m x n x k must fit 63 bits");
  CHECK(refusal([&] { (void)product(1, 2, 0, 1); }) == "shape: n: got 0; must be a whole number >= 1");
}
}  // namespace measurement_gemm_words_test
