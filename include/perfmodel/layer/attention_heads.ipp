#pragma once
#include <perfmodel/layer/attention_heads.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE Tensor heads_apart(const Tensor& x, std::int64_t heads) {
  const Shape& s = x.shape();
  return x.view({s[0], s[1], heads, s[2] / heads}).transpose(1, 2);
}

PERFMODEL_INLINE void return_gradients(TraceWriter& w, Gradients grads, std::array<Tensor, 3> each,
                                       const Shape& together) {
  if (grads.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) grads[i] = std::move(each[i]);
    return;
  }
  w.host(HostOp::elementwise_backward);
  grads[0] = w.allocate(together, each[0].format(), MemoryClass::temporary);
  w.run(op::Concatenation{.output = grads[0].operand(), .inputs = 3}, {&each[0], &each[1], &each[2]}, {&grads[0]});
}

}  // namespace perfmodel::detail
