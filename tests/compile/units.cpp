#include <perfmodel/units.hpp>
