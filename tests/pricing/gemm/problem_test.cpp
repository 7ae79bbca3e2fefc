#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/problem.hpp>
#include <perfmodel/pricing/gemm/shared_fields.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace pricing_gemm_problem_test {
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
static_assert(pitches_collide(half(8, 8, 256, Layout::nt), 512) && !pitches_collide(half(8, 8, 264, Layout::nt), 512) &&
              !pitches_collide(half(8, 8, 256, Layout::nn), 512) && pitches_collide(half(8, 8, 264, Layout::nt), 528));
static_assert(!splits_sectors({.format = NumberFormat::fp32, .m = 5, .n = 16, .k = 5, .output = NumberFormat::fp32}));
static_assert(splits_sectors({.format = NumberFormat::fp32, .m = 16, .n = 20, .k = 16, .output = NumberFormat::fp32}));
static_assert(splits_sectors({.format = NumberFormat::fp16, .m = 16, .n = 24, .k = 16, .output = NumberFormat::fp16}));

TEST_CASE("an H100's L2 keeps all up to 36 of 50 MiB and nothing from 44 on, an L40S's up to its size") {
  const CachedOperands& cached = gemm_table().shared.cached;
  CHECK(detail::share_from_memory(cached, 36.0 / 50.0) == 0.0);  // pytorch_block_linear.csv
  CHECK(detail::share_from_memory(cached, 44.0 / 50.0) == 1.0);
  CHECK(detail::share_from_one_partition(cached, 0.9) == 0.0);
  CHECK(detail::share_from_one_partition(cached, 1.1) == 1.0);
  constexpr CachedOperands own{.partitioned_kept = 1.0, .partitioned_lost = 2.0, .whole_kept = 2.0, .whole_lost = 4.0};
  static_assert(detail::share_from_memory(own, 1.25) == 0.25 && detail::share_from_one_partition(own, 3.0) == 0.5);
}

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

TEST_CASE("a bias costs each output of narrow rows that are no whole 64s, and of products whose rows fill tiles") {
  GemmConstants c{};
  c.bias_cycles = 2.0, c.bias_partial_cycles = 5.0;
  const auto cycles = [&](std::int64_t m, std::int64_t n, Epilogue epilogue = Epilogue::bias, std::int64_t batch = 1) {
    return detail::bias_cycles(c, {.batch = batch, .m = m, .n = n, .k = 64, .epilogue = epilogue});
  };
  CHECK(cycles(1000, 96) == 5.0);
  CHECK(cycles(1024, 96) == 5.0);
  CHECK(cycles(1000, 511) == 5.0);
  CHECK(cycles(1000, 520) == 0.0);  // over two tiles
  CHECK(cycles(1000, 128) == 0.0);
  CHECK(cycles(1024, 128) == 2.0);
  CHECK(cycles(1024, 520) == 2.0);
  CHECK(cycles(1024, 128, Epilogue::bias_activation) == 2.0);
  CHECK(cycles(1024, 96, Epilogue::none) == 0.0);
  CHECK(cycles(1024, 96, Epilogue::bias, 2) == 0.0);  // a batch has none in its epilogue

  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmModel& wgmma = *h200.models[static_cast<std::size_t>(GemmFamily::hopper_wgmma)];
  CHECK(wgmma.constants.bias_partial_cycles > wgmma.constants.bias_cycles);
  CHECK(wgmma.constants.bias_cycles > 0.0);
  Gemm layer{.format = NumberFormat::bf16, .layout = Layout::nt, .m = 4096, .n = 96, .k = 256};
  layer.output = NumberFormat::bf16;
  const double without = detail::product_terms(wgmma, make_problem(layer, wgmma), 1e9).epilogue;
  layer.epilogue = Epilogue::bias;
  const double with = detail::product_terms(wgmma, make_problem(layer, wgmma), 1e9).epilogue;
  CHECK(with - without == doctest::Approx(wgmma.constants.bias_partial_cycles * 1e-9).epsilon(1e-9));
}

