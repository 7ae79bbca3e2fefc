#pragma once
/// What the words of perfmodel-plan recommend ask.
#include <string>
#include <vector>

#include "recommend.hpp"

namespace plan {

/// Cards of a question that names none: those of the named system, else those that have a price, where every price
/// names a card, else all.
[[nodiscard]] std::vector<std::string> cards_in_question(const RecommendOptions& o, const Plan& plan);

/// @pre the plan has its network, recipe, settings, cards and systems
[[nodiscard]] perfmodel::Question make_question(const RecommendOptions& o, const Plan& plan);

/// As typed, and what a user would try beyond it, as far as the words typed leave it open.
[[nodiscard]] std::vector<Setting> settings_of(const RecommendOptions& o, const Plan& plan);

/// The benchmark's job, where nothing else was typed. NETWORK may be the benchmark's with other settings.
[[nodiscard]] RecommendOptions with_preset(RecommendOptions o, const perfmodel::Preset& preset);

}  // namespace plan
