// Answers that agree with themselves: text and JSON, command and command; and words that people type.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "checks.hpp"

namespace cli_answers_test {
using cli::plan;
using cli::refused;
using cli::Run;
using cli::shell;
using cli::small;

TEST_CASE("one step has one time, whichever command is asked") {
  const std::string where = small + " -d A100-SXM4-80GB -b 64 -p fp32 --json";
  const double layers = nlohmann::json::parse(plan("layers " + where).out).at("step_us");
  const double recommended =
      nlohmann::json::parse(plan("recommend " + where + " --as-is").out).at("options").at(0).at("step_us");
  const Run rows = plan("predict step -d A100-SXM4-80GB --json",
                        "network,batch,precision,optimizer\n\"" + small + "\",64,fp32,adam\n");
  const double row = nlohmann::json::parse(rows.out).at(0).at("step_us");
  CHECK(nlohmann::json::parse(rows.out).at(0).at("fits") == true);  // no word
  CHECK(std::abs(layers / recommended - 1.0) < 1e-9);               // sums in another order
  CHECK(std::abs(row / layers - 1.0) < 1e-5);                       // CSV cells have six digits
}

TEST_CASE("a step of one token has tokens per second") {
  const Run rows = plan("predict step -d A100-SXM4-80GB --json",
                        "network,batch,precision,optimizer,mode\nllama-1b:seq=1,8,bf16,,infer\n");
  const nlohmann::json row = nlohmann::json::parse(rows.out).at(0);
  CHECK(row.at("tokens_per_s") == row.at("samples_per_s"));
  CHECK(plan("layers llama-1b:seq=1 --mode infer -p fp16 -d T4 -b 8").out.starts_with("llama-1b (1 token a "));
}

TEST_CASE("MFU of more than one is explained: the gradient of a network's input is counted, and never computed") {
  const std::string wide = "layers fcnn:layers=1,hidden=16384,inputs=65536,outputs=16 -d A100-SXM4-80GB -b 16384 ",
                    why = "MFU counts three forward passes; the gradient of the network's own input is never computed.";
  CHECK(plan(wide + "-p bf16 --optimizer sgd").out.find(why) != std::string::npos);
  CHECK(plan(wide + "-p fp32 -b 1").out.find(why) == std::string::npos);
}

TEST_CASE("memory --what-if: text and JSON have one verdict") {
  const std::string question = "memory llama-1b:seq=512 -d T4 -b 1 -p fp16 --what-if";
  const Run text = plan(question), json = plan(question + " --json");
  CHECK(text.exit_code == json.exit_code);
  const std::string tight = question + " --limit 6GiB";
  const Run found = plan(tight), as_json = plan(tight + " --json");
  CHECK(found.exit_code == 0);
  CHECK(as_json.exit_code == 0);
  CHECK(found.out.find("It fits into") != std::string::npos);
  CHECK(nlohmann::json::parse(as_json.out).contains("cheapest_that_fits"));
  const std::string never = question + " --limit 1GiB";
  CHECK(plan(never).exit_code == 1);
  CHECK(plan(never + " --json").exit_code == 1);
}

TEST_CASE("checkpointing works where a network has blocks and is refused where it has none") {
  const std::string where = " -d A100-SXM4-80GB -b 16 --json";
  for (const char* network : {"resnet50", "mobilenet_v2", "efficientnet_b0", "inception_v3", "densenet121"}) {
    CAPTURE(network);
    const auto kept = nlohmann::json::parse(plan(std::string("memory ") + network + where).out);
    const auto cut =
        nlohmann::json::parse(plan(std::string("memory ") + network + where + " --checkpoint-every 1").out);
    CHECK(cut.at("peak_allocated_bytes").get<double>() < kept.at("peak_allocated_bytes").get<double>());
  }
  refused("layers vgg16 -d T4 -b 4 --checkpoint-every 2",
          "checkpoint_every: got 2; must be 0: vgg16 has no repeated blocks between which checkpointing could cut");
}

TEST_CASE("layers: the optimizer's work stands in its own row, and all shares add up to one") {
  const auto json = nlohmann::json::parse(plan("layers " + small + " -d A100-SXM4-80GB --json").out);
  double shares = json.at("optimizer").at("share"), work = json.at("optimizer").at("work_flop");
  CHECK(work > 0.0);
  for (const auto& layer : json.at("layers")) {
    shares += layer.at("share").get<double>();
    work += layer.at("work_flop").get<double>();
  }
  // sums of doubles in another order
  CHECK(std::abs(shares - 1.0) < 1e-6);
  CHECK(std::abs(work / json.at("work_flop").get<double>() - 1.0) < 1e-6);
  // a softmax and a mean of 64 x 128 elements, not the update of all parameters
  CHECK(json.at("layers").back().at("work_flop") < 100.0 * 64 * 128);
}

TEST_CASE("sweep says which host it takes for its own framework") {
  const Run run = plan("sweep " + small + " -d H200-SXM -b 64 --host virtual-machine");
  CHECK(run.err.find("host: virtual-machine, 1 times the pytorch profile's") != std::string::npos);
}

TEST_CASE("quantized models are refused, deadlines are missed in time") {
  const std::string file = cli::scratch_file("config.json", R"({"model_type": "llama", "quantization_config": {}})");
  const Run run = plan("layers hf:" + file + " -d T4");
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("quantization_config") != std::string::npos);
  const Run late = plan("recommend " + small + " -d T4 --samples 1e9 --max-time 1s");
  CHECK(late.exit_code == 1);
  CHECK(late.err.find("the fastest takes ") != std::string::npos);
  CHECK(late.err.find("GiB") == std::string::npos);
  const Run slow = plan("recommend " + small + " -d T4 --max-time 1us");  // without an amount: of one step
  CHECK(slow.exit_code == 1);
  CHECK(slow.err.find("; the fastest step takes ") != std::string::npos);
}

