// perfmodel-plan gemm and predict gemm, through the real binary.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "checks.hpp"

namespace cli_gemm_test {
using cli::column_names;
using cli::plan;
using cli::refused;
using cli::Run;

namespace {

const std::string header = "dtype,layout,batch,m,n,k";

std::string shapes(const std::string& rows) { return header + '\n' + rows; }

}  // namespace

TEST_CASE(
    "gemm explains the product of the matrix multiplication guide: 8192 x 128 x 8192 in FP16 on V100, 124.1 FLOP/B") {
  const Run run = plan("gemm 8192 128 8192 --device v100-sxm2-16gb");
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(run.out.find("intensity   124.1 FLOP/B at best") != std::string::npos);
  CHECK(run.out.find("on V100-SXM2-16GB") != std::string::npos);
}

TEST_CASE("gemm: kernels that stand in for others are called so, and a card without tensor cores has dp4a") {
  const Run run = plan("gemm 4096 4096 4096 -d P40 -t int8");
  CHECK(run.out.find("\nkernels     pascal_hgemm in place of int8's own, aligned") != std::string::npos);
  CHECK(run.out.find("\nconstants   the datasheet alone: ") != std::string::npos);
  const auto answered = [](const std::string& words) {
    return nlohmann::json::parse(plan("gemm 4096 4096 4096 --json -d " + words).out);
  };
  CHECK(answered("P40 -t int8")["stands_in"] == true);
  CHECK(answered("P40 -t int8 --tile 64x64")["stands_in"] == true);
  CHECK(answered("P40 -t fp16")["stands_in"] == false);
  CHECK(answered("T4 -t int8")["stands_in"] == false);
}

TEST_CASE("predict gemm writes all input columns, then its own, in order of input") {
  const std::string input =
      "note,dtype,layout,batch,m,n,k\n\"a, b\",bf16,NT,1,4096,4096,4096\n,fp32,nn,8,100,200,300\n";
  const Run run = plan("predict gemm --device A100-SXM4-80GB", input);
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  CHECK(column_names(table) ==
        "note,dtype,layout,batch,m,n,k,predicted_us,low_us,high_us,bound,intensity,tile_m,tile_n,split_k,waves,error");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].cells[0] == "a, b");
  CHECK(table.rows[1].cells[2] == "nn");
  for (const auto& row : table.rows) {
    const auto value = [&](const char* column) { return perfmodel::to_positive(row.cells[table.at(column)], column); };
    CHECK(value("low_us") <= value("predicted_us"));
    CHECK(value("predicted_us") <= value("high_us"));
    CHECK(value("tile_m") >= 1);
    CHECK(value("split_k") >= 1);
    CHECK(value("waves") >= 1);
    CHECK(row.cells.back().empty());
  }
}

TEST_CASE(
    "predict gemm --json: numbers that JSON holds exactly are numbers, everything else is text, whatever its bytes") {
  const std::string shape = "fp16,NT,1,64,64,64,";
  const Run run =
      plan("predict gemm -d T4 --json", "dtype,layout,batch,m,n,k,note\n" + shape + "\n" + shape +
                                            "9007199254740993\n" + shape + "99999999999999999999\n" + shape + "007\n" +
                                            shape + "-0.5e1\n" + shape + "1e400\n" + shape + "\xff!\n");
  CHECK(run.exit_code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 7);
  CHECK(rows[0].at("note").is_null());
  CHECK(rows[1].at("note").get<std::int64_t>() == 9007199254740993);
  CHECK(rows[2].at("note") == "99999999999999999999");
  CHECK(rows[3].at("note") == "007");
  CHECK(rows[4].at("note") == -5.0);
  CHECK(rows[5].at("note") == "1e400");
  CHECK(rows[6].at("note") == "\xef\xbf\xbd!");  // U+FFFD
  CHECK(rows[0].at("m") == 64);
  CHECK(rows[0].at("predicted_us").is_number_float());
}

