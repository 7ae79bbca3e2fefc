#pragma once
#include <cstdint>
#include <perfmodel/operation/operation_hash.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

namespace perfmodel {

using OperationId = std::uint32_t;

/// The different operations of a trace, each once: a step runs the same few hundred again and again.
class OperationList {
 public:
  /// The id of an operation; equal ones have the same.
  OperationId id_of(Operation&& operation) {
    const auto [first, last] = ids_.equal_range(hash(operation));
    for (auto found = first; found != last; ++found)
      if (list_[found->second] == operation) return found->second;
    const auto id = static_cast<OperationId>(list_.size());
    ids_.emplace(hash(operation), id);
    list_.push_back(std::move(operation));
    return id;
  }
  [[nodiscard]] const Operation& operator[](OperationId id) const { return list_[id]; }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }

 private:
  std::vector<Operation> list_{};
  std::unordered_multimap<std::uint64_t, OperationId> ids_{};
};

}  // namespace perfmodel
