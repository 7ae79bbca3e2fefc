// The commands about networks, through the real binary: recommend, layers, memory, sweep, predict step and max-batch.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <perfmodel/json/card.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <sstream>

#include "checks.hpp"

namespace cli_step_test {
using cli::check_width;
using cli::column_names;
using cli::plan;
using cli::refused;
using cli::Run;
using cli::small;

TEST_CASE("recommend ranks, says what bounds each, and ends with one sentence") {
  const Run run = plan("recommend " + small + " -d T4,A100-SXM4-80GB -b 64,1024 --framework libtorch --optimizer sgd");
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  check_width(run);
  CHECK(run.out.find("Train on A100-SXM4-80GB with batch 1024 in ") != std::string::npos);
  CHECK(run.out.substr(run.out.size() - 2) == ".\n");
  const auto json =
      nlohmann::json::parse(plan("recommend " + small + " -d T4,A100-SXM4-80GB -b 64,1024 --every --as-is --json").out);
  double last = 1e300;
  for (const auto& option : json.at("options")) {
    CHECK(option.at("samples_per_s").get<double>() <= last);
    last = option.at("samples_per_s");
  }
  CHECK(json.at("options").size() == 2 * 2 + 4 * 2);  // T4 has no TF32 and no BF16
  CHECK(json.at("left_out").at("unsupported_precision") == 4);
}

TEST_CASE("recommend without an answer says why and exits 1") {
  const Run run = plan("recommend llama-8b:seq=2048 -d T4 -b 1");
  CHECK(run.exit_code == 1);
  CHECK(run.out.empty());
  CHECK(run.err.find("perfmodel-plan: no plan: of all combinations ") == 0);
  CHECK(run.err.find("do not fit into memory") != std::string::npos);
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
}

TEST_CASE("a step that does not fit has times, and the answer says that it does not fit") {
  const Run fits = plan("layers " + small + " -d T4"), large = plan("layers " + small + " -d T4 -b 1073741824");
  CHECK(fits.exit_code == 0);
  CHECK(fits.out.find("It does not fit") == std::string::npos);
  CHECK(large.exit_code == 0);
  CHECK(large.out.find("\nIt does not fit: the step reserves ") != std::string::npos);
  CHECK(nlohmann::json::parse(plan("layers " + small + " -d T4 --json").out).at("fits") == true);
  CHECK(nlohmann::json::parse(plan("layers " + small + " -d T4 -b 1073741824 --json").out).at("fits") == false);
  // memory alone can be told of a precision that the card lacks; that it lacks it is said, too
  const Run memory = plan("memory " + small + " -d T4 -p amp_bf16");
  CHECK(memory.exit_code == 0);
  CHECK(memory.err ==
        "perfmodel-plan: T4 does not compute in amp_bf16: memory alone is answered, as frameworks count it\n");
}

TEST_CASE("advise says where no change alone makes the step fit") {
  const std::string hint = "No change alone makes it fit; perfmodel-plan memory --what-if combines techniques.";
  const Run never = plan("advise llama-1b:seq=512 -d T4 -b 8 -p fp32"), fits = plan("advise " + small + " -d T4 -b 8");
  CHECK(never.exit_code == 0);
  std::string one_line = never.out;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  CHECK(one_line.find("it does not fit") != std::string::npos);
  check_width(never);
  CHECK(fits.out.find(hint) == std::string::npos);
  CHECK(never.out.find('\n' + hint + '\n') != std::string::npos);
}

TEST_CASE("wrong questions: one line, exit 2, nothing written") {
  refused("recommend resnet5", "network: got \"resnet5\"; the nearest names are resnet50, resnet18, resnet34");
  refused("recommend fcnn:layers=2,hidden=512,inputs=256",
          "network fcnn: got no option \"outputs\"; must be given, as in fcnn:outputs=4");
  refused("recommend fcnn:layers=-2,hidden=512,inputs=256,outputs=1",
          "network fcnn, layers: got \"-2\"; must be a whole number from 1 to 1073741824");
  refused("recommend fcnn:layers=2,hidden=1e300,inputs=256,outputs=1",
          "network fcnn, hidden: got \"1e300\"; must be a whole number from 1 to 1073741824");
  refused("recommend fcnn:layers=2,hidden=nan,inputs=256,outputs=1",
          "network fcnn, hidden: got \"nan\"; must be a whole number from 1 to 1073741824");
  refused("recommend /nonexistent.json",
          "/nonexistent.json: got \"No such file or directory\" on opening; must be a readable file");
  const Run card = plan("recommend " + small + " -d T5");
  CHECK(card.exit_code == 2);
  CHECK(card.err.find(
            "perfmodel-plan: --device: got \"T5\"; must be the name of a card or a .json file; nearest: T4, ") == 0);
  refused("recommend " + small + " -b 0", "--batch: got \"0\"; must be a whole number from 1 to 1073741824");
  refused("recommend " + small + " -b 64..8", "--batch: got \"8\"; must be a whole number from 64 to 1073741824");
  refused("recommend " + small + " -p fp17",
          "--precision: got \"fp17\"; must be one of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16");
  refused("recommend " + small + " --by speed", "--by: got \"speed\"; must be one of samples, time, energy, cost");
  refused("recommend " + small + " --by cost -d T4",
          "--price: got none for T4; --by cost needs one for every card, as in --price 2 or --price T4=2");
  refused("recommend " + small + " -d T4 --price T5=1",
          "--price: got \"T5=1\"; must be PRICE or NAME=PRICE with the name of a card in question: T4");
  refused("recommend " + small + " --max-memory 4",
          "--max-memory: got \"4\"; must be a number > 0 with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB, as in 40GiB");
  refused("recommend " + small + " --max-memory 40XB",
          "--max-memory: got \"40XB\"; must be a number > 0 with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB, as in 40GiB");
  refused("recommend " + small + " --max-time 4 weeks",
          "got \"weeks\", which is not expected here (see perfmodel-plan recommend --help)");
  refused("recommend " + small + " --samples nan",
          "--samples: got \"nan\"; must be a number > 0, as in 1500, 1e9, 1.28M or 20G (20B), without separators");
  refused("recommend " + small + " --optimizer adamax",
          "--optimizer: got \"adamax\"; must be one of sgd, momentum, rmsprop, adam, adamw, adam8bit");
  for (const char* command : {"layers ", "advise "})
    refused(command + small + " -d T4 -p amp_bf16", "--precision: got amp_bf16; must be one that T4 computes in");
  refused("layers hf:meta-llama/Llama-3.1-8B,seq=8 -d T4",
          "network: got \"hf:meta-llama/Llama-3.1-8B,seq=8\"; what stands behind hf: must be the path of a "
          "config.json on this machine: nothing is downloaded");
  refused("layers https://example.org/config.json -d T4",
          "network: got \"https://example.org/config.json\"; must be a file on this machine: nothing is downloaded");
  refused("layers " + small + " -d T4 --by size", "--by: got \"size\"; must be layer, kind or convention");
  refused("memory " + small + " -d T4 --timeline xml", "--timeline: got \"xml\"; must be csv or json");
  refused("memory " + small + " -d T4 --max-batch --headroom 200%",
          "--headroom: got \"200%\"; must be a share below 1, as in 5% or 0.05");
  refused("memory " + small + " -d T4 --framework-version new",
          "--framework-version: got \"new\"; must be a version such as 2.11");
  refused("memory " + small + " -d T4 --other-processes 2e9GiB",
          "--other-processes: got \"2e9GiB\"; must be at most 1 EiB");
  refused("memory " + small + " -d T4 --reserve 1TB",
          "--reserve: got 1000000000000 bytes in all; must leave some of what T4 has beside its context");
  refused("advise " + small + " -d T4 --accumulation 129",
          "--accumulation: got 129; advise weighs steps of at most 128 passes");
  refused("memory " + small + " -d T4 --accumulation 1025",
          "--accumulation: got \"1025\"; must be a whole number from 1 to 1024");
}

TEST_CASE("empty words, hosts out of all proportion and words that an answer would not read are refused all the same") {
  refused("recommend " + small + " --max-memory ''", "--max-memory: got an empty word; must not be empty");
  refused("layers " + small + " -d T4 -o ''", "-o: got an empty word; must not be empty");
  refused("devices --output --json",
          "--output: got \"--json\"; must be a file, whose name does not begin with -- (see "
          "perfmodel-plan devices --help)");
  refused("layers " + small + " -d T4 --output=", "--output: got an empty word; must not be empty");
  refused("layers " + small + " -d T4 --host-scale",
          "--host-scale: got nothing; must be followed by its value (see perfmodel-plan layers --help)");
  refused("layers '' -d T4", "argument 2: got an empty word; must not be empty");
  refused("layers " + small + " -d T4 --host-scale 1e30",
          "--host-scale: got \"1e30\"; must be a number from 0.01 to 100");
  refused("memory " + small + " -d T4 --load heavy", "--load: got \"heavy\"; must be isolated or sustained");
}

TEST_CASE("a batch norm over single values: refused with layer and shape, left out by recommend") {
  const std::string network =
      cli::scratch_file("normed.json", R"({"name": "normed", "inputs": [{"name": "x", "shape": [10]}],
    "layers": [{"type": "linear", "outputs": 20}, {"type": "batch_norm", "name": "norm"}], "loss": "cross_entropy"})");
  const Run one = plan("layers " + network + " -d T4 -b 1");
  CHECK(one.exit_code == 2);
  CHECK(one.err.find("norm") != std::string::npos);
  CHECK(one.err.find("got [1, 20]; must have more than one value per channel for a batch norm in training") !=
        std::string::npos);
  const Run some = plan("recommend " + network + " -d T4 -b 1,64 -p fp32");
  CHECK(some.exit_code == 0);
  CHECK(some.out.find("leave a batch norm one value per channel") != std::string::npos);
  CHECK(plan("layers " + network + " -d T4 -b 1 --mode infer").exit_code == 0);
  CHECK(plan("memory " + network + " -d T4 --max-batch").exit_code == 0);
  CHECK(plan("memory " + network + " -d T4 -b 2 --what-if").exit_code == 0);
}

