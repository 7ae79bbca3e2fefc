#pragma once
/// Files that are part of the program: they are read when it is built.
#include <string_view>

namespace plan::assets {

[[nodiscard]] std::string_view page();    ///< report/page.html
[[nodiscard]] std::string_view style();   ///< report/page.css
[[nodiscard]] std::string_view script();  ///< report/page.js
/// Vega, Vega-Lite and vega-embed in one; empty where the program was built without npm.
[[nodiscard]] std::string_view runtime();
[[nodiscard]] std::string_view licences();  ///< of the runtime and what is in it

}  // namespace plan::assets
