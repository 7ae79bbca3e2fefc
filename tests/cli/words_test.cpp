// Words that people type for cards, networks, files and numbers, and what is said to those that name nothing here.
#include <nlohmann/json.hpp>

#include "checks.hpp"

namespace cli_words_test {
using cli::plan;
using cli::refused;
using cli::Run;
using cli::small;

TEST_CASE("cards of other makers are refused as such, not by the nearest spelling") {
  refused("layers " + small + " -d MI300X",
          "--device: got \"MI300X\"; there are no AMD cards: only NVIDIA's are modelled");
  refused("recommend " + small + " -d T4,Radeon-RX-7900",
          "--device: got \"Radeon-RX-7900\"; there are no AMD cards: only NVIDIA's are modelled");
  refused("layers " + small + " -d gaudi3",
          "--device: got \"gaudi3\"; there are no Intel cards: only NVIDIA's are modelled");
  refused("layers " + small + " -d TPUv4",
          "--device: got \"TPUv4\"; there are no Google cards: only NVIDIA's are modelled");
}

TEST_CASE("a star stands for the rest of a card's name") {
  const auto cards = nlohmann::json::parse(plan("devices 'h100*' --json").out);
  CHECK(cards.size() >= 3);
  for (const auto& card : cards) CHECK(card.at("name").get<std::string>().starts_with("H100"));
  refused("recommend " + small + " -d 'X100*'",
          "--device: got \"X100*\"; matches no card; perfmodel-plan devices lists them");
}

TEST_CASE("times in days, numbers with k, M, G or an exponent") {
  const std::string where = "recommend " + small + " -d T4 -b 64 -p fp32 --samples 1M --json --max-time ";
  CHECK(plan(where + "3d").out == plan(where + "72h").out);
  CHECK(plan("layers " + small + " -d T4 -b 1e3").out == plan("layers " + small + " -d T4 -b 1000").out);
  CHECK(plan("layers " + small + " -d T4 -b 2k").out == plan("layers " + small + " -d T4 -b 2000").out);
  refused("layers " + small + " -d T4 -b 1.5", "--batch: got \"1.5\"; must be a whole number from 1 to 1073741824");
  refused("layers " + small + " -d T4 -b 9e99", "--batch: got \"9e99\"; must be a whole number from 1 to 1073741824");
  refused("layers " + small + " -d T4 -b k", "--batch: got \"k\"; must be a whole number from 1 to 1073741824");
}

TEST_CASE("networks by the names that others give them") {
  const std::string where = " -d T4 -b 1 --json";
  const std::string plain = plan("memory gpt2-124m:seq=64" + where).out;
  CHECK(plan("memory gpt2:seq=64" + where).out == plain);
  CHECK(plan("memory GPT2_124M:seq=64" + where).out == plain);
  CHECK(plan("memory bert_base:seq=64" + where).out == plan("memory bert-base-uncased:seq=64" + where).out);
  refused("memory gpt3 -d T4", "network: got \"gpt3\"; the nearest names are gnmt, fcnn, vgg16");
}

TEST_CASE("--weights: linear layers in blocks in a format of 8 bits, of inference, on cards that multiply it") {
  const std::string serve = "llama-1b:seq=64 -b 4 -p bf16 --mode infer --json ",
                    narrow = "--weights fp8 -d H100-SXM5-80GB";
  const auto peak = [](const std::string& arguments) {
    return nlohmann::json::parse(plan("memory " + arguments).out).at("peak_allocated_bytes").get<double>();
  };
  // 16 blocks of q, k, v, o, gate, up and down: one byte less each
  const double weights = 16.0 * (2 * 2048.0 * 2048 + 2 * 2048.0 * 512 + 3 * 2048.0 * 8192);
  CHECK(peak(serve + "-d H100-SXM5-80GB") - peak(serve + narrow) == weights);
  CHECK(plan("layers " + serve + narrow).exit_code == 0);
  CHECK(plan("advise " + serve + narrow).out.find("weights in fp8") == std::string::npos);
  refused("layers llama-1b:seq=64 -p bf16 " + narrow,
          "--weights: got fp8 in training; is of inference: --mode infer beside it");
  refused("layers resnet50 -p bf16 --mode infer " + narrow,
          "--weights: got fp8 of resnet50; must be of a network with linear layers in blocks, as language models have "
          "them");
  refused("memory " + serve + "--weights fp8 -d V100-SXM2-16GB",
          "--weights: got fp8; must be a format that tensor cores of V100-SXM2-16GB multiply");
  refused("layers " + serve + "--weights fp7 -d T4", "--weights: got \"fp7\"; must be fp8 or int8, or absent");
}

TEST_CASE("amounts of memory in the units that people write") {
  const auto answer = [](const std::string& limit) {
    return plan("memory " + small + " -d T4 -p fp32 --max-batch --json --limit " + limit).out;
  };
  CHECK(answer("2G") == answer("2GiB"));
  CHECK(answer("2gib") == answer("2048M"));
  CHECK(answer("2GB") == answer("2000mb"));
  CHECK(answer("0.002TB") == answer("2GB"));
  CHECK(answer("2GB") != answer("2GiB"));
  const auto limit = [](const std::string& typed) { return "memory " + small + " -d T4 --max-batch --limit " + typed; };
  for (const std::string wrong : {"2", "2Gb/s", "2Gi", "2XB", "2P"})
    refused(limit(wrong), "--limit: got \"" + wrong +
                              "\"; must be a number > 0 with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB, as in 40GiB");
  refused(limit("G"), "--limit: got nothing; must be a number > 0");
}

TEST_CASE("prices name cards as --device does") {
  const auto costs = [](const std::string& prices) {
    return plan("recommend " + small + " -b 64 -p fp16 -d H100,A100-SXM4-80GB --by cost --csv --price " + prices).out;
  };
  const std::string full = costs("H100-SXM5-80GB=2.5,A100-SXM4-80GB=1.5");
  CHECK_FALSE(full.empty());
  CHECK(costs("H100=2.5,A100-SXM4-80GB=1.5") == full);
  CHECK(costs("'H100*=2.5,a100*=1.5'") == full);
  refused("recommend " + small + " -d T4,L4 --price T5=1",
          "--price: got \"T5=1\"; must be PRICE or NAME=PRICE with the name of a card in question: T4, L4");
}

TEST_CASE("billions of tokens, thousands of positions, weeks") {
  const std::string where = "recommend gpt2:seq=64 -d T4 -b 8 -p fp32 --json ";
  CHECK(plan(where + "--tokens 1B").out == plan(where + "--tokens 1e9").out);
  CHECK(plan(where + "--tokens 1G --max-time '50 weeks'").out == plan(where + "--tokens 1G --max-time 350d").out);
  CHECK(plan("memory gpt2 --seq 1k -d T4 -b 1").out == plan("memory gpt2:seq=1000 -d T4 -b 1").out);
  refused(
      where + "--samples 1,281,167",
      "--samples: got \"1,281,167\"; must be a number > 0, as in 1500, 1e9, 1.28M or 20G (20B), without separators");
  refused("memory gpt2 --seq 0 -d T4", "--seq: got \"0\"; must be a whole number from 1 to 1073741824");
}

TEST_CASE("formats and sizes of products as people write them") {
  const std::string plain = plan("gemm 4000 4000 4000 -d T4 -t fp16").out;
  CHECK(plan("gemm 4k 4k 4e3 -d T4 -t half").out == plain);
  CHECK(plan("gemm 4000x4kx4k -d t4 -t Float16").out == plain);
  refused(
      "gemm 64 64 64 -d A100-SXM4-80GB -t fp8",
      "--dtype: got fp8; must be one that A100-SXM4-80GB multiplies: fp64, fp32, tf32, fp16, bf16, int8, int4, int1");
  const std::string head = "dtype,layout,batch,m,n,k\n", rest = ",NN,1,64,64,64\n";
  const Run one = plan("predict gemm -d T4", head + "float16" + rest),
            other = plan("predict gemm -d T4", head + "fp16" + rest);
  CHECK(one.exit_code == 0);
  CHECK(one.out.substr(one.out.find(rest.substr(0, 3))).substr(8) ==
        other.out.substr(other.out.find(rest.substr(0, 3))).substr(8));
}

TEST_CASE("RTX cards without RTX; one card where one is asked for") {
  CHECK(plan("layers " + small + " -d 4090").out == plan("layers " + small + " -d RTX-4090").out);
  refused("layers " + small + " -d T4,L4",
          "--device: got \"T4,L4\"; must be one card; recommend, report and sweep take several");
  refused("memory " + small + " -d all",
          "--device: got \"all\"; must be one card; recommend, report and sweep take several");
}

TEST_CASE("models by the names of their hub: the known ones, else what to do") {
  CHECK(plan("memory llama-3.1-8b:seq=64 -d H100 -b 1").out == plan("memory llama-8b:seq=64 -d H100 -b 1").out);
  refused("recommend meta-llama/Llama-3.1-8B -d H100",
          "network: got \"meta-llama/Llama-3.1-8B\"; no such file, and nothing is downloaded: save the model's "
          "config.json and say hf:config.json");
}

TEST_CASE("an option of another command is said to be that; no command: all are named") {
  refused(
      "memory gpt2 -d T4 --gpus 2",
      "got \"--gpus\", which is not expected here; --gpus is an option of recommend, layers, serve (see perfmodel-plan "
      "memory --help)");
  refused("recommend gpt2 --deadline 3d",
          "got \"--deadline\", which is not expected here; did you mean --max-time? (see perfmodel-plan recommend "
          "--help)");
  refused("predict", "command: got nothing; must be one of gemm, step, max-batch, collective");
}

TEST_CASE("options that would do nothing are refused") {
  for (const std::string option : {"--optimizer sgd", "--checkpoint-every 1", "--gradient-scaler false"})
    refused("layers gpt2:seq=64 -d T4 -b 1 --mode infer " + option,
            option.substr(0, option.find(' ')) +
                ": got --mode infer beside it; is of training: leave it out, or --mode infer");
  refused("recommend gpt2 -d T4 --strategy fsdp",
          "--strategy: got \"fsdp\"; needs --gpus, --max-gpus or --system: how many GPUs share the step?");
}

TEST_CASE("a card whose use has no price is not cheap for its energy alone") {
  const std::string where =
      "recommend " + small + " -b 64 -p fp32 -d T4,L4 --samples 1M --energy-price 0.3 --price L4=0.7";
  refused(where + " --by cost",
          "--price: got none for T4; --by cost needs one for every card, as in --price 2 or --price T4=2");
  const auto options = nlohmann::json::parse(plan(where + " --json").out).at("options");
  REQUIRE(options.size() == 2);
  for (const auto& option : options) CHECK(option.at("cost").is_null() == (option.at("device") == "T4"));
}

TEST_CASE("sweep: what cannot be asked is refused in one line") {
  refused("sweep fcnn -d H200-SXM -b 64", "network fcnn: got no option \"layers\"; must be given, as in fcnn:layers=4");
}

TEST_CASE("a layer file names what a repeat reads") {
  const std::string file = cli::scratch_file("residual.json", R"({"inputs": [{"shape": [64]}], "layers": [
    {"repeat": 3, "input": "x", "layers": [{"type": "linear", "name": "up", "outputs": 64},
                                           {"type": "add", "from": ["up", "x"]}]}]})");
  CHECK(plan("layers " + file + " -d T4 -b 64").out.find("3 x block.add1 ") != std::string::npos);
}

