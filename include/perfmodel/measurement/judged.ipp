#pragma once
#include <perfmodel/measurement/judged.hpp>

namespace perfmodel {

namespace detail {

PERFMODEL_INLINE double published_seconds(Work work, Bytes traffic, NumberFormat format, const Device& device) {
  const double math = peak(device, format) > WorkRate{} ? in(work / peak(device, format), second) : 0.0;
  return std::max(math, in(traffic / device.dram_bandwidth, second));
}
}  // namespace detail

PERFMODEL_INLINE double roofline_seconds(const OperationMeasurement& m, const Device& device) {
  double sum = 0.0;
  for (const Operation& operation : m.operations) {
    const std::optional<NumberFormat> format = multiplied_format(operation);
    sum += format ? detail::published_seconds(work(operation), traffic(operation), *format, device)
                  : in(traffic(operation) / device.dram_bandwidth, second);
  }
  return sum;
}

PERFMODEL_INLINE std::vector<RegimeErrors> regime_errors(const std::vector<Judged>& rows, bool of_held_out) {
  std::map<std::string, std::vector<const Judged*>> groups;
  for (const Judged& row : rows)
    if (row.held_out == of_held_out) groups[row.regime].push_back(&row);
  std::vector<RegimeErrors> result;
  for (const auto& [regime, members] : groups) {
    std::vector<double> model, roofline, noise;
    double covered = 0.0;
    for (const Judged* row : members) {
      model.push_back(row->predicted / row->measured);
      if (row->roofline > 0.0) roofline.push_back(row->roofline / row->measured);
      noise.push_back(row->noise);
      if (row->measured >= row->low && row->measured <= row->high) covered += 1.0;
    }
    result.push_back({.regime = regime,
                      .model = error_statistics(model),
                      .roofline = error_statistics(roofline),
                      .noise = quantile(noise, 0.5),
                      .coverage = covered / static_cast<double>(members.size())});
  }
  return result;
}

PERFMODEL_INLINE std::vector<RegimeErrors> bound_errors(std::vector<Judged> rows, bool of_held_out) {
  for (Judged& row : rows) row.regime = row.bound.empty() ? row.regime : row.bound;
  return regime_errors(rows, of_held_out);
}

PERFMODEL_INLINE std::vector<Judged> merged(const std::vector<Judged>& rows, const std::string& word,
                                            const std::string& regime) {
  std::vector<Judged> out;
  for (const Judged& row : rows)
    if (row.regime.rfind(word, 0) == 0) out.push_back(row), out.back().regime = regime;
  return out;
}

}  // namespace perfmodel
