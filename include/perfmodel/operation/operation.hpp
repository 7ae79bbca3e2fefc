#pragma once
#include <optional>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/operation/custom.hpp>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/host_copy.hpp>
#include <perfmodel/operation/indexing.hpp>
#include <perfmodel/operation/normalization.hpp>
#include <perfmodel/operation/pointwise.hpp>
#include <perfmodel/operation/pooling.hpp>
#include <perfmodel/operation/recurrent.hpp>
#include <perfmodel/operation/reduction.hpp>
#include <perfmodel/operation/softmax.hpp>
#include <perfmodel/operation/update.hpp>
#include <perfmodel/visit.hpp>
#include <string_view>
#include <variant>

namespace perfmodel {

/// What a framework dispatches: operands and what is calculated from them, by the mathematics. How a library runs it
/// (kernels, tiles, copies, scratch memory) is no part of it: lowering/ decides that.
using Operation = std::variant<Gemm, Convolution, Attention, op::Pointwise, op::Fill, op::Concatenation, op::Reduction,
                               op::Softmax, op::LayerNorm, op::GroupNorm, op::BatchNorm, op::Pooling, op::Resampling,
                               op::Embedding, op::Gather, op::NllLoss, op::Sort, op::TopK, op::Update, op::Recurrent,
                               Collective, HostCopy, op::Custom, op::Fused>;

/// Useful operations, by definition (2 per multiply-accumulate).
[[nodiscard]] inline Work work(const Operation& operation) {
  return perfmodel::visit([](const auto& o) { return work(o); }, operation);
}
/// Bytes that must cross the memory bus once: each operand and result.
[[nodiscard]] inline Bytes traffic(const Operation& operation) {
  return perfmodel::visit([](const auto& o) { return traffic(o); }, operation);
}

/// The format in which an operation multiplies matrices; none for operations that do not.
[[nodiscard]] inline std::optional<NumberFormat> multiplied_format(const Operation& operation) {
  if (const auto* g = std::get_if<Gemm>(&operation)) return g->format;
  if (const auto* c = std::get_if<Convolution>(&operation)) return c->format;
  if (const auto* a = std::get_if<Attention>(&operation)) return a->format;
  if (const auto* r = std::get_if<op::Recurrent>(&operation)) return r->format;
  return std::nullopt;
}

/// One word for tables and messages.
[[nodiscard]] inline std::string_view name(const Operation& operation) {
  struct Word {
    std::string_view operator()(const Gemm&) const { return "gemm"; }
    std::string_view operator()(const Convolution&) const { return "convolution"; }
    std::string_view operator()(const Attention&) const { return "attention"; }
    std::string_view operator()(const op::Pointwise& p) const { return name(p.function); }
    std::string_view operator()(const op::Fill&) const { return "fill"; }
    std::string_view operator()(const op::Concatenation&) const { return "cat"; }
    std::string_view operator()(const op::Reduction&) const { return "sum"; }
    std::string_view operator()(const op::Softmax& s) const { return s.logarithm ? "log_softmax" : "softmax"; }
    std::string_view operator()(const op::LayerNorm& n) const { return n.mean_square ? "rms_norm" : "layer_norm"; }
    std::string_view operator()(const op::GroupNorm&) const { return "group_norm"; }
    std::string_view operator()(const op::BatchNorm&) const { return "batch_norm"; }
    std::string_view operator()(const op::Pooling&) const { return "pooling"; }
    std::string_view operator()(const op::Resampling&) const { return "resampling"; }
    std::string_view operator()(const op::Embedding&) const { return "embedding"; }
    std::string_view operator()(const op::Gather&) const { return "gather"; }
    std::string_view operator()(const op::NllLoss&) const { return "nll_loss"; }
    std::string_view operator()(const op::Sort&) const { return "sort"; }
    std::string_view operator()(const op::TopK&) const { return "topk"; }
    std::string_view operator()(const op::Update&) const { return "update"; }
    std::string_view operator()(const op::Recurrent&) const { return "recurrent"; }
    std::string_view operator()(const Collective&) const { return "collective"; }
    std::string_view operator()(const HostCopy&) const { return "host_copy"; }
    std::string_view operator()(const op::Fused& f) const { return name(f.loop); }
    std::string_view operator()(const op::Custom& c) const {
      return c.body == nullptr ? "custom" : std::string_view(c.body->name);
    }
  };
  return perfmodel::visit(Word{}, operation);
}

}  // namespace perfmodel
