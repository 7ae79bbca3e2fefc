#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/split_candidates.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <vector>

namespace pricing_gemm_split_candidates_test {
using namespace perfmodel;

namespace {
/// Candidates of a product with the tile of this index, 4 of whose blocks an SM of 100 holds.
std::vector<int> candidates(const GemmConstants& constants, const GemmProblem& p, double tiles) {
  GemmModel model{.constants = constants, .sms = 100.0};
  model.tile_rates[0][0].resident = Divisor<double>(4.0);
  const SplitCandidates out = split_candidates(model, p, 0, tiles);
  return {out.all().begin(), out.all().end()};
}
constexpr GemmConstants constants() {
  GemmConstants c{.unit = MathUnit::tensor_core, .tile_count = 1, .split_tiles_per_sm = 8.0, .split_min_k = 64};
  c.tiles[0] = {.m = 128, .n = 128, .k = 32, .stages = 2};
  return c;
}
}  // namespace

TEST_CASE("splits even out a last wave or fill half a wave, one, two, or all slots once or twice") {
  const GemmProblem p{.columns = 1280, .rows = 256, .k = 65536, .batch = 1};
  CHECK(candidates(constants(), p, 20.0) == std::vector{1, 2, 3, 4, 5, 10, 20, 40});
  CHECK(candidates(constants(), p, 2.0) == std::vector{1, 2, 3, 4, 5, 25, 50, 64});  // no more than preferences know
}

TEST_CASE("parts keep split_min_k of K, and no split is tried where tiles abound or in batches") {
  GemmProblem p{.columns = 1280, .rows = 256, .k = 200, .batch = 1};
  CHECK(candidates(constants(), p, 20.0) == std::vector{1, 2, 3});
  p.k = 100;
  CHECK(candidates(constants(), p, 20.0) == std::vector{1});
  p.k = 65536;
  CHECK(candidates(constants(), p, 801.0) == std::vector{1});
  p.batch = 2;
  CHECK(candidates(constants(), p, 20.0) == std::vector{1});
}

TEST_CASE("a long K is cut to split_max_k whatever the number of tiles") {
  GemmConstants c = constants();
  c.split_max_k = 8192.0;
  GemmProblem p{.columns = 128000, .rows = 12800, .k = 20000, .batch = 1};
  CHECK(candidates(c, p, 100000.0) == std::vector{1, 3});
  CHECK(candidates(c, p, 20.0) == std::vector{1, 3, 2, 4, 5, 10, 20, 40});
}

TEST_CASE("partial sums with a bias have to fit the workspace") {
  GemmConstants c = constants();
  c.bias_partial_bytes = 4.0 * 1280 * 256 * 3;
  GemmProblem p{.columns = 1280, .rows = 256, .k = 65536, .batch = 1};
  CHECK(candidates(c, p, 20.0).size() == 8);
  p.kind = ProductKind::with_bias;
  CHECK(candidates(c, p, 20.0) == std::vector{1, 2, 3});
  c.bias_partial_bytes /= 2.0;
  CHECK(candidates(c, p, 20.0) == std::vector{1});
}

TEST_CASE("partial sums of Ampere's FP32 kernels have the workspace that PyTorch hands cublasLt with a bias") {
  const GemmModels a100 = make_gemm_models(json::load_device("a100-pcie-40gb").device, Load::isolated, 1201);
  const auto parts = [&](Epilogue epilogue, std::int64_t m, std::int64_t n) {
    return predict(Gemm{.layout = Layout::nt, .m = m, .n = n, .k = 8000, .epilogue = epilogue}, a100).split_k;
  };
  CHECK(parts(Epilogue::bias, 64, 512) > 1);    // two parts of 128 KiB
  CHECK(parts(Epilogue::bias, 400, 512) == 1);  // two parts would take 1.6 MiB
  CHECK(parts(Epilogue::none, 400, 512) == 1);  // what CUDA-core kernels prefer was learned under that bound
}

TEST_CASE("the fastest kernel may make more parts of K than preferences are learned for") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const Gemm g{.format = NumberFormat::fp32, .layout = Layout::tn, .m = 64, .n = 64, .k = 262144};
  const GemmPrediction p = predict_best(g, h200);
  CHECK(p.split_k > max_splits);
  CHECK(p.split_k <= most_parts);
  CHECK(p.total <= predict(g, h200).total);
}
}  // namespace pricing_gemm_split_candidates_test
