#pragma once
/// What a command must do before its answer is looked at.
#include <doctest/doctest.h>

#include <string>

#include "run.hpp"

namespace cli {

/// perfmodel-plan with these arguments: it ends well and says nothing on stderr.
[[nodiscard]] inline Run answered(const std::string& arguments) {
  CAPTURE(arguments);
  Run run = plan(arguments);
  CHECK(run.err == "");
  REQUIRE(run.exit_code == 0);
  return run;
}

}  // namespace cli
