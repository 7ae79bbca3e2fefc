// Every reader over its corpus and over faulty variations of it, the same ones each time. Longer runs, guided by what
// the code has seen: scripts/fuzz (libFuzzer, clang).
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "readers.hpp"

namespace fuzz_replay_test {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Files of a reader: its folder here, and those that the project ships.
std::vector<std::string> corpus(const std::string& reader) {
  const fs::path root = PERFMODEL_SOURCE_DIR;
  const std::map<std::string, std::vector<fs::path>> shipped{
      {"device", {root / "devices/t4.json"}},
      {"calibration", {root / "devices/calibrated/h200-sxm.json"}},
      {"system", {root / "data/systems/dgx-1v.json", root / "data/systems/a3-mega.json"}},
      {"prices", {root / "data/prices/example.json"}},
      {"presets", {root / "data/presets/mlperf.json"}},
      {"host", {root / "data/host/quiet_server.json"}},
      {"recording", {root / "tests/recording/fully_connected_step.json"}}};
  std::vector<fs::path> files;
  if (const auto found = shipped.find(reader); found != shipped.end()) files = found->second;
  if (fs::is_directory(root / "tests/fuzz/corpus" / reader))
    for (const auto& entry : fs::directory_iterator(root / "tests/fuzz/corpus" / reader)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path& file : files) texts.push_back(slurp(file));
  return texts;
}

/// A few faults of the kinds that files have: cut, doubled, a byte changed, a number or a bracket in a wrong place.
std::string with_faults(std::string text, std::mt19937_64& random) {
  constexpr std::array<const char*, 14> words{
      "-1", "0", "1e400", "99999999999999999999", "{", "]", "\"", ",", ":=", "null", "\xff\xfe", "[[[[[", "\n", "1.5"};
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1)); };
  const std::size_t faults = 1 + below(3);
  for (std::size_t i = 0; i < faults; ++i) {
    const std::size_t at = below(text.size() + 1),
                      length = std::min(below(16) + 1, text.size() - std::min(at, text.size()));
    switch (below(5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        text.insert(at, words[below(words.size())]);
        break;
      default:
        if (at < text.size()) text.replace(at, length, words[below(words.size())]);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("every reader has a corpus, and no reader does worse than refuse it") {
  for (const auto& [reader_name, reader] : fuzz::readers()) {
    const std::string name = reader_name;
    CAPTURE(name);
    const std::vector<std::string> texts = corpus(name);
    CHECK_FALSE(texts.empty());
    for (const std::string& text : texts) CHECK_NOTHROW(fuzz::run(reader, text));
  }
}

TEST_CASE("a corpus with faults is read or refused in one line") {
  constexpr int variations = 150;
  for (const auto& [reader_name, reader] : fuzz::readers()) {
    const std::string name = reader_name;
    CAPTURE(name);
    std::mt19937_64 random(1);
    for (const std::string& text : corpus(name))
      for (int i = 0; i < variations; ++i) {
        const std::string faulty = with_faults(text, random);
        CAPTURE(i);
        CHECK_NOTHROW(fuzz::run(reader, faulty));
      }
  }
}

TEST_CASE("each reader reads at least one file of its corpus: the corpus reaches what lies behind the first check") {
  for (const auto& [reader_name, reader] : fuzz::readers()) {
    const std::string name = reader_name;
    CAPTURE(name);
    bool any = name == "calibration";  // which belongs to a card that stands in the same file
    for (const std::string& text : corpus(name)) {
      try {
        reader(text);
        any = true;
      } catch (const perfmodel::Error& error) {
        MESSAGE(name << ": " << std::string(error.what()));
      }
    }
    CHECK(any);
  }
}
}  // namespace fuzz_replay_test