TEST_CASE("memory: an option that the answer would not heed is refused") {
  refused("memory " + small + " -d T4 --headroom 5%",
          "--headroom requires --max-batch (see perfmodel-plan memory --help)");
  refused("memory " + small + " -d T4 --multiple-of 8",
          "--multiple-of requires --max-batch (see perfmodel-plan memory --help)");
  refused("memory " + small + " -d T4 --what-if --max-batch",
          "--max-batch excludes --what-if (see perfmodel-plan memory --help)");
  refused("memory " + small + " -d T4 --max-batch --timeline csv",
          "--max-batch excludes --timeline (see perfmodel-plan memory --help)");
  refused("memory " + small + " -d T4 --what-if --timeline csv",
          "--what-if excludes --timeline (see perfmodel-plan memory --help)");
}

TEST_CASE("layers and memory fit 100 columns and answer in JSON") {
  const Run layers = plan("layers " + small + " -d A100-SXM4-80GB -b 256 -p tf32");
  CHECK(layers.exit_code == 0);
  check_width(layers);
  const auto json = nlohmann::json::parse(plan("layers " + small + " -d A100-SXM4-80GB -b 256 -p tf32 --json").out);
  CHECK(json.at("parameters") == 256 * 512 + 512 + 512 * 512 + 512 + 512 * 128 + 128);
  CHECK(json.at("layers").size() >= 5);
  check_width(plan("layers bert-base:seq=128 -d T4 -b 8 --by kind"));
  const Run memory = plan("memory " + small + " -d T4 -b 256");
  CHECK(memory.exit_code == 0);
  check_width(memory);
  const auto parts = nlohmann::json::parse(plan("memory " + small + " -d T4 -b 256 --json").out);
  std::int64_t sum = 0;
  for (const char* part : {"parameters", "gradients", "optimizer state", "activations", "inputs", "temporaries",
                           "workspaces", "cast copies"})
    sum += parts.at("parts").at(part).get<std::int64_t>();
  CHECK(sum == parts.at("peak_allocated_bytes").get<std::int64_t>());
  const perfmodel::CsvTable timeline =
      perfmodel::parse_csv(plan("memory " + small + " -d T4 -b 256 --timeline csv").out, "timeline");
  std::int64_t highest = 0;
  for (const auto& row : timeline.rows)
    highest = std::max(highest, perfmodel::to_integer(row.cells[3], "allocated", 0));
  CHECK(highest == parts.at("peak_allocated_bytes").get<std::int64_t>());
}

