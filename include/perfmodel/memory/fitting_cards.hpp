#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/for_each.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/step/recipe.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// Which cards hold a step: what footprint() says of each, without where its peak is. The step is traced once, and
/// cards on which its operations take the same scratch memory share one replay without a limit; only a card that it
/// does not fit is replayed with its own, and none that the tensors alone exceed.
/// @param each  works out those replays
/// @returns one verdict per card, in their order
/// @throws Error if a card's memory is not known or the network is impossible
[[nodiscard]] std::vector<bool> fitting_cards(const Network& network, const Recipe& recipe, const Software& software,
                                              std::span<const Device> cards, const MemoryOptions& memory = {},
                                              const ForEach& each = one_by_one);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/fitting_cards.ipp>
#endif
