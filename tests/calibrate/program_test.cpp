#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <perfmodel/json/host_json.hpp>
#include <string>
#include <utility>

#include "calibrate/raw_folder.hpp"
#include "scratch.hpp"

namespace calibrate_program_test {
namespace {
using perfmodel::calibrate::read_text;

struct Outcome {
  int code{};
  std::string out{}, err{};
};

/// Runs the real program. CUDA_VISIBLE_DEVICES is empty: there is no GPU, on any machine.
Outcome run(const std::string& arguments) {
  const ScratchFolder folder;
  const std::string out = (folder.path / "out").string(), err = (folder.path / "err").string();
  const int status =
      std::system(("CUDA_VISIBLE_DEVICES= " PERFMODEL_CALIBRATE " " + arguments + " >" + out + " 2>" + err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, read_text(out), read_text(err)};
}
std::string raw(const char* card) { return PERFMODEL_DATA_DIR "/raw/" + std::string(card); }
bool one_line(const std::string& text) { return !text.empty() && text.find('\n') == text.size() - 1; }
}  // namespace

TEST_CASE("without a GPU measuring ends with exit code 3 and one line that says why") {
  const ScratchFolder folder;
  for (const std::string& arguments :
       {"--out " + (folder.path / "x.json").string(), "measure --raw " + (folder.path / "raw").string(),
        "nccl --out " + (folder.path / "x.json").string()}) {
    CAPTURE(arguments);
    const Outcome o = run(arguments);
    CHECK(o.code == 3);
    CHECK(one_line(o.err));
    CHECK_FALSE(std::filesystem::exists(folder.path / "x.json"));
  }
}

TEST_CASE("bad usage and bad input end with exit code 2 and one line") {
  const ScratchFolder folder;
  std::filesystem::copy(raw("h100-sxm5-80gb"), folder.path / "cut", std::filesystem::copy_options::recursive);
  const std::string gemm = read_text(folder.path / "cut" / "gemm.csv");
  std::ofstream(folder.path / "cut" / "gemm.csv") << gemm.substr(0, gemm.size() / 2);
  for (const std::string& arguments :
       {std::string(), std::string("nonsense"), std::string("fit --raw x"),
        std::string("validate --raw /no/such/folder"), "validate --raw " + (folder.path / "cut").string(),
        "validate --device no-such-card --raw " + raw("h200-sxm")}) {
    CAPTURE(arguments);
    const Outcome o = run(arguments);
    CAPTURE(o.err);
    CHECK(o.code == 2);
    CHECK(one_line(o.err));
  }
}

TEST_CASE(
    "options are refused with place, value and what is accepted; what cannot be written is refused before any work") {
  const std::string any = "measure --raw x ";
  const auto refused = [](const std::string& arguments, const std::string& why) {
    CAPTURE(arguments);
    const Outcome o = run(arguments);
    CHECK(o.code == 2);
    CHECK(o.out.empty());
    CHECK(o.err == "perfmodel-calibrate: " + why + '\n');
  };
  refused(any + "--gpu -1", "--gpu: got \"-1\"; must be a whole number from 0 to 1023");
  refused(any + "--seed 1.5", "--seed: got \"1.5\"; must be a whole number from 0 to 4294967295");
  refused(any + "--step launch --seconds nan", "--seconds: got \"nan\"; must be a number > 0");
  refused("--out /proc/x.json", "--out: got \"/proc/x.json\"; must be a file in a folder that can be written");
  refused("--out /", "--out: got \"/\", a folder; must be a file");
  refused("validate --raw " + raw("h100-sxm5-80gb") + " --report /dev/null",
          "--report: got \"/dev/null/report.md\"; must be a file in a folder that can be written");
}

TEST_CASE("a device is written to, not replaced by a file; a full one ends with exit code 3") {
  const ScratchFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path / "full.json");
  const Outcome o = run("fit --raw " + raw("h100-sxm5-80gb") + " --out " + (folder.path / "full.json").string());
  CHECK(o.code == 3);
  CHECK(o.err.find("write error") != std::string::npos);
  CHECK(std::filesystem::is_symlink(folder.path / "full.json"));
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("fit writes the calibrated file, the report and its plots; the exit code says whether limits are met") {
  const ScratchFolder folder;
  const std::string out = (folder.path / "h100.json").string();
  const Outcome o =
      run("fit --raw " + raw("h100-sxm5-80gb") + " --out " + out + " --report " + (folder.path / "report").string());
  CHECK((o.code == 0 || o.code == 1));
  CHECK((o.code == 1) == (o.out.find("missed:") != std::string::npos));
  CHECK(o.out.find("gemm bf16 aligned") != std::string::npos);
  CHECK(read_text(out).find("\"dram_read_bandwidth\"") != std::string::npos);
  CHECK(std::filesystem::exists(folder.path / "report" / "report.md"));
}

TEST_CASE("host measures the processor without a GPU and ends with the flag; what cannot be started ends with 3") {
  if (std::system("python3 -c 0 >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: no python3");
    return;
  }
  const ScratchFolder folder;
  const std::string file = (folder.path / "mine.json").string();
  const Outcome o = run("host --loops interpreter --seconds 0.2 --out " + file);
  CHECK(o.code == 0);
  CHECK(o.out.find("use: --host " + file + '\n') != std::string::npos);
  const perfmodel::Host host = perfmodel::json::load_host(file);
  CHECK(host.name == "mine");
  CHECK(host.crowded >= 0.0);
  CHECK(run("host --loops interpreter --seconds 0.2").out.find("use: --host-scale ") != std::string::npos);
  for (const auto& [words, code] :
       {std::pair{"host --python /no/python", 3}, std::pair{"host --loops gpu", 2}, std::pair{"host --seconds 0", 2}}) {
    const std::string arguments = words;
    CAPTURE(arguments);
    const Outcome wrong = run(arguments);
    CHECK(wrong.code == code);
    CHECK(one_line(wrong.err));
  }
}
}  // namespace calibrate_program_test