TEST_CASE("memory --max-batch answers the batch whose neighbour does not fit; nothing fits: exit 1") {
  const std::string question = "memory " + small + " -d T4 --limit 300MiB ";
  const auto answer = nlohmann::json::parse(plan(question + "--max-batch --json").out);
  const std::int64_t batch = answer.at("largest_batch");
  CHECK(nlohmann::json::parse(plan(question + "--json -b " + std::to_string(batch)).out).at("fits") == true);
  CHECK(nlohmann::json::parse(plan(question + "--json -b " + std::to_string(batch + 1)).out).at("fits") == false);
  const Run none = plan("memory llama-8b:seq=2048 -d T4 --max-batch");
  CHECK(none.exit_code == 1);
  CHECK(none.err.find("perfmodel-plan: not even batch 1 fits: it reserves ") == 0);
}

TEST_CASE("predict step: its columns, its optional columns, its errors") {
  const std::string fcnn = "\"" + small + "\"";
  const Run run = plan("predict step -d H200-SXM",
                       "id,network,batch,precision,optimizer,mode,framework,memory_format\n"
                       "1," +
                           fcnn +
                           ",64,fp32,adam,,,\n"
                           "2," +
                           fcnn +
                           ",64,amp_bf16,sgd,train,pytorch,nchw\n"
                           "3," +
                           fcnn +
                           ",64,fp16,,infer,libtorch,\n"
                           "4,fcn:layers=1,64,fp32,adam,,,\n"
                           "5," +
                           fcnn +
                           ",0,fp32,adam,,,\n"
                           "6," +
                           fcnn +
                           ",64,fp31,adam,,,\n"
                           "7," +
                           fcnn +
                           ",64,fp32,,,,\n"
                           "8," +
                           fcnn + ",64,fp32,adam,,torch,\n");
  CHECK(run.exit_code == 2);
  CHECK(run.err.ends_with("perfmodel-plan: stdin: 5 of 8 rows have an error (see the column \"error\")\n"));
  CHECK(run.err.find("calibrated/h200-sxm.json") != std::string::npos);  // measured, or why that is not used
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  CHECK(column_names(table) ==
        "id,network,batch,precision,optimizer,mode,framework,memory_format,step_us,low_us,high_us,device_us,host_us,"
        "bound,"
        "peak_allocated_bytes,peak_reserved_bytes,device_used_bytes,fits,samples_per_s,tokens_per_s,mfu,"
        "communication_us,exposed_us,bubble,error");
  REQUIRE(table.rows.size() == 8);
  const auto cell = [&](std::size_t row, const char* column) { return table.rows[row].cells[table.at(column)]; };
  for (std::size_t i = 0; i < 3; ++i) {
    const double step = perfmodel::to_positive(cell(i, "step_us"), "step_us");
    CHECK(perfmodel::to_positive(cell(i, "low_us"), "low_us") <= step);
    CHECK(step <= perfmodel::to_positive(cell(i, "high_us"), "high_us"));
    CHECK(perfmodel::to_integer(cell(i, "peak_allocated_bytes"), "a", 1) <=
          perfmodel::to_integer(cell(i, "peak_reserved_bytes"), "r", 1));
    CHECK(perfmodel::to_integer(cell(i, "peak_reserved_bytes"), "r", 1) <=
          perfmodel::to_integer(cell(i, "device_used_bytes"), "u", 1));
    CHECK(cell(i, "fits") == "true");
  }
  for (std::size_t i = 3; i < 8; ++i) CHECK(cell(i, "step_us").empty());
  CHECK(cell(3, "error").find("network: got \"fcn\"; the nearest names are ") == 0);
  CHECK(cell(4, "error") == "batch: got \"0\"; must be a whole number from 1 to 1073741824");
  CHECK(cell(5, "error") == "precision: got \"fp31\"; must be one of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16");
  CHECK(cell(6, "error") == "optimizer: got \"\"; must be one of sgd, momentum, rmsprop, adam, adamw, adam8bit");
  CHECK(cell(7, "error") ==
        "framework: got \"torch\"; must be one of libtorch, pytorch, cuda_graph, compile, compile_graph");
}

