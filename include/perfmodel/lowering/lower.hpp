#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/lowering/aligned_loss.hpp>
#include <perfmodel/lowering/constants.hpp>
#include <perfmodel/lowering/fourier.hpp>
#include <perfmodel/lowering/indexing.hpp>
#include <perfmodel/lowering/kernel.hpp>
#include <perfmodel/lowering/normalization.hpp>
#include <perfmodel/lowering/pointwise.hpp>
#include <perfmodel/lowering/pooling.hpp>
#include <perfmodel/lowering/recurrent.hpp>
#include <perfmodel/lowering/reduction.hpp>
#include <perfmodel/lowering/sorting.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/lowering/update.hpp>
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/visit.hpp>
#include <vector>

namespace perfmodel {

namespace detail {
/// Which kernels run each kind of operation. Matrix products, convolutions and attention go to their libraries as they
/// are: which of their kernels run is chosen with the times of the candidates (pricing/).
struct Lowering {
  const LoweringTarget& target;
  std::vector<Kernel>& kernels;

  void operator()(const Gemm& g) const { kernels.push_back(g); }
  void operator()(const Convolution& c) const { kernels.push_back(c); }
  void operator()(const Attention& a) const { kernels.push_back(a); }
  void operator()(const Collective& c) const { kernels.push_back(c); }
  void operator()(const HostCopy& c) const { kernels.push_back(c); }
  void operator()(const op::Custom& c) const { kernels.push_back(c); }
  void operator()(const op::Fused& f) const { kernels.push_back(f); }
  void operator()(const op::GroupNorm& g) const { lower(g, kernels); }
  void operator()(const op::BatchNorm& b) const { lower(b, kernels); }
  void operator()(const op::Embedding& e) const { lower(e, kernels); }
  void operator()(const op::Gather& g) const { lower(g, kernels); }
  void operator()(const op::AlignedLoss& a) const { lower(a, kernels); }
  void operator()(const op::Fourier& f) const { lower(f, kernels); }
  void operator()(const op::Sort& s) const { lower(s, kernels); }
  void operator()(const op::TopK& t) const { lower(t, kernels); }
  void operator()(const op::Reduction& r) const { lower(r, target, kernels); }
  void operator()(const op::Update& u) const { lower(u, target, kernels); }
  void operator()(const op::Concatenation& c) const { kernels.push_back(lowered(c, target.table->concatenation)); }
  void operator()(const op::Recurrent& r) const { lower(r, target.card, target.table->recurrent, kernels); }
  /// Everything else is one kernel.
  template <class Single>
  void operator()(const Single& operation) const {
    kernels.push_back(lowered(operation));
  }
};
}  // namespace detail

/// The kernels that run an operation, one after the other, added to a list.
void lower(const Operation& operation, const LoweringTarget& target, std::vector<Kernel>& kernels);
[[nodiscard]] std::vector<Kernel> lower(const Operation& operation, const LoweringTarget& target);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/lowering/lower.ipp>
#endif
