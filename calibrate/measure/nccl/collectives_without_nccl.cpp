#include <perfmodel/error.hpp>

#include "collectives.hpp"

namespace perfmodel::calibrate {

std::string measure_collectives(const CollectiveMeasurement&) {
  throw DeviceError(
      "this perfmodel-calibrate was built without NCCL: it can fit and judge collectives (--fit-only), but not "
      "measure them");
}

}  // namespace perfmodel::calibrate
