#pragma once
#include <ATen/ATen.h>

#include <functional>
#include <string>
#include <vector>

#include "calibrate/measure/cuda/session.hpp"
#include "calibrate/measure/cuda/timer.hpp"

namespace perfmodel::calibrate {

/// Operands of one framework operation in memory that rotates: set i of every operand lies elsewhere in a large pool of
/// N(0, 1) numbers.
class TensorPool {
 public:
  explicit TensorPool(std::size_t bytes);
  /// A view of `shape` for operand set `set`. Operands of one set are taken one after the other: `cursor` counts bytes.
  [[nodiscard]] at::Tensor view(at::ScalarType type, at::IntArrayRef shape, std::size_t set_bytes, std::size_t set,
                                std::size_t& cursor);
  [[nodiscard]] std::size_t sets(std::size_t set_bytes) const;

 private:
  at::Tensor& pool(at::ScalarType type);
  std::size_t bytes_;
  std::vector<std::pair<at::ScalarType, at::Tensor>> pools_{};
};

/// One operation to time. `prepare(set)` gives a closure that runs the operation on operand set `set` and returns what
/// must stay alive until the timing is over, so that results too lie in new memory each time.
struct TorchCase {
  std::string key{};             ///< the first columns of the row
  std::size_t set_bytes = 0;     ///< operands of one call
  std::size_t result_bytes = 0;  ///< results of one call
  bool capturable = true;        ///< false: random numbers or synchronization inside; timed in a stream
  std::function<std::function<std::vector<at::Tensor>()>(TensorPool&, std::size_t set)> prepare{};
};

/// Times all cases in random order into <table>_times.csv; in a second pass <table>_kernels.csv with the kernels by
/// CUPTI.
void run_torch_cases(Session& session, const std::string& table, const std::string& key_columns,
                     std::vector<TorchCase> cases);

[[nodiscard]] at::ScalarType scalar_type(const std::string& format);

/// ops_times.csv, ops_kernels.csv: op,dtype,rows,columns,tensors
void measure_streaming_ops(Session& session);
/// convolutions_*.csv: pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups
void measure_convolutions(Session& session);
/// attention_*.csv: pass,dtype,batch,heads,queries,keys,head_size,causal
void measure_attention(Session& session);

}  // namespace perfmodel::calibrate
