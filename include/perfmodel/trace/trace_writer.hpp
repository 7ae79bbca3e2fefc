#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/shape.hpp>
#include <perfmodel/software/precision.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/trace/put_event.hpp>
#include <perfmodel/trace/scratch.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/trace/tensor.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// Gradients as a backward function sees them.
using Gradients = std::span<Tensor>;

/// A backward function reads the gradients of its node's outputs (undefined where none arrived) and fills the gradients
/// of its inputs (may leave some undefined). Tensors it captured are the saved tensors: they die with it.
using BackwardFunction = std::function<void(TraceWriter&, Gradients outputs, Gradients inputs)>;

using ParameterId = std::int32_t;

/// One parameter tensor with everything that hangs on it. A buffer (running statistics) is a parameter not trained.
struct Parameter {
  Tensor data{};
  Tensor gradient{};
  std::vector<Tensor> state{};  ///< of the optimizer
  Tensor cast{};                ///< autocast's cached copy
  std::int32_t layer{-1};
  bool trainable{true};
  bool arrived{};  ///< a gradient has come in the backward pass that runs
};

/// Events that one list of a trace may have: some hundred times those of the largest networks known, and 200 MB.
inline constexpr std::size_t most_trace_events = std::size_t{1} << 22;

/// What a trace is written for. `memory`: allocations and releases, and of the operations only reductions, whose
/// scratch depends on their shape (memory/batch_programs.hpp); the same tensors with the same names in half the time.
/// `bare`: all but the scratch memory of operations, for those who add that of several cards (memory/card_scratch.hpp).
enum class TraceDetail : std::uint8_t { all, memory, bare };

struct TraceOptions {
  ScratchRule scratch{};  ///< what operations take from the allocator while they run; none: nothing
  PrecisionPolicy precision{policy(Precision::fp32)};
  FrameworkRules rules{software_of().rules};
  TraceTarget target{};
  MemoryFormat memory_format{MemoryFormat::nchw};  ///< of four-dimensional activations
  bool training{true};  ///< record the tape (false: no_grad; layers also read it as train() or eval())
  TraceDetail detail{TraceDetail::all};
  bool checkpointing{};  ///< activations are recomputed: Hugging Face models then make no cache of keys and values
};

/// A small eager engine that computes nothing: it lets layers allocate, launch and record a tape as a framework does,
/// and writes down what happened. One thread, one stream.
class TraceWriter {
 public:
  explicit TraceWriter(const TraceOptions& options) : options_(options), grad_enabled_(options.training) {}
  TraceWriter(const TraceWriter&) = delete;  // tensors point to their writer
  TraceWriter& operator=(const TraceWriter&) = delete;
  ~TraceWriter() { events_ = nullptr; }  // what dies with the writer is no event of the step

  [[nodiscard]] const TraceOptions& options() const { return options_; }
  [[nodiscard]] const PrecisionPolicy& precision() const { return options_.precision; }
  [[nodiscard]] bool training() const { return options_.training; }

