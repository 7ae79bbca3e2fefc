#pragma once
/// memory --what-if: each technique that saves memory, and the cheapest combination that makes the network fit.
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/step/recipe.hpp>
#include <string>

#include "host_option.hpp"

namespace plan {

/// The whole answer as text or JSON. @throws NoPlan if nothing makes it fit
[[nodiscard]] std::string what_if_answer(const perfmodel::Network& network, const perfmodel::Recipe& recipe,
                                         const perfmodel::Software& software, const perfmodel::json::Card& card,
                                         const perfmodel::MemoryOptions& memory, perfmodel::Load load,
                                         const AskedHost& host, bool as_json);

}  // namespace plan
