// perfmodel-plan recommend: amounts, prices, limits, how steps are run, and its three forms of answer.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tests/relative_error.hpp>

#include "checks.hpp"

namespace cli_recommend_test {
using cli::check_width;
using cli::plan;
using cli::refused;
using cli::Run;
using cli::small;
using nlohmann::json;

namespace {

constexpr double rounding = 1e-12;  // JSON has all digits: sums and products in another order

const std::string text_network = "transformer:layers=2,hidden=256,heads=4,seq=64,vocab=1000";

json options(const std::string& arguments) {
  const Run run = plan("recommend " + arguments + " --json");
  CAPTURE(arguments);
  CAPTURE(run.err);
  REQUIRE(run.exit_code == 0);
  return json::parse(run.out).at("options");
}

}  // namespace

TEST_CASE("recommend: tokens per second, utilization, and what was run where, in JSON") {
  const json found = options(text_network + " -d A100-SXM4-80GB -b 8 -p bf16 --as-is --framework-version 2.6").at(0);
  CHECK(relative_error(found.at("tokens_per_s"), 64 * found.at("samples_per_s").get<double>()) < rounding);
  CHECK(found.at("flop_utilization") > 0.0);
  CHECK(found.at("flop_utilization") < 1.0);
  CHECK(found.at("gpu_utilization") <= 1.0);
  CHECK(found.at("framework") == "pytorch");
  CHECK(found.at("framework_version") == "2.6");
  CHECK(found.at("memory_format") == "nchw");
  CHECK(found.at("optimizer") == "adam");
  CHECK(found.at("system") == "1 GPU");
  CHECK(found.at("assumed") == "");
  CHECK(!found.at("host").get<std::string>().empty());
  const json many = options(text_network + " -d A100-SXM4-80GB -b 8 -p bf16 --max-gpus 2 --every");
  bool two = false;
  for (const json& o : many) two = two || (o.at("gpus") == 2 && o.at("system") == "DGX-A100");
  CHECK(two);
}

TEST_CASE("recommend: FLOP utilization counts three forward passes of the published peak") {
  const json o = options(small + " -d A100-SXM4-80GB -b 1024 -p fp32 --as-is").at(0);
  // 2 x (256 x 512 + 512 x 512 + 512 x 128) operations a sample and, for each element of a hidden layer, one ReLU
  const double forward = 1024 * (2.0 * (256 * 512 + 512 * 512 + 512 * 128) + 2.0 * 512);
  const double peak = 108 * 64 * 2 * 1.41e9;
  const double expected = 3 * forward / (peak * o.at("step_us").get<double>() * 1e-6);
  // biases and the loss's operations are below a hundredth of the products'
  CHECK(relative_error(o.at("flop_utilization"), expected) < 0.01);
}

TEST_CASE("--seq is the network's own seq, and the length is shown where nobody said it") {
  const std::string where = " -d T4 -b 2 -p fp16 --json";
  CHECK(plan("layers gpt2-124m --seq 128" + where).out == plan("layers gpt2-124m:seq=128" + where).out);
  CHECK(plan("layers gpt2-124m -d T4 -b 1 -p fp16").out.find("gpt2-124m (1024 tokens a sample)") == 0);
  refused("layers gpt2-124m:seq=128 --seq 64 -d T4",
          "--seq: got 64 beside gpt2-124m:seq=128; give the sequence length once");
  refused("layers examples/fcnn.json --seq 64 -d T4",
          "--seq: got 64; must be absent: the shapes of a file of layers are fixed in it");
  const Run grid = plan("sweep gpt2-124m:vocab=1000 --seq '32|64' -b 1 -p fp16 -d T4");
  CHECK(grid.err == "");
  CHECK(perfmodel::parse_csv_rows(grid.out, "sweep").rows.size() == 2);
}

TEST_CASE("amounts of work: epochs of samples or tokens; numbers as people write them") {
  const std::string where = text_network + " -d T4 -b 16 -p fp16 --as-is";
  const double once = options(where + " --samples 64k").at(0).at("time_s");
  CHECK(options(where + " --samples 32k --epochs 2").at(0).at("time_s") == once);
  CHECK(options(where + " --tokens 4.096M").at(0).at("time_s") == once);
  CHECK(options(where + " --steps 4e3").at(0).at("time_s") == once);
  CHECK(options(text_network + " -d T4 -b 1.6e1 -p fp16 --as-is --samples 64k").at(0).at("time_s") == once);
  refused("recommend " + small + " -d T4 --tokens 1e9", "--tokens: got 1.00 G; fcnn reads no text; give --samples");
  refused("recommend " + small + " -d T4 --epochs 3",
          "--epochs: got 3; needs the size of the data set: --samples or --tokens");
  refused("recommend " + small + " -d T4 -b 1.5k1",
          "--batch: got \"1.5k1\"; must be a whole number from 1 to 1073741824");
}

TEST_CASE("costs: hours, purchase and energy; limits; only the cards that have a price") {
  const std::string where = small + " -b 1024 -p fp32 --as-is --samples 1e9";
  const json rented = options(where + " -d T4 --price 0.5").at(0);
  CHECK(relative_error(rented.at("cost"), 0.5 * rented.at("time_s").get<double>() / 3600) < rounding);
  const json bought = options(where + " -d T4 --purchase 900 --energy-price 0.3").at(0);
  CHECK(relative_error(bought.at("cost"), 900 + 0.3 * bought.at("energy_j").get<double>() / 3.6e6) < rounding);
  // without --device, the cards that --price names are the question
  const json named = options(where + " --by cost --price T4=0.35,L4=0.7");
  REQUIRE(named.size() == 2);
  CHECK(named.at(0).at("cost") <= named.at(1).at("cost"));
  refused("recommend " + where + " --by cost -d T4,L4 --price T4=1",
          "--price: got none for L4; --by cost needs one for every card, as in --price 2 or --price L4=2");
  const Run dear = plan("recommend " + where + " -d T4 --price 100 --max-cost 0.01");
  CHECK(dear.exit_code == 1);
  CHECK(dear.err.find("cost more than --max-cost; the cheapest costs ") != std::string::npos);
  // a budget for buying: cards above it are left out
  const json affordable = options(small + " -b 1024 -p fp32 --as-is --purchase T4=1000,L4=3000 --max-cost 2000");
  REQUIRE(affordable.size() == 1);
  CHECK(affordable.at(0).at("device") == "T4");
  refused("recommend " + small + " -d T4 --price 1 --max-cost 5",
          "--max-cost: got 5; needs an amount of work (--samples, --tokens, --steps) or --purchase");
}

TEST_CASE("costs and energies are shown beside each other, without an exponent") {
  const Run run = plan("recommend " + small + " -b 1024 -p fp32 --samples 1e13 --price T4=3500,L4=2800 --by cost");
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("energy") != std::string::npos);
  CHECK(run.out.find("e+") == std::string::npos);
  CHECK(run.out.find("e-0") == std::string::npos);
  check_width(run);
}

