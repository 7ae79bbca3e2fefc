#pragma once
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// The program host_speed.py as it was when this one was built.
[[nodiscard]] std::string host_speed_program();

/// Runs host_speed.py, which writes to this program's output. @param python  word or path of the interpreter
/// @return its exit code. @throws DeviceError where the interpreter cannot be started
[[nodiscard]] int run_host_speed(const std::string& python, const std::vector<std::string>& arguments);

}  // namespace perfmodel::calibrate
