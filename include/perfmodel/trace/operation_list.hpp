#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/operation/operation.hpp>
#include <vector>

namespace perfmodel {

using OperationId = std::uint32_t;

/// The different operations of a trace, each once: a step runs the same few hundred again and again.
class OperationList {
 public:
  /// The id of an operation; equal ones have the same. It is copied or moved only where it is new.
  OperationId id_of(const Operation& operation);
  OperationId id_of(Operation&& operation);
  [[nodiscard]] const Operation& operator[](OperationId id) const { return list_[id]; }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }

 private:
  /// A place of the hash table, in which an operation lies at the first free place from its hash on.
  struct Place {
    std::uint64_t hash{};
    OperationId next_id{};  ///< the operation's id + 1; 0: free
  };

  template <class O>
  OperationId id_of_operation(O&& operation);
  [[nodiscard]] Place* first_place(std::uint64_t key) { return &places_[key & (places_.size() - 1)]; }
  [[nodiscard]] Place* after(Place* place) { return place == &places_.back() ? places_.data() : place + 1; }
  /// Twice as many places; their number is a power of two.
  void grow();

  std::vector<Operation> list_{};
  std::vector<Place> places_{};
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/trace/operation_list.ipp>
#endif
