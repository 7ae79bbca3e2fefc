// Sources the completion that is installed and asks it as bash does: the words so far, the one at the cursor last.
#include <doctest/doctest.h>

#include <set>
#include <sstream>

#include "run.hpp"

namespace {

/// What TAB offers after these words; an empty last word is "".
std::set<std::string> offered(const std::string& words) {
  const std::string script = cli::scratch_file(
      "complete.bash", "source plan/completion/perfmodel-plan.bash\nCOMP_WORDS=(perfmodel-plan " + words +
                           ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
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
  const Words commands = offered("''");
  for (const char* command :
       {"advise", "devices", "gemm", "layers", "memory", "predict", "recommend", "sweep", "validate"})
    CHECK(commands.contains(command));
  CHECK(commands.size() == 9);
  CHECK(offered("rec") == Words{"recommend"});
  CHECK(offered("predict ''") == Words{"collective", "gemm", "max-batch", "step"});
}

TEST_CASE("TAB completes the names of cards after -d and for devices") {
  CHECK(offered("gemm 1 1 1 -d H200") == Words{"H200-SXM"});
  CHECK(offered("layers net.json --device V100-SXM2") == Words{"V100-SXM2-16GB", "V100-SXM2-32GB"});
  CHECK(offered("devices GB") == Words{"GB200"});
}

TEST_CASE("TAB completes options and their words") {
  CHECK(offered("memory net.json --max-b") == Words{"--max-batch"});
  CHECK(offered("predict step --framework-") == Words{"--framework-version"});
  CHECK(offered("memory net.json -p amp_") == Words{"amp_bf16", "amp_fp16"});
  CHECK(offered("layers net.json --by ''") == Words{"convention", "kind", "layer"});
  CHECK(offered("recommend net.json --by ''") == Words{"cost", "energy", "samples", "time"});
  CHECK(offered("gemm 1 1 1 --load s") == Words{"sustained"});
}

TEST_CASE("TAB completes files of networks and of measurements") {
  CHECK(offered("layers examples/fc").contains("examples/fcnn.json"));
  CHECK_FALSE(offered("layers examples/").contains("examples/first.cpp"));
  CHECK(offered("validate data/raw/h200-sxm/gemm_h") == Words{"data/raw/h200-sxm/gemm_heuristics.csv"});
}
