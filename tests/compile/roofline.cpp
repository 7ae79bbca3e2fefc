#include <perfmodel/pricing/roofline.hpp>
