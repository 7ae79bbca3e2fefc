#include "calibrate/fit/card_fit.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>

namespace calibrate_fit_card_fit_test {
using namespace perfmodel;

namespace {
const Device a100 = json::load_device("a100-sxm4-40gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;

CardRow row(const std::string& group, const Operation& operation, double seconds, double noise = 0.0) {
  return {
      .measured = {.operation = group, .operations = {operation}, .seconds = seconds}, .group = group, .noise = noise};
}
const Gemm product{.format = NumberFormat::fp16, .m = 1024, .n = 1024, .k = 1024, .output = NumberFormat::fp16};
const Operand stream = packed({1 << 26}, NumberFormat::fp32);
const op::Pointwise copy = op::pointwise(PointwiseFunction::copy, {stream}, stream);

std::vector<std::string> names(const std::vector<CardParameter>& parameters) {
  std::vector<std::string> out;
  for (const CardParameter& p : parameters) out.push_back(p.name);
  return out;
}
}  // namespace

TEST_CASE("only what a row can move is a parameter") {
  const std::vector<CardRow> copies{row("ops copy", copy, 1e-3)};
  CHECK(names(card_parameters(copies)) == std::vector<std::string>{"dram", "l2", "launch"});
  std::vector<CardRow> rows{row("gemm", product, 1e-4),
                            row("attention", Attention{.format = NumberFormat::bf16}, 1e-4)};
  rows[0].load = Load::sustained;
  CHECK(names(card_parameters(rows)) ==
        std::vector<std::string>{"dram", "l2", "launch", "power", "attention", "math.fp16", "math.bf16"});
}

TEST_CASE("every parameter's name leads to its factor, another name is refused") {
  CardCorrection c;
  for (const char* name : {"dram", "l2", "launch", "power", "attention", "math.tf32"}) factor(c, name) = 1.5;
  CHECK(c.dram == 1.5);
  CHECK(c.attention == 1.5);
  CHECK(c.math[index(NumberFormat::tf32)] == 1.5);
  CHECK(c.math[index(NumberFormat::fp32)] == 1.0);
  CHECK_THROWS_AS((void)factor(c, "speed"), Error);
  CHECK_THROWS_AS((void)factor(c, "host"), Error);  // the machine's, not the card's
  CHECK_THROWS_AS((void)factor(c, "math.fp12"), Error);
}

TEST_CASE("theta is the logarithm of a factor, and a longer prediction a positive ratio") {
  const CardFit fit(a100, {row("ops copy", copy, 1e-3)});
  const std::vector<double> none(3, 0.0), slower{std::log(0.8), 0.0, 0.0};
  // 512 MB: all but a few us of some 400 are the memory's
  CHECK(std::abs(fit.log_ratios(slower)[0] - fit.log_ratios(none)[0] - std::log(1.25)) < 0.01);
}

TEST_CASE("a group that scatters under the shared constants says less of the card") {
  std::vector<CardRow> rows;
  for (int i = 0; i < 20; ++i) rows.push_back(row("steady", copy, 1e-3));
  for (int i = 0; i < 20; ++i) rows.push_back(row("scattered", copy, i % 2 == 0 ? 0.7e-3 : 1.3e-3));
  const CardFit fit(a100, rows);
  CHECK(fit.residual(20, 0.05) < 0.5 * fit.residual(0, 0.05));
}

TEST_CASE("large groups weigh no more than small ones can, noisy rows less, direct ones as measurements") {
  std::vector<CardRow> rows(240, row("gemm", product, 1e-4));
  rows.push_back(row("ops copy", copy, 1e-3));
  rows.push_back(row("ops noisy", copy, 1e-3, model_noise));
  rows.push_back(row("direct copy", copy, 1e-3));
  rows.back().direct = true;
  const CardFit fit(a100, rows);
  const double off = 0.05;
  const double alone = fit.residual(240, off);
  CHECK(std::abs(alone - off / model_noise) < 1e-12);
  CHECK(std::abs(240.0 * std::pow(fit.residual(0, off), 2) - group_weight * alone * alone) < 1e-9);
  CHECK(std::abs(std::pow(fit.residual(241, off) / alone, 2) - 0.5) < 1e-12);
  CHECK(std::abs(fit.residual(242, off) - off / direct_noise) < 1e-12);
  CHECK(detail::robust_deviation({1.0, 2.0, 3.0, 4.0, 100.0}) == 1.4826);
  // beyond 10 % an error counts linearly: 9 times as far, about 4 times the residual's square root law
  CHECK(fit.residual(240, 0.9) < 5.0 * fit.residual(240, 0.1));
}
}  // namespace calibrate_fit_card_fit_test
