#pragma once
#include <cstdint>
#include <memory>
#include <numeric>
#include <perfmodel/operation/pointwise.hpp>
#include <vector>

namespace perfmodel::op {

/// One step of an optimizer's rule over a list of tensors (torch._foreach_*, or a fused update): the same function of
/// corresponding elements of several lists.
struct Update {
  NumberFormat format{NumberFormat::fp32};
  std::shared_ptr<const std::vector<std::int64_t>> sizes{};  ///< elements of each tensor of the list
  int lists{1};                                              ///< tensor arguments
  double reads{}, writes{};                                  ///< elements per element of the list
  PerElement each{};
  Bytes state{};    ///< read and written beside, in other formats (quantized optimizer state)
  bool list{true};  ///< a list in few launches; false: one plain call on one tensor
};
[[nodiscard]] inline bool operator==(const Update& a, const Update& b) {
  const bool same_sizes = a.sizes == b.sizes || (a.sizes != nullptr && b.sizes != nullptr && *a.sizes == *b.sizes);
  return same_sizes && a.format == b.format && a.lists == b.lists && a.reads == b.reads && a.writes == b.writes &&
         a.each == b.each && a.state == b.state && a.list == b.list;
}

[[nodiscard]] inline double updated_elements(const Update& u) {
  return u.sizes == nullptr ? 0.0
                            : static_cast<double>(std::accumulate(u.sizes->begin(), u.sizes->end(), std::int64_t{0}));
}
[[nodiscard]] inline Work work(const Update& u) { return u.each.operations * updated_elements(u) * flop; }
[[nodiscard]] inline Bytes traffic(const Update& u) {
  return (u.reads + u.writes) * updated_elements(u) * element_size(u.format) + 2.0 * u.state;
}

}  // namespace perfmodel::op
