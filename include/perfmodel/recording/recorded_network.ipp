#pragma once
#include <perfmodel/recording/operations.hpp>
#include <perfmodel/recording/recorded_network.hpp>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {
namespace detail {

/// What tables say of a module; its layer has no forward pass of its own.
struct RecordedModule {
  std::shared_ptr<const Recording> recording{};
  std::vector<std::size_t> events{};      ///< of its forward pass, in Recording::step
  std::vector<std::size_t> parameters{};  ///< storages
};

[[nodiscard]] inline Shape result_of(const RecordedModule& module, std::int64_t batch) {
  for (std::size_t i = module.events.size(); i-- > 0;) {
    const RecordedEvent& event = module.recording->step[module.events[i]];
    if (!event.results.empty() && event.results[0].shape.size() <= Shape::max_rank)
      return operand_of(event.results[0], batch).shape;
  }
  return {};
}

[[nodiscard]] inline perfmodel::Work work_of(const RecordedModule& module, std::int64_t batch) {
  perfmodel::Work sum{};
  const FrameworkRules rules{};
  for (const std::size_t i : module.events) {
    const RecordedEvent& event = module.recording->step[i];
    const recorded::Rule* rule = recorded::rule_of(event.name);
    if (rule == nullptr || recorded::is_view(event)) continue;
    recorded::Plan plan;
    recorded::plan({.recording = *module.recording, .event = event, .batch = batch, .rules = rules}, rule, plan);
    for (const recorded::Plan::Part& part : plan.parts)
      if (part.what == recorded::Plan::Part::What::run) sum += work(part.operation);
  }
  return sum;
}

[[nodiscard]] inline Layer recorded_layer(std::string name, std::string kind, RecordedModule of) {
  const auto module = std::make_shared<const RecordedModule>(std::move(of));
  const auto batch = [](InputShapes inputs) { return inputs.empty() || inputs[0].rank == 0 ? 1 : inputs[0][0]; };
  CustomLayer::Body body{.kind = std::move(kind)};
  body.output_shape = [=](InputShapes inputs) { return result_of(*module, batch(inputs)); };
  body.parameters = [=](InputShapes) {
    std::vector<ParameterTensor> list;
    for (const std::size_t s : module->parameters) {
      const RecordedStorage& storage = module->recording->storages[s];
      list.push_back({.name = "parameter", .shape = {storage.elements}, .trainable = true});
    }
    return list;
  };
  body.forward_work = [=](InputShapes inputs) { return work_of(*module, batch(inputs)); };
  body.forward = [](TraceWriter&, Inputs, Parameters) -> Tensor {
    throw bad_input("recorded layer", "its forward pass", "a recorded step runs only as a whole");
  };
  return {.name = std::move(name),
          .what = CustomLayer{std::make_shared<const CustomLayer::Body>(std::move(body))},
          .inputs = {network_input(0)}};
}

}  // namespace detail

PERFMODEL_INLINE Network recorded_network(std::shared_ptr<const Recording> recording) {
  Network network{.name = "recorded:" + recording->file, .inputs = {{.name = "batch", .shape = {}}}};
  std::vector<detail::RecordedModule> modules(recording->layers.size() + 1);
  for (detail::RecordedModule& module : modules) module.recording = recording;
  for (std::size_t i = 0; i < recording->step.size(); ++i) {
    const RecordedEvent& event = recording->step[i];
    if (event.what != RecordedEvent::What::operation || event.phase != Phase::forward) continue;
    modules[event.layer < 0 ? recording->layers.size() : static_cast<std::size_t>(event.layer)].events.push_back(i);
  }
  std::size_t first = 0;  // parameters that no module names count with the first
  for (std::size_t s = 0; s < recording->storages.size(); ++s) {
    const RecordedStorage& storage = recording->storages[s];
    if (storage.why != MemoryClass::parameter || storage.host || storage.buffer) continue;
    modules[storage.layer >= 0 ? static_cast<std::size_t>(storage.layer) : first].parameters.push_back(s);
  }
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (i == recording->layers.size() && !recording->layers.empty()) break;
    const bool named = i < recording->layers.size();
    network.layers.push_back(detail::recorded_layer(named ? recording->layers[i].name : "step",
                                                    named ? recording->layers[i].kind : "step", std::move(modules[i])));
  }
  network.loss = NoLoss{};
  network.recording = std::move(recording);
  return network;
}

PERFMODEL_INLINE std::vector<std::string> recording_warnings(const Recording& recording) {
  std::vector<std::string> lines = recording.notes;
  for (const auto& [name, times] : recorded::unknown_operations(recording))
    lines.push_back(name + " (" + std::to_string(times) +
                    " times) is no operation that is known here: it is priced by its bytes, with a wide interval");
  return lines;
}

}  // namespace perfmodel
