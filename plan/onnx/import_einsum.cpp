/// Products that an equation says (Einsum) of an ONNX graph.
#include <map>

#include "equation.hpp"
#include "importer.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

namespace {

/// An equation of two operands as one batched product: letters of both and of the result are more of the batch.
struct Product {
  std::string both{}, rows{}, columns{}, summed{};
  std::map<char, std::int64_t> extents{};

  [[nodiscard]] std::int64_t of(const std::string& letters) const {
    std::int64_t n = 1;
    for (const char c : letters) n = checked_product(n, extents.at(c));
    return n;
  }
};

/// Nothing where a letter of one operand alone is not in the result, or extents do not fit.
[[nodiscard]] std::optional<Product> product_of(const Equation& e, const Dims& a, const Dims& b) {
  const std::string &x = e.operands[0], &y = e.operands[1];
  if (x.size() != a.size() || y.size() != b.size()) return std::nullopt;
  Product p{.both = letters_in(letters_in(x, y), e.result),
            .rows = letters_in(x, y, false),
            .columns = letters_in(y, x, false),
            .summed = letters_in(letters_in(x, y), e.result, false)};
  for (std::size_t i = 0; i < x.size(); ++i) p.extents[x[i]] = a[i];
  for (std::size_t i = 0; i < y.size(); ++i)
    if (const auto [at, fresh] = p.extents.emplace(y[i], b[i]); !fresh && at->second != b[i]) return std::nullopt;
  const bool whole = letters_in(p.rows + p.columns, e.result, false).empty() && !p.summed.empty() &&
                     e.result.size() == p.both.size() + p.rows.size() + p.columns.size();
  return whole ? std::optional(p) : std::nullopt;
}

}  // namespace

std::int32_t Importer::in_order(const Node& node, std::size_t i, const std::string& letters, const std::string& wanted,
                                const Shape& sample) {
  std::int32_t x = net_.value_of(node, i);
  if (letters != wanted)
    x = net_.add(
        node, OpaqueOperator{.word = "permute", .sample = sample, .pattern = OpaqueOperator::Pattern::transpose}, {x});
  return net_.shape_of(x) == net_.batched(sample) ? x : net_.add(node, Reshape{.sample = sample}, {x});
}

void Importer::einsum(const Node& node) {
  const auto e = equation_from(node.word("equation", ""));
  if (!e || e->operands.size() != 2 || node.inputs.size() != 2 || net_.constant(node.inputs[0])) return unknown(node);
  const Dims &a = net_.dims_of(node, node.inputs[0]), &b = net_.dims_of(node, node.inputs[1]);
  const auto p = product_of(*e, a, b);
  const auto at = net_.batch_at(a);
  if (!p || !at) return unknown(node);
  const char batch = e->operands[0][*at];
  const auto rest = [batch](std::string letters) {
    std::erase(letters, batch);
    return letters;
  };
  const std::int64_t each = p->of(rest(p->both)), rows = p->of(rest(p->rows)), k = p->of(p->summed),
                     columns = p->of(p->columns);
  const bool weight = net_.constant(node.inputs[1]);
  if (weight && p->both.empty() && p->rows.find(batch) != std::string::npos) {
    const std::int32_t x = in_order(node, 0, e->operands[0], p->rows + p->summed, {rows, k});
    return net_.set(node, 0,
                    net_.add(node, Linear{.inputs = k, .outputs = columns, .bias = false}, {x}, node.inputs[1]));
  }
  if (weight || p->both.find(batch) == std::string::npos) return unknown(node);
  const std::int32_t x = in_order(node, 0, e->operands[0], p->both + p->rows + p->summed, {each, rows, k});
  const bool turned = e->operands[1] == p->both + p->columns + p->summed;
  const std::int32_t y = turned
                             ? in_order(node, 1, e->operands[1], e->operands[1], {each, columns, k})
                             : in_order(node, 1, e->operands[1], p->both + p->summed + p->columns, {each, k, columns});
  net_.set(node, 0, net_.add(node, Matmul{.transpose_second = turned}, {x, y}));
}

}  // namespace plan::onnx_import
