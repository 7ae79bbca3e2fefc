#include "blas_call.hpp"

namespace perfmodel::calibrate {
namespace {

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

cudaDataType_t cuda_type(NumberFormat format) {
  switch (format) {
    case NumberFormat::fp64:
      return CUDA_R_64F;
    case NumberFormat::fp16:
      return CUDA_R_16F;
    case NumberFormat::bf16:
      return CUDA_R_16BF;
    case NumberFormat::fp8:
      return CUDA_R_8F_E4M3;
    default:
      return CUDA_R_32F;
  }
}
/// FP8 products are stored as BF16, as torch._scaled_mm does by default.
cudaDataType_t result_type(NumberFormat format) {
  return format == NumberFormat::fp8 ? CUDA_R_16BF : cuda_type(format);
}
std::size_t element_bytes(NumberFormat format) { return static_cast<std::size_t>(bits(format) / 8); }

}  // namespace

void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw DeviceError(std::string(what) + ": " + cublasGetStatusString(status));
}

ColumnMajor column_major(const Gemm& g) {
  const bool a_transposed = g.layout == Layout::tn || g.layout == Layout::tt;
  const bool b_transposed = g.layout == Layout::nt || g.layout == Layout::tt;
  return {.first = b_transposed ? CUBLAS_OP_T : CUBLAS_OP_N,
          .second = a_transposed ? CUBLAS_OP_T : CUBLAS_OP_N,
          .rows = g.n,
          .columns = g.m,
          .depth = g.k,
          .ld_b = b_transposed ? g.k : g.n,
          .ld_a = a_transposed ? g.m : g.k,
          .ld_c = g.n};
}

SetLayout set_layout(const Gemm& g) {
  const auto count = [&](std::int64_t x, std::int64_t y) { return static_cast<std::size_t>(g.batch * x * y); };
  SetLayout s;
  s.a = round_up(count(g.m, g.k) * element_bytes(g.format));
  s.b = round_up(count(g.k, g.n) * element_bytes(g.format));
  s.c = round_up(count(g.m, g.n) * (g.format == NumberFormat::fp8 ? 2 : element_bytes(g.format)));
  s.operands = s.a + s.b;
  s.total = s.operands + s.c;
  return s;
}

Blas::Blas(cudaStream_t stream) : stream_(stream), workspace_(blas_workspace_bytes), scales_(256) {
  check(cublasCreate(&handle_), "cublasCreate");
  check(cublasLtCreate(&lt_), "cublasLtCreate");
  check(cublasSetStream(handle_, stream), "cublasSetStream");
  check(cublasSetWorkspace(handle_, workspace_.data(), workspace_.size()), "cublasSetWorkspace");
  const float one = 1.0f;
  calibrate::check(cudaMemcpy(scales_.data(), &one, sizeof one, cudaMemcpyHostToDevice), "scale");
}
Blas::~Blas() {
  if (handle_) cublasDestroy(handle_);
  if (lt_) cublasLtDestroy(lt_);
}

void Blas::multiply(const Gemm& g, bool with_bias, const void* a, const void* b, void* c, const void* bias) {
  if (with_bias || g.format == NumberFormat::fp8)
    through_lt(g, with_bias, a, b, c, bias);
  else
    plain(g, a, b, c);
}

void Blas::plain(const Gemm& g, const void* a, const void* b, void* c) {
  const ColumnMajor q = column_major(g);
  const int rows = static_cast<int>(q.rows), columns = static_cast<int>(q.columns), depth = static_cast<int>(q.depth),
            ld_a = static_cast<int>(q.ld_a), ld_b = static_cast<int>(q.ld_b), ld_c = static_cast<int>(q.ld_c),
            batch = static_cast<int>(g.batch);
  const long long step_a = g.m * g.k, step_b = g.k * g.n, step_c = g.m * g.n;
  const float one = 1, zero = 0;
  const double one64 = 1, zero64 = 0;
  check(cublasSetMathMode(handle_, g.format == NumberFormat::tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH),
        "math mode");
  if (g.format == NumberFormat::fp64) {
    const auto *x = static_cast<const double*>(b), *y = static_cast<const double*>(a);
    auto* z = static_cast<double*>(c);
    check(g.batch == 1 ? cublasDgemm(handle_, q.first, q.second, rows, columns, depth, &one64, x, ld_b, y, ld_a,
                                     &zero64, z, ld_c)
                       : cublasDgemmStridedBatched(handle_, q.first, q.second, rows, columns, depth, &one64, x, ld_b,
                                                   step_b, y, ld_a, step_a, &zero64, z, ld_c, step_c, batch),
          "cublasDgemm");
  } else if (g.format == NumberFormat::fp32 || g.format == NumberFormat::tf32) {
    const auto *x = static_cast<const float*>(b), *y = static_cast<const float*>(a);
    auto* z = static_cast<float*>(c);
    check(g.batch == 1
              ? cublasSgemm(handle_, q.first, q.second, rows, columns, depth, &one, x, ld_b, y, ld_a, &zero, z, ld_c)
              : cublasSgemmStridedBatched(handle_, q.first, q.second, rows, columns, depth, &one, x, ld_b, step_b, y,
                                          ld_a, step_a, &zero, z, ld_c, step_c, batch),
          "cublasSgemm");
  } else {
    const cudaDataType_t type = cuda_type(g.format);
    check(g.batch == 1 ? cublasGemmEx(handle_, q.first, q.second, rows, columns, depth, &one, b, type, ld_b, a, type,
                                      ld_a, &zero, c, type, ld_c, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP)
                       : cublasGemmStridedBatchedEx(handle_, q.first, q.second, rows, columns, depth, &one, b, type,
                                                    ld_b, step_b, a, type, ld_a, step_a, &zero, c, type, ld_c, step_c,
                                                    batch, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP),
          "cublasGemmEx");
  }
}

