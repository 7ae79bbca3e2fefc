// perfmodel-plan validate, through the real binary.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "checks.hpp"

namespace cli_validate_test {
using cli::check_width;
using cli::plan;
using cli::refused;
using cli::Run;

namespace {

/// The JSON answer of a run that must succeed.
nlohmann::json answer(const std::string& arguments, const std::string& input) {
  const Run run = plan("validate - --json " + arguments, input);
  CAPTURE(run.err);
  REQUIRE(run.exit_code == 0);
  return nlohmann::json::parse(run.out);
}

const std::string product_head = "gpu,layout,batch,m,n,k,time_us\n", product = ",NT,1,4096,4096,4096,9000\n";

}  // namespace

TEST_CASE("validate compares measured rows and draws them") {
  const std::string input = "dtype,layout,batch,m,n,k,time_us\nfp16,NT,1,4096,4096,4096,1500\nfp16,NT,1,64,64,64,9\n";
  const auto plot = cli::scratch() / "plot.svg";
  const Run run = plan("validate - -d V100-SXM2-16GB --plot " + plot.string(), input);
  CHECK(run.exit_code == 0);
  check_width(run);
  CHECK(run.out.find("mean %") != std::string::npos);
  const std::string svg = cli::slurp(plot);
  CHECK(svg.rfind("<svg ", 0) == 0);
  CHECK(svg.find("4096x4096x4096") != std::string::npos);
  refused("validate - -d T4",
          "stdin:1: got columns of no known kind; must be products (dtype,layout,batch,m,n,k,time_us), operations "
          "(op,...,time_us or "
          "pass,...,time_us), all-reduces (gpus,bytes,time_us) or steps (network,batch,precision,optimizer,step_us)",
          "a,b\n1,2\n");
  refused("validate - -d T4", "stdin:2: time_us: got \"-3\"; must be a number > 0",
          "dtype,layout,batch,m,n,k,time_us\nfp16,NT,1,1,1,1,-3\n");
}

TEST_CASE("validate scores steps and operations with the same words, and draws them") {
  const auto plot = cli::scratch() / "steps.svg";
  const Run steps = plan("validate - -d A100-SXM4-80GB --plot " + plot.string(),
                         "network,batch,precision,optimizer,step_us\n\"fcnn:layers=4,hidden=4096,inputs=64,outputs=8\","
                         "4096,tf32,sgd,9000\n"
                         "resnet18,64,amp_fp16,momentum,60000\n");
  CHECK(steps.exit_code == 0);
  CHECK(steps.err.empty());
  check_width(steps);
  CHECK(steps.out.find("tf32 device") != std::string::npos);
  CHECK(cli::slurp(plot).find("resnet18 batch 64") != std::string::npos);
  const Run operations = plan("validate - -d A100-SXM4-40GB --plot " + plot.string(),
                              "gpu,op,params,time_us\nmine,add,\"{\"\"b\"\": 8192, \"\"h\"\": 8192}\",600\n"
                              "mine,softmax,\"{\"\"b\"\": 16384, \"\"h\"\": 4096}\",400\n");
  CHECK(operations.exit_code == 0);
  CHECK(operations.out.find("softmax") != std::string::npos);
  CHECK(cli::slurp(plot).find("softmax") != std::string::npos);
}

TEST_CASE("validate: a product without dtype is FP32, said aloud, unless --dtype knows better") {
  const std::string input = "layout,batch,m,n,k,time_us\nNT,1,4096,4096,4096,600\n";
  const std::string note = "no column dtype: fp32 is assumed, --dtype says otherwise";
  const Run assumed = plan("validate - -d A100-SXM4-80GB", input);
  CHECK(assumed.exit_code == 0);
  CHECK(assumed.out.find(note + '\n') != std::string::npos);
  CHECK(assumed.out.find("fp32 NT 4096x4096x4096") != std::string::npos);
  CHECK(assumed.err.find("perfmodel-plan: stdin: " + note + '\n') == 0);
  const auto json = nlohmann::json::parse(plan("validate - -d A100-SXM4-80GB --json", input).out);
  CHECK(json.at("note") == note);
  const Run told = plan("validate - -d A100-SXM4-80GB --dtype fp16", input);
  CHECK(told.exit_code == 0);
  CHECK(told.err.empty());
  CHECK(told.out.find("fp16 NT 4096x4096x4096") != std::string::npos);
  CHECK(told.out.find(note) == std::string::npos);
  // a row that says its format keeps it
  const Run said = plan("validate - -d A100-SXM4-80GB --dtype fp16",
                        "dtype,layout,batch,m,n,k,time_us\ntf32,NT,1,4096,4096,4096,1000\n");
  CHECK(said.out.find("tf32 NT 4096x4096x4096") != std::string::npos);
  refused("validate - -d A100-SXM4-80GB --dtype halfs",
          "--dtype: got \"halfs\"; must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1", input);
}

TEST_CASE("validate doubts times that are no microseconds") {
  const Run run =
      plan("validate - -d A100-SXM4-80GB", "dtype,layout,batch,m,n,k,time_us\nfp16,NT,1,4096,4096,4096,0.6\n");
  CHECK(run.exit_code == 0);
  CHECK(run.err ==
        "perfmodel-plan: stdin: a mean error over 300 %: is every time in microseconds, and every dtype and card the "
        "right one?\n");
}

TEST_CASE("validate: a row's own load and library go before those of the options") {
  const std::string head = "dtype,layout,batch,m,n,k,load,library,time_us\n";
  const auto predicted = [&](const std::string& card, const std::string& shape, const std::string& options,
                             const std::string& cells) {
    const Run run = plan("validate - --json -d " + card + ' ' + options, head + shape + ',' + cells + ",20000\n");
    REQUIRE(run.exit_code == 0);
    return nlohmann::json::parse(run.out).at("worst").at(0).at("predicted_us").get<double>();
  };
  const auto loaded = [&](const std::string& options, const std::string& load) {
    return predicted("H100-PCIe", "bf16,NT,1,8192,8192,8192", options, load + ',');
  };
  const double isolated = loaded("", ""), sustained = loaded("--load sustained", "");
  CHECK(sustained > isolated);  // 350 W
  CHECK(loaded("--load sustained", "isolated") == isolated);
  CHECK(loaded("", "sustained") == sustained);
  const auto with = [&](const std::string& options, const std::string& library) {
    return predicted("T4", "fp16,NT,1,5120,50257,1024", options, ',' + library);
  };
  const double newest = with("", ""), old = with("--library 10.2", "");
  CHECK(old > newest);  // not aligned: cuBLAS 10 had no tensor cores for it
  CHECK(with("--library 10.2", "newest") == newest);
  CHECK(with("", "10.2") == old);
}

TEST_CASE("validate takes raw convolutions and attention, and says what it left out") {
  const Run convolutions = plan(
      "validate - -d H200-SXM --json",
      "pass,dtype,memory_format,n,c,h,w,k,r,s,stride,pad,groups,time_us\n"
      "forward,bf16,nhwc,32,256,56,56,256,3,3,1,1,1,230\nweight_gradient,bf16,nhwc,32,256,56,56,256,3,3,1,1,1,300\n");
  CHECK(convolutions.exit_code == 0);
  CHECK(nlohmann::json::parse(convolutions.out).at("worst").size() == 2);
  CHECK(convolutions.out.find("bf16 convolution weight_gradient 32x256x56x56, filter 256x3x3") != std::string::npos);
  const std::string head = "pass,dtype,batch,heads,queries,keys,head_size,causal,time_us,kernel\n";
  const std::string rows =
      "forward,bf16,4,16,2048,2048,64,1,90,flash_fwd\nbackward,bf16,4,16,2048,2048,64,1,400,flash_bwd\n";
  const Run hopper = plan("validate - -d H200-SXM", head + rows),
            ampere = plan("validate - -d A100-SXM4-80GB", head + rows);
  CHECK(hopper.exit_code == 0);
  CHECK(hopper.out.find(
            "left out: 1 row of another backward kernel than this card runs (docs/reference/pricing/attention.md)\n") !=
        std::string::npos);
  CHECK(hopper.out.find("attention backward") == std::string::npos);
  CHECK(ampere.out.find("left out") == std::string::npos);
  CHECK(ampere.out.find("attention backward") != std::string::npos);
  const Run operations =
      plan("validate - -d T4",
           "op,dtype,rows,columns,tensors,time_us\nadd,fp32,1,100000000,1,5000\nmystery,fp32,1,100000000,1,5000\n");
  CHECK(operations.out.find("left out: 1 row of operations or formats that the model does not know\n") !=
        std::string::npos);
  refused("validate - -d T4", "stdin: got no rows that the model knows; must have at least one measurement",
          "op,dtype,rows,columns,tensors,time_us\nmystery,fp32,1,100000000,1,5000\n");
}

TEST_CASE("validate: operations of sizes that cannot be are refused with their place") {
  const auto raw = [](const std::string& row, const std::string& message) {
    refused("validate - -d T4", "stdin:2: " + message, "op,dtype,rows,columns,tensors,time_us\n" + row + '\n');
  };
  raw("add,fp32,1099511627776,1099511627776,1,5",
      "got 1099511627776 x 1099511627776 x 1 elements; must be at most 2^53");
  raw("fused_adam,fp32,1,1,2147483648,5", "got 2147483648 tensors; must be at most 1000000");
  raw("batch_norm_nhwc,bf16,100,49,64,5",
      "got 100 x 49 x 64; rows must be a multiple of the channels, which are the last number");
  raw("add,bf16,1,0,1,5", "columns: got \"0\"; must be a whole number from 1 to 1099511627776");
  const auto eager = [](const std::string& params, const std::string& message) {
    refused("validate - -d T4", "stdin:2: params: " + message, "op,params,time_us\nadd,\"" + params + "\",5\n");
  };
  eager("{\"\"b\"\": 0, \"\"h\"\": 5}", "b: got \"0\"; must be a whole number from 1 to 1099511627776");
  eager("{\"\"b\"\": 12.5, \"\"h\"\": 5}", "b: got \"12.5\"; must be a whole number from 1 to 1099511627776");
  eager("{\"\"b\"\": 12}", "got \"{\"b\": 12}\"; must have the key \"h\"");
  eager("{\"\"b\"\": 1099511627776, \"\"h\"\": 1099511627776}",
        "got 1099511627776 x 1099511627776 x 1 elements; must be at most 2^53");
}

TEST_CASE("validate of steps: --framework is that of rows that do not say; a bad cell is named once, with its column") {
  const std::string head = "network,batch,precision,optimizer,framework,step_us\n";
  const auto predicted = [&](const std::string& options, const std::string& framework) {
    const Run run =
        plan("validate - -d A100-SXM4-80GB --json " + options, head + "resnet18,2,fp32,sgd," + framework + ",6000\n");
    REQUIRE(run.exit_code == 0);
    return nlohmann::json::parse(run.out).at("worst").at(0).at("predicted_us").get<double>();
  };
  const double pytorch = predicted("", ""), libtorch = predicted("--framework libtorch", "");
  CHECK(pytorch > libtorch);  // host-bound, and Python costs more
  CHECK(predicted("--framework libtorch", "pytorch") == pytorch);
  CHECK(predicted("", "libtorch") == libtorch);
  refused("validate - -d T4", "stdin:2: step_us: got nothing; must be a number > 0", head + "resnet18,2,fp32,sgd,,\n");
  refused("validate - -d T4", "stdin:2: time_us: got \"-1\"; must be a number > 0",
          "network,batch,precision,optimizer,time_us\nresnet18,2,fp32,sgd,-1\n");
  refused("validate - -d T4", "stdin:1: got columns network,batch,precision; the column \"step_us\" is required",
          "network,batch,precision\nresnet18,2,fp32\n");
  refused("validate - -d T4 --framework torch",
          "--framework: got \"torch\"; must be one of libtorch, pytorch, cuda_graph, compile, compile_graph", head);
}

TEST_CASE(
    "validate --eager: products as single framework calls lose the framework's share, and short ones stand apart") {
  // A board that FP32 products leave below its power limit: single calls are priced after more load than `predict gemm`
  // assumes. Shapes of a tenth of a millisecond and less to some milliseconds; predictions themselves serve as kernels'
  // times.
  const std::string head = "layout,batch,m,n,k,time_us\n";
  const std::vector<std::string> shapes{"NT,1,64,64,64",      "NN,1,80,96,64",       "NT,1,100,64,72",
                                        "NT,1,512,512,512",   "NT,1,4096,4096,1024", "NN,3,2048,2048,2048",
                                        "NT,1,8192,4096,4096"};
  std::string ask = "dtype,layout,batch,m,n,k\n";
  for (const std::string& shape : shapes) ask += "fp32," + shape + '\n';
  const auto kernels = [&](const std::string& operands) {
    const std::string question = "predict gemm -d A100-SXM4-80GB --operands " + operands;
    const perfmodel::CsvTable predicted = perfmodel::parse_csv(plan(question, ask).out, "stdout");
    std::vector<double> us;
    for (const auto& row : predicted.rows) us.push_back(std::stod(row.cells[predicted.at("predicted_us")]));
    REQUIRE(us.size() == shapes.size());
    return us;
  };
  const std::vector<double> cold = kernels("cold"), rotated = kernels("rotated");  // as single calls, as benchmarks
  constexpr double shortest = 100.0;                                               // us: a slow host's
  std::string input = head, raw = head;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    input +=
        shapes[i] + ',' + std::to_string(i == 0 ? shortest : std::max(cold[i] + 0.6 * shortest, shortest + 1.0)) + '\n';
    raw += shapes[i] + ',' + std::to_string(rotated[i]) + '\n';
  }
  const Run run = plan("validate - -d A100-SXM4-80GB --dtype fp32 --eager", input);
  CHECK(run.exit_code == 0);
  check_width(run);
  CHECK(run.err ==
        "perfmodel-plan: stdin: eager calls: 4 rows of 7 under 10 times the shortest (100 us) stand apart; 0.6 of the "
        "shortest is in every prediction\n");
  CHECK(run.out.find("\nfp32 eager ") != std::string::npos);
  const auto regimes = [&](const std::string& options, const std::string& text) {
    const auto answer =
        nlohmann::json::parse(plan("validate - -d A100-SXM4-80GB --json --dtype fp32 " + options, text).out);
    std::map<std::string, nlohmann::json> by_name;
    for (const auto& regime : answer.at("regimes")) by_name[regime.at("regime").get<std::string>()] = regime;
    return by_name;
  };
  auto eager = regimes("--eager", input), plain = regimes("", input);
  CHECK(eager.at("all but eager").at("n") == 3);
  CHECK(eager.at("all but eager").at("mean").get<double>() < 1e-4);  // digits in the CSV
  CHECK(eager.at("all but eager").at("coverage") == 1.0);
  CHECK(eager.at("fp32 eager").at("n") == 4);
  CHECK(eager.at("all").at("n") == 7);
  CHECK(plain.count("fp32 eager") == 0);
  CHECK(plain.at("all").at("mean").get<double>() > eager.at("all").at("mean").get<double>());
  // Nobody said so: the answer asks; of times that are kernels' it does not.
  const std::string hint = ": if they are of single framework calls, --eager says so";
  CHECK(plan("validate - -d A100-SXM4-80GB --dtype fp32", input).err.find(hint) != std::string::npos);
  CHECK(plan("validate - -d A100-SXM4-80GB --dtype fp32", raw).err.empty());
}

