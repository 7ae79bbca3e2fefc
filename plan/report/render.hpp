#pragma once
/// A chart as a picture: Vega draws it in Node.js, librsvg makes pixels of it.
#include <string>

#include "chart.hpp"

namespace plan {

/// @param place  what the user wrote, for the message
/// @throws Error where the runtime, Node.js or, for pixels, rsvg-convert is not there, or the drawing fails
[[nodiscard]] std::string svg_of(const Chart& chart, const std::string& place);
[[nodiscard]] std::string png_of(const Chart& chart, const std::string& place);

}  // namespace plan