TEST_CASE("wgmma kernels pay once for a bias, kernels on CUDA cores do not") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmConstants& wgmma = h200.models[static_cast<std::size_t>(GemmFamily::hopper_wgmma)]->constants;
  const GemmConstants& sgemm = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)]->constants;
  const CachedOperands& cached = gemm_table().shared.cached;
  CHECK(wgmma.bias_seconds > 0.05e-6);  // a tenth to a quarter of a microsecond: gemm_linear.csv
  CHECK(wgmma.bias_seconds < 0.3e-6);
  CHECK(detail::fixed_seconds(wgmma, cached, ProductKind::with_bias, 0.0) == wgmma.bias_seconds);
  CHECK(detail::fixed_seconds(wgmma, cached, ProductKind::single, 0.0) == 0.0);
  CHECK(detail::fixed_seconds(wgmma, cached, ProductKind::single, 1.0) == -cached.warm_start_seconds);
  GemmConstants quick = wgmma;
  quick.launch_seconds = 0.1e-6;  // a card's own factor may make it so
  CHECK(detail::fixed_seconds(quick, cached, ProductKind::single, 1.0) == -0.05e-6);
  CHECK(detail::fixed_seconds(sgemm, cached, ProductKind::with_bias, 1.0) ==
        0.0);  // each k-block's wait counts, the first one's too
}

// Worked out by hand for a card and constants made up here.
namespace {
constexpr auto nn = Layout::nn, nt = Layout::nt, tn = Layout::tn, tt = Layout::tt;
constexpr bool is_row(const Gemm& g, std::int64_t n, Layout layout) {
  const Gemm row = as_row_vector(g);
  return row.m == 1 && row.n == n && row.layout == layout;
}
// A column becomes a row, whose matrix lies along K as it did.
static_assert(is_row(half(5, 1, 9, nn), 5, nt) && is_row(half(5, 1, 9, nt), 5, nt) &&
              is_row(half(5, 1, 9, tn), 5, nn) && is_row(half(5, 1, 9, tt), 5, nn));
static_assert(is_row(half(1, 5, 9, nn), 5, nn) && is_row(half(1, 5, 9, tn), 5, nn) &&
              is_row(half(1, 5, 9, nt), 5, nt) && is_row(half(1, 5, 9, tt), 5, nt) && is_row(half(1, 1, 9, nt), 1, nt));
static_assert(as_row_vector({.m = 5, .n = 1, .k = 9, .repeated_b = true}).n == 1);
static_assert(is_vector(half(1, 5, 9, nn)) && is_vector(half(5, 1, 9, nn)) && !is_vector(half(5, 5, 9, nn)));
// K of 300 counts where the instruction takes it in eights, though A and B lie along m and n.
static_assert(operand_alignment(half(128, 128, 300, tn), TensorInstruction::mma_m8n8k4) == 8 &&
              operand_alignment(half(128, 128, 300, tn), TensorInstruction::mma_m16n8k8) == 8 &&
              operand_alignment(half(128, 128, 300, tn), TensorInstruction::mma_m16n8k16) == 128 &&
              operand_alignment(half(128, 4, 512, tn), TensorInstruction::mma_m8n8k4) == 8 &&
              operand_alignment(half(1, 128, 300, tn), TensorInstruction::mma_m8n8k4) == 128 &&
              operand_alignment(half(128, 1, 300, tn), TensorInstruction::mma_m8n8k4) == 128);
static_assert(operand_alignment({.format = NumberFormat::fp32, .layout = tn, .m = 128, .n = 128, .k = 300},
                                TensorInstruction::mma_m8n8k4) == 128);
static_assert(alignment_class(128) == AlignmentClass::bytes_128 && alignment_class(127) == AlignmentClass::bytes_32 &&
              alignment_class(32) == AlignmentClass::bytes_32 && alignment_class(31) == AlignmentClass::bytes_16 &&
              alignment_class(8) == AlignmentClass::bytes_8 && alignment_class(7) == AlignmentClass::bytes_4 &&
              alignment_class(4) == AlignmentClass::bytes_4 && alignment_class(3) == AlignmentClass::bytes_2);

GemmModel four_sms(double l2_bytes, double l2_partitions) {
  GemmModel model;
  model.sms = 4.0, model.l2_bytes = l2_bytes, model.l2_partitions = l2_partitions;
  model.rate.fill(1024.0), model.peak_rate.fill(2048.0);
  model.shared = shared_gemm_start();
  GemmConstants& c = model.constants;
  c.unit = MathUnit::tensor_core;
  c.layout_efficiency.fill(1.0), c.alignment_math.fill(1.0), c.alignment_traffic.fill(1.0), c.alignment_store.fill(1.0);
  c.layout_efficiency[static_cast<std::size_t>(nn)] = 0.5;
  c.alignment_math[static_cast<std::size_t>(AlignmentClass::bytes_8)] = 0.25;
  c.alignment_traffic[static_cast<std::size_t>(AlignmentClass::bytes_8)] = 3.0;
  c.alignment_store[static_cast<std::size_t>(AlignmentClass::bytes_8)] = 5.0;
  c.scalar_wait.fill(7.0), c.partial_store = 1.5, c.pitch_slowdown = 2.0;
  c.k_block_wait = 10.0, c.copy_cycles = 3.0, c.issue_overhead = 0.28, c.launch_seconds = 1e-6;
  return model;
}
}  // namespace