TEST_CASE("validate --eager: calls of different operations have floors of their own") {
  const std::string head = "op,epilogue,layout,batch,m,n,k,time_us\n";
  const auto predicted = [&](const std::string& rows, std::size_t which) {
    return answer("-d A100-PCIE-40GB --dtype fp32 --eager", head + rows)
        .at("worst")
        .at(which)
        .at("predicted_us")
        .get<double>();
  };
  // the same kernels; no call is shorter than the shortest of its operation, and 0.6 of that is added to long ones
  const std::string rows =
      "bmm,none,NN,1,64,64,64,30\nlinear,none,NN,1,64,64,64,60\nbmm,none,NN,1,2048,2048,2048,200\nlinear,none,NN,1,"
      "2048,2048,2048,100\n";
  const auto json = answer("-d A100-PCIE-40GB --dtype fp32 --eager", head + rows);
  CHECK(json.at("note").get<std::string>().find("(bmm 30.0 us, linear 60.0 us)") != std::string::npos);
  const double difference =
      std::abs(predicted(rows, 0) - predicted(rows, 1));  // the short ones are as measured, and come last
  CHECK(std::abs(difference - 0.6 * (60.0 - 30.0)) < 1e-6);
  CHECK(std::abs(predicted(rows, 2) + predicted(rows, 3) - 90.0) < 1e-6);
}

