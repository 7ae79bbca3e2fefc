#pragma once
/// Random cases for properties of all answers; the same cases in each run.
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>

namespace sampling {

/// 1 to 2^(octaves - 1), each octave as likely as the others.
inline std::int64_t extent(int octaves) {
  const std::int64_t top = std::int64_t{1} << *rc::gen::inRange(0, octaves);
  return std::max<std::int64_t>(1, *rc::gen::inRange<std::int64_t>(top / 2, top + 1));
}

/// Runs a property so often, the same cases each time.
template <class Property>
bool holds(const std::string& what, int count, const Property& property) {
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = count;
  params.disableShrinking = true;  // the message names the first case that fails
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata{what, what}, params);
  if (!result.template is<rc::detail::SuccessResult>()) rc::detail::printResultMessage(result, std::cerr);
  return result.template is<rc::detail::SuccessResult>();
}

}  // namespace sampling
