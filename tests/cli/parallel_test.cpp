// Many GPUs through the real binary: predict step's columns about them, and predict collective.
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <tests/relative_error.hpp>

#include "checks.hpp"

namespace cli_parallel_test {
using cli::column_names;
using cli::plan;
using cli::Run;

namespace {

const std::string network = "\"transformer:layers=4,hidden=512,heads=8,seq=256,vocab=4096\"";

constexpr double six_digits = 2e-5;  // of two cells' quotient: each is rounded to six digits, off by 5e-6 or less

struct Answer {
  perfmodel::CsvTable table{};
  std::string err{};

  [[nodiscard]] std::string text(const char* column, std::size_t row = 0) const {
    return table.rows.at(row).cells[table.at(column)];
  }
  [[nodiscard]] double number(const char* column, std::size_t row = 0) const { return std::stod(text(column, row)); }
};
/// One row of a step. @param columns  ",tp,pp" @param values  ",2,4"
[[nodiscard]] Answer step(const std::string& columns, const std::string& values, const std::string& batch = "8",
                          const std::string& device = "H100-SXM5-80GB") {
  const Run run = plan("predict step -d " + device, "network,batch,precision,optimizer" + columns + '\n' + network +
                                                        ',' + batch + ",bf16,adamw" + values + '\n');
  return {perfmodel::parse_csv(run.out, "out"), run.err};
}
[[nodiscard]] std::string refusal(const std::string& columns, const std::string& values,
                                  const std::string& batch = "8") {
  return step(columns, values, batch).text("error");
}

}  // namespace

TEST_CASE("predict collective: columns, algorithms, errors by name") {
  const Run run =
      plan("predict collective",
           "system,nodes,gpus,op,bytes\nDGX-H100,1,8,all_reduce,1024\ndgx h100,,16,all_gather,1048576\n"
           "C4140-K,2,8,all_reduce,1000\nDGX-H100,1,16,all_reduce,1\nDGX-H100,1,8,sum,1\nnone,1,2,send,1\n");
  CHECK(run.exit_code == 2);
  const Answer a{perfmodel::parse_csv(run.out, "out"), run.err};
  CHECK(column_names(a.table) == "system,nodes,gpus,op,bytes,predicted_us,low_us,high_us,algorithm,error");
  CHECK(a.number("low_us") < a.number("predicted_us"));
  CHECK(a.number("predicted_us") < a.number("high_us"));
  CHECK(a.text("algorithm") == "ring LL");
  CHECK(a.text("algorithm", 1) == "ring over hosts");
  CHECK(a.text("error", 2) ==
        "gpus: got 8; must be at most 4 on one node: no network between hosts is known of "
        "C4140-K; name a system that has one");
  CHECK(a.text("error", 3) == "nodes: got 1; must be at least 2: DGX-H100 has 8 GPUs");
  CHECK(a.text("error", 4).find("op: got \"sum\"; must be one of all_reduce, ") == 0);
  CHECK(a.text("error", 5).find("system: got \"none\"; must be the name of a system or a .json file; nearest: ") == 0);
}

TEST_CASE("predict collective: bytes as people write them") {
  const Run run = plan("predict collective",
                       "system,gpus,op,bytes\nDGX-H100,8,all_reduce,1000000\nDGX-H100,8,all_reduce,1e6\n"
                       "DGX-H100,8,all_reduce,1M\nDGX-H100,8,all_reduce,1.5\nDGX-H100,8,all_reduce,0\n");
  const Answer a{perfmodel::parse_csv(run.out, "out"), run.err};
  CHECK(a.text("predicted_us", 1) == a.text("predicted_us"));
  CHECK(a.text("predicted_us", 2) == a.text("predicted_us"));
  CHECK(a.text("error", 3).find("bytes: got \"1.5\"") == 0);
  CHECK(a.text("error", 4).find("bytes: got ") == 0);
}

TEST_CASE("predict step: strategies on eight GPUs keep the samples and say what they cost") {
  const Answer data = step(",gpus,dp", ",8,8");
  CHECK(data.text("error").empty());
  CHECK(data.err.find("no system is named: DGX-H100 with 8 GPUs a node is assumed") != std::string::npos);
  CHECK(relative_error(data.number("samples_per_s"), 64e6 / data.number("step_us")) < six_digits);
  CHECK(relative_error(data.number("tokens_per_s"), 256.0 * data.number("samples_per_s")) < six_digits);
  CHECK(data.number("communication_us") >= data.number("exposed_us"));
  const Answer sharded = step(",gpus,dp,zero", ",8,8,3");
  CHECK(sharded.number("peak_allocated_bytes") < data.number("peak_allocated_bytes"));
  const Answer tensor = step(",gpus,tp,system", ",8,8,DGX-H100");
  CHECK(tensor.err.find("no system is named") == std::string::npos);
  CHECK(tensor.number("peak_allocated_bytes") < data.number("peak_allocated_bytes"));
  CHECK(tensor.number("exposed_us") > 0.0);
  const Answer pipeline = step(",gpus,pp,micro_batch", ",4,4,2", "16");
  CHECK(pipeline.number("bubble") > 0.0);
  CHECK(pipeline.number("bubble") < 3.0 / 11.0 + 1e-9);  // (p - 1) / (m + p - 1), the optimizer beside it
  CHECK(relative_error(pipeline.number("samples_per_s"), 16e6 / pipeline.number("step_us")) < six_digits);
  const Answer recomputed = step(",gpus,dp,checkpoint", ",8,8,full");
  CHECK(recomputed.number("peak_allocated_bytes") < data.number("peak_allocated_bytes"));
  CHECK(recomputed.number("step_us") > data.number("step_us"));
  CHECK(step(",gpus,cp", ",2,2").text("error").empty());
  const Answer filled = step(",gpus,pp,micro_batch,schedule", ",4,4,2,zero_bubble", "16");
  CHECK(filled.number("bubble") < pipeline.number("bubble"));
  CHECK(step(",gpus,pp,micro_batch,schedule", ",4,4,2,1F1B", "16").text("step_us") == pipeline.text("step_us"));
  const Answer offloaded = step(",gpus,dp,zero,offload", ",8,8,2,optimizer");
  CHECK(offloaded.number("peak_allocated_bytes") < step(",gpus,dp,zero", ",8,8,2").number("peak_allocated_bytes"));
  CHECK(step(",gpus,dp,adapter", ",8,8,lora:8").number("communication_us") < data.number("communication_us"));
}

TEST_CASE("predict step: what cannot be spread is refused by name") {
  CHECK(refusal(",gpus,dp,tp", ",8,2,2") == "dp x tp x pp x ep x cp: got 4; must be the number of GPUs, 8");
  CHECK(refusal(",gpus,tp", ",16,16").find("tp: got 16; must be at most the attention heads of transformer, 8") == 0);
  CHECK(refusal(",gpus,pp,micro_batch", ",8,8,1")
            .find("pp x virtual_stages: got 8; must be at most the repeated layers of transformer, 4") == 0);
  CHECK(refusal(",gpus,ep", ",2,2") == "ep: got 2; must be 1: transformer has no experts");
  CHECK(refusal(",gpus,dp,micro_batch", ",2,2,3", "8") ==
        "batch: got 8; must be a multiple of micro_batch x dp x ep, 6");
  CHECK(refusal(",gpus,zero", ",2,4") == "zero: got 4; must be 0, 1, 2 or 3");
  CHECK(refusal(",gpus,schedule", ",2,zero_bubble") == "schedule: got \"zero_bubble\"; must be 1f1b where pp is 1");
  CHECK(refusal(",gpus,schedule", ",2,gpipe") == "schedule: got \"gpipe\"; must be 1f1b or zero_bubble");
  CHECK(refusal(",gpus,offload", ",2,all") == "offload: got \"all\"; must be none, optimizer or activations");
  CHECK(refusal(",gpus,adapter", ",2,lora") == "adapter: got \"lora\"; must be none, lora:RANK or qlora:RANK");
  CHECK(refusal(",gpus,adapter", ",2,lora:0") == "adapter: got \"0\"; must be a whole number from 1 to 65536");
  CHECK(refusal(",gpus,reshard", ",2,maybe") == "reshard: got \"maybe\"; must be true or false");
  CHECK(refusal(",gpus,checkpoint", ",2,some") == "checkpoint: got \"some\"; must be none, full, selective or every:N");
  CHECK(refusal(",gpus,system", ",2,L40S-server").empty());  // slower links, the same card
  CHECK(step(",gpus,system", ",2,DGX-H100", "8", "L40S")
            .text("error")
            .find("system: got \"DGX-H100\"; joins cards by NVLink, which L40S does not have") == 0);
}
}  // namespace cli_parallel_test
