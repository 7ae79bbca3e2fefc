// A scheduler: which of the free GPUs gets a job? The cheapest one that is done by the deadline.
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/search.hpp>
#include <vector>

namespace {
using namespace perfmodel;

struct FreeGpu {
  CardModel card;
  double price_per_hour;  // in credits of the cluster
};
struct Job {
  const char* network;
  Recipe recipe;
  double steps;
  Time deadline;
};

/// The index of the GPU, or -1 where none is done in time; the answer says why not.
int place(const Job& job, const std::vector<FreeGpu>& gpus, Answer& answer) {
  const Network network = named_network(job.network);
  Question question{.precisions = {job.recipe.precision}, .batches = {job.recipe.batch}, .goal = Goal::cost};
  question.amount.steps = job.steps;
  question.max_time = job.deadline;
  for (const FreeGpu& gpu : gpus)
    question.devices.push_back({.name = gpu.card.device.name, .price_per_hour = gpu.price_per_hour});
  answer = search(question, [&](const Candidate& c) -> std::optional<StepEstimate> {
    const CardModel& card = gpus[c.device].card;
    if (!computes(card.device, job.recipe.precision)) return std::nullopt;
    return estimate_step(network, job.recipe, card);
  });
  return answer.options.empty() ? -1 : static_cast<int>(answer.options.front().candidate.device);
}
}  // namespace

int main() try {
  const std::vector<FreeGpu> gpus{{json::card_model("T4"), 0.5},
                                  {json::card_model("A100-SXM4-40GB"), 4.0},
                                  {json::card_model("H100-SXM5-80GB"), 9.0}};
  const Time hour = 3600.0 * second;
  const std::vector<Job> jobs{
      {"resnet50", {.batch = 64, .precision = Precision::amp_fp16}, 20'000.0, 8.0 * hour},
      {"resnet50", {.batch = 64, .precision = Precision::amp_fp16}, 20'000.0, 0.5 * hour},
      {"gpt2-1.5b", {.batch = 4, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw}, 1'000.0, 0.5 * hour},
  };
  for (const Job& job : jobs) {
    Answer answer;
    const int chosen = place(job, gpus, answer);
    if (chosen < 0) {
      std::printf("%s: none in time; %d do not fit, %d are late\n", job.network,
                  static_cast<int>(answer.rejections.does_not_fit),
                  static_cast<int>(answer.rejections.over_time_limit));
      continue;
    }
    const Option& o = answer.options.front();
    std::printf("%s within %.1f h: %s, %.2f h, %.2f credits\n", job.network, in(job.deadline, second) / 3600.0,
                gpus[static_cast<std::size_t>(chosen)].card.device.name.c_str(), in(o.time, second) / 3600.0, *o.cost);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
