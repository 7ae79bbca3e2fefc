// Command lines drawn at random, the same ones each time: an answer, or one line that says what is wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "checks.hpp"

namespace cli_random_commands_test {
namespace {

using Random = std::mt19937_64;
using Words = std::vector<std::string>;

/// The first third of the words fits most places and is drawn more often.
const std::string& one_of(const Words& words, Random& random) {
  const std::size_t some = random() % 4 > 0 ? (words.size() + 2) / 3 : words.size();
  return words[random() % some];
}

/// Words for options: most fit, some do not.
const Words numbers{"1",   "7", "64",  "0",      "-3",   "1e3", "20k", "99999999999999999999",
                    "1.5", "x", "nan", "64,128", "8..64"};
const Words precisions{"fp32", "amp_bf16", "bfloat16", "fp12", "tf32,fp16"};
const Words devices{"T4", "h100", "A100-SXM4-40GB,T4", "H100*", "MI300X", "no/such.json", "all", "\"\""};
const Words networks{"fcnn:layers=2,hidden=64,inputs=8,outputs=2",
                     "resnet18",
                     "gpt2-124m:seq=16",
                     "examples/fcnn.json",
                     "examples/wrong_shapes.json",
                     "fcnn:layers=0",
                     "resnet5",
                     "fcnn:widths=8x0x2",
                     "'fcnn:layers=2,hidden=\n4'",
                     "hf:nowhere.json",
                     "recorded:examples/fcnn.json"};
const Words options{"-b",
                    "-p",
                    "-d",
                    "--mode",
                    "--optimizer",
                    "--framework",
                    "--seq",
                    "--json",
                    "--host-scale",
                    "--load",
                    "--top",
                    "--accumulation",
                    "--checkpoint-every",
                    "--gpus",
                    "--what",
                    "--max-batch",
                    "--max-memory",
                    "--plot",
                    "--format",
                    "--by"};

std::string command_line(Random& random) {
  static const Words commands{"layers", "memory", "recommend", "sweep", "advise", "gemm", "devices", "report"};
  std::string line = one_of(commands, random);
  line += line == "gemm"      ? ' ' + one_of(numbers, random) + ' ' + one_of(numbers, random) + " 64"
          : line == "devices" ? ' ' + one_of(devices, random)
                              : ' ' + one_of(networks, random);
  if (line.rfind("devices", 0) != 0) line += " -d " + one_of(devices, random);
  if (line.rfind("report", 0) == 0) line += " -o " + (cli::scratch() / "random.html").string();
  for (std::size_t i = random() % 3; i > 0; --i) {
    const std::string option = one_of(options, random);
    const std::array<const Words*, 4> of{&numbers, &precisions, &devices, &networks};
    line +=
        ' ' + option + (option == "--json" || option == "--max-batch" ? "" : ' ' + one_of(*of[random() % 4], random));
  }
  return line;
}

}  // namespace

TEST_CASE("random command lines answer, or say in one line what is wrong, and soon") {
  constexpr int lines = 60;
  Random random(20);
  int answered = 0;
  for (int i = 0; i < lines; ++i) {
    const std::string line = command_line(random);
    CAPTURE(line);
    const cli::Run run = cli::shell("timeout 60 perfmodel-plan " + line);
    CAPTURE(run.err);
    CHECK(run.exit_code >= 0);
    CHECK(run.exit_code <= 2);
    CHECK(run.err.find("internal error") == std::string::npos);
    if (run.exit_code == 0) ++answered;
    if (run.exit_code == 0) continue;
    // notes and warnings may come before it, each on its own line
    const std::size_t last = run.err.find_last_of('\n', run.err.size() - 2);
    CHECK(run.err.substr(last == std::string::npos ? 0 : last + 1).find("perfmodel-plan: ") == 0);
    CHECK(run.out.empty());
  }
  CHECK(answered >= lines / 10);  // else nothing but the options' readers was tried
  CHECK(answered < lines);
}
}  // namespace cli_random_commands_test
