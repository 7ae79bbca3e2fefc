// ONNX files through the real binary, whether or not it was built with the ONNX library.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "run.hpp"

namespace cli_onnx_test {
namespace {
bool has(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }
}  // namespace

TEST_CASE("an ONNX file that cannot be read is bad input: one line that names it, or the library that is missing") {
  const std::string cut = cli::scratch_file("cut.onnx", std::string("\x08\x07\x12\x04test:\xff\x7f", 10));
  for (const std::string& network : {cut, "onnx:" + cut, cut + ",seq=128", std::string("absent.onnx")}) {
    CAPTURE(network);
    const cli::Run run = cli::plan("layers " + network + " -d T4");
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(has(run.err, ".onnx"));
    CHECK((has(run.err, "truncated") || has(run.err, "no such file") || has(run.err, "without the ONNX library")));
  }
}
}  // namespace cli_onnx_test
