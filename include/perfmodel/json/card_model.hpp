#pragma once
/// From a card of the catalogue to the model that prices steps on it.
#include <perfmodel/json/card.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <string>

namespace perfmodel::json {

/// With what the card's calibrated file says of it and of its machine's host, where there is one.
[[nodiscard]] inline CardModel make_card_model(const Card& card, const Software& software = software_of(),
                                               Load load = Load::sustained) {
  return perfmodel::make_card_model(card.device(), software, load, card.correction(), card.host());
}

/// The same of a card by its name, or by the path of a device file or a calibrated file. @throws Error as load_card()
[[nodiscard]] inline CardModel card_model(const std::string& word, const Software& software = software_of(),
                                          Load load = Load::sustained) {
  return make_card_model(load_card(word), software, load);
}

}  // namespace perfmodel::json
