// perfmodel-plan recommend on many GPUs: strategies, systems, limits, prices, presets, what is nearest where no plan
// is.
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <tests/relative_error.hpp>

#include "checks.hpp"

namespace cli_recommend_many_test {
using cli::check_width;
using cli::plan;
using cli::refused;
using cli::Run;
using nlohmann::json;

namespace {

/// Of a few operations on doubles that JSON has with all their digits.
constexpr double rounding = 1e-12;

const std::string small = "transformer:layers=4,hidden=512,heads=8,seq=256,vocab=4096";
const std::string one_card = " -d H100-SXM5-80GB -p bf16 ";

json answer(const std::string& arguments) {
  const Run run = plan("recommend " + arguments + " --json");
  CAPTURE(arguments);
  CAPTURE(run.err);
  REQUIRE(run.exit_code == 0);
  return json::parse(run.out);
}
json options(const std::string& arguments) { return answer(arguments).at("options"); }

}  // namespace

TEST_CASE("strategies: every option's degrees multiply to its GPUs, and its passes to its batch") {
  std::set<std::string> seen;
  for (const json& o : options(small + one_card + "--gpus 8,12 -b 64,96 --every --as-is")) {
    CAPTURE(o.dump());
    const auto whole = [&](const char* key) { return o.at(key).get<std::int64_t>(); };
    CHECK(whole("dp") * whole("tp") * whole("pp") * whole("ep") * whole("cp") == whole("gpus"));
    CHECK(whole("micro_batch") * whole("accumulation") * whole("dp") == whole("batch"));
    CHECK(o.at("system") == "DGX-H100");
    CHECK(whole("nodes") == (whole("gpus") + 7) / 8);
    CHECK(relative_error(o.at("gpu_hours").get<double>(),
                         o.at("time_s").get<double>() * static_cast<double>(whole("gpus")) / 3600) < rounding);
    seen.insert(o.at("strategy"));
  }
  for (const char* strategy : {"ddp", "zero1", "zero2", "fsdp", "tp=8+sp", "tp=2+sp+fsdp", "tp=4+sp+pp=2"})
    CHECK_MESSAGE(seen.contains(strategy), strategy);
}

TEST_CASE("no CUDA graph holds an update on the host") {
  const std::string where = small + one_card + "--gpus 4 -b 64 --strategy ";
  CHECK(options(where + "ddp").at(0).at("framework") == "cuda_graph");
  const json offloaded = options(where + "ddp+offload").at(0);
  CHECK(offloaded.at("strategy") == "ddp+offload");
  CHECK(offloaded.at("framework") == "pytorch");
}

TEST_CASE("recommend and predict step agree on a strategy") {
  const json o = options(small + one_card + "--gpus 8 --strategy tp=2+sp+pp=2+zero1 -b 32 --as-is").at(0);
  const Run row = plan("predict step -d H100-SXM5-80GB --json",
                       "network,batch,precision,optimizer,gpus,tp,pp,zero,sequence_parallel,micro_batch\n\"" + small +
                           "\",32,bf16,adam,8,2,2,1,true," + std::to_string(o.at("micro_batch").get<int>()) + "\n");
  const json same = json::parse(row.out).at(0);
  CHECK(relative_error(same.at("step_us").get<double>(), o.at("step_us").get<double>()) < 1e-5);  // six digits
  CHECK(same.at("peak_allocated_bytes") == o.at("peak_allocated_bytes"));
}

TEST_CASE("--max-gpus is data parallelism over 1, 2, 4, ... GPUs") {
  std::set<std::string> strategies;
  std::set<int> gpus;
  for (const json& o : options(small + one_card + "--max-gpus 6 -b 64 --every")) {
    strategies.insert(o.at("strategy"));
    gpus.insert(o.at("gpus").get<int>());
  }
  CHECK(strategies == std::set<std::string>{"ddp"});
  CHECK(gpus == std::set<int>{1, 2, 4});
  refused("recommend " + small + " --max-gpus 4 --gpus 8",
          "--max-gpus: got --gpus beside it; give one of them: --max-gpus N is --gpus 1..N --strategy ddp");
}

TEST_CASE("llama-70b trains on eight H100s") {
  const Run run = plan("recommend llama-70b -d H100-SXM5-80GB --gpus 8 --optimizer adamw -b 8,16");
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("assumed (--system): DGX-H100 (8 GPUs a host over infiniband) of H100-SXM5-80GB") !=
        std::string::npos);
  check_width(run);
}

