#include <array>
#include <random>

#include "blas_call.hpp"
#include "gemm.hpp"
#include "raw_writer.hpp"

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

}  // namespace

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
    const LtProblem problem(g, false, nullptr, something.data());
    cublasLtMatmulHeuristicResult_t choice{};
    int found = 0;
    if (cublasLtMatmulAlgoGetHeuristic(blas.lt(), problem.operation, problem.first, problem.second, problem.result,
                                       problem.result, problem.preference, 1, &choice,
                                       &found) != CUBLAS_STATUS_SUCCESS ||
        found == 0)
      continue;
    out.write(row(g, choice));
  }
  out.finish();
}

}  // namespace perfmodel::calibrate