TEST_CASE("validate --eager goes with products and a framework's operations, nothing else") {
  const std::string accepted =
      "; must be products (layout,batch,m,n,k,time_us) or operations of a framework (op,params,time_us)";
  refused("validate - -d T4 --eager", "--eager: got \"stdin\"" + accepted,
          "network,batch,precision,optimizer,step_us\nresnet18,2,fp32,sgd,9000\n");
  refused("validate - -d T4 --eager", "--eager: got \"stdin\"" + accepted,
          "op,dtype,rows,columns,tensors,time_us\nadd,fp32,1,100000000,1,5000\n");
  refused("validate - -d T4 --eager", "stdin: got no rows that the model knows; must have at least one measurement",
          "layout,batch,m,n,k,time_us\n");
  const std::string operations =
      "op,params,time_us\nadd,\"{\"\"b\"\": 8192, \"\"h\"\": 8192}\",600\nadd,\"{\"\"b\"\": 8, \"\"h\"\": 8}\",30\n";
  const Run said = plan("validate - -d T4 --eager", operations);
  CHECK(said.exit_code == 0);
  CHECK(said.out == plan("validate - -d T4", operations).out);
  CHECK(said.out.find("\nall but eager ") != std::string::npos);
}

TEST_CASE("validate looks cards up by the names that a file has, and judges each for itself") {
  const std::string input =
      product_head + "NVIDIA L4" + product + "A40-48GB" + product + "NVIDIA L4" + product + "RTX 4090" + product;
  const auto plot = cli::scratch() / "cards.svg";
  const Run run = plan("validate - --plot " + plot.string(), input);
  CHECK(run.exit_code == 0);
  check_width(run);
  CHECK(run.out.rfind("- on 3 cards: ", 0) == 0);
  for (const char* line : {"\nL4, in the file NVIDIA L4\n", "\nA40, in the file A40-48GB\n",
                           "\nRTX-4090, in the file RTX 4090\n", "\nfp32 math ", "\nall "}) {
    CAPTURE(line);
    CHECK(run.out.find(line) != std::string::npos);
  }
  const std::string svg = cli::slurp(plot);
  CHECK(svg.find("A40-48GB fp32 NT 4096x4096x4096") != std::string::npos);
  CHECK(svg.find(">RTX 4090</text>") != std::string::npos);  // colours are cards
  const auto json = answer("", input);
  REQUIRE(json.at("cards").size() == 3);
  CHECK(json.at("cards").at(0).at("device") == "L4");
  CHECK(json.at("cards").at(0).at("gpu") == "NVIDIA L4");
  CHECK(json.at("cards").at(0).at("regimes").at(0).at("n") == 2);
  CHECK(json.at("file_note") == "no column dtype: fp32 is assumed, --dtype says otherwise");
  CHECK(json.at("by_card").back().at("card") == "all");
  CHECK(json.at("by_card").back().at("n") == 4);
  // one card alone is predicted as it is with --device
  const auto alone = answer("--gpu 'RTX 4090'", input), named = answer("-d RTX-4090 --gpu 'RTX 4090'", input);
  CHECK(alone.at("device") == "RTX-4090");
  CHECK(alone == named);
}