TEST_CASE("without a system it says which it assumes, and where one host ends") {
  const Run two = plan("recommend " + small + one_card + "--gpus 16 -b 64");
  CHECK(two.out.find("assumed (--system): DGX-H100") != std::string::npos);
  CHECK(two.out.find("counts beyond one host run on several of these, up to 2") != std::string::npos);
  const Run named = plan("recommend " + small + " -p bf16 --system dgx-h100 --nodes 2 -b 64");
  CHECK(named.out.find("system: DGX-H100") != std::string::npos);
  CHECK(named.out.find("16 x H100-SXM5-80GB") != std::string::npos);
  // a card whose hosts nothing joins stops at one of them, and says so
  refused("recommend " + small + " -d T4 -p fp16 --gpus 16 -b 64",
          "gpus: got 16; must be at most 8 on one node: no network between hosts is known of a server of T4; name a "
          "system that has one");
  const Run some = plan("recommend " + small + " -d T4 -p fp16 --gpus 8,16 -b 64");
  CHECK(some.exit_code == 0);
  CHECK(some.out.find("cannot be spread (gpus: got 16; must be at most 8 on one node") != std::string::npos);
  refused("recommend " + small + " -d L40S --system DGX-H100 --gpus 2",
          "system: got \"DGX-H100\"; joins cards by NVLink, which L40S does not have; name a system of PCIe cards");
  refused("recommend " + small + " --nodes 2", "--nodes: got 2; needs --system: hosts of what?");
}

TEST_CASE("impossible strategies are refused by name") {
  const std::string where = "recommend " + small + one_card;
  CHECK(plan(where + "--gpus 16 --strategy tp=16 -b 64")
            .err.find("tp: got 16; must be at most the attention heads of transformer, 8") != std::string::npos);
  CHECK(plan(where + "--gpus 8 --strategy pp=8 -b 64")
            .err.find("must be at most the repeated layers of transformer, 4") != std::string::npos);
  CHECK(plan(where + "--gpus 8 --strategy ep=2 -b 64").err.find("got \"ep=2\"; transformer has no experts") !=
        std::string::npos);
  for (const char* word : {"tp=16", "pp=8", "ep=2", "ep"}) {
    CAPTURE(word);
    CHECK(plan(where + "--gpus 16 -b 64 --strategy " + word).exit_code == 2);
  }
  CHECK(plan(where + "--gpus 8 --strategy tensor").exit_code == 2);
  refused(where + "--gpus 8 --strategy tp=3",
          "--strategy: got \"tp=3\"; its degrees must divide one of the numbers of GPUs (--gpus)");
  CHECK(plan(where + "--gpus 0").exit_code == 2);
  CHECK(plan(where + "--gpus 8 --samples 0").exit_code == 2);
}

TEST_CASE("no plan: exit 1 with the nearest one and what it misses, in the unit of the limit") {
  const std::string where = "recommend " + small + one_card + "--gpus 1..8 -b 64 --samples 1M ";
  const Run late = plan(where + "--max-time 1s");
  CHECK(late.exit_code == 1);
  CHECK(late.err.find("the fastest takes ") != std::string::npos);
  CHECK(late.err.find(" too long: 8 x H100-SXM5-80GB, ") != std::string::npos);
  const Run dear = plan(where + "--price 2 --max-cost 0.0001");
  CHECK(dear.exit_code == 1);
  CHECK(dear.err.find("the cheapest costs ") != std::string::npos);
  const Run hungry = plan(where + "--max-power 50W");
  CHECK(hungry.exit_code == 1);
  CHECK(hungry.err.find("the most modest takes ") != std::string::npos);
  CHECK(hungry.err.find(" W too much: ") != std::string::npos);
  const Run large = plan("recommend llama-70b -d T4 -p fp16 --gpus 2 -b 2");
  CHECK(large.exit_code == 1);
  CHECK(large.err.find("the nearest misses by ") != std::string::npos);
  CHECK(large.err.find("GiB: 2 x T4, ") != std::string::npos);
  // batches that do not divide: the nearest one that does
  const Run odd = plan("recommend " + small + one_card + "--gpus 6 --strategy ddp -b 64,100");
  CHECK(odd.exit_code == 1);
  CHECK(odd.err.find("; the nearest batch that divides is 66, 2 samples off: 6 x H100-SXM5-80GB, ddp") !=
        std::string::npos);
  // a deadline below one step is no deadline
  const Run never = plan(where + "--max-time 1us");
  CHECK(never.exit_code == 2);
  CHECK(never.err.find("--max-time: got 1.00 us; must be at least one step: the shortest takes ") != std::string::npos);
  CHECK(plan(where + "--max-power 5").err.find("must be a number > 0 with W, kW or MW") != std::string::npos);
}

