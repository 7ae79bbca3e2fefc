#include "assets.hpp"

// The assembler copies the files, which is a hundred times faster than compiling them as text.
#define PERFMODEL_ASSET(symbol, file)                                                                                 \
  __asm__(".section .rodata\n.global " #symbol "_begin\n.global " #symbol "_end\n" #symbol "_begin:\n.incbin \"" file \
          "\"\n" #symbol "_end:\n.byte 0\n.previous\n");                                                              \
  extern "C" {                                                                                                        \
  extern const char symbol##_begin[];                                                                                 \
  extern const char symbol##_end[];                                                                                   \
  }

PERFMODEL_ASSET(perfmodel_page_html, PERFMODEL_REPORT_DIR "/page.html")
PERFMODEL_ASSET(perfmodel_page_css, PERFMODEL_REPORT_DIR "/page.css")
PERFMODEL_ASSET(perfmodel_page_js, PERFMODEL_REPORT_DIR "/page.js")
#ifdef PERFMODEL_VEGA_DIR
PERFMODEL_ASSET(perfmodel_vega_runtime, PERFMODEL_VEGA_DIR "/runtime.js")
PERFMODEL_ASSET(perfmodel_vega_licences, PERFMODEL_VEGA_DIR "/licences.txt")
#endif

namespace plan::assets {

namespace {
[[nodiscard]] std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}
}  // namespace

std::string_view page() { return between(perfmodel_page_html_begin, perfmodel_page_html_end); }
std::string_view style() { return between(perfmodel_page_css_begin, perfmodel_page_css_end); }
std::string_view script() { return between(perfmodel_page_js_begin, perfmodel_page_js_end); }
#ifdef PERFMODEL_VEGA_DIR
std::string_view runtime() { return between(perfmodel_vega_runtime_begin, perfmodel_vega_runtime_end); }
std::string_view licences() { return between(perfmodel_vega_licences_begin, perfmodel_vega_licences_end); }
#else
std::string_view runtime() { return {}; }
std::string_view licences() { return {}; }
#endif

}  // namespace plan::assets
