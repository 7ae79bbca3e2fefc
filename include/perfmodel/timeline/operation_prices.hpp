#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/lowering/lower.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <perfmodel/visit.hpp>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

inline constexpr std::size_t bound_count = 7;

/// One operation as the timeline needs it: the sum of its kernels, in plain seconds.
struct PricedOperation {
  double total{};  ///< in a stream, from the end of the operation before to its own
  double busy{};   ///< without the gaps
  double low{}, high{}, traffic{};
  double work{};                               ///< by the mathematics, whatever the kernels calculate beside it
  std::array<double, bound_count> by_bound{};  ///< `total` by what bounds the kernels
  int launches{};  ///< kernels that the host launches: a product split along K adds a reduction, a convolution its
                   ///< copies
  int calls{};     ///< kernels as the model counts them, each with a gap of its own
};

namespace detail {

/// One kernel in plain seconds.
struct PricedKernel {
  double total{}, busy{}, low{}, high{}, traffic{};
  Bound bound{};
  int launches{1};
};

[[nodiscard]] PricedKernel from_prediction(const Prediction& p);

/// The time of a product is a period in a CUDA graph, which is also what a profiler calls its duration; in a stream
/// kernels follow each other with a longer gap.
[[nodiscard]] PricedKernel priced(const Gemm& gemm, const KernelModel& model);
template <class K>
[[nodiscard]] PricedKernel priced(const K& kernel, const KernelModel& model) {
  return from_prediction(predict(kernel, model));
}
}  // namespace detail

/// Lowers an operation and adds up its kernels. @throws Error for formats the card cannot compute, for impossible
/// shapes
[[nodiscard]] PricedOperation price(const Operation& operation, const KernelModel& model, const LoweringTarget& target);
/// The same with a list that holds the kernels meanwhile: asked again and again, it allocates nothing.
[[nodiscard]] PricedOperation price(const Operation& operation, const KernelModel& model, const LoweringTarget& target,
                                    std::vector<Kernel>& kernels);

/// Prices the operations of a list, each once: a step asks for the same few hundred times. The list may grow.
class OperationPrices {
 public:
  OperationPrices(const OperationList& operations, const KernelModel& model, const LoweringTarget& target)
      : operations_(&operations), model_(&model), target_(target), places_(operations.size(), unknown) {}
  /// Valid until forget(). @throws Error as price() does
  const PricedOperation& operator()(OperationId id) {
    if (id >= places_.size()) places_.resize(operations_->size(), unknown);
    if (places_[id] == unknown) {
      prices_.push_back(price((*operations_)[id], *model_, target_, kernels_));
      places_[id] = static_cast<std::uint32_t>(prices_.size() - 1);
    }
    return prices_[places_[id]];
  }
  /// Whether the prices of all these operations have been worked out.
  [[nodiscard]] bool knows(std::span<const OperationId> operations) const {
    return std::all_of(operations.begin(), operations.end(),
                       [&](OperationId id) { return id < places_.size() && places_[id] != unknown; });
  }
  /// Whether each of the operations has a price: false where the card cannot compute one of them.
  [[nodiscard]] bool has(std::span<const OperationId> operations) {
    try {
      for (const OperationId id : operations) (void)(*this)(id);
    } catch (const Error&) {
      return false;
    }
    return true;
  }
  [[nodiscard]] const Operation& operation(OperationId id) const { return (*operations_)[id]; }
  /// All prices, when the list begins anew.
  void forget() {
    places_.clear();
    prices_.clear();
  }

 private:
  const OperationList* operations_;
  const KernelModel* model_;
  LoweringTarget target_;
  static constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> places_{};  ///< of prices, by operation: of long lists a card is asked for few
  std::deque<PricedOperation> prices_{};
  std::vector<Kernel> kernels_{};
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/operation_prices.ipp>
#endif
