// --timeline: the trace of a step is read back, as Perfetto would, and compared with the step that is predicted.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "answered.hpp"
#include "checks.hpp"

namespace cli_timeline_test {
using cli::plan;
using cli::refused;
using cli::Run;
using nlohmann::json;

namespace {

const std::string network = "fcnn:layers=3,hidden=2048,inputs=2000,outputs=200";

json timeline(const std::string& arguments) {
  const auto file = cli::scratch() / "timeline.json";
  (void)cli::answered("layers " + network + " -d A100-SXM4-80GB " + arguments + " --timeline " + file.string());
  return json::parse(cli::slurp(file));
}

/// Complete events of a category; "kernel" of the compute stream unless a name is given.
std::vector<json> events_of(const json& trace, const std::string& category) {
  std::vector<json> found;
  for (const json& e : trace.at("traceEvents"))
    if (e.at("ph") == "X" && e.at("cat") == category) found.push_back(e);
  return found;
}

double sum_of(const std::vector<json>& events) {
  double sum = 0.0;
  for (const json& e : events) sum += e.at("dur").get<double>();
  return sum;
}

}  // namespace

TEST_CASE("a timeline's kernels take as long as the step's kernels alone, its calls as long as the host's") {
  const json trace = timeline("-b 256");
  const json step = json::parse(plan("layers " + network + " -d A100-SXM4-80GB -b 256 --json").out);
  std::vector<json> work;
  for (const json& e : events_of(trace, "cpu_op"))
    if (e.at("name") != "wait for the device") work.push_back(e);
  const double digits = 1e-6;  // both are printed with all digits; sums differ in the last
  CHECK(std::abs(sum_of(events_of(trace, "kernel")) / step.at("busy_us").get<double>() - 1.0) < digits);
  CHECK(step.at("busy_us").get<double>() < step.at("device_us").get<double>());  // gaps lie between the kernels
  CHECK(std::abs(sum_of(work) / step.at("host_us").get<double>() - 1.0) < digits);
  CHECK(trace.at("otherData").at("device") == "A100-SXM4-80GB");
}

TEST_CASE("a step that is replayed from a graph is one call of the host, as long as the host's work") {
  const json trace = timeline("-b 256 --framework cuda_graph");
  const json step =
      json::parse(plan("layers " + network + " -d A100-SXM4-80GB -b 256 --framework cuda_graph --json").out);
  const std::vector<json> calls = events_of(trace, "cpu_op");
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].at("name") == "cudaGraphLaunch");
  CHECK(std::abs(calls[0].at("dur").get<double>() / step.at("host_us").get<double>() - 1.0) < 1e-6);
  CHECK(std::abs(sum_of(events_of(trace, "kernel")) / step.at("busy_us").get<double>() - 1.0) < 1e-6);
}

TEST_CASE("rows of a timeline have names, begin at zero, and nothing on a stream overlaps") {
  const json trace = timeline("-b 2048 -p tf32 --gpus 8");
  std::set<std::string> rows;
  std::map<std::pair<int, int>, double> free;
  double first = 1e300;
  for (const json& e : trace.at("traceEvents")) {
    if (e.at("ph") == "M") rows.insert(e.at("args").at("name"));
    if (e.at("ph") != "X") continue;
    first = std::min(first, e.at("ts").get<double>());
    if (e.at("cat") == "layer") continue;  // around the calls
    double& before = free[{e.at("pid"), e.at("tid")}];
    CHECK(e.at("ts").get<double>() >= before - 1e-6);
    before = e.at("ts").get<double>() + e.at("dur").get<double>();
  }
  CHECK(first == 0.0);
  CHECK(rows == std::set<std::string>{"host", "pytorch", "A100-SXM4-80GB", "compute stream", "communication stream"});
  CHECK(free.size() == 3);
}

TEST_CASE("the exchange of a timeline carries the gradients of every parameter") {
  double bytes = 0.0;
  for (const json& e : events_of(timeline("-b 256 --gpus 4"), "kernel"))
    if (e.at("name") == "all_reduce") bytes += e.at("args").at("bytes").get<double>();
  const json step = json::parse(plan("layers " + network + " -d A100-SXM4-80GB -b 256 --json").out);
  CHECK(bytes == 4.0 * step.at("parameters").get<double>());
}

TEST_CASE("a timeline that cannot be written is refused; GPUs are those of a timeline") {
  const Run run = plan("layers " + network + " -d T4 --timeline /nowhere/at/all.json");
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("/nowhere/at/all.json") != std::string::npos);
  CHECK(plan("layers " + network + " -d T4 --gpus 2").exit_code == 2);
}
}  // namespace cli_timeline_test
