#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "blas_call.hpp"
#include "calibrate/measure/raw_writer.hpp"
#include "gemm.hpp"

namespace perfmodel::calibrate {
namespace {

struct EnumName {
  int value;
  const char* name;
};
// Generated at configuration from the enumerators of cublasLt.h, so that a newer header brings its own names.
#include "cublaslt_names.inc"

template <std::size_t N>
std::string name_in(const EnumName (&names)[N], int value) {
  for (const EnumName& e : names)
    if (e.value == value) return e.name;
  return std::to_string(value);
}

template <class T>
int config(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t which) {
  T value{};
  std::size_t written = 0;
  if (cublasLtMatmulAlgoConfigGetAttribute(&algorithm, which, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS)
    return -1;
  return static_cast<int>(value);
}

std::string row(const Gemm& g, const cublasLtMatmulHeuristicResult_t& choice) {
  constexpr std::array<const char*, 4> layouts{"NN", "NT", "TN", "TT"};
  const auto& a = choice.algo;
  return csv(name(g.format), layouts[static_cast<std::size_t>(g.layout)], g.batch, g.m, g.n, g.k,
             config<int>(a, CUBLASLT_ALGO_CONFIG_ID),
             name_in(tile_names, config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_TILE_ID)),
             name_in(stage_names, config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_STAGES_ID)),
             config<std::int32_t>(a, CUBLASLT_ALGO_CONFIG_SPLITK_NUM),
             config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME),
             config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING),
             config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION),
             config<std::uint16_t>(a, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID),
             name_in(cluster_names, config<std::uint16_t>(a, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID)), choice.wavesCount,
             choice.workspaceSize);
}

std::optional<cublasLtMatmulHeuristicResult_t> chosen(const Blas& blas, const Gemm& g, const void* something) {
  const LtProblem problem(g, g.epilogue == Epilogue::bias, something, something);
  cublasLtMatmulHeuristicResult_t choice{};
  int found = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoGetHeuristic(blas.lt(), problem.operation, problem.first, problem.second, problem.result,
                                     problem.result, problem.preference, 1, &choice, &found);
  if (status != CUBLAS_STATUS_SUCCESS || found == 0) return std::nullopt;
  return choice;
}

/// A product that trees of choices learn from: FP32 or TF32, every fifth in batches, every fifth with skinny A or B.
Gemm random_product(std::mt19937_64& random, int i) {
  const auto extent = [&](double low, double high, std::int64_t step) {
    return detail::log_uniform_extent(random, step, low, high);
  };
  const NumberFormat format = i % 2 == 0 ? NumberFormat::fp32 : NumberFormat::tf32;
  const bool batched = i % 5 == 1, skinny = i % 5 == 2;
  const std::int64_t step = i % 3 != 0 ? std::int64_t{8} << random() % 4 : format == NumberFormat::tf32 ? 4 : 1;
  const double low = detail::uniform(random) < 0.3 ? 8 : 24, high = batched ? 4096 : 16384;
  Gemm g{.format = format,
         .layout = detail::three_layouts[random() % 3],
         .batch = batched ? std::int64_t{1} << (1 + random() % 7) : 1,
         .m = extent(low, high, step),
         .n = extent(low, high, step),
         .k = extent(low, skinny && random() % 5 == 0 ? 65528 : high, step),
         .output = format};
  if (skinny) (random() % 2 == 0 ? g.m : g.n) = extent(2, 32, format == NumberFormat::tf32 ? 4 : 2);
  return g;
}

/// Asks for products one after the other and writes the answers in cublasLt's own numbers.
void dump_choices(Session& session, const char* table, int products, const std::function<Gemm(int)>& product) {
  Blas blas(session.stream);
  DeviceBuffer something(1 << 20);
  RawWriter out(session.folder, table, session.card.stem,
                "dtype,layout,batch,m,n,k,algorithm,tile,stages,split_k,reduction", 6, session.resume);
  constexpr std::array<const char*, 4> layouts{"NN", "NT", "TN", "TT"};
  const int sms = session.card.sms;
  Progress progress(table, static_cast<std::size_t>(products), session.deadline);
  for (int i = 0; i < products; ++i) {
    if (interrupted()) return;
    if (session.out_of_time()) break;
    progress.step();
    const Gemm g = product(i);
    const auto choice = chosen(blas, g, something.data());
    if (!choice) continue;
    const auto& a = choice->algo;
    const int split = config<std::int32_t>(a, CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
    // Kernels that share what is left over between thread blocks tell no split: the blocks instead, negative.
    out.write(csv(
        name(g.format), layouts[static_cast<std::size_t>(g.layout)], g.batch, g.m, g.n, g.k,
        config<int>(a, CUBLASLT_ALGO_CONFIG_ID), config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_TILE_ID),
        config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_STAGES_ID),
        split < 0 ? -std::max(1, static_cast<int>(std::lround(choice->wavesCount * static_cast<float>(sms)))) : split,
        config<std::uint32_t>(a, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME)));
  }
  out.finish();
}

}  // namespace

void dump_gemm_choices(Session& session, int products) {
  std::mt19937_64 random(11);
  dump_choices(session, "gemm_choices", products, [&](int i) { return random_product(random, i); });
}

void dump_linear_choices(Session& session, int products) {
  std::vector<GemmCase> cases = gemm_linear(session).cases;
  std::mt19937_64 random(12);
  dump_choices(session, "gemm_choices_linear", products, [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    if (at >= cases.size()) return random_linear(detail::four_formats[at % 4], random);
    Gemm g = cases[at].gemm;
    g.epilogue = Epilogue::bias;
    return g;
  });
}

void dump_gemm_heuristics(Session& session, int random_shapes) {
  Blas blas(session.stream);
  DeviceBuffer something(1 << 20);
  RawWriter out(session.folder, "gemm_heuristics", session.card.stem,
                "dtype,layout,batch,m,n,k,algorithm,tile,stages,split_k,reduction,swizzle,custom,inner,cluster,"
                "waves,workspace_bytes",
                6, session.resume);
  std::vector<Gemm> problems;
  for (const GemmCase& c : gemm_cases(25e-3, 3e9, 1.0, false))
    if (c.gemm.operands == Operands::cold && !c.sustained && !c.bias) problems.push_back(c.gemm);
  std::mt19937_64 random(7);
  for (int i = 0; i < random_shapes; ++i) {
    const NumberFormat format = detail::four_formats[static_cast<std::size_t>(i) % 4];
    const auto t = detail::log_uniform(random, i % 8 == 0 ? 1 : i % 8 < 4 ? 8 : 64, 16, 16384);
    problems.push_back({.format = format,
                        .layout = detail::three_layouts[random() % 3],
                        .batch = i % 16 == 1 ? 8 : 1,
                        .m = t[0],
                        .n = t[1],
                        .k = t[2],
                        .output = format});
  }
  Progress progress("gemm heuristics", problems.size(), session.deadline);
  for (const Gemm& g : problems) {
    if (interrupted()) return;
    if (session.out_of_time()) break;
    progress.step();
    if (const auto choice = chosen(blas, g, something.data())) out.write(row(g, *choice));
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