TEST_CASE("predict step: one GPU is one GPU, however it is said") {
  const std::string head = "network,batch,precision,optimizer", row = '"' + small + "\",64,fp32,adam";
  const auto step = [&](const std::string& columns, const std::string& values) {
    const Run run = plan("predict step -d T4", head + columns + '\n' + row + values + '\n');
    const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
    CHECK(table.rows.at(0).cells[table.at("error")].empty());
    CHECK(table.rows.at(0).cells[table.at("communication_us")] == "0");
    return table.rows.at(0).cells[table.at("step_us")];
  };
  const std::string alone = step("", "");
  for (const char* one : {"gpus", "dp", "pp", "tp", "micro_batch"})
    if (std::string(one) != "micro_batch") CHECK(step(std::string(",") + one, ",1") == alone);
  CHECK(step(",gpus,micro_batch", ",1,64") == alone);
  CHECK(step(",tensor", ",by_hand") == alone);
  CHECK(step(",zero,bucket_view,system", ",3,true,RTX-4090-workstation") == alone);  // nobody to share with
}

TEST_CASE("predict step and max-batch: --framework is that of rows that do not say, an unknown version is said") {
  const std::string head = "network,batch,precision,optimizer,framework\n", row = "\"" + small + "\",64,fp32,adam,";
  const auto host = [&](const std::string& options, const std::string& framework) {
    const perfmodel::CsvTable table =
        perfmodel::parse_csv(plan("predict step -d T4 " + options, head + row + framework + '\n').out, "out");
    return table.rows.at(0).cells[table.at("host_us")];
  };
  CHECK(host("", "") == host("", "pytorch"));
  CHECK(host("--framework libtorch", "") == host("", "libtorch"));
  CHECK(host("--framework libtorch", "pytorch") == host("", ""));
  CHECK(host("", "libtorch") != host("", ""));
  refused("predict step -d T4 --framework torch",
          "--framework: got \"torch\"; must be one of libtorch, pytorch, cuda_graph, compile, compile_graph", head);
  refused("predict max-batch -d T4 --framework torch",
          "--framework: got \"torch\"; must be one of libtorch, pytorch, cuda_graph, compile, compile_graph", head);
  const std::string note =
      "perfmodel-plan: warning: framework version 9.9 is newer than any that is known; taken as 2.11\n";
  CHECK(plan("predict step -d T4 --framework-version 9.9", head + row + '\n').err == note);
  CHECK(plan("layers " + small + " -d T4 --framework-version 9.9").err == note);
}

