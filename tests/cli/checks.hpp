#pragma once
/// What the tests of several commands check of an answer.
#include <doctest/doctest.h>

#include <perfmodel/measurement/csv.hpp>
#include <sstream>
#include <string>

#include "run.hpp"

namespace cli {

/// A network whose answers come at once.
inline const std::string small = "fcnn:layers=2,hidden=512,inputs=256,outputs=128";

/// Tables fit 100 columns (docs/reference/planner.md).
inline void check_width(const Run& run) {
  std::istringstream in(run.out);
  for (std::string line; std::getline(in, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 100);
  }
}

/// Exit code 2, nothing on stdout, and this one line on stderr.
inline void refused(const std::string& arguments, const std::string& message, const std::string& input = "") {
  CAPTURE(arguments);
  const Run run = plan(arguments, input);
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(run.err == "perfmodel-plan: " + message + '\n');
}

/// "a,b,c"
[[nodiscard]] inline std::string column_names(const perfmodel::CsvTable& table) {
  std::string names;
  for (const std::string& column : table.columns) names += (names.empty() ? "" : ",") + column;
  return names;
}

}  // namespace cli