TEST_CASE("predict gemm: a bad row gets its reason, the others are answered, the exit code is 2") {
  const Run run = plan("predict gemm --device T4", shapes("fp16,NT,1,64,64,64\n"
                                                          "bf16,NT,1,64,64,64\n"
                                                          "fp8,NT,1,64,64,64\n"
                                                          "fp16,XY,1,64,64,64\n"
                                                          "fp16,NT,1,0,64,64\n"
                                                          "fp16,NT,1,-5,64,64\n"
                                                          "fp16,NT,1,nan,64,64\n"
                                                          "fp16,NT,1,1e300,64,64\n"
                                                          "fp16,NT,1,64.5,64,64\n"
                                                          "fp16,NT,1,,64,64\n"
                                                          "fp16,NT,1,4294967296,4294967296,64\n"
                                                          "fp16,NT,1,64\n"
                                                          "fp32,TN,2,64,64,64\n"));
  CHECK(run.exit_code == 2);
  CHECK(run.err == "perfmodel-plan: stdin: 11 of 13 rows have an error (see the column \"error\")\n");
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  REQUIRE(table.rows.size() == 13);
  const std::size_t error = table.at("error"), time = table.at("predicted_us");
  const char* expected[] = {"",
                            "format: got bf16; must be one that T4 multiplies",
                            "dtype: got \"fp8\"; must be one of bf16, fp16, tf32, fp32, fp64",
                            "layout: got \"XY\"; must be one of NN, NT, TN, TT",
                            "m: got \"0\"; must be a whole number >= 1",
                            "m: got \"-5\"; must be a whole number >= 1",
                            "m: got \"nan\"; must be a whole number >= 1",
                            "m: got \"1e300\"; must be a whole number >= 1",
                            "m: got \"64.5\"; must be a whole number >= 1",
                            "m: got nothing; must be a whole number >= 1",
                            "shape: got 1 x 4294967296 x 4294967296 x 64; 2 x batch x m x n x k must fit 63 bits",
                            "got 4 cells; must be 6 as in the header",
                            ""};
  for (std::size_t i = 0; i < 13; ++i) {
    CAPTURE(i);
    CHECK(table.rows[i].cells[error] == expected[i]);
    CHECK(table.rows[i].cells[time].empty() == (expected[i][0] != '\0'));
  }
}

TEST_CASE("predict gemm refuses files that are no such table, with nothing written") {
  const auto nothing_written = [](const std::string& arguments, const std::string& input, const std::string& message) {
    CAPTURE(message);
    const auto output = cli::scratch() / "never.csv";
    std::filesystem::remove(output);
    const Run run = plan("predict gemm --device T4 " + arguments + " --output " + output.string(), input);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(run.err == "perfmodel-plan: " + message + '\n');
    CHECK_FALSE(std::filesystem::exists(output));
  };
  nothing_written("", "", "stdin: got an empty file; must be CSV with a header line");
  nothing_written("", "dtype,layout,m,n,k\n",
                  "stdin:1: got columns dtype,layout,m,n,k; the column \"batch\" is required");
  nothing_written("", header + ",error\n",
                  "stdin:1: got the column \"error\"; is an answer's name and must not be in the input");
  nothing_written("", header + "\n\"fp16,NT,1,1,1,1\n",
                  "stdin:2: got a quote that is never closed; quotes must come in pairs");
  nothing_written("--input /nonexistent.csv", "",
                  "/nonexistent.csv: got \"No such file or directory\" on opening; must be a readable file");
  nothing_written("--input /tmp", "", "/tmp: got a folder; must be a readable file");
  nothing_written("--operands tepid", shapes(""), "--operands: got \"tepid\"; must be cold, warm or rotated");
}

TEST_CASE("--output writes the whole answer or leaves the old file as it was") {
  const auto file = cli::scratch() / "times.csv";
  CHECK(plan("predict gemm --device T4 --output " + file.string(), shapes("fp16,NT,1,64,64,64\n")).exit_code == 0);
  const std::string answer = cli::slurp(file);
  CHECK(answer.rfind(header + ",predicted_us", 0) == 0);
  CHECK(plan("predict gemm --device T4 --output " + file.string(), "nonsense\n").exit_code == 2);
  CHECK(cli::slurp(file) == answer);
  const Run folder = plan("predict gemm --device T4 --output /nonexistent/x.csv", shapes(""));
  CHECK(folder.exit_code == 2);
  CHECK(folder.err ==
        "perfmodel-plan: /nonexistent/x.csv: got \"No such file or directory\" on opening; must be a writable file\n");
  const Run full = cli::shell("perfmodel-plan gemm 1 2 3 --device T4 >/dev/full");
  CHECK(full.exit_code == 2);
  CHECK(full.err == "perfmodel-plan: stdout: got a write error; must be writable\n");
}

