// No question ends in a signal, nor without a word, however large it is: 2 GB of address space, a minute.
#include <array>
#include <random>
#include <string>
#include <vector>

#include "checks.hpp"

namespace cli_limits_test {
using cli::Run;
using cli::shell;

namespace {

/// The shell says 128 + signal; timeout says 124.
void ends_properly(const std::string& command, const std::string& input = "") {
  CAPTURE(command);
  const Run run = shell("ulimit -v 2000000; " + command, input);
  CHECK(run.exit_code >= 0);
  CHECK(run.exit_code <= 3);
  CHECK((run.exit_code == 0 || !run.err.empty()));
  CHECK(run.err.find("internal error") == std::string::npos);
}
void asks(const std::string& arguments, const std::string& input = "") {
  ends_properly("timeout 60 perfmodel-plan " + arguments, input);
}
/// One that is refused: says what is accepted.
void refused_at_once(const std::string& arguments, const std::string& input = "") {
  CAPTURE(arguments);
  const Run run = shell("ulimit -v 2000000; timeout 10 perfmodel-plan " + arguments, input);
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("must be at most") != std::string::npos);
}

}  // namespace

TEST_CASE("what would take memory without bound is counted first, and refused with the count and the limit") {
  refused_at_once("sweep 'fcnn:layers=1..10000+1,hidden=1..10000+1,inputs=8,outputs=8' -b 1,2 -d T4");
  std::string header = "dtype,layout,batch,m,n,k";
  for (int i = 0; i < 100'000; ++i) header += ",c" + std::to_string(i);
  refused_at_once("predict gemm -d T4", header + "\nfp32,NN,1,64,64,64\n");
  // Rows stream through: an endless input is refused by its first row, an endless row by its length.
  const Run rows = shell("ulimit -v 2000000; yes | timeout 60 perfmodel-plan predict gemm -d T4");
  CHECK(rows.exit_code == 2);
  CHECK(rows.err.find("the column \"dtype\" is required") != std::string::npos);
  const Run row = shell("ulimit -v 2000000; yes | tr -d '\\n' | timeout 60 perfmodel-plan predict gemm -d T4");
  CHECK(row.exit_code == 2);
  CHECK(row.err.find("must be at most 16 MiB") != std::string::npos);
}

TEST_CASE("networks and steps of any length end with an answer or a refusal in 2 GB") {
  asks("layers gnmt:target=1000000 -d T4 -b 1");
  asks("layers gnmt:target=1073741824 -d T4 -b 1");
  asks("layers lstm:seq=1073741824 -d T4 -b 1");
  asks("memory fcnn:layers=10000,hidden=64,inputs=64,outputs=8 -d T4 -b 1 --accumulation 1024");
  asks("memory fcnn:layers=1000000,hidden=8,inputs=8,outputs=8 -d T4 -b 1");
  asks("advise transformer:layers=100000,hidden=64,heads=1,seq=1,vocab=2 -d T4 -b 1");
  asks("recommend fcnn:layers=1073741824,hidden=1073741824,inputs=1073741824,outputs=1073741824 -b 1073741824");
  asks("gemm 1073741824 1073741824 1073741824 -b 1073741824 -d T4");
  asks("predict max-batch -d T4", "network,precision,optimizer\ngnmt:target=1000000,fp32,sgd\n");
  asks("predict step -d T4", "network,batch,precision,optimizer\ngnmt:target=1000000,1,fp32,sgd\n");
}

// Words that are right and words that are not, put together by a generator with a fixed seed.
TEST_CASE("command lines at random end with an answer or a refusal in 2 GB") {
  const std::vector<std::string> commands{"layers", "memory", "advise", "recommend", "sweep", "gemm"},
      networks{"fcnn",      "resnet50", "gnmt", "lstm",     "transformer", "gpt2-124m",
               "bert-base", "ncf",      "unet", "vit_b_16", "mask-rcnn",   "nonsense"},
      keys{"layers", "hidden", "inputs", "outputs", "seq", "target", "heads", "vocab", "input", "widths", ""},
      values{"0",      "1",     "-1",   "7",        "64",  "1e3", "1073741824", "9223372036854775807",
             "1e308",  "nan",   "inf",  "''",       "x",   "1x1", "0x0",        "1..9",
             "1..1e9", "3|5",   "2^31", "\xff\xfe", "1,2", "4k",  "65536",      "0.5",
             "%s%n",   "1e-308"},
      options{"--batch",       "--precision", "--accumulation", "--checkpoint-every",
              "--host-scale",  "--optimizer", "--limit",        "--headroom",
              "--multiple-of", "--seq",       "--framework",    "--framework-version",
              "--operands",    "--by",        "--samples",      "--max-gpus",
              "--top",         "--price",     "--max-time",     "--load"},
      flags{"--json", "--max-batch", "--what-if", "--all", "--csv", "--every", "--mode infer", "--memory-format nhwc"};
  std::mt19937 draw(23);
  const auto one_of = [&](const std::vector<std::string>& list) { return list[draw() % list.size()]; };
  for (int i = 0; i < 150; ++i) {
    std::string line = one_of(commands) + ' ';
    if (line == "gemm ")
      line += '\'' + one_of(values) + "' '" + one_of(values) + "' '" + one_of(values) + '\'';
    else
      line += '\'' + one_of(networks) + (draw() % 2 == 0 ? "" : ':' + one_of(keys) + '=' + one_of(values)) + '\'';
    line += " -d " + std::string(draw() % 3 == 0 ? "H200-SXM" : "T4");
    for (auto n = draw() % 4; n > 0; --n) line += ' ' + one_of(options) + " '" + one_of(values) + '\'';
    for (auto n = draw() % 3; n > 0; --n) line += ' ' + one_of(flags);
    asks(line);
  }
}
}  // namespace cli_limits_test
