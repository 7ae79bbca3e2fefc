#pragma once
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/trace/recording.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// A network that is a recorded step: a layer for each module that ran operations, by its path, with its parameters and
/// the shape of its last result. step_trace() then plays the recording; layers cannot be changed.
[[nodiscard]] Network recorded_network(std::shared_ptr<const Recording> recording);

/// What its user must know, a line each: what the recorder could not see, and operations that are not known here.
[[nodiscard]] std::vector<std::string> recording_warnings(const Recording& recording);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/recording/recorded_network.ipp>
#endif