TEST_CASE("memory lists as fitting only cards that compute in the precision") {
  const Run run = plan("memory " + small + " -d A100-SXM4-80GB -p bf16");
  CHECK(run.out.find("fits on: ") != std::string::npos);
  CHECK(run.out.find("T4") == std::string::npos);
}

TEST_CASE("options nearly right are suggested; words may have any case and their usual synonyms") {
  refused("recommend " + small + " --gpu 4",
          "got \"--gpu\", which is not expected here; did you mean --device or --gpus? (see perfmodel-plan recommend "
          "--help)");
  refused("layers " + small + " -d T4 --batch-size 4",
          "got \"--batch-size\", which is not expected here; did you mean --batch? (see perfmodel-plan layers --help)");
  refused(
      "layers " + small + " -d T4 --optimiser sgd",
      "got \"--optimiser\", which is not expected here; did you mean --optimizer? (see perfmodel-plan layers --help)");
  const std::string plain = plan("layers " + small + " -d A10 -p bf16 --mode infer --memory-format nhwc").out;
  CHECK(plan("layers " + small + " -d A10 -p BFloat16 --mode inference --memory-format channels_last").out == plain);
}

TEST_CASE("memory --what-if: LoRA goes with checkpointing, QLoRA takes less than LoRA") {
  const Run run = plan("memory llama-1b:seq=512 -d A100-SXM4-40GB -b 4 -p bf16 --what-if --json");
  const auto techniques = nlohmann::json::parse(run.out).at("techniques");
  const auto used = [&](const std::string& name) {
    for (const auto& t : techniques)
      if (t.at("technique") == name) return t.at("device_used_bytes").get<double>();
    FAIL("no technique " << name);
    return 0.0;
  };
  const double lora = used("LoRA, rank 8"), qlora = used("QLoRA, rank 8");
  const double cut = used("LoRA, rank 8 + checkpoint every block");
  const double both = used("QLoRA, rank 8 + checkpoint every block");
  CHECK(qlora < lora);
  CHECK(cut < lora);
  CHECK(both < cut);
  CHECK(both < qlora);
}

TEST_CASE("rows have the same answers in any order, from one thread or several, in any locale") {
  const std::string columns = "network,batch,precision,optimizer\n";
  std::vector<std::string> rows;
  for (const char* network : {"\"fcnn:layers=2,hidden=512,inputs=9,outputs=9\"", "resnet18", "ncf", "gpt2-124m:seq=64"})
    for (const char* rest : {",1,fp32,sgd\n", ",32,amp_fp16,adam\n", ",7,fp32,momentum\n"})
      rows.push_back(std::string(network) + rest);
  const auto answers = [&](const std::string& before) {  // by row
    std::string input = columns;
    for (const std::string& row : rows) input += row;
    const Run run = shell(before + " perfmodel-plan predict step -d T4", input);
    CHECK(run.exit_code == 0);
    std::vector<std::string> lines;
    std::istringstream in(run.out);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    REQUIRE(lines.size() == rows.size() + 1);
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  const std::vector<std::string> first = answers("");
  CHECK(answers("taskset -c 0") == first);  // one processor
  CHECK(answers("LC_ALL=de_DE.UTF-8") == first);
  std::reverse(rows.begin(), rows.end());
  CHECK(answers("") == first);
}
}  // namespace cli_answers_test
