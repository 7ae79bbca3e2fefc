#pragma once
#include <algorithm>
#include <perfmodel/operation/operation_hash.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <utility>

namespace perfmodel {

template <class O>
OperationId OperationList::id_of_operation(O&& operation) {
  if (2 * list_.size() >= places_.size()) grow();
  const std::uint64_t key = hash(operation);
  Place* place = first_place(key);
  for (; place->next_id != 0; place = after(place))
    if (place->hash == key && list_[place->next_id - 1] == operation) return place->next_id - 1;
  list_.push_back(std::forward<O>(operation));
  *place = {key, static_cast<OperationId>(list_.size())};
  return place->next_id - 1;
}
PERFMODEL_INLINE OperationId OperationList::id_of(const Operation& operation) { return id_of_operation(operation); }
PERFMODEL_INLINE OperationId OperationList::id_of(Operation&& operation) {
  return id_of_operation(std::move(operation));
}

PERFMODEL_INLINE void OperationList::grow() {
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

}  // namespace perfmodel
