#include "calibrate/measure/raw_writer.hpp"
#include "torch_case.hpp"

namespace perfmodel::calibrate {

void measure_attention(Session& session) {
  using Result = std::vector<at::Tensor>;
  std::vector<TorchCase> cases;
  for (const std::string& dtype : {std::string("bf16"), std::string("fp16"), std::string("fp32")})
    for (const std::int64_t batch : {1, 4, 16})
      for (const std::int64_t heads : {8, 16, 32})
        for (const std::int64_t length : {128, 512, 1024, 2048, 4096, 8192})
          for (const std::int64_t head : {64, 128})
            for (const bool causal : {false, true})
              for (const bool backward : {false, true}) {
                if (batch * heads * length * length > (std::int64_t{1} << 33)) continue;
                if (dtype != "bf16" && (heads != 16 || batch != 4 || (dtype == "fp32" && backward))) continue;
                const at::ScalarType type = scalar_type(dtype);
                const std::vector<std::int64_t> shape{batch, heads, length, head};
                const std::size_t one = static_cast<std::size_t>(batch * heads * length * head) * at::elementSize(type);
                const std::size_t bytes = (backward ? 4 : 3) * one;
                cases.push_back({.key = csv(backward ? "backward" : "forward", dtype, batch, heads, length, length,
                                            head, causal ? 1 : 0),
                                 .set_bytes = bytes,
                                 .result_bytes = (backward ? 3 : 1) * one,
                                 .prepare = [=](TensorPool& pool, std::size_t set) -> std::function<Result()> {
                                   std::size_t cursor = 0;
                                   const at::Tensor q = pool.view(type, shape, bytes, set, cursor),
                                                    k = pool.view(type, shape, bytes, set, cursor),
                                                    v = pool.view(type, shape, bytes, set, cursor);
                                   if (!backward)
                                     return [=] {
                                       return Result{at::scaled_dot_product_attention(q, k, v, {}, 0.0, causal)};
                                     };
                                   const at::Tensor dy = pool.view(type, shape, bytes, set, cursor);
                                   const auto f = at::_scaled_dot_product_flash_attention(q, k, v, 0.0, causal, false);
                                   const at::Tensor y = std::get<0>(f), sums = std::get<1>(f), seed = std::get<6>(f),
                                                    offset = std::get<7>(f);
                                   return [=] {
                                     const auto g = at::_scaled_dot_product_flash_attention_backward(
                                         dy, q, k, v, y, sums, at::Tensor{}, at::Tensor{}, length, length, 0.0, causal,
                                         seed, offset);
                                     return Result{std::get<0>(g), std::get<1>(g), std::get<2>(g)};
                                   };
                                 }});
              }
  run_torch_cases(session, "attention", "pass,dtype,batch,heads,queries,keys,head_size,causal", std::move(cases));
}

}  // namespace perfmodel::calibrate
