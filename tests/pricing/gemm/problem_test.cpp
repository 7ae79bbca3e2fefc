#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/problem.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

using namespace perfmodel;

namespace {
constexpr Gemm half(std::int64_t m, std::int64_t n, std::int64_t k, Layout layout) {
  return {.format = NumberFormat::fp16, .layout = layout, .m = m, .n = n, .k = k, .output = NumberFormat::fp16};
}
}  // namespace

// The worst leading dimension of A, B and C, in bytes: of NT both operands' is K, and C's is n.
static_assert(leading_alignment(half(1, 64, 64, Layout::nt)) == 128);
static_assert(leading_alignment(half(1, 64, 33, Layout::nt)) == 2);
static_assert(leading_alignment(half(33, 64, 64, Layout::nt)) == 128);
static_assert(leading_alignment(half(33, 64, 64, Layout::tn)) == 2);
static_assert(leading_alignment(half(8, 8, 8, Layout::nn)) == 16);
static_assert(alignment_class(16) == AlignmentClass::bytes_16 && alignment_class(12) == AlignmentClass::bytes_8 &&
              alignment_class(2) == AlignmentClass::bytes_2);
static_assert(choice_class(half(8, 8, 8, Layout::nt)) == ChoiceClass::single_nt &&
              choice_class(half(8, 8, 8, Layout::nn)) == ChoiceClass::single_other);
static_assert(pitches_collide(half(8, 8, 256, Layout::nt)) && !pitches_collide(half(8, 8, 264, Layout::nt)) &&
              !pitches_collide(half(8, 8, 256, Layout::nn)));
static_assert(!splits_sectors({.format = NumberFormat::fp32, .m = 5, .n = 16, .k = 5, .output = NumberFormat::fp32}));
static_assert(splits_sectors({.format = NumberFormat::fp32, .m = 16, .n = 20, .k = 16, .output = NumberFormat::fp32}));
static_assert(splits_sectors({.format = NumberFormat::fp16, .m = 16, .n = 24, .k = 16, .output = NumberFormat::fp16}));
// An H100's L2 keeps all up to 36 of 50 MiB and nothing from 44 on (pytorch_block_linear.csv).
static_assert(detail::share_from_memory(36.0 / 50.0) == 0.0 && detail::share_from_memory(44.0 / 50.0) == 1.0);

TEST_CASE("a product is passed to the library with rows and columns exchanged") {
  const GemmModels v100 = make_gemm_models(json::load_device("v100-pcie-32gb").device);
  Gemm g = half(100, 200, 300, Layout::nn);
  g.batch = 7;
  const GemmProblem p = make_problem(g, v100.models[static_cast<std::size_t>(GemmFamily::volta_s884)]);
  CHECK(p.columns == 200.0);
  CHECK(p.rows == 100.0);
  CHECK(p.kind == ProductKind::batched);
  CHECK(p.c_bytes == 7.0 * 100 * 200 * 2);
  CHECK(p.compulsory == 7.0 * 2 * (100 * 300 + 300 * 200 + 100 * 200));
  CHECK(p.a_along_k);
  CHECK_FALSE(p.b_along_k);
}

TEST_CASE("C that is added into is moved twice; nothing else of the product changes") {
  const GemmModel v100 = make_gemm_models(json::load_device("v100-pcie-32gb").device)
                             .models[static_cast<std::size_t>(GemmFamily::volta_s884)];
  Gemm g = half(100, 200, 300, Layout::nn);
  const GemmProblem plain = make_problem(g, v100);
  g.epilogue = Epilogue::accumulate;
  const GemmProblem added = make_problem(g, v100);
  CHECK(added.c_bytes == 2.0 * plain.c_bytes);
  CHECK(added.compulsory == plain.compulsory + plain.c_bytes);
  CHECK(added.compulsory == in(traffic(g), byte));
}

TEST_CASE("rows of C that start within a sector are stored more slowly") {
  // NeuSight's V100: 1,780 x 39,664 in 726 us and 3,740 x 16,873 in 741, a tenth less of C with a smaller K (40 and
  // 24).
  GemmModel v100 = make_gemm_models(json::load_device("v100-pcie-32gb").device, Load::isolated, 1201)
                       .models[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  const Gemm whole{
      .format = NumberFormat::fp32, .layout = Layout::nt, .m = 1780, .n = 39664, .k = 40, .output = NumberFormat::fp32};
  Gemm within = whole;
  within.n += 1;
  const auto seconds = [&](const Gemm& g) { return in(predict(g, v100).total, second); };
  v100.constants.partial_store = 1.0;
  const double whole_before = seconds(whole), within_before = seconds(within);
  v100.constants.partial_store = 1.7;
  CHECK(seconds(whole) == whole_before);
  CHECK(seconds(within) > 1.1 * within_before);
}

TEST_CASE("wgmma kernels pay once for a bias, kernels on CUDA cores do not") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmConstants& wgmma = h200.models[static_cast<std::size_t>(GemmFamily::hopper_wgmma)].constants;
  const GemmConstants& sgemm = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)].constants;
  CHECK(wgmma.bias_seconds > 0.05e-6);  // a tenth to a quarter of a microsecond: gemm_linear.csv
  CHECK(wgmma.bias_seconds < 0.3e-6);
  CHECK(detail::fixed_seconds(wgmma, ProductKind::with_bias, 0.0) == wgmma.bias_seconds);
  CHECK(detail::fixed_seconds(wgmma, ProductKind::single, 0.0) == 0.0);
  CHECK(detail::fixed_seconds(wgmma, ProductKind::single, 1.0) == -detail::saved_by_warm_start);
  GemmConstants quick = wgmma;
  quick.launch_seconds = 0.1e-6;  // a card's own factor may make it so
  CHECK(detail::fixed_seconds(quick, ProductKind::single, 1.0) == -0.05e-6);
  CHECK(detail::fixed_seconds(sgemm, ProductKind::with_bias, 1.0) ==
        0.0);  // each k-block's wait counts, the first one's too
}