TEST_CASE("validate refuses cards that it cannot tell, with the row and the cards that it takes") {
  refused("validate -",
          "stdin:3: gpu: got \"H100\"; which board is meant must be said, with one of each: --device "
          "\"H100=H100-NVL|H100-PCIe|H100-SXM5-80GB,A100-80GB=A100-PCIE-80GB|A100-SXM4-80GB\"",
          product_head + "T4" + product + "H100" + product + "A100-80GB" + product);
  refused("validate -",
          "stdin:2: gpu: got \"MI300X\"; must be a card of perfmodel-plan devices, or --device \"MI300X=CARD\" says "
          "which it is; nearest: GB300, A30, GB200, M40",
          product_head + "MI300X" + product);
  refused("validate -", "stdin:3: gpu: got nothing; must be the name of a card, or --device must say the card",
          product_head + "T4" + product + product);
  refused("validate -", "--device: got nothing; must name the card, because stdin has no column gpu",
          "layout,batch,m,n,k,time_us\nNT,1,64,64,64,5\n");
  refused("validate - --gpu T4", "--gpu: got \"T4\"; must be in the column gpu, which stdin does not have",
          "layout,batch,m,n,k,time_us\nNT,1,64,64,64,5\n");
  refused("validate - --gpu V100", "--gpu: got \"V100\"; must be in the column gpu of stdin",
          product_head + "T4" + product);
  const std::string two = product_head + "H100" + product + "one of ours" + product;
  refused("validate - -d L4=L4",
          "--device: got \"L4\"; must be in the column gpu of stdin, which has: H100, one of ours", two);
  refused("validate - -d H100=",
          "--device: got \"H100=\"; must be NAME=CARD for each name in the column gpu, or one card for all rows", two);
  refused("validate - -d T4",
          "stdin: got rows of 2 cards; choose one with --gpu: H100, one of ours; or say which they are: --device "
          "\"H100=CARD,...\"",
          two);
  const auto json = answer("-d 'H100=H100-PCIe,one of ours=A30'", two);
  CHECK(json.at("cards").at(0).at("device") == "H100-PCIe");
  CHECK(json.at("cards").at(1).at("device") == "A30");
}

