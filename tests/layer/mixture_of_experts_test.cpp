#include <perfmodel/layer/mixture_of_experts.hpp>

#include "support.hpp"

namespace layer_mixture_of_experts_test {
using namespace perfmodel;

TEST_CASE("a mixture of experts has the parameters of all and the work of those used") {
  const MixtureOfExperts m{.width = 32, .inner = 64, .experts = 8, .used = 2};
  const std::vector<Shape> in{{2, 16, 32}};
  std::int64_t count = 0;
  for (const ParameterTensor& p : parameters(m, in)) count += elements(p.shape);
  CHECK(count == 8 * 32 + 8 * 3 * 32 * 64);
  CHECK(forward_work(m, in) == 32.0 * (32.0 * 8 + 3.0 * 2 * 32 * 64) * mac);
  Work products{};
  for (const Gemm& g : layer_test::operations<Gemm>(layer_test::run(m, in).forward)) products += work(g);
  CHECK(products == forward_work(m, in));
  CHECK_THROWS_AS((void)output_shape(MixtureOfExperts{.width = 32, .inner = 64, .experts = 2, .used = 3}, in), Error);
  CHECK_THROWS_AS((void)output_shape(MixtureOfExperts{.width = 31, .inner = 64}, in), Error);
}

TEST_CASE("experts multiply together in 16 bits, one by one in FP32, and in FP32 under autocast too") {
  const MixtureOfExperts m{.width = 32, .inner = 64, .experts = 8, .used = 2};
  const std::vector<Shape> in{{2, 16, 32}};
  const auto products = [&](Precision precision) {
    return layer_test::operations<Gemm>(layer_test::run(m, in, precision).forward);
  };
  CHECK(products(Precision::bf16).size() == 1 + 2);
  CHECK(products(Precision::bf16)[1].batch == 8);
  CHECK(products(Precision::fp32).size() == 1 + 2 * 8);
  const auto autocast = products(Precision::amp_bf16);
  REQUIRE(autocast.size() == 1 + 2 * 8);
  CHECK(autocast[0].format == NumberFormat::bf16);  // the router
  for (std::size_t i = 1; i < autocast.size(); ++i) CHECK(autocast[i].format == NumberFormat::fp32);
}

TEST_CASE("engines read the weights of those experts that some token has chosen") {
  const MixtureOfExperts m{.width = 32, .inner = 64, .experts = 8, .used = 2, .engine = true};
  CHECK(detail::chosen_experts(m, 1) == 2);
  CHECK(detail::chosen_experts(m, 4) == 5);  // 8 (1 - 0.75^4) = 5.5 on average; 5.47 is nearer to 5
  CHECK(detail::chosen_experts(m, 64) == 8);
  const std::vector<Shape> in{{2, 16, 32}};
  const layer_test::Run engine = layer_test::run(m, in, Precision::bf16, false);
  Work products{};
  for (const Gemm& g : layer_test::operations<Gemm>(engine.forward)) products += work(g);
  CHECK(products == forward_work(m, in));
  CHECK(layer_test::operations<op::Gather>(engine.forward).empty());
  CHECK_THROWS_AS((void)layer_test::run(m, in, Precision::bf16, true), Error);
}
}  // namespace layer_mixture_of_experts_test
