#include "render.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <perfmodel/error.hpp>
#include <system_error>

#include "assets.hpp"
#include "page.hpp"

namespace plan {

using perfmodel::bad_input;

namespace {

/// A file of this process that is gone when it is no longer needed.
class ScratchFile {
 public:
  ScratchFile(const std::string& text, const std::string& place) {
    std::string name = (std::filesystem::temp_directory_path() / "perfmodel-XXXXXX").string();
    const int file = ::mkstemp(name.data());
    if (file < 0) throw bad_input(place, "no room for a temporary file", "needs a writable " + name);
    ::close(file);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_{};
};

/// What a program prints. @throws Error where it is not there or fails
[[nodiscard]] std::string output_of(const std::string& command, const std::string& place, const std::string& needs) {
  constexpr int not_found = 127;
  FILE* const pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) throw bad_input(place, "no new process", needs);
  std::string text;
  std::array<char, 65536> piece{};
  for (std::size_t got = 0; (got = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;)
    text.append(piece.data(), got);
  const int status = ::pclose(pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == not_found) throw bad_input(place, "a machine without it", needs);
  if (code != 0 || text.empty()) throw bad_input(place, "exit code " + std::to_string(code) + " of the drawing", needs);
  return text;
}

/// Runs the bundle as a browser would, as a script of its own, and prints the picture.
constexpr const char* draw = R"js(
const vm = require("vm"), fs = require("fs");
vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8").split("/*vega-embed*/")[0]);
const spec = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: "none" })
  .toSVG().then((svg) => process.stdout.write(svg + "\n")).catch((e) => { console.error(e); process.exit(1); });
)js";

}  // namespace

std::string svg_of(const Chart& chart, const std::string& place) {
  if (!draws_charts()) throw bad_input(place, "a picture", why_no_charts() + "; --format vega-lite works");
  const ScratchFile script(draw, place), runtime(std::string(assets::runtime()), place),
      spec(chart.spec.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), place);
  return output_of("node '" + script.path() + "' '" + runtime.path() + "' '" + spec.path() + "'", place,
                   "SVG and PNG need Node.js (Debian: nodejs); FILE.html does not");
}

std::string png_of(const Chart& chart, const std::string& place) {
  const ScratchFile svg(svg_of(chart, place), place);
  return output_of("rsvg-convert --zoom=2 '" + svg.path() + "'", place,
                   "PNG needs rsvg-convert (Debian: librsvg2-bin); FILE.svg and FILE.html do not");
}

}  // namespace plan
