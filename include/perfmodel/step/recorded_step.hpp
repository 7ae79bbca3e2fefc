#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/trace/recording.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <perfmodel/trace/trace_writer.hpp>
#include <string>

namespace perfmodel {

/// (recording, batch, software, card) -> step trace: each recorded operation as the model's own, memory from the
/// recorded births and deaths.

/// What a recording fixes of a recipe. @throws Error naming the recording where its words are none of a recipe
[[nodiscard]] Recipe recorded_recipe(const Recording& recording, std::int64_t batch);
/// @throws Error naming the field in which a recipe contradicts a recording
void require_recorded(const Recording& recording, const Recipe& recipe);

/// @throws Error as recorded_recipe() does, for a batch below 1, and where a recorded operation lacks its operands
[[nodiscard]] StepTrace recorded_step_trace(const Recording& recording, std::int64_t batch, const Software& software,
                                            const TraceTarget& target = {}, TraceDetail detail = TraceDetail::all,
                                            bool only_step = false);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/step/recorded_step.ipp>
#endif