LtProblem::LtProblem(const Gemm& g, bool with_bias, const void* bias, const void* scale) {
  const ColumnMajor q = column_major(g);
  const cudaDataType_t type = cuda_type(g.format);
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  if (g.format == NumberFormat::tf32) compute = CUBLAS_COMPUTE_32F_FAST_TF32;
  if (g.format == NumberFormat::fp64) compute = CUBLAS_COMPUTE_64F;
  check(cublasLtMatmulDescCreate(&operation, compute, g.format == NumberFormat::fp64 ? CUDA_R_64F : CUDA_R_32F),
        "operation");
  check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &q.first, sizeof q.first),
        "transposition");
  check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSB, &q.second, sizeof q.second),
        "transposition");
  if (with_bias) {
    const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
    check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue),
          "epilogue");
    check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias), "bias");
  }
  if (g.format == NumberFormat::fp8) {
    check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &scale, sizeof scale),
          "scale");
    check(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &scale, sizeof scale),
          "scale");
  }
  const auto rows_of = [](cublasOperation_t op, std::int64_t r, std::int64_t c) {
    return op == CUBLAS_OP_N ? std::pair{r, c} : std::pair{c, r};
  };
  const auto layout = [&](cublasLtMatrixLayout_t& made, cudaDataType_t t, std::pair<std::int64_t, std::int64_t> size,
                          std::int64_t ld) {
    check(cublasLtMatrixLayoutCreate(&made, t, static_cast<std::uint64_t>(size.first),
                                     static_cast<std::uint64_t>(size.second), ld),
          "matrix layout");
    if (g.batch == 1) return;
    const auto count = static_cast<std::int32_t>(g.batch);
    const std::int64_t step = size.first * size.second;
    check(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count), "batch");
    check(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &step, sizeof step),
          "batch stride");
  };
  layout(first, type, rows_of(q.first, q.rows, q.depth), q.ld_b);
  layout(second, type, rows_of(q.second, q.depth, q.columns), q.ld_a);
  layout(result, result_type(g.format), {q.rows, q.columns}, q.ld_c);
  check(cublasLtMatmulPreferenceCreate(&preference), "preference");
  const std::uint64_t most = with_bias ? static_cast<std::uint64_t>(cublaslt_workspace_bytes) : blas_workspace_bytes;
  check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most),
        "workspace");
}
LtProblem::~LtProblem() {
  if (preference) cublasLtMatmulPreferenceDestroy(preference);
  if (result) cublasLtMatrixLayoutDestroy(result);
  if (second) cublasLtMatrixLayoutDestroy(second);
  if (first) cublasLtMatrixLayoutDestroy(first);
  if (operation) cublasLtMatmulDescDestroy(operation);
}

void Blas::through_lt(const Gemm& g, bool with_bias, const void* a, const void* b, void* c, const void* bias) {
  const LtProblem problem(g, with_bias, bias, scales_.data());
  cublasLtMatmulHeuristicResult_t choice{};
  int found = 0;
  check(cublasLtMatmulAlgoGetHeuristic(lt_, problem.operation, problem.first, problem.second, problem.result,
                                       problem.result, problem.preference, 1, &choice, &found),
        "cublasLtMatmulAlgoGetHeuristic");
  if (found == 0) throw DeviceError("cublasLt has no kernel for this product");
  const float one = 1, zero = 0;
  check(cublasLtMatmul(lt_, problem.operation, &one, b, problem.first, a, problem.second, &zero, c, problem.result, c,
                       problem.result, &choice.algo, workspace_.data(),
                       with_bias ? static_cast<std::size_t>(cublaslt_workspace_bytes) : workspace_.size(), stream_),
        "cublasLtMatmul");
}

}  // namespace perfmodel::calibrate
