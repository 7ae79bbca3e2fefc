#include "calibrate/fit/host_writer.hpp"

#include <doctest/doctest.h>

#include <perfmodel/software/host_profiles.hpp>

namespace calibrate_fit_host_writer_test {
using namespace perfmodel;

TEST_CASE("a profile's file names units, what it was made from, and every cost") {
  HostProfile profile = host_profile(Framework::libtorch, "2.11");
  profile.cost[static_cast<std::size_t>(HostOp::linear)] = 12.34567 * micro * second;
  profile.source = "steps";
  const nlohmann::json file = nlohmann::json::parse(host_profile_text(
      profile, {.program = "perfmodel-fit-host", .date = "2026-11-23", .inputs = {{"a.csv", "00"}}, .notes = {"one"}}));
  CHECK(file.at("framework") == "libtorch");
  CHECK(file.at("version") == "2.11");
  CHECK(file.at("source") == "steps");
  CHECK(file.at("units").at("cost") == "us");
  CHECK(file.at("cost").size() == host_op_count);
  CHECK(file.at("cost").at("linear") == 12.35);
  CHECK(file.at("thread_wake") == 316.6);
  CHECK(file.at("provenance").at("inputs").at("a.csv") == "00");
  CHECK(file.at("provenance").at("notes").at(0) == "one");
}
}  // namespace calibrate_fit_host_writer_test
