#pragma once
/// What the steps of one run share, and the network's part of them: set-up and forward pass. The training loop around
/// it is in step_builder.hpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/network/network.hpp>
#include <perfmodel/step/least_batch.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/step/scratch.hpp>
#include <perfmodel/visit.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// A trace of more parameters than this has millions of optimizer launches.
inline constexpr std::int64_t most_parameters = std::int64_t{1} << 42;

/// What the training loop's variables hold of the pass before, until this one's results take their names.
enum class Result : std::uint8_t { output, loss, extra, auxiliary };

/// Where in the events such a result died.
struct DroppedResult {
  Result which{};
  std::size_t begin{}, end{};
  Phase phase{};
  std::int32_t layer{};
};

/// Everything the steps of one run share. Owns the writer, so it stays where it is.
struct StepRun {
  const Network& network;
  const Recipe& recipe;
  NetworkShapes shapes;
  std::vector<std::vector<std::int32_t>> sources{};
  std::vector<std::size_t> last_use{};                    ///< layer after which an output is dropped
  std::vector<std::vector<std::size_t>> dropped_after{};  ///< by layer: outputs that die then
  TraceWriter writer;
  std::vector<std::vector<ParameterId>> ids{};
  std::vector<Tensor> inputs{};
  Tensor target{};
  Tensor output{}, loss{};  ///< the training loop's variables
  std::vector<Tensor> extra{}, auxiliary{}, auxiliary_targets{};
  std::vector<DroppedResult>* dropped{};  ///< gets what drop() does

  StepRun(const Network& n, const Recipe& r, const Software& software, const TraceTarget& card,
          TraceDetail detail = TraceDetail::all)
      : network(n),
        recipe(r),
        shapes(infer_shapes(n, r.batch)),
        writer(TraceOptions{.scratch = perfmodel::scratch_of,
                            .precision = policy(r.precision),
                            .rules = software.rules,
                            .target = card,
                            .memory_format = r.memory_format,
                            .training = r.mode == Mode::train,
                            .detail = detail,
                            .checkpointing = r.checkpoint_every > 0 && r.mode == Mode::train}) {
    if (const std::size_t norm = single_value_norm(network, shapes); writer.training() && norm < network.layers.size())
      throw at(place(network, norm),
               bad_input("input shape", text(shapes.outputs[norm]),
                         "must have more than one value per channel for a batch norm in training"));
    const bool blocks = std::any_of(n.layers.begin(), n.layers.end(), [](const Layer& l) { return l.block >= 0; });
    if (recipe.checkpoint_every > 0 && !blocks)
      throw bad_input("checkpoint_every", std::to_string(recipe.checkpoint_every),
                      "must be 0: " + n.name + " has no repeated blocks between which checkpointing could cut");
    if (recipe.optimizer_loop && software.framework == Framework::libtorch &&
        *recipe.optimizer_loop != OptimizerLoop::per_tensor)
      throw bad_input("optimizer", '"' + optimizer_text(recipe) + '"',
                      "LibTorch's C++ front end has only loop; name another framework");
    optimizer_loop = recipe.optimizer_loop.value_or(writer.options().rules.optimizer_loop);
    last_use.resize(network.layers.size());
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
      sources.push_back(perfmodel::sources(network, i));
      last_use[i] = i;
      for (const std::int32_t s : sources[i])
        if (s >= 0) last_use[static_cast<std::size_t>(s)] = i;
    }
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      last_use[i] = std::max(last_use[i], static_cast<std::size_t>(std::max(network.layers[i].held_until, 0)));
    last_use.back() = network.layers.size();
    for (const std::int32_t i : network.extra_outputs) last_use[static_cast<std::size_t>(i)] = network.layers.size();
    for (const AuxiliaryLoss& a : network.auxiliary_losses)
      last_use[static_cast<std::size_t>(a.layer)] = network.layers.size();
    dropped_after.resize(network.layers.size() + 1);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
      dropped_after[std::min(last_use[i], network.layers.size())].push_back(i);
  }
  OptimizerLoop optimizer_loop{};
  /// An error on the way leaves while the list of events is already gone: what dies then is written nowhere.
  ~StepRun() { writer.write_to(nullptr); }
  StepRun(const StepRun&) = delete;
  StepRun& operator=(const StepRun&) = delete;
};

