#pragma once
#include <perfmodel/error.hpp>
#include <perfmodel/timeline/step_schedule.hpp>
#include <string>

namespace perfmodel {

PERFMODEL_INLINE std::vector<double> parameters_by_layer(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  const auto of_layer = [&](std::size_t i) { return parameters(network.layers[i].what, shapes.layer_inputs[i]); };
  std::vector<double> sums(network.layers.size(), 0.0);
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const std::int32_t owner = network.layers[i].parameters_of;
    const std::size_t shared = owner < 0 ? 0 : of_layer(static_cast<std::size_t>(owner)).size();
    const std::vector<ParameterTensor> own = of_layer(i);
    for (std::size_t k = shared; k < own.size(); ++k)
      if (own[k].trainable) sums[i] += static_cast<double>(elements(own[k].shape));
  }
  return sums;
}

PERFMODEL_INLINE std::vector<Bytes> gradients_by_layer(const Network& network, Precision precision) {
  std::vector<Bytes> sums;
  for (const double count : parameters_by_layer(network))
    sums.push_back(count * element_size(policy(precision).gradients));
  sums.push_back({});  // of what belongs to no layer
  return sums;
}

namespace detail {

/// The clocks of host and card, and the link between cards, written down as they run.
struct ScheduleWriter {
  const GradientExchange& exchange;
  TwoClocks clocks{};
  double link{};   ///< seconds at which the link is free again
  Bytes filled{};  ///< of the bucket
  StepSchedule schedule{};
  bool written{};  ///< the step is the one that is written down

  void add(const ScheduledSpan& span) {
    if (span.end > span.begin && written) schedule.spans.push_back(span);
  }
  [[nodiscard]] static ScheduledSpan span(Lane lane, double begin, double end, std::size_t event) {
    return {.lane = lane, .begin = begin * second, .end = end * second, .event = event};
  }
  /// The host works, and waits where so many launches are on their way that the driver holds no more.
  void run(const TimelineEvent& e, std::size_t event) {
    const double begin = clocks.host;
    clocks.host += e.host;
    add(span(Lane::host, begin, clocks.host, event));
    const double idle = clocks.host;
    if (e.device >= 0.0) {
      clocks.launch(0.0, e.device);
      add(span(Lane::compute, clocks.device - e.device, clocks.device, event));
    }
    if (e.wait) clocks.wait();
    ScheduledSpan waiting = span(Lane::host, idle, clocks.host, event);
    waiting.waits = true;
    add(waiting);
  }
  void send(Bytes size, std::size_t event) {
    const double begin = std::max(link, clocks.device);
    link = begin + in(exchange.all_reduce(size), second);
    ScheduledSpan sent = span(Lane::communication, begin, link, event);
    sent.exchanged = size;
    add(sent);
  }
  void fill(Bytes gradients, std::size_t event) {
    filled += gradients;
    for (; !(filled < exchange.bucket); filled -= exchange.bucket) send(exchange.bucket, event);
  }
  /// The optimizer needs every gradient.
  void finish(std::size_t event) {
    if (filled > Bytes{}) send(filled, event);
    filled = Bytes{};
    clocks.device = std::max(clocks.device, link);
  }
};

/// The last event of each layer's backward pass.
[[nodiscard]] inline std::vector<std::size_t> last_backward_events(std::span<const TraceEvent> events,
                                                                   std::size_t layers) {
  std::vector<std::size_t> last(layers + 1, events.size());
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].phase == Phase::backward)
      last[events[i].layer < 0 ? layers : static_cast<std::size_t>(events[i].layer)] = i;
  return last;
}

}  // namespace detail

PERFMODEL_INLINE StepSchedule step_schedule(std::span<const TraceEvent> events, std::size_t layers,
                                            OperationPrices& prices, const HostProfile& profile,
                                            const GradientExchange& exchange, int steps) {
  require_at_least("steps", steps, 1);
  const bool exchanges = !exchange.gradients.empty();
  if (exchanges && (exchange.gradients.size() != layers + 1 || !(exchange.bucket > Bytes{})))
    throw bad_input("gradient exchange", std::to_string(exchange.gradients.size()) + " sums",
                    "must be one for each of " + std::to_string(layers) + " layers and one more, in buckets > 0 bytes");
  std::vector<detail::TimelineEvent> line;
  (void)step_time(events, layers, prices, profile, &line);
  const std::vector<std::size_t> last = detail::last_backward_events(events, layers);
  detail::ScheduleWriter writer{
      .exchange = exchange,
      .clocks = {.submit = in(profile.submit, second), .depth = static_cast<std::size_t>(profile.queue_depth)}};
  for (int step = 0; step < steps; ++step) {
    writer.written = step + 1 == steps;
    bool exchanged = !exchanges, backward = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const TraceEvent& event = events[i];
      backward = backward || event.phase == Phase::backward;
      if (!exchanged && backward && event.phase != Phase::backward && line[i].device >= 0.0) {
        writer.finish(i);
        exchanged = true;
      }
      writer.run(line[i], i);
      const std::size_t layer = event.layer < 0 ? layers : static_cast<std::size_t>(event.layer);
      if (!exchanged && last[layer] == i) writer.fill(exchange.gradients[layer], i);
    }
    if (!exchanged && backward) writer.finish(events.size() - 1);
    writer.schedule.ends.push_back(std::max(writer.clocks.host, writer.clocks.device) * second);
  }
  return writer.schedule;
}

}  // namespace perfmodel