TEST_CASE("the library and the command line agree to the digit, without a word and with every word about software") {
  using namespace perfmodel;
  const std::string network = "bert-base:seq=128";
  struct Asked {
    std::string options;
    Software software;
  };
  for (const Asked& asked :
       {Asked{"", software_of()}, Asked{"--framework-version 2.1", software_of(Framework::pytorch, "2.1")},
        Asked{"--framework libtorch --framework-version 2.6", software_of(Framework::libtorch, "2.6")},
        Asked{"--framework cuda_graph", software_of(Framework::cuda_graph)},
        Asked{"--library 12.4", with_cublas(software_of(), 1204)}}) {
    CAPTURE(asked.options);
    const json::Card found = json::load_card("H200-SXM");
    const CardModel card =
        make_card_model(found.device(), asked.software, Load::sustained, found.correction(), found.host());
    const StepEstimate e = estimate_step(named_network(network), Recipe{.precision = Precision::amp_bf16}, card);
    const CsvTable sweep =
        parse_csv(plan("sweep " + network + " -d H200-SXM -b 64 -p amp_bf16 " + asked.options).out, "out");
    const auto cell = [&](const CsvTable& table, const char* column) {
      return table.rows.at(0).cells[table.at(column)];
    };
    const auto digits = [](double x) {
      char text[64];
      std::snprintf(text, sizeof text, "%.6g", x);
      return std::string(text);
    };
    CHECK(cell(sweep, "step_us") == digits(in(e.step, micro * second)));
    CHECK(cell(sweep, "device_us") == digits(in(e.device_busy, micro * second)));
    CHECK(cell(sweep, "host_us") == digits(in(e.host, micro * second)));
    const CsvTable rows = parse_csv(plan("predict step -d H200-SXM " + asked.options,
                                         "network,batch,precision,optimizer\n" + network + ",64,amp_bf16,adam\n")
                                        .out,
                                    "out");
    for (const char* column : {"step_us", "low_us", "high_us", "device_us", "host_us", "bound", "device_used_bytes"})
      CHECK(cell(rows, column) == cell(sweep, column));
    const auto layers =
        nlohmann::json::parse(plan("layers " + network + " -d H200-SXM -b 64 -p amp_bf16 --json " + asked.options).out);
    CHECK(digits(layers.at("step_us").get<double>()) == cell(rows, "step_us"));
    const auto memory =
        nlohmann::json::parse(plan("memory " + network + " -d H200-SXM -b 64 -p amp_bf16 --json " + asked.options).out);
    CHECK(memory.at("device_used_bytes").get<double>() == in(e.device_used, byte));
  }
}