TEST_CASE("prices and power from a file; what is typed goes before it") {
  const std::string where = small + " -p bf16 -b 64 --samples 1G --as-is --gpus 8 --strategy ddp ";
  const json listed = answer(where + "-d H100-SXM5-80GB --prices data/prices/example.json");
  CHECK(listed.at("prices").at("currency") == "USD");
  const json o = listed.at("options").at(0);
  CHECK(o.at("total_power_w").get<double>() == 8 * 1200.0);
  CHECK(relative_error(o.at("energy_kwh").get<double>(), 8 * 1.2 * o.at("time_s").get<double>() / 3600) < rounding);
  CHECK(relative_error(o.at("cost").get<double>(),
                       2.5 * o.at("gpu_hours").get<double>() + 0.15 * o.at("energy_kwh").get<double>()) < rounding);
  const json typed = options(where + "-d H100-SXM5-80GB --prices data/prices/example.json --price 5").at(0);
  CHECK(typed.at("cost").get<double>() > o.at("cost").get<double>());
  const Run dear = plan("recommend " + where + "-d H100-SXM5-80GB --prices data/prices/example.json --max-cost 0.01");
  CHECK(dear.exit_code == 1);
  CHECK(dear.err.find(" USD too much: 8 x H100-SXM5-80GB, ddp") != std::string::npos);
  // without --device, the cards of the list are the question
  CHECK(options(where + "--prices data/prices/example.json").size() == 4);
  const std::string bad = cli::scratch_file("prices.json", R"({"currency": "EUR", "source": "x", "devices": {}})");
  CHECK(plan("recommend " + where + "--prices " + bad).exit_code == 2);
  CHECK(plan("recommend " + where + "--prices " + bad).err.find("/date: got nothing; this field is required") !=
        std::string::npos);
}

TEST_CASE("--pareto: from fast to thrifty, none beaten by another") {
  const json front =
      options(small + " -p bf16,fp32 --samples 1M --gpus 1..8 -b 64,128 --pareto --prices data/prices/example.json");
  REQUIRE(front.size() > 1);
  for (std::size_t i = 0; i < front.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      CHECK(front[k].at("time_s") <= front[i].at("time_s"));
      CHECK((front[i].at("energy_j") < front[k].at("energy_j") || front[i].at("cost") < front[k].at("cost")));
    }
}

TEST_CASE("--solve: the largest or smallest value that has a plan") {
  const std::string where = small + one_card + "--as-is ";
  const json all = options(where + "-b 8..4096 --every");
  std::int64_t largest = 0;
  double fastest = 1e30;
  for (const json& o : all) largest = std::max(largest, o.at("batch").get<std::int64_t>());
  CHECK(options(where + "-b 8..4096 --solve batch").at(0).at("batch") == largest);
  const std::string many = where + "-b 2048 --gpus 1..8 --samples 1M ";
  for (const json& o : options(many + "--every")) fastest = std::min(fastest, o.at("time_s").get<double>());
  CHECK(options(many + "--solve deadline").at(0).at("time_s") == fastest);
  const json deadline = options(many + "--solve deadline").at(0);
  const json alone = options(where + "-b 2048 --gpus 1 --samples 1M").at(0);
  const std::string limit = std::to_string(0.7 * alone.at("time_s").get<double>()) + "s";
  const json fewest = options(many + "--solve gpus --max-time " + limit).at(0);
  CHECK(fewest.at("gpus").get<int>() == 2);
  const std::string fit = " -d T4 -p fp16 --as-is -b 4 --max-memory 4GiB ";
  const Run longest = plan("recommend " + small + fit + "--solve seq");
  CHECK(longest.exit_code == 0);
  CHECK(longest.out.find("the largest seq that has a plan is ") != std::string::npos);
  CHECK(longest.out.find(" (in steps of 128)") != std::string::npos);
  CHECK(plan("recommend " + small + fit + "--solve hidden").out.find("the largest hidden that has a plan is ") !=
        std::string::npos);
  refused("recommend " + small + one_card + "--solve speed",
          "--solve: got \"speed\"; must be one of batch, gpus, layers, hidden, seq, deadline");
  CHECK(plan("recommend resnet18 -d T4 -b 8 --solve layers").exit_code == 2);
}

TEST_CASE("--solve batch finds what lies between the usual batches, as memory does") {
  const std::string of = "gpt2-124m:seq=256 -d T4 -p fp16 --optimizer sgd ";
  const Run all = plan("memory " + of + "--max-batch --json");
  const auto fits = json::parse(all.out).at("largest_batch").get<std::int64_t>();
  REQUIRE(std::popcount(static_cast<std::uint64_t>(fits)) > 1);
  CHECK(options(of + "--as-is --solve batch").at(0).at("batch") == fits);
  const json eight = options(of + "--as-is --gpus 8 --strategy ddp --accumulation 1 --solve batch").at(0);
  CHECK(eight.at("batch").get<std::int64_t>() / 8 > fits / 2);  // buckets of gradients take their room
  CHECK(eight.at("batch").get<std::int64_t>() % 8 == 0);
  const Run typed = plan("recommend " + of + "--as-is --solve batch -b 2,4");
  CHECK(typed.out.find("the largest batch that has a plan is 4, the last of --batch") != std::string::npos);
}

