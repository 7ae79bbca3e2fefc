#include <perfmodel/error.hpp>

#include "measure.hpp"

namespace perfmodel::calibrate {

std::vector<std::string> step_names() { return {}; }
void measure(const MeasureOptions&) {
  throw DeviceError("this perfmodel-calibrate was built without CUDA: it can fit and validate, but not measure");
}
int measure_one(const MeasureOptions& options, const std::string&, double) { return measure(options), 3; }

}  // namespace perfmodel::calibrate