TEST_CASE("a product whose matrices are larger than the card's memory is answered, and that is said") {
  const Run one = plan("gemm 100000000000 64 64 --device T4");
  CHECK(one.exit_code == 0);
  check_width(one);
  CHECK(one.out.find("\nToo large: the matrices take 23.3 TiB, T4 has 14.") != std::string::npos);
  CHECK(plan("gemm 4096 4096 4096 --device T4").out.find("the matrices take") == std::string::npos);
  const Run rows = plan("predict gemm --device T4",
                        shapes("fp16,NT,1,64,64,64\nfp16,NT,1,100000000000,64,64\nfp16,NT,1,100000000000,64,64\n"));
  CHECK(rows.exit_code == 0);
  CHECK(rows.err.find("perfmodel-plan: note: stdin:3: the matrices take 23.3 TiB, T4 has 14.") == 0);
  CHECK(std::count(rows.err.begin(), rows.err.end(), '\n') == 1);
}

TEST_CASE("wrong use of the command line: one line, exit 2") {
  refused(
      "",
      "command: got nothing; must be one of devices, recommend, report, layers, memory, advise, sweep, serve, gemm, "
      "predict, validate");
  refused("gemm 1 2 3", "--device is required (see perfmodel-plan gemm --help)");
  refused("gemm 1 2 3 --devise T4",
          "got \"--devise\", which is not expected here; did you mean --device? (see perfmodel-plan gemm --help)");
  refused("gemm 1 2 3 4 --device T4", "gemm: got 4 sizes; must be three: M N K, or MxNxK");
  refused("gemm 1 2 0 --device T4", "K: got \"0\"; must be a whole number >= 1");
  refused("gemm 1 2 1e300 --device T4", "K: got \"1e300\"; must be a whole number >= 1");
  refused("gemm 1 2 99999999999999999999 --device T4", "K: got \"99999999999999999999\"; must be a whole number >= 1");
  refused("gemm 4294967296 4294967296 1 --device T4",
          "gemm: got 1 x 4294967296 x 4294967296 x 1; 2 x batch x m x n x k must fit 63 bits");
  refused(
      "gemm 1 2 3 --device A100",
      "--device: got \"A100\"; must be the name of a card or a .json file; nearest: A100-PCIE-40GB, A100-PCIE-80GB, "
      "A100-SXM4-40GB, A100-SXM4-80GB");
  refused("gemm 1 2 3 --device T4 --dtype fp17",
          "--dtype: got \"fp17\"; must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1");
}

TEST_CASE("gemm takes M N K or MxNxK") {
  const Run words = plan("gemm 640 320 160 -d T4"), one = plan("gemm 640x320x160 -d T4");
  CHECK(one.exit_code == 0);
  CHECK(one.out == words.out);
  CHECK(plan("gemm 640x320 -d T4").err == "perfmodel-plan: gemm: got 2 sizes; must be three: M N K, or MxNxK\n");
  CHECK(plan("gemm 640 -d T4").err == "perfmodel-plan: gemm: got 1 size; must be three: M N K, or MxNxK\n");
  CHECK(plan("gemm 640x0x160 -d T4").err == "perfmodel-plan: N: got \"0\"; must be a whole number >= 1\n");
}

TEST_CASE("the version of cuBLAS is a word like 12.1") {
  CHECK(plan("gemm 640x320x160 -d T4 --library 10.2").exit_code == 0);
  const Run bad = plan("gemm 640x320x160 -d T4 --library twelve");
  CHECK(bad.exit_code == 2);
  CHECK(bad.err == "perfmodel-plan: --library: got \"twelve\"; must be a cuBLAS version like 12.1, or newest\n");
}

TEST_CASE("predict gemm: the column library is the row's version of cuBLAS, an empty cell that of --library") {
  const std::string product = "fp16,NT,1,5120,50257,1024,";  // not aligned: cuBLAS 10 had no tensor cores for it
  const std::string input = "dtype,layout,batch,m,n,k,library\n" + product + "10.2\n" + product + "12.1\n" + product +
                            "\n" + product + "old\n";
  const Run run = plan("predict gemm -d T4 --library 10.2", input);
  CHECK(run.exit_code == 2);
  const perfmodel::CsvTable table = perfmodel::parse_csv(run.out, "out");
  REQUIRE(table.rows.size() == 4);
  const auto cell = [&](std::size_t row, const char* column) { return table.rows[row].cells[table.at(column)]; };
  CHECK(cell(0, "predicted_us") == cell(2, "predicted_us"));
  CHECK(perfmodel::to_positive(cell(0, "predicted_us"), "old") >
        1.5 * perfmodel::to_positive(cell(1, "predicted_us"), "new"));
  CHECK(cell(3, "predicted_us").empty());
  CHECK(cell(3, "error") == "library: got \"old\"; must be a cuBLAS version like 12.1, or newest");
}

