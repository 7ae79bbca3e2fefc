#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "support.hpp"

namespace lowering_table_test {
using namespace perfmodel;

namespace {
/// Kernels under a table of one's own.
std::vector<Kernel> under(const LoweringTable& table, const Operation& operation) {
  return lower(operation, {.card = {.compute_capability = 90, .sms = 132}, .table = &table});
}
}  // namespace

TEST_CASE("lowering follows the table that its target names") {
  LoweringTable own = lowering_table();
  const Operand rows = packed({1, 128}, NumberFormat::fp32);
  const op::Concatenation joined{.output = rows, .inputs = 16, .piece_bytes = 4};
  CHECK(std::get<Streaming>(under(own, joined).at(0)).lines == 28.0);  // four lines, eight writers, one of them counts
  own.concatenation.most_writers = 2.0;
  CHECK(std::get<Streaming>(under(own, joined).at(0)).lines == 4.0);

  const op::Update update{.format = NumberFormat::fp32,
                          .sizes = std::make_shared<const std::vector<std::int64_t>>(std::vector<std::int64_t>(30, 10)),
                          .lists = 5,
                          .list = true};
  CHECK(under(own, update).size() == 1);
  own.multi_tensor.tensors.back() = 10.0;
  CHECK(under(own, update).size() == 3);

  op::Recurrent r{.format = NumberFormat::bf16, .stored = NumberFormat::bf16, .batch = 64, .length = 1};
  r.inputs = r.hidden = 512, r.layers = 1;
  const auto step_is_warm = [&] {
    for (const Kernel& kernel : under(own, r))
      if (const Gemm* g = std::get_if<Gemm>(&kernel); g != nullptr && g->operands == Operands::warm) return true;
    return false;
  };
  CHECK(step_is_warm());
  own.recurrent.kept_bytes = 1e6;  // 2048 x 512 weights are two megabytes
  CHECK_FALSE(step_is_warm());
}
}  // namespace lowering_table_test
