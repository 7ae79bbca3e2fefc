#include <perfmodel/calibration/measurement.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

namespace {
[[nodiscard]] std::vector<GemmMeasurement> read(const std::string& text) { return gemm_measurements(parse_csv(text, "m.csv")); }
}  // namespace

TEST_CASE("a measurement keeps what the row says") {
  const auto rows = read("gpu,dtype,layout,batch,m,n,k,operands,load,time_us,kernel,grid\n"
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

TEST_CASE("optional columns may be missing") {
  const auto rows = read("dtype,layout,batch,m,n,k,time_us\nfp32,nn,1,2,3,4,5\n");
  CHECK(rows.at(0).gemm.operands == Operands::cold);
  CHECK(rows.at(0).blocks == 0);
}

TEST_CASE("a bad cell is an error that names file, line, column, value and what is accepted") {
  CHECK_THROWS_WITH_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NX,1,2,3,4,5\n"), "m.csv:2: layout: got \"NX\"; must be NN, NT, TN or TT",
                       Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NN,1,0,3,4,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp32,NN,1,2,3,4,-5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us\nfp33,NN,1,2,3,4,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,time_us\nfp32,NN,1,2,3,5\n"), Error);
  CHECK_THROWS_AS(read("dtype,layout,batch,m,n,k,time_us,operands\nfp32,NN,1,2,3,4,5,hot\n"), Error);
}
