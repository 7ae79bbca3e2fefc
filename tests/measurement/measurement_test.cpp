#include <doctest/doctest.h>

#include <perfmodel/measurement/measurement.hpp>

#include "../refusal.hpp"

namespace measurement_measurement_test {
using namespace perfmodel;

namespace {
std::vector<GemmMeasurement> read(const std::string& text) { return gemm_measurements(parse_csv(text, "m.csv")); }
}  // namespace

TEST_CASE("a measurement keeps what the row says") {
  const auto rows = read(
      "gpu,dtype,layout,batch,m,n,k,operands,load,time_us,kernel,grid\n"
      "V100,fp16,TN,2,64,32,128,warm,sustained,12.5,volta_fp16_s884gemm_128x64,3x2x4\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].card == "V100");
  CHECK(rows[0].gemm.layout == Layout::tn);
  CHECK(rows[0].gemm.output == NumberFormat::fp16);
  CHECK(rows[0].gemm.operands == Operands::warm);
  CHECK(rows[0].load == Load::sustained);
  CHECK(std::abs(rows[0].seconds - 12.5e-6) < 1e-18);
  CHECK(rows[0].blocks == 24);
  CHECK(rows[0].place == "m.csv:2");
}

TEST_CASE("formats may be spelled as frameworks spell them") {
  CHECK(read("dtype,layout,batch,m,n,k,time_us\ntorch.bfloat16,nn,1,2,3,4,5\n").at(0).gemm.format ==
        NumberFormat::bf16);
}

TEST_CASE("a linear layer has its bias, unless a column epilogue says what the kernel does to C") {
  const auto rows = read(
      "dtype,layout,batch,m,n,k,time_us,op,epilogue\nfp32,NT,1,2,3,4,5,linear,\nfp32,NT,1,2,3,4,5,bmm,\n"
      "fp32,NT,1,2,3,4,5,linear,none\nfp32,NT,1,2,3,4,5,,accumulate\nfp32,NT,1,2,3,4,5,bmm,bias\n");
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].gemm.epilogue == Epilogue::bias);
  CHECK(rows[1].gemm.epilogue == Epilogue::none);
  CHECK(rows[2].gemm.epilogue == Epilogue::none);
  CHECK(rows[3].gemm.epilogue == Epilogue::accumulate);
  CHECK(rows[4].gemm.epilogue == Epilogue::bias);
  CHECK(refusal([] { (void)read("dtype,layout,batch,m,n,k,time_us,epilogue\nfp32,NT,1,2,3,4,5,relu\n"); }) ==
        "m.csv:2: epilogue: got \"relu\"; must be one of none, bias, bias_activation, accumulate");
}

TEST_CASE("optional columns may be missing") {
  const auto rows = read("dtype,layout,batch,m,n,k,time_us\nfp32,nn,1,2,3,4,5\n");
  CHECK(rows.at(0).gemm.operands == Operands::cold);
  CHECK(rows.at(0).blocks == 0);
}

TEST_CASE("a bad cell is an error that names file, line, column, value and what is accepted") {
  CHECK_THROWS_WITH_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NX,1,2,3,4,5\n"),
                       "m.csv:2: layout: got \"NX\"; must be one of NN, NT, TN, TT", Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NN,1,0,3,4,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NN,1,2,3,4,-5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp33,NN,1,2,3,4,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,time_us\nfp32,NN,1,2,3,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us,operands\nfp32,NN,1,2,3,4,5,hot\n"), Error);
}

TEST_CASE("an optional cell that is there must make sense, and no product of cells overflows") {
  const auto message = [](const std::string& columns, const std::string& cells) {
    return refusal([&] { (void)read("dtype,layout,batch,m,n,k,time_us" + columns + "\nfp32,NN," + cells + '\n'); });
  };
  CHECK(message(",library", "1,2,3,4,5,12.x") ==
        "m.csv:2: library: got \"12.x\"; must be a cuBLAS version like 12.1, or newest");
  CHECK(message(",load", "1,2,3,4,5,hot") == "m.csv:2: load: got \"hot\"; must be isolated or sustained");
  CHECK(message("", "1,2147483648,2147483648,2147483648,5") ==
        "m.csv:2: got 1 x 2147483648 x 2147483648 x 2147483648; 2 x batch x m x n x k must fit 63 bits");
  CHECK(message(",grid", "1,2,3,4,5,3x3x") == "m.csv:2: grid: got nothing; must be a whole number from 1 to 65535");
  CHECK(message(",grid", "1,2,3,4,5,2x2147483648") ==
        "m.csv:2: grid: got \"2147483648\"; must be a whole number from 1 to 65535");
  CHECK(message(",grid", "1,2,3,4,5,1x1x1x1") ==
        "m.csv:2: grid: got more than three extents; must be one to three, as in 3x3x144");
  CHECK(message(",grid_x,grid_y,grid_z", "1,2,3,4,5,1,65536,1") ==
        "m.csv:2: grid_y: got \"65536\"; must be a whole number from 1 to 65535");
}

TEST_CASE("what a row does not say, the caller says: format, load, version of the library and operands") {
  const GemmDefaults unsaid{
      .format = NumberFormat::bf16, .load = Load::sustained, .library = 1201, .operands = Operands::warm};
  const auto rows = gemm_measurements(parse_csv("dtype,load,library,layout,batch,m,n,k,time_us\n"
                                                ",,,NN,1,2,3,4,5\n"
                                                "fp16,isolated,10.2,NN,1,2,3,4,5\n",
                                                "m.csv"),
                                      unsaid);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].gemm.format == NumberFormat::bf16);
  CHECK(rows[0].gemm.output == NumberFormat::bf16);
  CHECK(rows[0].load == Load::sustained);
  CHECK(rows[0].library == 1201);
  CHECK(rows[0].gemm.operands == Operands::warm);
  CHECK(rows[1].gemm.format == NumberFormat::fp16);
  CHECK(rows[1].load == Load::isolated);
  CHECK(rows[1].library == 1002);
  CHECK(gemm_measurements(parse_csv("layout,batch,m,n,k,time_us\nNN,1,2,3,4,5\n", "m.csv"), unsaid).at(0).gemm.format ==
        NumberFormat::bf16);
  CHECK(refusal([] {
          (void)read("layout,batch,m,n,k,time_us\nNN,1,2,3,4,5\n");
        }).find("the column \"dtype\" is required") != std::string::npos);
  CHECK(refusal([] { (void)read("dtype,layout,batch,m,n,k,time_us\n,NN,1,2,3,4,5\n"); }).find("m.csv:2: dtype: got") ==
        0);
}
}  // namespace measurement_measurement_test
