#pragma once
#include <cstddef>
#include <functional>

namespace perfmodel {

/// Calls a function for each number below a count: in any order, or several at once. Whoever has threads gives one that
/// uses them; what is worked out so does not depend on it. It throws what the least number throws that throws.
using ForEach = std::function<void(std::size_t, const std::function<void(std::size_t)>&)>;

/// One after the other.
inline void one_by_one(std::size_t count, const std::function<void(std::size_t)>& f) {
  for (std::size_t i = 0; i < count; ++i) f(i);
}

}  // namespace perfmodel
