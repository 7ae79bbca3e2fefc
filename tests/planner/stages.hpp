#pragma once
/// Parts of the planner that the compiled library keeps to itself, for tests of them.
#include <perfmodel/compiled.hpp>
#undef PERFMODEL_INLINE
#define PERFMODEL_INLINE inline  // among them are functions that the library has, too
#include <perfmodel/planner/parallel_estimate.ipp>
