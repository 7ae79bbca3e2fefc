#pragma once
#include <cmath>
#include <perfmodel/error.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/operation/host_copy.hpp>
#include <perfmodel/pricing/host_copy/model.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <string>

namespace perfmodel {

/// Start plus bytes over the link's bandwidth; pageable memory goes through the driver's staging buffers.
/// docs/reference/pricing/host_copy.md.
/// @throws Error for a negative or infinite size
[[nodiscard]] inline Prediction predict(const HostCopy& c, const HostCopyModel& model) {
  if (!(c.size >= Bytes{}) || !std::isfinite(in(c.size, byte)))
    throw bad_input("size", number_text(in(c.size, byte)), "must be a finite number of bytes >= 0");
  const HostCopyTable& t = model.table;
  const double transfer = in(c.size, byte) / (model.bandwidth * (c.pinned ? t.share : t.pageable_share));
  Prediction p{.dram = transfer * second,
               .launch = t.start_seconds * second,
               .total = (t.start_seconds + transfer) * second,
               .bound = transfer > t.start_seconds ? Bound::communication : Bound::launch,
               .traffic = c.size};
  p.evidence.level = EvidenceLevel::same_kernels;  // the link's; of no card
  set_interval(p, c.pinned ? t.pinned_bar : t.pageable_bar);
  return p;
}

}  // namespace perfmodel
