#pragma once
/// Operations on tensors of more dimensions than an operand has: neighbouring dimensions become one where that changes
/// nothing.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/operation/operand.hpp>
#include <perfmodel/trace/recording.hpp>
#include <vector>

namespace perfmodel::recorded {

namespace detail {
/// One tensor's extents and strides at a batch, innermost first, with extents of 1 up to a common rank.
struct FoldedTensor {
  RecordedTensor* tensor{};
  std::vector<std::int64_t> extents{}, strides{};
};

[[nodiscard]] inline FoldedTensor unfolded(RecordedTensor& t, std::int64_t batch, std::size_t rank) {
  FoldedTensor f{.tensor = &t};
  for (std::size_t i = t.shape.size(); i-- > 0;) {
    f.extents.push_back(t.shape[i].at(batch));
    f.strides.push_back(t.strides[i].at(batch));
  }
  f.extents.resize(rank, 1), f.strides.resize(rank, 0);
  return f;
}
/// Whether dimensions i and i + 1 are one run: both absent or repeated, or the outer begins where the inner ends.
[[nodiscard]] inline bool is_run(const FoldedTensor& f, std::size_t i) {
  const std::int64_t inner = f.extents[i], outer = f.extents[i + 1];
  if (inner == 1 && outer == 1) return true;
  if (inner == 1 || outer == 1) return false;
  return f.strides[i + 1] == f.strides[i] * inner;
}
/// Whether all tensors have the extent 1 in a dimension.
[[nodiscard]] inline bool is_absent(const std::vector<FoldedTensor>& all, std::size_t i) {
  return std::all_of(all.begin(), all.end(), [&](const FoldedTensor& f) { return f.extents[i] == 1; });
}
inline void drop(FoldedTensor& f, std::size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  f.extents.erase(f.extents.begin() + at), f.strides.erase(f.strides.begin() + at);
}

/// Drops dimensions of extent 1 and joins runs, until no more can be.
inline void fold(std::vector<FoldedTensor>& all, std::size_t& rank) {
  for (std::size_t i = 0; i < rank;) {
    if (rank > 1 && is_absent(all, i)) {
      for (FoldedTensor& f : all) drop(f, i);
      --rank;
    } else if (i + 1 < rank && std::all_of(all.begin(), all.end(), [&](const auto& f) { return is_run(f, i); })) {
      for (FoldedTensor& f : all) {
        f.extents[i] *= f.extents[i + 1];
        drop(f, i + 1);
      }
      --rank;
    } else {
      ++i;
    }
  }
}
}  // namespace detail

/// The event at one batch with neighbouring dimensions of all its tensors joined; none where more dimensions are left
/// than an operand has. Right for operations that go element by element, with operands repeated to the result.
[[nodiscard]] inline std::optional<RecordedEvent> folded(const RecordedEvent& event, std::int64_t batch) {
  RecordedEvent out = event;
  std::vector<RecordedTensor*> tensors;
  for (RecordedArgument& argument : out.arguments)
    for (RecordedTensor& t : argument.tensors) tensors.push_back(&t);
  for (RecordedTensor& t : out.results) tensors.push_back(&t);
  std::size_t rank = 1;
  for (const RecordedTensor* t : tensors) rank = std::max(rank, t->shape.size());
  std::vector<detail::FoldedTensor> all;
  all.reserve(tensors.size());
  for (RecordedTensor* t : tensors) all.push_back(detail::unfolded(*t, batch, rank));
  detail::fold(all, rank);
  if (rank > Shape::max_rank) return std::nullopt;
  for (const detail::FoldedTensor& f : all) {
    f.tensor->shape.clear(), f.tensor->strides.clear();
    for (std::size_t i = rank; i-- > 0;) {
      f.tensor->shape.push_back({f.extents[i], 0});
      f.tensor->strides.push_back({f.strides[i], 0});
    }
  }
  return out;
}

/// Whether all tensors of an event have at most as many dimensions as an operand.
[[nodiscard]] inline bool ranks_fit(const RecordedEvent& event) {
  const auto fits = [](const RecordedTensor& t) { return t.shape.size() <= Shape::max_rank; };
  for (const RecordedArgument& argument : event.arguments)
    if (!std::all_of(argument.tensors.begin(), argument.tensors.end(), fits)) return false;
  return std::all_of(event.results.begin(), event.results.end(), fits);
}

}  // namespace perfmodel::recorded