TEST_CASE("validate --device of one card: whose rows it takes, and what it says where they are another's") {
  const std::string input = product_head + "V100" + product + "Tesla T4" + product + "Tesla T4" + product;
  const auto json = answer("-d T4", input);
  CHECK(json.at("gpu") == "Tesla T4");
  CHECK(json.at("file_note") == "only the 2 rows of \"Tesla T4\", of 3");
  CHECK(answer("-d A10 --gpu V100", input).at("file_note") ==
        "the rows say that they are of \"V100\", which is not A10");
  CHECK(answer("-d V100-PCIE-32GB --gpu V100", input).count("file_note") == 0);
  CHECK(answer("-d A10", product_head + "our own" + product).count("file_note") == 0);
}

TEST_CASE("validate knows the card of a raw table by its first line") {
  const std::string raw =
      "# perfmodel-raw 1 gemm card=a100-sxm4-80gb\ndtype,layout,batch,m,n,k,time_us\nfp16,NT,1,4096,4096,4096,500\n# "
      "end 1\n";
  CHECK(answer("", raw).at("device") == "A100-SXM4-80GB");
  CHECK(answer("-d L4", raw).at("device") == "L4");
}

TEST_CASE("validate takes all-reduces, over NVLink unless the system or a column says PCIe") {
  const std::string head = "system,gpus,bytes,time_us\n",
                    rows = "A100 DGX (NVLink3),8,1000000000,8000\nA40 (PCIe),2,1000000,300\nM40 (PCIe),4,1000000,500\n";
  refused("validate -",
          "stdin:2: system: got \"A100 DGX (NVLink3)\"; which board is meant must be said, with one of each: --device "
          "\"A100 DGX (NVLink3)=A100-SXM4-40GB|A100-SXM4-80GB\"",
          head + rows);
  const auto json = answer("-d 'A100 DGX (NVLink3)=A100-SXM4-80GB'", head + rows);
  REQUIRE(json.at("cards").size() == 3);
  CHECK(json.at("cards").at(0).at("regimes").at(0).at("regime") == "all-reduce nvlink 8 GPUs");
  CHECK(json.at("cards").at(1).at("regimes").at(0).at("regime") == "all-reduce pcie 2 GPUs");
  CHECK(json.at("cards").at(0).at("regimes").at(0).at("mean").get<double>() <
        0.5);  // docs/reference/pricing/collective.md: 6 to 15 %; a wrong link is off by four
  const auto linked = [](const char* link) {
    return answer("-d A40", "link,gpus,bytes,time_us\n" + std::string(link) + ",2,1000000000,90000\n")
        .at("worst")
        .at(0)
        .at("predicted_us")
        .get<double>();
  };
  CHECK(linked("pcie") > linked("nvlink"));
  CHECK(linked("") == linked("nvlink"));
  const auto four = [](const char* link) {  // a bridge joins two
    return answer("-d A40", "link,gpus,bytes,time_us\n" + std::string(link) + ",4,1000000000,90000\n")
        .at("regimes")
        .at(0)
        .at("regime")
        .get<std::string>();
  };
  CHECK(four("") == "all-reduce pcie 4 GPUs");
  CHECK(four("nvlink") == "all-reduce nvlink 4 GPUs");
  CHECK(answer("-d L4", "gpus,bytes,time_us\n16,1000000,300\n").at("regimes").at(0).at("regime") ==
        "all-reduce pcie 16 GPUs (not validated)");
  refused("validate - -d L4", "stdin:2: link: got \"nvlink\"; must be pcie: L4 has no NVLink",
          "link,gpus,bytes,time_us\nnvlink,2,1000,30\n");
  refused("validate - -d A40", "stdin:2: link: got \"ib\"; must be nvlink or pcie",
          "link,gpus,bytes,time_us\nib,2,1000,30\n");
  refused("validate - -d A40", "stdin:2: gpus: got \"1\"; must be a whole number from 2 to 1024",
          "gpus,bytes,time_us\n1,1000,30\n");
  refused("validate - -d A40 --kernel-only",
          "--kernel-only: got \"stdin\"; must be products (layout,batch,m,n,k,time_us) or operations (op,...,time_us "
          "or pass,...,time_us)",
          "gpus,bytes,time_us\n2,1000,30\n");
}

