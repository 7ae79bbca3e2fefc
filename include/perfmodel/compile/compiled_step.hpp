#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/trace/step_trace.hpp>

namespace perfmodel {

/// The step that a compiler makes of an eager one: forward pass, loss and backward pass become calls of libraries
/// (products, convolutions, attention) and fused kernels between them; tensors that no other kernel reads are never
/// made, cheap ones are made again in the backward pass, and images lie with their channels together. The optimizer
/// stays as it is. docs/reference/compile.md
/// @pre the trace's operations say what they read and write (FrameworkRules::compiled)
/// @throws Error for a step that has more events than a trace may have
[[nodiscard]] StepTrace compiled_step(StepTrace eager);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/compile/compiled_step.ipp>
#endif