TEST_CASE("fcnn takes a width for every layer") {
  const std::string where = " -d T4 -b 64 --json";
  CHECK(plan("memory fcnn:widths=256x512x512x128" + where).out == plan("memory " + small + where).out);
  const auto uneven = nlohmann::json::parse(plan("layers fcnn:widths=100x30x20x5,bias=0" + where).out);
  CHECK(uneven.at("parameters") == 100 * 30 + 30 * 20 + 20 * 5);
  refused("layers fcnn:widths=100x30 -d T4",
          "network fcnn, widths: got \"100x30\"; must be inputs, hidden widths and outputs, as in 4000x1024x512x600");
}

TEST_CASE("a missing ONNX file is missing, whatever this program can read") {
  refused("layers nowhere/model.onnx -d T4", "nowhere/model.onnx: got no such file; must be a readable file");
}

TEST_CASE("inference of a language model computes the last position's logits, and says so") {
  const std::string network =
      "transformer:layers=2,hidden=256,heads=4,seq=64,vocab=50000 -d T4 -b 4 -p fp16 --mode infer";
  const Run last = plan("layers " + network), all = plan("layers " + network + " --all-logits");
  CHECK(last.out.find("(64 tokens a sample, logits of the last)") != std::string::npos);
  CHECK(all.out.find("(64 tokens a sample)") != std::string::npos);
  const auto work = [](const Run& run) { return nlohmann::json::parse(run.out).at("work_flop").get<double>(); };
  const double one = work(plan("layers " + network + " --json")),
               every = work(plan("layers " + network + " --json --all-logits"));
  CHECK(every - one == 4.0 * 63 * 2 * 256 * 50000);  // whole numbers below 2^53
  // training needs the logits of every position; other networks have no positions
  CHECK(plan("layers " + network.substr(0, network.find(" --mode"))).out.find("logits") == std::string::npos);
  CHECK(plan("layers resnet18 -d T4 -b 1 --mode infer").out.find("logits") == std::string::npos);
}
}  // namespace cli_words_test