TEST_CASE("validate says what it took for granted, and which option would make the rows fit clearly better") {
  // Times of cuBLAS 12.4 on an H100, as the model has them; nobody says so.
  const std::string head = "dtype,layout,batch,m,n,k,",
                    shapes[] = {"bf16,NT,1,4096,4096,4096", "fp16,NN,1,1024,1024,1024", "fp16,NT,1,512,8192,2048",
                                "bf16,TN,1,2048,2048,8192"};
  std::string ask = head.substr(0, head.size() - 1) + '\n', unaligned = head + "time_us\n",
              said = head + "library,time_us\n", unsaid = head + "time_us\n";
  for (const std::string& shape : shapes) ask += shape + '\n';
  const perfmodel::CsvTable old =
      perfmodel::parse_csv(plan("predict gemm -d H100-SXM5-80GB --library 12.4", ask).out, "stdout");
  REQUIRE(old.rows.size() == std::size(shapes));
  for (std::size_t i = 0; i < old.rows.size(); ++i) {
    const std::string& us = old.rows[i].cells[old.at("predicted_us")];
    unsaid += shapes[i] + ',' + us + '\n';
    said += shapes[i] + ",12.4," + us + '\n';
    unaligned += "fp16,NT,1,1023,1023,10" + std::to_string(10 + i) + ',' + us + '\n';
  }
  const auto json = answer("-d H100-SXM5-80GB", unsaid);
  const std::string note = json.at("note");
  CAPTURE(note);
  CHECK(note.find("these rows fit better with --library 12.4 (PyTorch 2.7 and older): mean 0.0 instead of ") == 0);
  CHECK(json.at("assumed").get<std::string>().find("the newest cuBLAS (--library), rotated operands (--operands), "
                                                   "short bursts (--load), kernels back to back") == 0);
  CHECK(plan("validate - -d H100-SXM5-80GB", unsaid).err.find("--library 12.4 (PyTorch 2.7 and older)") !=
        std::string::npos);
  // the figures are those of the newest version all the same
  CHECK(json.at("regimes") == answer("-d H100-SXM5-80GB --library newest", unsaid).at("regimes"));
  for (const auto& [options, text] :
       {std::pair{" --library newest", unsaid}, {" --library 12.4", unsaid}, {"", said}}) {
    const auto other = answer("-d H100-SXM5-80GB" + std::string(options), text);
    CHECK(other.dump().find("--library") == std::string::npos);
  }
  CHECK(answer("-d H100-SXM5-80GB", unaligned).dump().find("--library 12.4") ==
        std::string::npos);  // the same kernels in both
  // FP16 times without a column dtype
  const std::string ampere =
      "layout,batch,m,n,k,time_us\nNT,1,4096,4096,4096,580\nNT,1,8192,4096,4096,1120\nNT,1,4096,8192,8192,2200\n";
  CHECK(
      answer("-d A100-SXM4-80GB", ampere).at("note").get<std::string>().find("; these rows fit better with --dtype ") !=
      std::string::npos);
  CHECK(answer("-d A100-SXM4-80GB --dtype fp16", ampere).count("note") == 0);
}