TEST_CASE("what layout and alignment cost: K of 300 elements is aligned to 8 bytes, rows of 200 split sectors") {
  GemmModel model = four_sms(1e9, 2.0);
  const GemmProblem p = make_problem(half(100, 200, 300, nn), model);
  CHECK(p.alignment == AlignmentClass::bytes_8);
  CHECK(p.rate == 1024.0 * 0.5 * 0.25);
  CHECK(p.issue == 1.0 / 128.0);
  CHECK(p.least_cycles == 200.0 * 100.0 * 300.0 / (2048.0 * 4.0));
  CHECK(p.traffic_factor == 3.0);
  CHECK(p.store_factor == 5.0 * 1.5);
  CHECK(p.wait == 10.0);
  CHECK(p.scalar_wait == 70.0);
  CHECK(p.row_copy == 3.0 * 2.0 / 8.0);  // four elements at once
  CHECK(p.column_copy == 0.0);
  CHECK(p.stored_at_once == 4.0);
  CHECK(p.fixed == 0.0);
  CHECK(make_problem(half(100, 256, 300, nn), model).store_factor == 5.0);
  const GemmProblem colliding = make_problem(half(100, 256, 512, nt), model);
  CHECK(colliding.rate == 512.0);
  CHECK(colliding.column_copy == 3.0 * 2.0 / 16.0);
  CHECK(colliding.row_copy == 3.0 * 2.0 / 16.0);
  CHECK(colliding.stored_at_once == 8.0);
  model.constants.unit = MathUnit::cuda_core;
  CHECK(make_problem(half(100, 256, 512, nt), model).row_copy == 3.0);
  CHECK(make_problem(half(100, 256, 512, nt), model).stored_at_once == 1.0);
  CHECK(make_problem(half(100, 256, 512, nt), model).issue == doctest::Approx(1.28 / 128.0).scale(0.0));
}

TEST_CASE("warm operands: what the L2 keeps of all that is touched") {
  Gemm g = half(100, 200, 300, nn);
  g.operands = Operands::warm;
  constexpr double touched = 2.0 * (100 * 300 + 300 * 200 + 100 * 200);
  const GemmProblem two = make_problem(g, four_sms(touched / 0.8, 2.0));  // half of the cliff from 0.72 to 0.88
  CHECK(two.from_memory == doctest::Approx(0.5));
  CHECK(two.c_to_memory == 1.0);
  CHECK(two.wait == doctest::Approx(7.5));
  CHECK(two.fixed * 1e6 == doctest::Approx(-0.16));
  CHECK(make_problem(g, four_sms(touched / 0.8, 1.0)).c_to_memory == doctest::Approx(0.5));
  g.operands = Operands::cold, g.batch = 7, g.repeated_b = true;
  CHECK(make_problem(g, four_sms(1e9, 2.0)).compulsory ==
        doctest::Approx(2.0 * (7 * 100 * 300 + 300 * 200 + 7 * 100 * 200)));
}

TEST_CASE("weights in turns: up to five copies, as many as fill the L2") {
  // 120,000 bytes of weights, 6,000 of A, 4,000 of C
  Gemm g = half(10, 200, 300, nn);
  g.operands = Operands::rotated;
  const auto rotated = [&](double l2_bytes, double partitions) {
    return make_problem(g, four_sms(l2_bytes, partitions));
  };
  CHECK(rotated(1e6, 2.0).from_memory == 0.0);
  CHECK(rotated(1e6, 2.0).fixed * 1e6 == doctest::Approx(2.75 / 5.0 - 0.32));
  // five copies and the rest are 610,000 of 750,000
  CHECK(rotated(750000, 2.0).from_memory == doctest::Approx((610.0 / 750.0 - 0.72) / 0.16 * 120.0 / 126.0));
  CHECK(rotated(300000, 2.0).from_memory == doctest::Approx(120.0 / 126.0));
  CHECK(rotated(300000, 2.0).fixed * 1e6 == doctest::Approx(2.75 / 3.0 - 0.32 * 6.0 / 126.0));
  // one partition: half of what a call touches is lost where it just fills the L2
  CHECK(rotated(130000, 1.0).from_memory == doctest::Approx((120.0 + 0.5 * 6.0) / 126.0));
  CHECK(rotated(130000, 1.0).c_to_memory == doctest::Approx(0.5));
  CHECK(rotated(130000, 2.0).c_to_memory == 1.0);
}
}  // namespace pricing_gemm_problem_test
