// Which card, batch and precision? All that fit, the fastest first.
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/search.hpp>

int main() {
  using namespace perfmodel;
  const Network network = named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  std::vector<CardModel> cards;
  for (const char* name : {"T4", "L4", "A100-SXM4-40GB"}) cards.push_back(json::card_model(name));

  Question question{.precisions = {Precision::fp32, Precision::amp_fp16}, .batches = {256, 1024, 4096}};
  for (const CardModel& card : cards) question.devices.push_back({.name = card.device.name});
  const Answer answer = search(question, [&](const Candidate& c) {
    return std::optional(estimate_step(network, {.batch = c.batch, .precision = c.precision}, cards[c.device]));
  });
  for (const Option& o : answer.options)
    std::printf("%s: batch %d in %s, %.1f k samples/s\n", question.devices[o.candidate.device].name.c_str(),
                static_cast<int>(o.candidate.batch), name(o.candidate.precision).data(), 1e-3 * o.samples_per_second);
}