TEST_CASE("predict max-batch: empty limit is the card's, a limit too small is an error of its row") {
  const std::string fcnn = "\"" + small + "\"";
  const Run run = plan("predict max-batch -d T4", "network,precision,optimizer,limit_bytes,multiple_of\n" + fcnn +
                                                      ",fp32,adam,,\n" + fcnn + ",fp32,adam,400000000,64\n" + fcnn +
                                                      ",fp32,adam,1000,\n");
  CHECK(run.exit_code == 2);
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  CHECK(column_names(table) ==
        "network,precision,optimizer,limit_bytes,multiple_of,largest_batch,peak_allocated_bytes,peak_reserved_bytes,"
        "error");
  const auto batch = [&](std::size_t row) {
    return perfmodel::to_integer(table.rows[row].cells[table.at("largest_batch")], "b", 1);
  };
  CHECK(batch(0) > batch(1));
  CHECK(batch(1) % 64 == 0);
  CHECK(perfmodel::to_integer(table.rows[1].cells[table.at("peak_reserved_bytes")], "r", 1) <= 400'000'000);
  CHECK(table.rows[2].cells[table.at("error")].find("batch 1 already needs ") == 0);
}

TEST_CASE("sweep writes every combination, with blank cells where it does not fit") {
  const Run run = plan(
      "sweep 'fcnn:layers=2|4,hidden=64..256,inputs=2000..4000+2000,outputs=200' -b 64,1073741824 -d T4 -p fp32,bf16");
  CHECK(run.exit_code == 0);
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  CHECK(table.rows.size() == 2 * 3 * 2 * 2 * 2);
  for (const auto& row : table.rows) {
    const auto cell = [&](const char* column) { return row.cells[table.at(column)]; };
    const bool possible = cell("batch") == "64" && cell("precision") == "fp32";
    CHECK(cell("step_us").empty() == !possible);
    CHECK(cell("fits") == (cell("precision") == "bf16" ? "" : possible ? "true" : "false"));
  }
}

TEST_CASE("network files that are wrong are refused with file, place, value and what is accepted") {
  const auto file_refused = [](const std::string& content, const std::string& message) {
    const std::string file = cli::scratch_file("net.json", content);
    refused("layers " + file + " -d T4", file + ": " + message);
  };
  file_refused("", "line 1, column 1: got the end of the text; the JSON text is cut short");
  file_refused("{\"layers\": [", "line 1, column 13: got the end of the text; the JSON text is cut short");
  file_refused(std::string(1000, '['), "got more than 32 levels of nesting; must be nested at most 32 deep");
  file_refused("{}", "/inputs: got nothing; this field is required");
  file_refused(R"({"inputs": [{"shape": [4]}], "layers": [{"type": "linear", "outputs": 0}]})",
               "/layers/0/outputs: got 0; must be a whole number from 1 to 1099511627776");
  const Run huge = plan("layers " + cli::scratch_file("net.json", R"({"inputs": [{"shape": [1000000000]}], "layers": [
      {"type": "linear", "outputs": 1000000000}, {"type": "linear", "outputs": 100000000000}]})") +
                        " -d T4");
  CHECK(huge.exit_code == 2);
  CHECK(huge.out.empty());
  CHECK(huge.err.find("must fit 63 bits") != std::string::npos);
  const Run shapes = plan("layers examples/wrong_shapes.json -d T4");
  CHECK(shapes.exit_code == 2);
  CHECK(shapes.err.find("examples/wrong_shapes.json: /layers/0/layers/3 (add): ") != std::string::npos);
}

