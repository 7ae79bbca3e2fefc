#pragma once
#include <cublasLt.h>
#include <cublas_v2.h>

#include <memory>

#include "cuda_check.hpp"
#include "gemm_cases.hpp"

namespace perfmodel::calibrate {

void check(cublasStatus_t status, const char* what);

/// The product in column-major terms, as PyTorch passes it on: the row-major C[m,n] is the column-major C[n,m], so the
/// operands change places.
struct ColumnMajor {
  cublasOperation_t first{}, second{};      ///< operations on our B and our A
  std::int64_t rows{}, columns{}, depth{};  ///< n, m, k
  std::int64_t ld_b{}, ld_a{}, ld_c{};
};
[[nodiscard]] ColumnMajor column_major(const Gemm& gemm);

/// Bytes from one operand set to the next: A, B and C each rounded up to 256 bytes.
struct SetLayout {
  std::size_t a{}, b{}, c{}, operands{}, total{};
};
[[nodiscard]] SetLayout set_layout(const Gemm& gemm);

/// cuBLAS as PyTorch 2 uses it: 32 MiB of workspace given by the caller, FP32 accumulation, cublasSgemm (TF32 through
/// the math mode), cublasDgemm, cublasGemmEx with CUBLAS_GEMM_DEFAULT_TENSOR_OP for FP16 and BF16, the strided-batched
/// forms for a batch; nn.Linear with a bias and FP8 through cublasLtMatmul.
class Blas {
 public:
  explicit Blas(cudaStream_t stream);
  Blas(const Blas&) = delete;
  Blas& operator=(const Blas&) = delete;
  ~Blas();
  /// Enqueues C = op(A) op(B). @param bias n elements, only where `with_bias`
  void multiply(const Gemm& gemm, bool with_bias, const void* a, const void* b, void* c, const void* bias);
  [[nodiscard]] cublasLtHandle_t lt() const { return lt_; }

 private:
  void plain(const Gemm& gemm, const void* a, const void* b, void* c);
  void through_lt(const Gemm& gemm, bool with_bias, const void* a, const void* b, void* c, const void* bias);
  cublasHandle_t handle_{};
  cublasLtHandle_t lt_{};
  cudaStream_t stream_{};
  DeviceBuffer workspace_{}, scales_{};
};

/// The descriptors cublasLt wants for a product. Freed with the object.
struct LtProblem {
  cublasLtMatmulDesc_t operation{};
  cublasLtMatrixLayout_t first{}, second{}, result{};
  cublasLtMatmulPreference_t preference{};
  LtProblem(const Gemm& gemm, bool with_bias, const void* bias, const void* scale);
  LtProblem(const LtProblem&) = delete;
  LtProblem& operator=(const LtProblem&) = delete;
  ~LtProblem();
};

/// What PyTorch gives cuBLAS from compute capability 9.0 on.
inline constexpr std::size_t blas_workspace_bytes = std::size_t{32} << 20;

}  // namespace perfmodel::calibrate
