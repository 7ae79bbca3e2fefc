#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <perfmodel/operation/operation_hash.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace perfmodel {

using OperationId = std::uint32_t;

/// The different operations of a trace, each once: a step runs the same few hundred again and again.
class OperationList {
 public:
  /// The id of an operation; equal ones have the same. It is copied or moved only where it is new.
  template <class O>
  OperationId id_of(O&& operation) {
    return id_of_operation(as_operation(std::forward<O>(operation)));
  }
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
  static decltype(auto) as_operation(O&& operation) {
    if constexpr (std::is_same_v<std::remove_cvref_t<O>, Operation>)
      return std::forward<O>(operation);
    else
      return Operation(std::forward<O>(operation));
  }
  template <class O>
  OperationId id_of_operation(O&& operation) {
    if (2 * list_.size() >= places_.size()) grow();
    const std::uint64_t key = hash(operation);
    Place* place = first_place(key);
    for (; place->next_id != 0; place = after(place))
      if (place->hash == key && list_[place->next_id - 1] == operation) return place->next_id - 1;
    list_.push_back(std::forward<O>(operation));
    *place = {key, static_cast<OperationId>(list_.size())};
    return place->next_id - 1;
  }
  [[nodiscard]] Place* first_place(std::uint64_t key) { return &places_[key & (places_.size() - 1)]; }
  [[nodiscard]] Place* after(Place* place) { return place == &places_.back() ? places_.data() : place + 1; }
  /// Twice as many places; their number is a power of two.
  void grow() {
    constexpr std::size_t least = 128;
    const std::vector<Place> old = std::exchange(places_, std::vector<Place>(std::max(least, 2 * places_.size())));
    list_.reserve(places_.size() / 2);
    for (const Place& one : old) {
      if (one.next_id == 0) continue;
      Place* place = first_place(one.hash);
      while (place->next_id != 0) place = after(place);
      *place = one;
    }
  }

  std::vector<Operation> list_{};
  std::vector<Place> places_{};
};

}  // namespace perfmodel