TEST_CASE(
    "--input-rate: a step takes as long as its samples, bound by input; a fast pipeline changes nothing; passes count "
    "their samples") {
  const auto step_us = [](const std::string& options) {
    const cli::Run run = plan("sweep resnet18 -b 64 -d A100-SXM4-80GB -p amp_fp16 " + options);
    REQUIRE(run.exit_code == 0);
    const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
    REQUIRE(table.rows.size() == 1);
    return std::pair{std::stod(table.rows[0].cells[table.at("step_us")]), table.rows[0].cells[table.at("bound")]};
  };
  const auto [alone, bound] = step_us("");
  CHECK(bound != "input");
  CHECK(step_us("--input-rate 1e9").first == alone);
  const auto [slow, slow_bound] = step_us("--input-rate 100");
  CHECK(slow == 640000.0);  // 64 samples at 100 a second
  CHECK(slow_bound == "input");
  CHECK(step_us("--input-rate 100 --accumulation 2").first == 1280000.0);
  const double serial = step_us("--input-rate 100 --input-serial").first;
  CHECK(serial > slow + 0.999 * alone);  // printed to 6 digits
  CHECK(serial < slow + 1.001 * alone);
  CHECK(plan("layers resnet18 -d A100-SXM4-80GB --input-rate 100").out.find("bound by input") != std::string::npos);
  CHECK(plan("predict step -d A100-SXM4-80GB --input-rate 100",
             "network,batch,precision,optimizer\nresnet18,64,fp32,sgd\n")
            .out.find(",input,") != std::string::npos);
  const cli::Run recommended = plan("recommend resnet18 -b 64 -d A100-SXM4-80GB --input-rate 100");
  CHECK(recommended.exit_code == 0);
  CHECK(recommended.out.find("input") != std::string::npos);
  for (const char* wrong : {"--input-rate 0", "--input-rate -5", "--input-rate nan", "--input-serial"}) {
    CAPTURE(wrong);
    CHECK(plan(std::string("layers resnet18 -d T4 ") + wrong).exit_code == 2);
  }
}

TEST_CASE(
    "cudnn_benchmark is answered as the steps after its trial runs, and said once; a gradient scaler costs time") {
  const std::string head = "network,batch,precision,optimizer,cudnn_benchmark,gradient_scaler\n",
                    row = "resnet18,8,amp_fp16,sgd,";
  const Run plain = plan("predict step -d T4", head + row + "false,true\n"),
            tried = plan("predict step -d T4", head + row + "true,true\n" + row + "true,false\n");
  CHECK(plain.err.empty());
  const std::size_t said = tried.err.find("cudnn_benchmark: ");
  REQUIRE(said != std::string::npos);
  CHECK(tried.err.find("cudnn_benchmark: ", said + 1) == std::string::npos);
  const auto figures = [](const Run& run, int line, const std::string& before) {
    std::istringstream in(run.out);
    std::string text;
    for (int i = 0; i <= line; ++i) std::getline(in, text);
    return text.substr(text.find(before) + before.size());
  };
  CHECK(figures(plain, 1, "false,true,") == figures(tried, 1, "true,true,"));
  CHECK(std::stod(figures(tried, 2, "true,false,")) < std::stod(figures(tried, 1, "true,true,")));
  const auto step_us = [](const std::string& options) {
    const Run run = plan("layers resnet18 -d T4 -b 8 -p amp_fp16 --optimizer sgd --json " + options);
    REQUIRE(run.exit_code == 0);
    return nlohmann::json::parse(run.out).at("step_us").get<double>();
  };
  CHECK(step_us("--gradient-scaler false") < step_us("--cudnn-benchmark true"));
  CHECK(step_us("") == step_us("--cudnn-benchmark true --gradient-scaler true"));
  refused("layers resnet18 -d T4 --cudnn-benchmark yes", "--cudnn-benchmark: got \"yes\"; must be true or false");
}
}  // namespace cli_step_test
