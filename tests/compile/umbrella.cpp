#include <perfmodel/perfmodel.hpp>
