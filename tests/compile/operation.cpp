#include <perfmodel/operation/operation.hpp>