TEST_CASE("validate: steps follow each other for seconds unless something else is said") {
  const auto predicted = [](const std::string& options) {
    return answer("-d H100-PCIe " + options,
                  "network,batch,precision,optimizer,step_us\n\"fcnn:layers=4,hidden=8192,inputs=64,outputs=8\",8192,"
                  "bf16,sgd,20000\n")
        .at("worst")
        .at(0)
        .at("predicted_us")
        .get<double>();
  };
  CHECK(predicted("") == predicted("--load sustained"));
  CHECK(predicted("") > predicted("--load isolated"));  // 350 W
}

TEST_CASE(
    "validate: a single call of an operation takes at least as long as the shortest one, a long one shows a part of "
    "it") {
  const std::string head = "op,params,time_us\n",
                    rows =
                        "add,\"{\"\"b\"\": 8, \"\"h\"\": 8}\",30\nadd,\"{\"\"b\"\": 16384, \"\"h\"\": 8192}\",6000\n";
  const auto by_size = [&](const std::string& options) {
    std::map<bool, double> predicted;
    const auto json = answer("-d T4 " + options, head + rows);
    for (const auto& row : json.at("worst"))
      predicted[row.at("measured_us").get<double>() > 1000.0] = row.at("predicted_us").get<double>();
    return predicted;
  };
  auto call = by_size(""), kernel = by_size("--kernel-only");
  CHECK(std::abs(call[false] - 30.0) < 1e-6);
  CHECK(call[true] > kernel[true] + 0.6 * 30.0);
  CHECK(call[true] < kernel[true] + 30.0);
  CHECK(answer("-d T4", head + rows)
            .at("note")
            .get<std::string>()
            .find("eager calls: 1 row of 2 under 10 times the shortest of their operation stand apart") !=
        std::string::npos);
}