TEST_CASE("recommend --csv has the figures of --json") {
  const std::string where = small + " -d T4,L4 -b 64,128 --price 1";
  const Run csv = plan("recommend " + where + " --csv");
  const auto table = perfmodel::parse_csv_rows(csv.out, "csv");
  const json as_json = options(where);
  REQUIRE(table.rows.size() == as_json.size());
  CHECK(table.columns.size() == as_json.at(0).size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CHECK(table.rows[i].cells[table.at("device")] == as_json.at(i).at("device"));
    // six digits in the cell
    CHECK(relative_error(std::stod(table.rows[i].cells[table.at("step_us")]), as_json.at(i).at("step_us")) < 1e-5);
  }
  refused("recommend " + small + " -d T4 --csv --json", "--csv: got --json beside it; give one of them");
}

TEST_CASE("what is given up while it is priced changes no figure: the best of each card is that of --every") {
  const std::string cards = " -d T4,K40c,P100-PCIE-16GB,RTX-4090,H100-SXM5-80GB";
  for (const std::string& asked :
       {"resnet18" + cards, "resnet18" + cards + " --mode infer", text_network + cards + " --by time --samples 1M",
        "densenet121 -b 1..64 -p fp32,amp_fp16" + cards, text_network + cards + " --accumulation 2 --as-is"}) {
    CAPTURE(asked);
    const auto answer = [&](const std::string& more) {
      const Run run = plan("recommend " + asked + " --json" + more);
      REQUIRE(run.exit_code == 0);
      return json::parse(run.out);
    };
    const json brief = answer(""), whole = answer(" --every");
    CHECK(brief.at("recommendation") == whole.at("recommendation"));
    CHECK(brief.at("left_out") == whole.at("left_out"));
    std::set<std::string> seen;
    for (const json& option : brief.at("options")) {
      double best = 0.0;
      bool there = false;
      for (const json& other : whole.at("options")) {
        if (other.at("device") != option.at("device")) continue;
        there = there || other == option;
        best = std::max(best, other.at("samples_per_s").get<double>());
      }
      CHECK(there);
      CHECK(option.at("samples_per_s").get<double>() >= 0.95 * best);  // recommended_tolerance
      CHECK(seen.insert(option.at("device").get<std::string>()).second);
    }
    for (const json& other : whole.at("options")) CHECK(seen.count(other.at("device").get<std::string>()) == 1);
  }
}

TEST_CASE("recommend runs steps as a user would, says so, and keeps what is typed") {
  const std::string where = "resnet18 -d A100-SXM4-80GB -b 64 -p amp_bf16";
  const json free = options(where).at(0), typed = options(where + " --as-is").at(0);
  CHECK(typed.at("assumed") == "");
  CHECK(typed.at("memory_format") == "nchw");
  CHECK(typed.at("framework") == "pytorch");
  CHECK(!free.at("assumed").get<std::string>().empty());
  CHECK(free.at("step_us").get<double>() < typed.at("step_us").get<double>());
  CHECK(free.at("memory_format") == "nhwc");  // what NVIDIA's guide for tensor cores asks for
  const json kept = options(where + " --memory-format nchw --optimizer adam:foreach --framework pytorch").at(0);
  CHECK(kept.at("assumed") == "");
  CHECK(kept.at("step_us") == typed.at("step_us"));
  const Run said = plan("recommend " + where);
  CHECK(said.out.find("assumed: channels-last") != std::string::npos);
  CHECK(said.out.find("as typed (--as-is) the step takes ") != std::string::npos);
  check_width(said);
  // every combination: the ways of running are listed one by one
  CHECK(options(where + " --every").size() == 3);
}
}  // namespace cli_recommend_test
