// Sources the completion that is installed and asks it as bash does: with the line up to the cursor. zsh and fish ask
// the program the same question.
#include <doctest/doctest.h>

#include <set>
#include <sstream>

#include "run.hpp"

namespace cli_completion_test {
namespace {

/// What TAB offers at the end of this line.
std::set<std::string> offered(const std::string& words) {
  const std::string script = cli::scratch_file(
      "complete.bash", "source plan/completion/perfmodel-plan.bash\nCOMP_LINE='perfmodel-plan " + words +
                           "'\nCOMP_POINT=${#COMP_LINE}\n"
                           "_perfmodel_plan perfmodel-plan\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const cli::Run run = cli::shell("bash " + script);
  REQUIRE(run.exit_code == 0);
  CHECK(run.err == "");
  std::set<std::string> lines;
  std::istringstream in(run.out);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.insert(line);
  return lines;
}
using Words = std::set<std::string>;

}  // namespace

TEST_CASE("TAB completes commands, and the commands of predict") {
  const Words commands = offered("");
  for (const char* command : {"advise", "devices", "gemm", "layers", "memory", "predict", "recommend", "report",
                              "serve", "sweep", "validate"})
    CHECK(commands.contains(command));
  CHECK(commands.size() == 11);
  CHECK(offered("rec") == Words{"recommend"});
  CHECK(offered("predict ") == Words{"collective", "gemm", "max-batch", "step"});
}

TEST_CASE("TAB completes the names of cards after -d and for devices") {
  CHECK(offered("gemm 1 1 1 -d H200") == Words{"H200-SXM"});
  CHECK(offered("layers net.json --device V100-SXM2") == Words{"V100-SXM2-16GB", "V100-SXM2-32GB"});
  CHECK(offered("devices GB") == Words{"GB200", "GB300"});
}

TEST_CASE("TAB completes options and their words") {
  CHECK(offered("memory net.json --max-b") == Words{"--max-batch"});
  CHECK(offered("predict step --framework-") == Words{"--framework-version"});
  CHECK(offered("memory net.json -p amp_") == Words{"amp_bf16", "amp_fp16"});
  CHECK(offered("layers net.json --by ") == Words{"convention", "kind", "layer"});
  CHECK(offered("recommend net.json --by ") == Words{"cost", "energy", "samples", "time"});
  CHECK(offered("gemm 1 1 1 --load s") == Words{"sustained"});
}

TEST_CASE("TAB goes on behind a comma where an option takes a list") {
  CHECK(offered("recommend net.json -d T4,H200") == Words{"T4,H200-SXM"});
  CHECK(offered("sweep net.json -d T4 -p fp32,amp_") == Words{"fp32,amp_bf16", "fp32,amp_fp16"});
  CHECK(offered("devices A2,GB") == Words{"A2,GB200", "A2,GB300"});
}

TEST_CASE("TAB completes hosts, systems, presets and what can be solved for") {
  CHECK(offered("layers net.json --host quiet") == Words{"quiet-server"});
  CHECK(offered("recommend net.json --system dgx-h") == Words{"dgx-h100"});
  CHECK(offered("recommend --preset mlperf-res").contains("mlperf-resnet50"));
  CHECK(offered("recommend net.json --solve ") == Words{"batch", "deadline", "gpus", "hidden", "layers", "seq"});
  CHECK(offered("layers net.json --gradient-scaler ") == Words{"false", "true"});
  // readline replaces what follows the colon
  CHECK(offered("layers net.json --optimizer adamw:f") == Words{"foreach", "fused"});
}

TEST_CASE("TAB completes files of networks and of measurements") {
  CHECK(offered("layers examples/fc").contains("examples/fcnn.json"));
  CHECK_FALSE(offered("layers examples/").contains("examples/first.cpp"));
  CHECK(offered("validate data/raw/h200-sxm/gemm_h") == Words{"data/raw/h200-sxm/gemm_heuristics.csv"});
}

TEST_CASE("TAB completes networks by name, their options after a colon, and leaves out those that are said") {
  CHECK(offered("layers resnet5") == Words{"resnet50"});
  CHECK(offered("memory gpt2-3") == Words{"gpt2-355m"});
  // what readline replaces begins after the last colon or equals sign
  CHECK(offered("layers fcnn:la") == Words{"layers="});
  const Words rest = offered("layers fcnn:layers=4,");
  CHECK(rest.contains("4,hidden="));
  CHECK_FALSE(rest.contains("4,layers="));
  CHECK(offered("layers gpt2:se") == Words{"seq="});  // by the name that others give it
}

TEST_CASE("the completions of zsh and fish are without errors in their language, where those shells are") {
  CHECK(cli::shell("! command -v zsh >/dev/null || zsh -n plan/completion/_perfmodel-plan").exit_code == 0);
  CHECK(cli::shell("! command -v fish >/dev/null || fish -n plan/completion/perfmodel-plan.fish").exit_code == 0);
}
}  // namespace cli_completion_test