TEST_CASE(
    "aligned 16-bit products on Hopper: the answer names the older library's kernels, unless a version was asked for") {
  const std::string row = "dtype,layout,batch,m,n,k,library\nbf16,NT,1,4096,4096,4096,", note = "--library 12.4";
  CHECK(plan("predict gemm -d H100-SXM5-80GB", row + "\n").err.find(note) != std::string::npos);
  CHECK(plan("predict gemm -d H100-SXM5-80GB", row + "13.1\n").err.find(note) == std::string::npos);
  CHECK(plan("predict gemm -d H100-SXM5-80GB --library newest", row + "\n").err.find(note) == std::string::npos);
  CHECK(plan("predict gemm -d A100-SXM4-80GB", row + "\n").err.find(note) == std::string::npos);
  CHECK(plan("gemm 4096 4096 4096 -d H100-SXM5-80GB -t bf16").out.find("cuBLAS 12.4 (PyTorch 2.7 and older) takes ") !=
        std::string::npos);
  CHECK(plan("gemm 4096 4096 4096 -d H100-SXM5-80GB -t bf16 --library newest").out.find("cuBLAS 12.4") ==
        std::string::npos);
  CHECK(plan("gemm 4096 4096 4096 -d H100-SXM5-80GB -t fp32").out.find("cuBLAS 12.4") == std::string::npos);
}

TEST_CASE(
    "an answer says where its constants come from; a calibrated file that does not fit is refused with the reason") {
  CHECK(plan("gemm 640x320x160 -d T4").out.find("constants   fitted to measurements of this card\n") !=
        std::string::npos);
  CHECK(plan("gemm 640x320x160 -d L4").out.find("constants   fitted to measurements of other cards") !=
        std::string::npos);
  const std::string machine = R"("machine": {"date": "2026-01-01"}})";
  const std::string newer = cli::scratch_file(
      "newer.json", R"({"format": "perfmodel-calibration", "version": 2, "device": "t4", )" + machine);
  CHECK(plan("gemm 1 1 1 -d " + newer).err ==
        "perfmodel-plan: " + newer + ": /version: got 2; must be 1: run perfmodel-calibrate fit again\n");
  const std::string empty = cli::scratch_file(
      "empty.json", R"({"format": "perfmodel-calibration", "version": 1, "device": "t4", )" + machine);
  const Run run = plan("layers fcnn:layers=2,hidden=64,inputs=8,outputs=8 -d " + empty);
  CHECK(run.exit_code == 2);
  CHECK(run.err == "perfmodel-plan: --device: got \"" + empty +
                       "\"; must fit this version, but it has no factors; run perfmodel-calibrate fit again\n");
}

TEST_CASE("gemm --tile prices a tile of the user's choice; its waves are exact") {
  // NVIDIA, "Matrix Multiplication Background", section on tile quantization: 256 x 128 tiles on an A100 of 108 SMs
  const std::string product = "gemm 2304 4096 4096 -d A100-SXM4-80GB -t fp16 --json --tile ";
  const auto wide = nlohmann::json::parse(cli::plan(product + "256x128").out);
  CHECK(wide.at("tile_m") == 256);
  CHECK(wide.at("tile_n") == 128);
  CHECK(wide.at("tiles") == 2304 / 256 * 4096 / 128);
  const auto small = nlohmann::json::parse(cli::plan(product + "64x64").out);
  CHECK(small.at("tiles") == 2304 / 64 * 4096 / 64);
  CHECK(small.at("predicted_us") > wide.at("predicted_us"));  // less reuse of what is loaded
  const cli::Run text = cli::plan("gemm 2304 4096 4096 -d A100-SXM4-80GB -t fp16 --tile 64x64");
  CHECK(text.out.find("The tile is asked for; the library is expected to choose ") != std::string::npos);
  cli::refused("gemm 512 512 512 -d T4 --tile 7", "--tile: got \"7\"; must be ROWSxCOLUMNS, as in 256x128");
  const cli::Run unknown = cli::plan("gemm 512 512 512 -d T4 --tile 7x9");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find("must be one of turing_") != std::string::npos);
}
}  // namespace cli_gemm_test
