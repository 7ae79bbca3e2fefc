// Recorded steps through the real binary.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "run.hpp"

namespace cli_recorded_test {
namespace {
const std::string step = "recorded:tests/recording/transformer_step.json";
bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }
void refused(const std::string& arguments, const std::string& why) {
  CAPTURE(arguments);
  const cli::Run run = cli::plan(arguments);
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(has(run.err, why));
}
}  // namespace

TEST_CASE("commands take a recorded step, with the precision that it was recorded in") {
  for (const std::string& command :
       {"layers " + step + " -d T4 -p amp_bf16", "memory " + step + " -d H200-SXM -b 128",
        "layers " + step + " -d H200-SXM", "recommend " + step + " -d A30,H200-SXM -b 16..64",
        "sweep " + step + " -d H200-SXM -b 16,64", "advise " + step + " -d H200-SXM -b 32",
        "memory " + step + " -d H200-SXM --max-batch"}) {
    CAPTURE(command);
    const cli::Run run = cli::plan(command);
    if (has(command, "T4")) {
      CHECK(run.exit_code == 2);  // Turing does not compute in BF16
      continue;
    }
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, has(command, "--max-batch") ? "largest batch" : "amp_bf16"));
  }
  CHECK(has(cli::plan("layers " + step + " -d H200-SXM").out, "blocks.1.wide"));
}

TEST_CASE("a batch far below both recorded ones is answered, and said: it may be of another unit") {
  // recorded at 8 and 16: nothing is a sixteenth of them; a recording of a graph's 6,000 and 24,000 nodes is
  std::ofstream(cli::scratch() / "nodes.json")
      << "{\"perfmodel_recording\": 1, \"torch\": \"2.11.0\", \"device\": \"H200-SXM\", \"mode\": \"infer\", "
         "\"precision\": \"fp32\", \"tf32\": false, \"tf32_convolutions\": true, \"batches\": [6000, 24000], "
         "\"notes\": [], \"layers\": [], \"kinds\": [], \"storages\": [], \"first_step\": [], \"step\": [], \"end\": "
         "1}";
  const cli::Run far = cli::plan("layers recorded:" + (cli::scratch() / "nodes.json").string() + " -d T4 -b 16");
  CAPTURE(far.err);
  CHECK(has(far.err, "was recorded at 6000 and 24000"));
  CHECK_FALSE(has(cli::plan("layers " + step + " -d H200-SXM -b 1").err, "was recorded at"));
}

TEST_CASE("conventions that count layers have no row of a recording, which has operations") {
  const cli::Run run = cli::plan("layers " + step + " -d H200-SXM --by convention");
  CHECK(has(run.out, "\nexact "));
  CHECK_FALSE(has(run.out, "\nVerma 2022 "));
}

TEST_CASE("rows of predict step may leave out what a recording fixes, and may not contradict it") {
  const std::string rows = "network,batch,precision,optimizer\n" + step + ",64,amp_bf16,adamw\n" + step + ",64,,\n" +
                           step + ",64,fp32,adamw\n";
  const cli::Run run = cli::plan("predict step -d H200-SXM", rows);
  CHECK(run.exit_code == 2);  // of one row
  CHECK(has(run.out, "precision: got fp32; must be amp_bf16"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 4);
}

TEST_CASE("what is no recording, and what a recording fixes, is bad input that says what") {
  refused("layers " + step + " -d H200-SXM -p fp32", "precision: got fp32; must be amp_bf16");
  refused("layers " + step + " -d H200-SXM --mode infer", "mode: got infer; must be train");
  refused("layers " + step + " -d H200-SXM --optimizer sgd", "optimizer: got sgd");
  refused("layers " + step + " -d H200-SXM --checkpoint-every 2", "checkpoint_every: got 2");
  refused("layers " + step + " -d H200-SXM --memory-format nhwc", "--memory-format");
  refused("memory " + step + " -d H200-SXM --what-if", "--what-if");
  refused("layers recorded:absent.json -d H200-SXM", "absent.json");
  refused("layers recorded: -d H200-SXM", "network: got \"recorded:\"; a file must stand behind the colon");
  const std::string cut = cli::scratch_file("cut.json", "{\"perfmodel_recording\":1,\"batches\":[1,2");
  refused("layers recorded:" + cut + " -d H200-SXM", "truncated");
  const std::string other = cli::scratch_file("other.json", "{\"perfmodel_recording\":7}");
  refused("layers recorded:" + other + " -d H200-SXM", "/perfmodel_recording: got 7; must be 1");
}
}  // namespace cli_recorded_test