  /// Where events go; nullptr drops them (a warm-up step whose trace nobody wants).
  void write_to(std::vector<TraceEvent>* events) {
    events_ = events;
    if (events_ != nullptr) events_->reserve(events_->size() + live_);
  }
  /// The operations that events refer to, when all is written.
  [[nodiscard]] OperationList take_operations() { return std::move(operations_); }
  /// What they read and write, if the software compiles steps (FrameworkRules::compiled).
  [[nodiscard]] std::vector<TensorUse> take_uses() { return std::move(uses_); }
  void set_phase(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  void set_layer(std::int32_t layer) { layer_ = layer; }

  // --- device and host ---
  /// Runs an operation on the device: takes its scratch memory, notes it, gives back what is not kept.
  void run(Operation&& operation);
  /// The same, with what it reads and writes; tensors that are not defined are none.
  void run(Operation&& operation, std::initializer_list<const Tensor*> reads,
           std::initializer_list<const Tensor*> writes) {
    for (const Tensor* x : reads) note_use(*x, false);
    for (const Tensor* y : writes) note_use(*y, true);
    run(std::move(operation));
  }
  void run(Operation&& operation, std::span<const Tensor> reads, const Tensor& written) {
    for (const Tensor& x : reads) note_use(x, false);
    note_use(written, true);
    run(std::move(operation));
  }
  /// f of inputs, element by element, into a tensor that exists.
  void run(PointwiseFunction function, std::initializer_list<Tensor> inputs, const Tensor& output) {
    op::Pointwise p{.function = function, .outputs = {output.operand()}, .each = cost(function)};
    for (const Tensor& x : inputs) p.inputs[p.input_count++] = expanded(x.operand(), output.shape());
    run(p, std::span<const Tensor>(inputs.begin(), inputs.size()), output);
  }
  /// The next operation that runs reads or writes so many bytes of a tensor.
  void note_use(const Tensor& tensor, std::int64_t bytes, bool written) {
    if (options_.rules.compiled && tensor.defined()) uses_.push_back({tensor.id(), bytes, written});
  }
  /// Every element of a tensor set to one value.
  void fill(const Tensor& tensor) { run(op::Fill{tensor.operand()}, {}, {&tensor}); }
  void host(HostOp op, std::int64_t count = 1) {
    if (options_.detail != TraceDetail::memory) emit(HostWork{op, count});
  }
  void synchronize() {
    if (options_.detail != TraceDetail::memory) emit(Synchronize{});
  }

  // --- memory ---
  /// New device memory: elements of the format, at least one byte asked for. @throws Error beyond 63 bits
  [[nodiscard]] Tensor allocate(const Shape& shape, NumberFormat format, MemoryClass why = MemoryClass::activation);
  /// The same with the shape and the order in memory of another tensor, without its gaps (empty_like).
  [[nodiscard]] Tensor allocate_like(const Tensor& like, NumberFormat format, MemoryClass why) {
    Tensor t = allocate(like.shape(), format, why);
    t.seen_.strides = dense_strides(like.operand());
    return t;
  }
  /// Images whose channels lie together (NHWC), or plane by plane. @pre [batch, channels, height, width]
  [[nodiscard]] Tensor allocate_images(const Shape& shape, NumberFormat format, bool channels_together,
                                       MemoryClass why = MemoryClass::activation) {
    Tensor t = allocate(shape, format, why);
    if (channels_together) t.seen_.strides = channels_last_strides(shape);
    return t;
  }

  // --- autograd ---
  [[nodiscard]] bool grad_enabled() const { return grad_enabled_; }
  void set_grad_enabled(bool enabled) { grad_enabled_ = enabled; }
  /// Makes `output` the result of a differentiable operation on `inputs`. If nothing needs a gradient the function is
  /// dropped at once, and with it what it saved.
  [[nodiscard]] Tensor record(Tensor output, std::span<const Tensor> inputs, BackwardFunction backward);
  [[nodiscard]] Tensor record(Tensor output, std::initializer_list<Tensor> inputs, BackwardFunction backward) {
    return record(std::move(output), std::span<const Tensor>(inputs.begin(), inputs.size()), std::move(backward));
  }
  /// The same for an operation with several outputs; edges are written into `outputs`. `always`: even if no input needs
  /// a gradient (a checkpointed segment has parameters of its own).
  void record(std::span<Tensor> outputs, std::span<const Tensor> inputs, BackwardFunction backward,
              bool always = false);

  /// loss.backward(): a gradient of one, then every node in reverse order of creation.
  void backward(const Tensor& loss);
  /// Runs the tape above node `first` with given gradients of `outputs` and returns the gradients that reached `leaves`
  /// (made by `leaf`): the inner backward of a checkpointed segment.
  std::vector<Tensor> backward(std::span<const Tensor> outputs, std::span<Tensor> gradients,
                               std::span<const Tensor> leaves, std::int32_t first);
  [[nodiscard]] std::int32_t tape_size() const { return static_cast<std::int32_t>(tape_.size()); }
  /// A tape node that only keeps the gradient it gets.
  [[nodiscard]] Tensor leaf(const Tensor& tensor);

  // --- parameters ---
  [[nodiscard]] std::vector<Parameter>& parameters() { return parameters_; }
  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  /// Of all parameters, as layers see them.
  [[nodiscard]] Bytes parameter_bytes() const { return parameter_bytes_; }
  /// The layers at hand are part of a network of so many bytes of parameters.
  void set_parameter_bytes(Bytes bytes) { parameter_bytes_ = bytes; }
  ParameterId add_parameter(const Shape& shape, NumberFormat format, bool trainable);
  /// The parameter as an operation's operand, its gradient going to the parameter.
  [[nodiscard]] Tensor parameter(ParameterId id) const;

  // --- autocast ---
  void set_autocast(bool on) { autocast_ = on; }
  [[nodiscard]] bool autocast() const { return autocast_; }
  /// The operand as a product takes it: under autocast a tensor of FP32, or of the other 16-bit format, is copied to
  /// the compute format (parameters once, cached until `clear_casts`), else itself. `by_view`: the operand is a view of
  /// the parameter, which is not cached.
  [[nodiscard]] Tensor cast_operand(const Tensor& tensor, bool by_view = false);
  /// The tensor in this format: itself or a recorded copy.
  [[nodiscard]] Tensor to(const Tensor& tensor, NumberFormat format);
  void clear_casts();

  [[nodiscard]] std::size_t live_tensors() const { return live_; }

  /// Tensors that the network's output object holds beside the output (a cache of keys and values) until `drop_kept`.
  void keep(const Tensor& tensor) { kept_.push_back(tensor.detach()); }
  void drop_kept() { kept_.clear(); }

  /// Earlier steps have taken the libraries' workspaces: from here on none is allocated.
  void reuse_workspaces() { workspaces_exist_ = true; }
  [[nodiscard]] bool reuses_workspaces() const { return workspaces_exist_; }

  // --- events that were written before, under other names (step/repeated_pass.hpp) ---
  [[nodiscard]] const std::vector<TraceEvent>& events() const { return *events_; }
  /// The name of the next tensor.
  [[nodiscard]] TensorId next_tensor() const { return static_cast<TensorId>(storages_.size()); }
  [[nodiscard]] std::int32_t layer() const { return layer_; }
  /// Room for so many events. @throws Error beyond most_trace_events
  void expect(std::size_t events) { make_room(events); }
  /// An event as it is. @pre an allocation has the name next_tensor(); expect()
  void write(const TraceEvent& event) {
    if (std::holds_alternative<Allocate>(event.what)) {
      storages_.push_back({});
      ++live_;
    } else if (std::holds_alternative<Release>(event.what)) {
      --live_;
    }
    events_->push_back(event);
  }
  /// Lets `tensor` hold what is called `id`. What it held before was released by write().
  void hold(Tensor& tensor, TensorId id, const Operand& seen) {
    tensor.writer_ = this;
    tensor.id_ = id;
    tensor.seen_ = seen;
    tensor.edge_ = {};
    retain(id);
  }
  /// Tensors that outlive a pass beside parameters: the libraries' workspaces, and what keep() keeps.
  [[nodiscard]] std::array<std::array<Tensor, workspace_slots>, 2>& workspaces() { return workspaces_; }
  [[nodiscard]] std::vector<Tensor>& kept() { return kept_; }
  [[nodiscard]] const std::vector<Tensor>& kept() const { return kept_; }
  /// The operations of another writer from here on, and its own for that one.
  void exchange_operations(TraceWriter& other) { std::swap(operations_, other.operations_); }

 private:
  friend class Tensor;
  struct Storage {
    std::int32_t references{};
  };
  struct Node {
    BackwardFunction backward{};
    std::vector<Edge> inputs{};
    std::vector<Tensor> gradients{};  ///< of the outputs, as they arrive
    std::int32_t layer{-1};
    bool leaf{};
  };

  template <class E>
  void emit(const E& what) {
    make_room(1);
    if (events_ != nullptr) detail::put_event(*events_, what, phase_, layer_);
  }
  /// Room for `more` events beside the releases of all that live: tensors die in destructors, which must not allocate.
  /// @throws Error beyond most_trace_events
  void make_room(std::size_t more) {
    if (events_ == nullptr) return;
    const std::size_t wanted = events_->size() + live_ + more;
    if (wanted <= events_->capacity()) return;
    if (wanted > most_trace_events)
      throw bad_input("step", "more than " + std::to_string(most_trace_events) + " launches, allocations and releases",
                      "must be at most " + std::to_string(most_trace_events) +
                          ": fewer layers, shorter sequences or less accumulation");
    events_->reserve(std::min(most_trace_events, std::max(wanted, 2 * events_->capacity())));
  }
  void note_use(const Tensor& tensor, bool written) {
    if (options_.rules.compiled && tensor.defined())
      note_use(tensor, static_cast<std::int64_t>(in(perfmodel::bytes(tensor.operand()), byte)), written);
  }
  /// The operation as an event, with the uses noted since the last one.
  [[nodiscard]] Execute executed(Operation&& operation) {
    const auto first = static_cast<std::uint32_t>(std::exchange(noted_, uses_.size()));
    return {operations_.id_of(std::move(operation)), first, static_cast<std::uint32_t>(uses_.size()) - first};
  }
  void retain(TensorId id) { ++storages_[id].references; }
  void release(TensorId id) noexcept {
    if (--storages_[id].references > 0) return;
    if (events_ != nullptr) events_->push_back({Release{id}, phase_, layer_});  // within its capacity: make_room()
    --live_;
  }
  void run_node(Node node);
  void route(const Edge& edge, Tensor gradient);
  void accumulate(ParameterId id, Tensor gradient);
  Tensor sum(Tensor a, Tensor b);

  TraceOptions options_;
  std::vector<TraceEvent>* events_{};
  OperationList operations_{};
  std::vector<TensorUse> uses_{};
  std::size_t noted_{};  ///< of uses_: those of operations that have run
  Phase phase_{Phase::setup};
  std::int32_t layer_{-1};
  bool grad_enabled_{};
  bool autocast_{};
  bool workspaces_exist_{};
  std::size_t live_{};
  std::vector<Storage> storages_{};
  std::array<std::array<Tensor, workspace_slots>, 2> workspaces_{};  ///< of the forward and the backward thread
  std::vector<Parameter> parameters_{};
  Bytes parameter_bytes_{};
  std::vector<Tensor> kept_{};
  std::vector<Node> tape_{};
};

inline Tensor::Tensor(const Tensor& other)
    : writer_(other.writer_), id_(other.id_), seen_(other.seen_), edge_(other.edge_) {
  if (writer_ != nullptr) writer_->retain(id_);
}
inline Tensor::~Tensor() {
  if (writer_ != nullptr) writer_->release(id_);
}
inline int Tensor::references() const { return writer_ == nullptr ? 0 : writer_->storages_[id_].references; }

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/trace/trace_writer.ipp>
#endif
