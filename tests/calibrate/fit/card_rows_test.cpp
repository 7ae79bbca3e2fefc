#include "calibrate/fit/card_rows.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>

namespace calibrate_fit_card_rows_test {
using namespace perfmodel;

namespace {
RawTable table(const std::string& name, const std::string& rows, int count) {
  return parse_raw(
      "# perfmodel-raw 1 " + name + " card=a100-sxm4-40gb\n" + rows + "# end " + std::to_string(count) + '\n',
      name + ".csv", name);
}
const Device a100 = json::load_device("a100-sxm4-40gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;
const std::string products =
    "dtype,layout,batch,m,n,k,operands,load,time_us,noise,sm_clock_mhz\n"
    "fp16,NT,1,1024,1024,1024,cold,isolated,20,0.01,1410\n"
    "fp16,NT,1,1024,1024,1023,cold,isolated,40,0.02,1410\n"
    "fp16,NT,8,128,128,128,cold,isolated,9,0.01,1410\n"
    "fp16,NT,1,512,512,512,warm,isolated,6,0.01,1410\n"
    "fp16,NT,1,4096,4096,4096,cold,sustained,700,0.01,1200\n"
    "fp16,NT,1,2048,2048,2048,cold,isolated,90,0.01,1200\n";  // its clock was capped by earlier work
}  // namespace

TEST_CASE("products go to groups by format and kind; a capped isolated one is left out, a sustained one is not") {
  const std::vector<CardRow> rows = product_rows(table("gemm", products, 6));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].group == "gemm fp16 aligned");
  CHECK(rows[1].group == "gemm fp16 unaligned");
  CHECK(rows[2].group == "gemm fp16 batched");
  CHECK(rows[3].group == "gemm fp16 warm");
  CHECK(rows[4].group == "gemm fp16 sustained");
  CHECK(rows[4].load == Load::sustained);
  CHECK(rows[1].noise == 0.02);
  CHECK(std::abs(rows[0].measured.seconds - 20e-6) < 1e-15);
}

TEST_CASE("products of the rehearsal are held out, every one") {
  for (const CardRow& row : product_rows(table("gemm", products, 6), "unseen")) {
    CHECK(row.held_out);
    CHECK(row.group.rfind("unseen fp16", 0) == 0);
  }
}

TEST_CASE("a family is a weight shape: batch, format and layout do not split it") {
  const std::string head = "dtype,layout,batch,m,n,k,operands,load,time_us,noise,sm_clock_mhz\n";
  const std::vector<CardRow> rows = product_rows(table("gemm",
                                                       head + "fp16,NT,1,64,768,3072,cold,isolated,20,0,1410\n"
                                                              "fp32,TN,1,4096,768,3072,cold,isolated,20,0,1410\n",
                                                       2));
  CHECK(rows[0].family == rows[1].family);
  CHECK(rows[0].held_out == rows[1].held_out);
}

TEST_CASE("about three in ten families of every kind are held out") {
  int held = 0;
  constexpr int families = 2000;
  for (std::int64_t i = 0; i < families; ++i)
    held += detail::held_out_family(detail::family_of({32 + 8 * i, 64 + i})) ? 1 : 0;
  // the standard deviation of 2000 draws is 20
  CHECK(std::abs(held - 600) < 80);
}

TEST_CASE("attention backward is judged and never fitted, where the kernel that ran is the one that the model prices") {
  const std::string head = "pass,dtype,batch,heads,queries,keys,head_size,causal,time_us,noise,kernel\n";
  std::string rows;
  int count = 0;
  for (int keys = 128; keys <= 8192; keys *= 2)
    for (const char* pass : {"forward", "backward"}) {
      const std::string length = std::to_string(keys);
      rows += std::string(pass) + ",bf16,4,16," + length + ',' + length + ",64,1,100,0.01,flash_" +
              (pass[0] == 'b' ? "bwd" : "fwd") + "_kernel\n";
      ++count;
    }
  const RawTable raw = table("attention", head + rows, count);
  std::size_t forward_held_out = 0, backward = 0;
  for (const CardRow& row : attention_rows(raw, a100)) {
    if (row.group == "attention bf16 backward") {
      ++backward;
      CHECK(row.held_out);
    } else {
      CHECK(row.group == "attention bf16");
      forward_held_out += row.held_out ? 1 : 0;
    }
  }
  CHECK(backward == 7);
  CHECK(forward_held_out < 7);
  const Device h200 = json::load_device("h200-sxm", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;
  CHECK(attention_rows(raw, h200).size() == 7);  // cuDNN has a kernel of its own there
}

TEST_CASE("long streams pin the memory: the largest transfer of each access, with what it reads and writes") {
  const RawTable bandwidth = table("bandwidth",
                                   "access,operands,bytes,time_us,noise,repeats,sm_clock_mhz\n"
                                   "copy,cold,8000000000,6000,0,5,1410\ncopy,cold,4096,2,0,5,1410\n"
                                   "read,cold,8000000000,5700,0,5,1410\nread,warm,4096,1,0,5,1410\n",
                                   4);
  const std::vector<CardRow> rows = direct_bandwidth_rows(bandwidth);
  REQUIRE(rows.size() == 2);
  const std::vector<Kernel> read = kernels_of(rows[0].measured, {}), copy = kernels_of(rows[1].measured, {});
  CHECK(in(std::get<Streaming>(read.at(0)).read, byte) == 8e9);
  CHECK(in(std::get<Streaming>(read.at(0)).written, byte) == 0.0);
  CHECK(in(std::get<Streaming>(copy.at(0)).read, byte) == 4e9);
  CHECK(in(std::get<Streaming>(copy.at(0)).written, byte) == 4e9);
  CHECK(rows[1].measured.seconds == 6e-3);
  CHECK(rows[0].direct);
}

TEST_CASE("the gap between kernels pins the launch, the settled rate of large products the power") {
  // period = 1 us + work, on 108 blocks, one per SM
  const std::vector<CardRow> gap = direct_launch_rows(table("launch",
                                                            "kind,blocks,work_us,calls,period_us,noise,sm_clock_mhz\n"
                                                            "graph,108,2,128,3,0,1410\ngraph,108,8,128,9,0,1410\n",
                                                            2),
                                                      a100);
  REQUIRE(gap.size() == 1);
  CHECK(std::abs(gap[0].measured.seconds - 1e-6 - make_streaming_model(a100).table.latency_seconds) < 1e-12);
  const std::vector<CardRow> clock = direct_clock_rows(table("clock",
                                                             "format,t_ms,sm_clock_mhz,power_w,temperature_c,"
                                                             "throttle_reasons,tflops\n"
                                                             "fp16,10,1410,300,40,4,280\nfp16,400,1300,400,50,4,250\n",
                                                             2));
  REQUIRE(clock.size() == 1);
  CHECK(clock[0].load == Load::sustained);
  CHECK(std::abs(clock[0].measured.seconds / (2.0 * 8192.0 * 8192.0 * 8192.0 / 250e12) - 1.0) < 1e-12);
}
}  // namespace calibrate_fit_card_rows_test
