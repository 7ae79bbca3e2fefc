#include <perfmodel/device/device.hpp>
