#pragma once
#include <optional>
#include <string>

namespace perfmodel {

/// A benchmark's job: what is trained, on how much, until when.
struct Preset {
  std::string name{}, network{}, optimizer{};  ///< as the command line spells them
  std::string data_set{}, quality{};           ///< what it is trained on, and the quality at which it ends
  std::optional<double> samples{};             ///< of one epoch; nothing: they are made while it trains
  std::optional<double> epochs{};              ///< until that quality; nothing: the source prints none
};

}  // namespace perfmodel
