// Words that people type for cards, networks, files and numbers, and what is said to those that name nothing here.
#include <nlohmann/json.hpp>

#include "checks.hpp"

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
  CHECK(every - one == doctest::Approx(4.0 * 63 * 2 * 256 * 50000));
  // training needs the logits of every position; other networks have no positions
  CHECK(plan("layers " + network.substr(0, network.find(" --mode"))).out.find("logits") == std::string::npos);
  CHECK(plan("layers resnet18 -d T4 -b 1 --mode infer").out.find("logits") == std::string::npos);
}