TEST_CASE("validate: operations of a table are of PyTorch 2.1 unless another version is named") {
  const auto asked = [](const std::string& options) {
    return answer("-d H100-SXM5-80GB --kernel-only " + options,
                  "op,params,time_us\nsoftmax,\"{\"\"b\"\": 65536, \"\"h\"\": 2048}\",400\n");
  };
  const auto predicted = [&](const std::string& options) {
    return asked(options).at("worst").at(0).at("predicted_us").get<double>();
  };
  CHECK(predicted("") == predicted("--framework-version 2.6"));
  CHECK(predicted("") > predicted("--framework-version 2.7"));  // rows of 2,048 are read once: a warp keeps them
  CHECK(asked("").dump().find("kernels and libraries of PyTorch 2.1 (--framework-version)") != std::string::npos);
  CHECK(asked("--framework-version 2.6").dump().find("(--framework-version)") == std::string::npos);
}

TEST_CASE("validate: what the clock saw, where operands lay, and formats in other words") {
  const std::string head = "dtype,layout,batch,m,n,k,time_us\n";
  const auto predicted = [&](const std::string& options, const std::string& row) {
    return answer("-d A100-SXM4-80GB " + options, head + row + '\n').at("worst").at(0).at("predicted_us").get<double>();
  };
  const std::string row = "fp16,NT,1,256,2048,2048,20";
  CHECK(predicted("--kernel-only", row) < predicted("", row));
  CHECK(predicted("--operands warm", row) < predicted("", row));  // 11 of 40 MB of L2 hold them
  const std::string call = "op,params,time_us\nrelu,\"{\"\"b\"\": 512, \"\"h\"\": 1024}\",6\n";
  const auto called = answer("-d A100-SXM4-80GB", call), profiled = answer("-d A100-SXM4-80GB --kernel-only", call);
  CHECK(called.at("regimes").at(0).at("regime") == "fp32 relu eager");
  CHECK(profiled.at("regimes").at(0).at("regime") != "fp32 relu eager");
  CHECK(profiled.at("worst").at(0).at("predicted_us").get<double>() <
        called.at("worst").at(0).at("predicted_us").get<double>());
  for (const char* word : {"half", "torch.float16", "FP16", "fp16_tensorop"})
    CHECK(predicted("", word + row.substr(4)) == predicted("", row));
  refused("validate - -d T4 --operands hot", "--operands: got \"hot\"; must be cold, warm or rotated",
          head + row + '\n');
  refused("validate - -d T4 --eager --kernel-only",
          "--eager: got --kernel-only; only one of them can be how the times were taken", head + row + '\n');
  // DeepBench's third kind of products is none that the model knows
  const auto mixed =
      answer("-d P100-PCIE-16GB", head + "fp16_in_fp32_math,NT,1,256,4096,4096,30\nfp32,NT,1,256,4096,4096,3000\n");
  CHECK(mixed.at("note") == "left out: 1 row of FP16 operands multiplied in FP32");
  // eager operations of other formats
  const std::string add =
      "op,dtype,params,time_us\nadd,float16,\"{\"\"b\"\": 8192, \"\"h\"\": 8192}\",600\nadd,fp32,\"{\"\"b\"\": 8192, "
      "\"\"h\"\": 8192}\",1200\n";
  const auto operations = answer("-d T4", add);
  std::map<std::string, int> counts;
  for (const auto& regime : operations.at("regimes")) counts[regime.at("regime")] = regime.at("n");
  CHECK(counts == std::map<std::string, int>{
                      {"fp16 add eager", 1}, {"fp32 add eager", 1}, {"all fp16", 1}, {"all fp32", 1}, {"all", 2}});
}
}  // namespace cli_validate_test
