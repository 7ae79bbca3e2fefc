#pragma once
/// Random steps: networks, recipes and cards.
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <vector>

namespace sampling {

using namespace perfmodel;

struct Case {
  Network network{};
  Recipe recipe{};
  const CardModel* card{};
};

/// Five generations under each framework, built once.
inline const std::vector<CardModel>& step_cards() {
  static const std::vector<CardModel> cards = [] {
    std::vector<CardModel> out;
    for (const char* name : {"T4", "V100-SXM2-16GB", "A100-SXM4-80GB", "RTX-4090", "H200-SXM"})
      for (const Framework framework : all_frameworks)
        out.push_back(make_card_model(json::load_device(name).device, software_of(framework)));
    return out;
  }();
  return cards;
}

/// Fully connected networks of any shape, and small convolutional, recurrent and transformer networks.
inline Network some_network() {
  switch (*rc::gen::inRange(0, 5)) {
    case 0: {
      const std::string side = std::to_string(32 * *rc::gen::inRange(1, 8));
      return named_network("resnet18:input=" + side + "x" + side);
    }
    case 1:
      return named_network("transformer:layers=" + std::to_string(*rc::gen::inRange(1, 4)) +
                           ",hidden=256,heads=4,vocab=1000,seq=" + std::to_string(8 * extent(7)));
    case 2:
      return named_network("ncf");
    default:
      return fcnn({.layers = *rc::gen::inRange<std::int64_t>(2, 12),
                   .hidden = extent(13),
                   .inputs = extent(12),
                   .outputs = 1 + extent(11)});
  }
}

inline Case some_case() {
  const std::vector<CardModel>& cards = step_cards();
  Case c{.network = some_network(), .card = &cards[*rc::gen::inRange<std::size_t>(0, cards.size())]};
  c.recipe.batch = 1 + extent(11);
  c.recipe.precision = *rc::gen::element(Precision::fp32, Precision::tf32, Precision::amp_fp16, Precision::amp_bf16);
  if (!computes(c.card->device, c.recipe.precision)) c.recipe.precision = Precision::fp32;
  c.recipe.optimizer = *rc::gen::element(Optimizer::sgd, Optimizer::momentum, Optimizer::adam);
  c.recipe.mode = *rc::gen::element(Mode::train, Mode::infer);
  c.recipe.accumulation = c.recipe.mode == Mode::train ? *rc::gen::inRange<std::int64_t>(1, 3) : 1;
  RC_LOG() << c.network.name << " of " << c.network.layers.size() << " layers, "
           << text(infer_shapes(c.network, c.recipe.batch).outputs.front()) << ", batch " << c.recipe.batch << ", "
           << name(c.recipe.precision) << ", " << optimizer_text(c.recipe) << ", " << name(c.recipe.mode) << ", "
           << c.recipe.accumulation << " passes, " << c.card->device.name << ", " << name(c.card->software().framework)
           << '\n';
  return c;
}

}  // namespace sampling
