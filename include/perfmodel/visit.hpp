#pragma once
/// Calls a function with the alternative that a variant holds.
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace perfmodel {

namespace detail {
template <class K, class Variant>
inline constexpr bool is_kind = false;
template <class K, class... Kinds>
inline constexpr bool is_kind<K, std::variant<Kinds...>> = (std::is_same_v<K, Kinds> || ...);
template <class K, class... Kinds>
consteval std::size_t kind_index_of(const std::variant<Kinds...>*) {
  std::size_t index = 0;
  (void)((!std::is_same_v<K, Kinds> && ++index) && ...);
  return index;
}
/// Moves the alternative of an index out of *kind into a variant.
template <class... Kinds>
void move_into(std::variant<Kinds...>& variant, std::size_t index, void* kind) {
  std::size_t i = 0;
  ((i++ == index ? void(variant = std::move(*static_cast<Kinds*>(kind))) : void()), ...);
}

template <std::size_t I, class Result, class Function, class... Kinds>
Result visit_from(Function&& function, const std::variant<Kinds...>& variant) {
  constexpr std::size_t count = sizeof...(Kinds);
  if constexpr (count - I <= 8) {
    if constexpr (I + 1 < count)
      if (variant.index() != I) return visit_from<I + 1, Result>(function, variant);
    return function(*std::get_if<I>(&variant));
  } else {  // eight at a time: the call depth stays small
    switch (variant.index()) {
      case I:
        return function(*std::get_if<I>(&variant));
      case I + 1:
        return function(*std::get_if<I + 1>(&variant));
      case I + 2:
        return function(*std::get_if<I + 2>(&variant));
      case I + 3:
        return function(*std::get_if<I + 3>(&variant));
      case I + 4:
        return function(*std::get_if<I + 4>(&variant));
      case I + 5:
        return function(*std::get_if<I + 5>(&variant));
      case I + 6:
        return function(*std::get_if<I + 6>(&variant));
      case I + 7:
        return function(*std::get_if<I + 7>(&variant));
      default:
        return visit_from<I + 8, Result>(function, variant);
    }
  }
}
}  // namespace detail

/// One of the alternatives of a variant.
template <class K, class Variant>
concept is_kind_of = detail::is_kind<K, Variant>;
/// Which one.
template <class K, class Variant>
inline constexpr std::size_t kind_index = detail::kind_index_of<K>(static_cast<Variant*>(nullptr));

/// As std::visit() of one constant variant, by a switch: a table of functions per call makes every include dear.
/// @return what the function returns for the first kind; it must return the same type for all
/// @throws std::bad_variant_access for a variant without a value, as std::visit() does
template <class Function, class First, class... Kinds>
decltype(auto) visit(Function&& function, const std::variant<First, Kinds...>& variant) {
  if (variant.valueless_by_exception()) throw std::bad_variant_access();
  return detail::visit_from<0, std::invoke_result_t<Function&, const First&>>(function, variant);
}

}  // namespace perfmodel
