#pragma once
/// Calls of recorded operations, made by hand.
#include <perfmodel/recording/operations.hpp>
#include <string>
#include <utility>
#include <vector>

namespace recording_test {

using namespace perfmodel;

struct Given {
  std::vector<std::int64_t> shape{}, strides{};
  NumberFormat format{NumberFormat::fp32};
};

/// One operation and its storages: each tensor lies in one of its own.
struct Made {
  Recording recording{};
  RecordedEvent event{};
  FrameworkRules rules{};

  [[nodiscard]] RecordedTensor tensor(const Given& given) {
    RecordedTensor t{.storage = recording.storages.size(), .format = given.format};
    recording.storages.emplace_back();
    std::int64_t distance = 1;
    std::vector<std::int64_t> packed(given.shape.size());
    for (std::size_t i = given.shape.size(); i-- > 0; distance *= given.shape[i]) packed[i] = distance;
    for (std::size_t i = 0; i < given.shape.size(); ++i) {
      t.shape.push_back({given.shape[i], 0});
      t.strides.push_back({given.strides.empty() ? packed[i] : given.strides[i], 0});
    }
    return t;
  }
  Made& tensors(const std::vector<Given>& list) {
    RecordedArgument argument;
    for (const Given& given : list) argument.tensors.push_back(tensor(given));
    event.arguments.push_back(std::move(argument));
    return *this;
  }
  Made& number(std::int64_t value) {
    event.arguments.push_back({.numbers = {{value, 0}}});
    return *this;
  }
  Made& result(const Given& given) {
    event.results.push_back(tensor(given));
    return *this;
  }
  /// The operations that it runs, in order.
  [[nodiscard]] std::vector<Operation> operations(std::string name) {
    event.name = std::move(name);
    recorded::Plan plan;
    recorded::plan({.recording = recording, .event = event, .batch = 1, .rules = rules}, recorded::rule_of(event.name),
                   plan);
    std::vector<Operation> list;
    for (const recorded::Plan::Part& part : plan.parts)
      if (part.what == recorded::Plan::Part::What::run) list.push_back(part.operation);
    return list;
  }
};

}  // namespace recording_test
