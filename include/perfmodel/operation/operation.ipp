#pragma once
#include <perfmodel/operation/operation.hpp>

namespace perfmodel {

PERFMODEL_INLINE Operation::Operation() = default;
PERFMODEL_INLINE Operation::Operation(std::size_t index, void* kind) { detail::move_into(*this, index, kind); }
PERFMODEL_INLINE Operation::Operation(const Operation&) = default;
PERFMODEL_INLINE Operation::Operation(Operation&&) noexcept = default;
PERFMODEL_INLINE Operation& Operation::operator=(const Operation&) = default;
PERFMODEL_INLINE Operation& Operation::operator=(Operation&&) noexcept = default;
PERFMODEL_INLINE Operation::~Operation() = default;

PERFMODEL_INLINE bool operator==(const Operation& a, const Operation& b) {
  return static_cast<const Operation::variant&>(a) == static_cast<const Operation::variant&>(b);
}

PERFMODEL_INLINE Work work(const Operation& operation) {
  return perfmodel::visit([](const auto& o) { return work(o); }, operation);
}
PERFMODEL_INLINE Bytes traffic(const Operation& operation) {
  return perfmodel::visit([](const auto& o) { return traffic(o); }, operation);
}

PERFMODEL_INLINE std::optional<NumberFormat> multiplied_format(const Operation& operation) {
  if (const auto* g = std::get_if<Gemm>(&operation)) return g->format;
  if (const auto* c = std::get_if<Convolution>(&operation)) return c->format;
  if (const auto* a = std::get_if<Attention>(&operation)) return a->format;
  if (const auto* r = std::get_if<op::Recurrent>(&operation)) return r->format;
  return std::nullopt;
}

PERFMODEL_INLINE std::string_view name(const Operation& operation) {
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
    std::string_view operator()(const op::Scan&) const { return "scan"; }
    std::string_view operator()(const op::Update&) const { return "update"; }
    std::string_view operator()(const op::Recurrent&) const { return "recurrent"; }
    std::string_view operator()(const Collective&) const { return "collective"; }
    std::string_view operator()(const HostCopy&) const { return "host_copy"; }
    std::string_view operator()(const op::Fused& f) const { return name(f.loop); }
    std::string_view operator()(const op::Fourier&) const { return "fourier"; }
    std::string_view operator()(const op::AlignedLoss&) const { return "ctc_loss"; }
    std::string_view operator()(const op::Custom& c) const {
      return c.body == nullptr ? "custom" : std::string_view(c.body->name);
    }
  };
  return perfmodel::visit(Word{}, operation);
}

}  // namespace perfmodel