/// The last pass's results die, as this one's take their names.
inline void drop(StepRun& run, Result which) {
  const auto written = [&] { return run.dropped == nullptr ? 0 : run.writer.events().size(); };
  const std::size_t begin = written();
  switch (which) {
    case Result::output:
      run.output = {};
      break;
    case Result::loss:
      run.loss = {};
      break;
    case Result::extra:
      run.extra.clear();
      break;
    case Result::auxiliary:
      run.auxiliary.clear();
  }
  if (run.dropped != nullptr) run.dropped->push_back({which, begin, written(), run.writer.phase(), run.writer.layer()});
}

/// A tensor of the caller's: images lie in the recipe's memory format.
[[nodiscard]] inline Tensor input_tensor(TraceWriter& w, const Shape& shape, NumberFormat format) {
  const bool together = shape.rank == 4 && w.options().memory_format == MemoryFormat::nhwc;
  return w.allocate_images(shape, format, together, MemoryClass::input);
}

/// Parameters on the card, layer by layer; then inputs and labels.
inline void set_up(StepRun& run) {
  TraceWriter& w = run.writer;
  w.set_phase(Phase::setup);
  const NumberFormat format = w.precision().weights;
  double declared_elements = 0.0;
  for (std::size_t i = 0; i < run.network.layers.size(); ++i) {
    w.set_layer(static_cast<std::int32_t>(i));
    const Layer& layer = run.network.layers[i];
    run.ids.emplace_back();
    const std::vector<ParameterTensor> declared = parameters(layer.what, run.shapes.layer_inputs[i]);
    if (layer.parameters_of >= 0) run.ids.back() = run.ids[static_cast<std::size_t>(layer.parameters_of)];
    if (run.ids.back().size() > declared.size()) run.ids.back().resize(declared.size());
    for (std::size_t k = run.ids.back().size(); k < declared.size(); ++k) {
      declared_elements += static_cast<double>(elements(declared[k].shape));
      if (declared_elements > static_cast<double>(most_parameters))
        throw at(place(run.network, i),
                 bad_input("parameters of the network", std::to_string(std::llround(declared_elements)) + " up to here",
                           "must be at most " + std::to_string(most_parameters)));
      const NumberFormat stored = declared[k].counter ? int64_storage : declared[k].format.value_or(format);
      run.ids.back().push_back(w.add_parameter(declared[k].shape, stored, declared[k].trainable));
    }
  }
  w.set_layer(-1);
  for (std::size_t i = 0; i < run.network.inputs.size(); ++i)
    run.inputs.push_back(
        input_tensor(w, run.shapes.inputs[i], run.network.inputs[i].integers ? int64_storage : format));
  if (!w.training()) return;
  const auto target_of = [&](const Loss& loss, const Shape& output) {
    const Target t = perfmodel::visit([&](const auto& l) { return target(l, output, format); }, loss);
    return t.needed ? w.allocate(t.shape, t.format, MemoryClass::input) : Tensor{};
  };
  run.target = target_of(run.network.loss, run.shapes.outputs.back());
  for (const AuxiliaryLoss& a : run.network.auxiliary_losses)
    run.auxiliary_targets.push_back(a.loss ? target_of(*a.loss, run.shapes.outputs[static_cast<std::size_t>(a.layer)])
                                           : run.target);
}

/// Layers first .. last - 1; `values[i]` holds the output of layer i while someone still needs it. `inner`: outputs
/// that only layers of this range use die inside it.
inline void run_layers(StepRun& run, std::size_t first, std::size_t last, std::vector<Tensor>& values) {
  TraceWriter& w = run.writer;
  for (std::size_t i = first; i < last; ++i) {
    if (run.network.layers[i].training_only && !w.training()) continue;
    w.set_layer(static_cast<std::int32_t>(i));
    std::vector<Tensor> in;
    for (const std::int32_t s : run.sources[i])
      in.push_back(s >= 0 ? values[static_cast<std::size_t>(s)] : run.inputs[static_cast<std::size_t>(-1 - s)]);
    values[i] = forward(w, run.network.layers[i].what, in, run.ids[i]);
    in.clear();
    for (const std::size_t d : run.dropped_after[i]) values[d] = {};
  }
}

/// Layers between two checkpoints: which layers' outputs it reads, and which of its own are used after it.
struct Segment {
  std::size_t first{}, last{};
  std::vector<std::size_t> in{}, out{};
};
[[nodiscard]] inline Segment segment_of(const StepRun& run, std::size_t first, std::size_t last) {
  Segment s{.first = first, .last = last};
  for (std::size_t i = first; i < last; ++i) {
    for (const std::int32_t source : run.sources[i])
      if (source >= 0 && static_cast<std::size_t>(source) < first &&
          std::find(s.in.begin(), s.in.end(), static_cast<std::size_t>(source)) == s.in.end())
        s.in.push_back(static_cast<std::size_t>(source));
    if (run.last_use[i] >= last) s.out.push_back(i);
  }
  return s;
}