TEST_CASE("numbers of GPUs that are no power of two have batches that divide among them") {
  const std::string of = "resnet18 -p amp_fp16 --as-is --strategy ddp ";
  for (const auto& [system, gpus] : {std::pair{"--system r740", 3}, {"--system dss8440", 10}}) {
    CAPTURE(system);
    const json best = options(of + system).at(0);
    CHECK(best.at("gpus") == gpus);
    CHECK(best.at("batch").get<int>() % gpus == 0);
  }
  std::set<std::int64_t> counts;
  for (const json& o : options(of + "-d A100-SXM4-80GB --gpus 1..8+1 --every")) counts.insert(o.at("gpus").get<int>());
  CHECK(counts.size() == 8);
  // six data ranks, not a pipeline of three stages of two
  CHECK(options(small + one_card + "--gpus 6").at(0).at("dp") == 6);
  // so many numbers that no batch divides among all: one for each
  counts.clear();
  for (const json& o : options(of + "-d A100-SXM4-80GB --gpus 15,17,19,16 --every"))
    counts.insert(o.at("gpus").get<int>());
  CHECK(counts == std::set<std::int64_t>{15, 16, 17, 19});
}

TEST_CASE("--preset: a benchmark's network, data set and epochs") {
  const json preset = answer("--preset mlperf-resnet50 -d V100-SXM2-16GB -p amp_fp16 -b 256 --gpus 4 --strategy ddp");
  CHECK(preset.at("network") == "resnet50");
  CHECK(preset.at("preset").at("quality") == "74.9 % top-1");
  const json o = preset.at("options").at(0);
  CHECK(o.at("optimizer").get<std::string>().find("momentum") == 0);
  // 62 epochs of 1,281,167 images in whole steps
  CHECK(o.at("steps").get<double>() == std::ceil(62.0 * 1281167 / 256));
  refused("recommend --preset mlperf-minigo -d T4",
          "--samples: got nothing; must be given, as in --samples 100M (or --steps): mlperf-minigo has no data set, it "
          "makes its samples (until 40.0 % of professional moves)");
  CHECK(answer("--preset mlperf-minigo -d T4 -b 256 -p fp32 --samples 1M").at("preset").at("samples").is_null());
  CHECK(plan("recommend --preset mlperf-none").exit_code == 2);
  refused("recommend vgg16 --preset mlperf-resnet50 -d T4",
          "--preset: got \"mlperf-resnet50\"; is a job of resnet50: for another network give --samples and --epochs "
          "instead");
  CHECK(plan("recommend").exit_code == 2);
}

TEST_CASE("--preset: a job with a data set runs as it is, and says how many epochs it counts") {
  for (const char* job : {"ssd", "mask-rcnn", "gnmt", "transformer", "ncf"}) {
    CAPTURE(job);
    const std::string where = "--preset mlperf-" + std::string(job) + " -d V100-SXM2-16GB -b 4 -p amp_fp16 --as-is ";
    const json preset = answer(where).at("preset");
    CHECK(answer(where).at("options").at(0).at("steps").get<double>() ==
          std::ceil(preset.at("epochs").get<double>() * preset.at("samples").get<double>() / 4));
    const std::string epochs = std::to_string(preset.at("epochs").get<int>()) + " epochs, until";
    CHECK(plan("recommend " + where).out.find(" samples an epoch, " + epochs) != std::string::npos);
    CHECK(answer(where + "--epochs 2").at("preset").at("epochs") == 2.0);
    CHECK(answer(where + "--steps 9").at("preset").at("epochs").is_null());
  }
}

TEST_CASE("--preset: without epochs in the file the option is named with an example") {
  const std::string folder = (cli::scratch() / "of-presets").string();
  const Run run = cli::shell(
      "mkdir -p " + folder + "/presets && ln -sfn \"$PWD/devices\" " + folder + "/devices && cat >" + folder +
          "/presets/own.json && PERFMODEL_DEVICES=" + folder + "/devices perfmodel-plan recommend --preset own -d T4",
      R"({"presets": [{"name": "own", "network": "resnet18", "optimizer": "sgd", "data_set": "ours",
          "samples": {"value": 5, "source": "us"}, "quality": {"value": "good", "source": "us"}}],
          "sources": {"us": "a paper"}})");
  CHECK(run.exit_code == 2);
  CHECK(run.err ==
        "perfmodel-plan: --epochs: got nothing; must be given, as in --epochs 20: the sources of own print none (until "
        "good)\n");
}
}  // namespace cli_recommend_many_test
