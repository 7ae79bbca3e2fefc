#include "calibrate/raw_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "scratch.hpp"

namespace calibrate_raw_folder_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

namespace {
const std::string machine = R"({"format": "perfmodel-raw", "version": 1, "card": "test-card"})";

void put(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

std::string raw(const std::string& table, const std::string& rest) {
  return "# perfmodel-raw 1 " + table + " card=test-card\n" + rest;
}
}  // namespace

TEST_CASE("of several timings those at the highest clock count, and their spread is the noise") {
  const ScratchFolder folder;
  put(folder.path / "machine.json", machine);
  put(folder.path / "gemm_times.csv", raw("gemm_times",
                                          "dtype,m,pass,time_us,noise,repeats,sm_clock_mhz,family\n"
                                          "bf16,64,1,10,0.001,5,1980,square\n"
                                          "bf16,64,2,15,0.001,5,1400,square\n"  // after a hot case
                                          "bf16,64,3,11,0.002,5,1975,square\n"
                                          "# end 3\n"));
  put(folder.path / "gemm_kernels.csv", raw("gemm_kernels", "dtype,m,kernel,kernel_us\nbf16,64,nvjet,9.5\n# end 1\n"));
  join_tables(folder.path);
  const auto table = RawFolder::open(folder.path).table("gemm");
  REQUIRE(table.has_value());
  REQUIRE(table->csv.rows.size() == 1);
  const auto& cells = table->csv.rows[0].cells;
  CHECK(cells[table->csv.at("time_us")] == "10.5");
  CHECK(cells[table->csv.at("noise")] == "0.048");  // 0.5 / 10.5
  CHECK(cells[table->csv.at("repeats")] == "10");
  CHECK(cells[table->csv.at("sm_clock_mhz")] == "1980");
  CHECK(cells[table->csv.at("kernel")] == "nvjet");
}

TEST_CASE("a timing without a known clock is kept") {
  const ScratchFolder folder;
  put(folder.path / "machine.json", machine);
  put(folder.path / "ops_times.csv",
      raw("ops_times", "op,time_us,noise,repeats,sm_clock_mhz\ndropout,3,0,1,-1\n# end 1\n"));
  join_tables(folder.path);
  CHECK(RawFolder::open(folder.path).table("ops")->csv.rows.size() == 1);
}

TEST_CASE("a sustained case takes the kernel of the isolated one, a case without a recorded kernel none") {
  const ScratchFolder folder;
  put(folder.path / "machine.json", machine);
  put(folder.path / "gemm_times.csv", raw("gemm_times",
                                          "m,load,pass,time_us,noise,repeats,sm_clock_mhz\n"
                                          "64,sustained,1,10,0,5,1500\n7,isolated,1,3,0,5,1980\n# end 2\n"));
  put(folder.path / "gemm_kernels.csv", raw("gemm_kernels", "m,load,kernel\n64,isolated,nvjet\n# end 1\n"));
  join_tables(folder.path);
  const auto table = RawFolder::open(folder.path).table("gemm");
  CHECK(table->csv.rows[0].cells[table->csv.at("kernel")] == "nvjet");
  CHECK(table->csv.rows[1].cells[table->csv.at("kernel")].empty());
}

TEST_CASE("an interrupted table is refused, so is a table of another card, and a folder without machine.json") {
  const ScratchFolder folder;
  CHECK_THROWS_AS((void)RawFolder::open(folder.path), Error);
  put(folder.path / "machine.json", machine);
  put(folder.path / "gemm_times.csv",
      raw("gemm_times", "m,pass,time_us,noise,repeats,sm_clock_mhz\n64,1,10,0,5,1500\n"));
  CHECK_THROWS_AS(join_tables(folder.path), Error);
  put(folder.path / "launch.csv", "# perfmodel-raw 1 launch card=other\nkind\ngraph\n# end 1\n");
  CHECK_THROWS_AS((void)RawFolder::open(folder.path).table("launch"), Error);
  CHECK_FALSE(RawFolder::open(folder.path).table("clock").has_value());
  put(folder.path / "machine.json", R"({"format": "perfmodel-raw", "version": 2, "card": "test-card"})");
  CHECK_THROWS_AS((void)RawFolder::open(folder.path), Error);
}

TEST_CASE("names that the profiler did not finish are left out, the times stay") {
  const ScratchFolder folder;
  put(folder.path / "machine.json", machine);
  put(folder.path / "ops_times.csv",
      raw("ops_times", "op,time_us,noise,repeats,sm_clock_mhz\nadd,3,0,1,1980\n# end 1\n"));
  put(folder.path / "ops_kernels.csv", raw("ops_kernels", "op,kernel\nadd,vec"));  // cut short
  join_tables(folder.path);
  const auto table = RawFolder::open(folder.path).table("ops");
  REQUIRE(table.has_value());
  CHECK(table->csv.rows.size() == 1);
  CHECK_FALSE(table->csv.find("kernel").has_value());
}

TEST_CASE("rows of another program become a raw table, or an error where they are no table") {
  const ScratchFolder folder;
  put(folder.path / "machine.json", machine);
  put(folder.path / "steps.part.csv", "layers,step_s\n4,0.001\n8,0.002\n");
  frame_table(folder.path / "steps.part.csv", folder.path, "fcnn_steps", "test-card");
  CHECK(RawFolder::open(folder.path).table("fcnn_steps")->csv.rows.size() == 2);
  put(folder.path / "steps.part.csv", "layers,step_s\n4\n");
  CHECK_THROWS_AS(frame_table(folder.path / "steps.part.csv", folder.path, "fcnn_steps", "test-card"), Error);
  CHECK_THROWS_AS(frame_table(folder.path / "none.csv", folder.path, "fcnn_steps", "test-card"), Error);
}

TEST_CASE("a file is written whole or not at all") {
  const ScratchFolder folder;
  write_text(folder.path / "a.txt", "first");
  write_text(folder.path / "a.txt", "second");
  CHECK(read_text(folder.path / "a.txt") == "second");
  CHECK_FALSE(std::filesystem::exists(folder.path / "a.txt.tmp"));
  CHECK_THROWS_AS(write_text(folder.path / "no-such-folder" / "a.txt", "x"), DeviceError);
}
}  // namespace calibrate_raw_folder_test