/// In backward: forward again, with a tape, and the backward of that.
inline void run_again(StepRun& run, const Segment& s, const std::vector<Tensor>& saved, const std::vector<bool>& wanted,
                      TraceWriter& writer, Gradients outputs, Gradients grads) {
  const std::int32_t tape = writer.tape_size();
  const bool autocast = writer.precision().autocast;
  std::vector<Tensor> again(run.network.layers.size()), leaves;
  for (std::size_t i = 0; i < s.in.size(); ++i) {
    leaves.push_back(wanted[i] ? writer.leaf(saved[i]) : saved[i]);
    again[s.in[i]] = leaves.back();
  }
  writer.set_grad_enabled(true);
  writer.set_autocast(autocast);
  run_layers(run, s.first, s.last, again);
  if (autocast) writer.clear_casts();
  writer.set_autocast(false);
  writer.set_grad_enabled(false);
  std::vector<Tensor> results;
  results.reserve(s.out.size());
  for (const std::size_t id : s.out) results.push_back(std::move(again[id]));
  std::vector<Tensor> incoming(outputs.begin(), outputs.end());
  std::vector<Tensor> arrived = writer.backward(results, incoming, leaves, tape);
  for (std::size_t i = 0; i < arrived.size(); ++i) grads[i] = std::move(arrived[i]);
}

/// A segment that keeps only what goes in: forward without a tape; in backward, forward again with one, then its
/// backward. PyTorch, torch/utils/checkpoint.py (CheckpointFunction); Chen et al. 2016, arXiv:1604.06174.
inline void run_checkpointed(StepRun& run, std::size_t first, std::size_t last, std::vector<Tensor>& values) {
  TraceWriter& w = run.writer;
  const Segment segment = segment_of(run, first, last);
  std::vector<Tensor> in, saved, out;
  std::vector<bool> wanted;
  in.reserve(segment.in.size());
  saved.reserve(segment.in.size());
  out.reserve(segment.out.size());
  for (const std::size_t id : segment.in) {
    in.push_back(values[id]);
    saved.push_back(values[id].detach());
    wanted.push_back(values[id].requires_grad());
  }
  w.set_grad_enabled(false);
  run_layers(run, first, last, values);
  w.set_grad_enabled(true);
  for (const std::size_t id : segment.out) out.push_back(values[id]);
  w.record(
      out, in,
      [&run, segment, saved, wanted](TraceWriter& writer, Gradients outputs, Gradients grads) {
        run_again(run, segment, saved, wanted, writer, outputs, grads);
      },
      true);
  for (std::size_t i = 0; i < segment.out.size(); ++i) values[segment.out[i]] = std::move(out[i]);
}

/// The network's forward pass into run.output, block by block where the recipe checkpoints.
inline void forward_pass(StepRun& run) {
  run.writer.set_phase(Phase::forward);
  const std::size_t count = run.network.layers.size();
  std::vector<Tensor> values(count);
  const auto block = [&](std::size_t i) { return run.network.layers[i].block; };
  for (std::size_t first = 0; first < count;) {
    std::size_t last = first + 1;
    const bool checkpoint = run.recipe.checkpoint_every > 0 && run.writer.training() && block(first) >= 0;
    if (checkpoint) {
      std::int64_t blocks = 1;
      while (last < count && block(last) >= 0 &&
             (block(last) == block(last - 1) || blocks < run.recipe.checkpoint_every)) {
        if (block(last) != block(last - 1)) ++blocks;
        ++last;
      }
      run_checkpointed(run, first, last, values);
    } else if (run.recipe.checkpoint_attention && run.writer.training() &&
               std::holds_alternative<DotProductAttention>(run.network.layers[first].what)) {
      run_checkpointed(run, first, last, values);
    } else {
      run_layers(run, first, last, values);
    }
    first = last;
  }
  drop(run, Result::extra);
  for (const std::int32_t i : run.network.extra_outputs) run.extra.push_back(values[static_cast<std::size_t>(i)]);
  drop(run, Result::auxiliary);
  for (const AuxiliaryLoss& a : run.network.auxiliary_losses)
    run.auxiliary.push_back(values[static_cast<std::size_t>(a.layer)]);
  drop(run, Result::output);
  run.output = std::move(values.back());
  run.writer.set_layer(-1);
}

}  // namespace perfmodel::detail
