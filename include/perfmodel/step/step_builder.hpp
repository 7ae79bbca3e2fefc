#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <perfmodel/trace/trace_writer.hpp>

namespace perfmodel {

/// (network, recipe, software, card) -> step trace. The loop it writes down:
///   zero_grad(); [forward; loss; backward] x accumulation; optimizer.step()
/// with inputs and labels on the card already.

/// @throws Error if the recipe or the network is impossible, naming the field or the layer
[[nodiscard]] StepTrace step_trace(const Network& network, const Recipe& recipe,
                                   const Software& software = software_of(), const TraceTarget& target = {},
                                   TraceDetail trace_detail = TraceDetail::all);

/// Only the events of a step in the steady state: what the timeline needs, at less cost. `carried`: gradients, for
/// an eager step; what it takes over from the step before (gradients to be freed) is not told apart from its own.
[[nodiscard]] StepTrace steady_step(const Network& network, const Recipe& recipe,
                                    const Software& software = software_of(), const TraceTarget& target = {},
                                    TraceDetail trace_detail = TraceDetail::all);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/step/step_builder.ipp>
#endif
