#include <torch/version.h>

#include <map>
#include <memory>
#include <tuple>

#include "calibrate/measure/raw_writer.hpp"
#include "torch_case.hpp"

namespace perfmodel::calibrate {
namespace {

using Result = std::vector<at::Tensor>;
using Call = std::function<Result()>;
using at::Tensor;
using Shape = std::vector<std::int64_t>;

/// A constant tensor made once: it is no part of the operation that is timed.
const Tensor& constant(const Shape& shape, double value, const at::TensorOptions& options) {
  static std::map<std::tuple<Shape, double, at::ScalarType>, Tensor> made;
  Tensor& t = made[{shape, value, c10::typeMetaToScalarType(options.dtype())}];
  if (!t.defined()) t = at::full(shape, value, options);
  return t;
}
/// Row numbers in a scattered order, as an embedding look-up meets them.
const Tensor& scattered(std::int64_t rows, const at::TensorOptions& options) {
  static std::map<std::int64_t, Tensor> made;
  Tensor& t = made[rows];
  constexpr std::int64_t prime = 7919;
  if (!t.defined()) t = at::arange(rows, options.dtype(at::kLong)).mul_(prime).remainder_(rows);
  return t;
}

/// An operation on operands of equal shape: how many operands it reads, how it runs.
struct Elementwise {
  const char* name;
  int operands;
  std::function<Result(const std::vector<Tensor>&)> run;
};

const std::vector<Elementwise>& elementwise() {
  using V = const std::vector<Tensor>&;
  static const std::vector<Elementwise> all{
      {"add", 2, [](V x) { return Result{at::add(x[0], x[1])}; }},
      {"mul_scalar", 1, [](V x) { return Result{at::mul(x[0], 0.999)}; }},
      {"add_inplace", 2, [](V x) { return Result{x[0].add_(x[1], -1e-6)}; }},
      {"relu", 1, [](V x) { return Result{at::relu(x[0])}; }},
      {"relu_inplace", 1, [](V x) { return Result{at::relu_(const_cast<Tensor&>(x[0]))}; }},
      {"threshold_backward", 2, [](V x) { return Result{at::threshold_backward(x[0], x[1], 0)}; }},
      {"gelu", 1, [](V x) { return Result{at::gelu(x[0])}; }},
      {"gelu_backward", 2, [](V x) { return Result{at::gelu_backward(x[0], x[1])}; }},
      {"silu", 1, [](V x) { return Result{at::silu(x[0])}; }},
      {"sigmoid", 1, [](V x) { return Result{at::sigmoid(x[0])}; }},
      {"tanh", 1, [](V x) { return Result{at::tanh(x[0])}; }},
      {"tanh_backward", 2, [](V x) { return Result{at::tanh_backward(x[0], x[1])}; }},
      {"exp", 1, [](V x) { return Result{at::exp(x[0])}; }},
      {"clone", 1, [](V x) { return Result{x[0].clone()}; }},
      {"to_fp32", 1,
       [](V x) { return Result{x[0].to(x[0].scalar_type() == at::kFloat ? at::kBFloat16 : at::kFloat)}; }},
      {"zero_inplace", 1, [](V x) { return Result{const_cast<Tensor&>(x[0]).zero_()}; }},
      {"mse_loss", 2, [](V x) { return Result{at::mse_loss(x[0], x[1])}; }},
      {"mse_loss_backward", 2,
       [](V x) {
         return Result{at::mse_loss_backward(constant({}, 1, x[0].options()), x[0], x[1], at::Reduction::Mean)};
       }},
      {"sum_all", 1, [](V x) { return Result{at::sum(x[0])}; }},
      {"cat", 2,
       [](V x) {
         return Result{at::cat({x[0], x[1]})};
       }},
      {"dropout", 1, [](V x) {
         auto [y, mask] = at::native_dropout(x[0], 0.1, true);
         return Result{y, mask};
       }}};
  return all;
}

/// An operation on rows x columns.
struct Rowwise {
  const char* name;
  int operands;  ///< of rows x columns
  std::function<Result(const std::vector<Tensor>&)> run;
};

const std::vector<Rowwise>& rowwise() {
  using V = const std::vector<Tensor>&;
  const auto gain = [](const Tensor& x) { return x.select(0, 0); };  // any vector as long as a row
  static const std::vector<Rowwise> all{
      {"sum_rows", 1, [](V x) { return Result{at::sum(x[0], 1)}; }},
      {"sum_columns", 1, [](V x) { return Result{at::sum(x[0], 0)}; }},
      {"add_bias", 1, [gain](V x) { return Result{at::add(x[0], gain(x[0]))}; }},
      {"softmax", 1, [](V x) { return Result{at::softmax(x[0], 1)}; }},
      {"softmax_backward", 2,
       [](V x) { return Result{at::_softmax_backward_data(x[0], x[1], 1, x[0].scalar_type())}; }},
      {"log_softmax", 1, [](V x) { return Result{at::log_softmax(x[0], 1)}; }},
      {"log_softmax_backward", 2,
       [](V x) { return Result{at::_log_softmax_backward_data(x[0], x[1], 1, x[0].scalar_type())}; }},
      {"layer_norm", 1,
       [gain](V x) {
         auto [y, mean, deviation] = at::native_layer_norm(x[0], {x[0].size(1)}, gain(x[0]), gain(x[0]), 1e-5);
         return Result{y, mean, deviation};
       }},
      {"layer_norm_backward", 2,
       [gain](V x) {
         const auto wide = x[0].options().dtype(at::kFloat);
         const Tensor &mean = constant({x[0].size(0), 1}, 0, wide), &deviation = constant({x[0].size(0), 1}, 1, wide);
         auto [dx, dw, db] = at::native_layer_norm_backward(x[0], x[1], {x[0].size(1)}, mean, deviation, gain(x[0]),
                                                            gain(x[0]), {true, true, true});
         return Result{dx, dw, db};
       }},
      {"transpose", 1, [](V x) { return Result{x[0].t().contiguous()}; }},
      {"gather_rows", 1, [](V x) { return Result{x[0].index_select(0, scattered(x[0].size(0), x[0].options()))}; }}};
  return all;
}

Call on_shape(const std::function<Result(const std::vector<Tensor>&)>& run, int operands, at::ScalarType type,
              const Shape& shape, std::size_t bytes, TensorPool& pool, std::size_t set) {
  std::vector<Tensor> x;
  std::size_t cursor = 0;
  for (int i = 0; i < operands; ++i) x.push_back(pool.view(type, shape, bytes, set, cursor));
  return [run, x] { return run(x); };
}

/// Batch norm and pooling on n x c x h x w, channels last and not.
void image_ops(std::vector<TorchCase>& cases, const std::string& dtype) {
  const at::ScalarType type = scalar_type(dtype);
  for (const auto& s : {Shape{64, 64, 112, 112}, Shape{64, 256, 56, 56}, Shape{64, 512, 28, 28}, Shape{64, 2048, 7, 7},
                        Shape{8, 64, 56, 56}})
    for (const bool last : {false, true})
      for (const char* op :
           {"batch_norm", "batch_norm_backward", "max_pool", "max_pool_backward", "avg_pool", "to_other_layout"}) {
        const std::string name = std::string(op) + (last ? "_nhwc" : "_nchw");
        const std::size_t bytes = static_cast<std::size_t>(s[0] * s[1] * s[2] * s[3]) * at::elementSize(type);
        const std::size_t operands = name.find("backward") != std::string::npos ? 2 : 1;
        cases.push_back(
            {.key = csv(name, dtype, s[0] * s[1], s[2] * s[3], s[1]),
             .set_bytes = operands * bytes,
             .result_bytes = bytes,
             .prepare = [=](TensorPool& pool, std::size_t set) -> Call {
               std::size_t cursor = 0;
               const auto image = [&] {
                 Tensor t = pool.view(type, last ? Shape{s[0], s[2], s[3], s[1]} : s, operands * bytes, set, cursor);
                 return last ? t.permute({0, 3, 1, 2}) : t;
               };
               const Tensor x = image();
               const Tensor dy = operands == 2 ? image() : Tensor{};
               const auto wide = x.options().dtype(at::kFloat);
               const Tensor w = at::ones({s[1]}, wide), b = at::zeros({s[1]}, wide), m = at::zeros({s[1]}, wide),
                            v = at::ones({s[1]}, wide);
               const std::string which = op;
               if (which == "batch_norm")
                 return [=] {
                   auto [y, i, j] = at::native_batch_norm(x, w, b, m, v, true, 0.1, 1e-5);
                   return Result{y, i, j};
                 };
               if (which == "batch_norm_backward")
                 return [=] {
                   auto [dx, dw, db] =
                       at::native_batch_norm_backward(dy, x, w, m, v, m, v, true, 1e-5, {true, true, true});
                   return Result{dx, dw, db};
                 };
               if (which == "max_pool")
                 return [=] {
                   auto [y, i] = at::max_pool2d_with_indices(x, {3, 3}, {2, 2}, {1, 1});
                   return Result{y, i};
                 };
               if (which == "max_pool_backward") {
                 auto [y, i] = at::max_pool2d_with_indices(x, {3, 3}, {2, 2}, {1, 1});
                 const Tensor gradient = at::ones_like(y), indices = i;
                 return [=] {
                   return Result{at::max_pool2d_with_indices_backward(gradient, x, {3, 3}, {2, 2}, {1, 1}, {1, 1},
                                                                      false, indices)};
                 };
               }
               if (which == "avg_pool") return [=] { return Result{at::adaptive_avg_pool2d(x, {1, 1})}; };
               return [=] {
                 return Result{x.contiguous(last ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast)};
               };
             }});
      }
}

/// Parameter updates: single-tensor operations as LibTorch's optimizers launch them, multi-tensor (foreach) operations,
/// and fused optimizers. rows = tensors in the list, columns = elements of each.
void optimizer_ops(std::vector<TorchCase>& cases) {
  using List = std::vector<Tensor>;
  struct Update {
    const char* name;
    int lists;
    std::function<void(std::vector<List>&)> run;
  };
  const std::vector<Update> updates {
    {"foreach_add", 2, [](std::vector<List>& l) { at::_foreach_add_(l[0], l[1], -1e-6); }},
        {"foreach_mul", 1, [](std::vector<List>& l) { at::_foreach_mul_(l[0], 0.9999); }},
        {"foreach_addcmul", 3, [](std::vector<List>& l) { at::_foreach_addcmul_(l[0], l[1], l[2], 1e-6); }},
        {"foreach_addcdiv", 3, [](std::vector<List>& l) { at::_foreach_addcdiv_(l[0], l[1], l[2], 1e-6); }},
        {"foreach_sqrt", 1, [](std::vector<List>& l) { (void)at::_foreach_sqrt(l[0]); }},
#if TORCH_VERSION_MAJOR >= 2
        {"fused_sgd", 3,
         [](std::vector<List>& l) { at::_fused_sgd_(l[0], l[1], l[2], 0, 0.9, 1e-6, 0, false, false, false); }},
#endif
    {
      "fused_adam", 4, [](std::vector<List>& l) {
        static const Tensor step = at::ones({}, at::TensorOptions().dtype(at::kFloat).device(at::kCUDA));
        const List steps(l[0].size(), step);
        at::_fused_adam_(l[0], l[1], l[2], l[3], {}, steps, 1e-6, 0.9, 0.999, 0, 1e-8, false, false);
      }
    }
  };
  for (const Update& u : updates)
    for (const std::int64_t tensors : {1, 8, 64, 512})
      for (const std::int64_t size : {1024, 16384, 262144, 4194304, 67108864}) {
        if (tensors * size > (std::int64_t{1} << 27)) continue;
        const std::size_t bytes = static_cast<std::size_t>(u.lists * tensors * size) * sizeof(float);
        const bool takes_roots = std::string(u.name) == "foreach_sqrt" || std::string(u.name) == "fused_adam";
        cases.push_back({.key = csv(u.name, "fp32", 1, size, tensors),
                         .set_bytes = bytes,
                         .result_bytes = 0,
                         .prepare = [=](TensorPool& pool, std::size_t set) -> Call {
                           std::size_t cursor = 0;
                           auto lists = std::make_shared<std::vector<List>>();
                           for (int l = 0; l < u.lists; ++l) {
                             List list;
                             for (std::int64_t t = 0; t < tensors; ++t)
                               list.push_back(pool.view(at::kFloat, {size}, bytes, set, cursor));
                             lists->push_back(std::move(list));
                           }
                           // roots are taken of second moments, which are squares: of negative numbers they take longer
                           if (takes_roots) at::_foreach_abs_(lists->back());
                           const auto run = u.run;
                           return [lists, run] {
                             run(*lists);
                             return Result{};
                           };
                         }});
      }
}

}  // namespace

void measure_streaming_ops(Session& session) {
  std::vector<TorchCase> cases;
  const std::vector<std::string> formats{"fp32", "bf16", "fp16"};
  for (const std::string& dtype : formats) {
    const at::ScalarType type = scalar_type(dtype);
    for (const Elementwise& op : elementwise())
      for (std::int64_t count = 1 << 12; count <= (1 << 28); count *= dtype == "fp16" ? 64 : 4) {
        const std::size_t bytes = static_cast<std::size_t>(op.operands * count) * at::elementSize(type);
        const bool random_numbers = std::string(op.name) == "dropout";
        cases.push_back({.key = csv(op.name, dtype, 1, count, 1),
                         .set_bytes = bytes,
                         .result_bytes = static_cast<std::size_t>(count) * at::elementSize(type),
                         .capturable = !random_numbers,
                         .prepare = [=](TensorPool& pool, std::size_t set) {
                           return on_shape(op.run, op.operands, type, {count}, bytes, pool, set);
                         }});
      }
    for (const Rowwise& op : rowwise())
      for (const std::int64_t rows : {64, 512, 4096, 16384, 131072})
        for (const std::int64_t columns : {32, 200, 1000, 1024, 2000, 4096, 8192, 32768}) {
          if (rows * columns > (1 << 28) || (dtype == "fp16" && columns != 1024)) continue;
          const std::size_t bytes = static_cast<std::size_t>(op.operands * rows * columns) * at::elementSize(type);
          cases.push_back({.key = csv(op.name, dtype, rows, columns, 1),
                           .set_bytes = bytes,
                           .result_bytes = static_cast<std::size_t>(rows * columns) * at::elementSize(type),
                           .prepare = [=](TensorPool& pool, std::size_t set) {
                             return on_shape(op.run, op.operands, type, {rows, columns}, bytes, pool, set);
                           }});
        }
    if (dtype != "fp16") image_ops(cases, dtype);
  }
  optimizer_ops(cases);
  run_torch_cases(session, "ops", "op,dtype,rows,columns,tensors", std::move(cases));
}

}  // namespace perfmodel::calibrate
