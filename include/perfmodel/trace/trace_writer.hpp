#pragma once
#include <cstdint>
#include <functional>
#include <perfmodel/trace/framework.hpp>
#include <perfmodel/trace/precision.hpp>
#include <perfmodel/trace/shape.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/trace/workspace.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

class TraceWriter;

/// Formats of tensors that hold no floating-point numbers; only their width matters to a trace.
inline constexpr NumberFormat int64_storage = NumberFormat::fp64, bool_storage = NumberFormat::int8;

/// Where a gradient goes: to output `output` of tape node `node`, or into parameter `parameter`, or nowhere.
struct Edge {
  std::int32_t node{-1}, output{0}, parameter{-1};
  [[nodiscard]] constexpr bool defined() const { return node >= 0 || parameter >= 0; }
};

/// A counted reference to a piece of device memory, with the shape, format and autograd edge under which its holder
/// sees it. Copies share the memory; when the last one is destroyed the trace gets a Release. So a local variable of a
/// layer's forward lives exactly as long as the local variable of the framework's own code that it stands for.
class Tensor {
 public:
  Tensor() = default;
  inline Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept { swap(other); }
  Tensor& operator=(Tensor other) noexcept {
    swap(other);
    return *this;
  }
  inline ~Tensor();

  [[nodiscard]] bool defined() const { return writer_ != nullptr; }
  [[nodiscard]] TensorId id() const { return id_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] NumberFormat format() const { return format_; }
  [[nodiscard]] std::int64_t size() const { return elements(shape_); }
  /// Bytes of its elements; none if undefined.
  [[nodiscard]] Bytes bytes() const {
    return defined() ? static_cast<double>(size()) * element_size(format_) : Bytes{};
  }
  [[nodiscard]] Edge edge() const { return edge_; }
  [[nodiscard]] bool requires_grad() const { return edge_.defined(); }
  [[nodiscard]] inline int references() const;

  /// The same memory seen in another shape. @pre the same number of elements (or fewer: a slice)
  [[nodiscard]] Tensor view(const Shape& shape) const {
    Tensor t = *this;
    t.shape_ = shape;
    t.slice_ = slice_ || elements(shape) < size();
    return t;
  }
  /// A view of part of its memory: its elements are strided.
  [[nodiscard]] bool is_slice() const { return slice_; }
  /// The same memory without its history.
  [[nodiscard]] Tensor detach() const {
    Tensor t = *this;
    t.edge_ = {};
    return t;
  }

 private:
  friend class TraceWriter;
  void swap(Tensor& other) noexcept {
    std::swap(writer_, other.writer_);
    std::swap(id_, other.id_);
    std::swap(shape_, other.shape_);
    std::swap(format_, other.format_);
    std::swap(edge_, other.edge_);
    std::swap(slice_, other.slice_);
  }
  TraceWriter* writer_{};
  TensorId id_{};
  Shape shape_{};
  NumberFormat format_{NumberFormat::fp32};
  Edge edge_{};
  bool slice_{};
};

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
  bool arrived{};               ///< a gradient has come in the backward pass that runs
};

/// What a trace is written for. `memory`: allocations and releases, and of the launches only sums, whose scratch depends
/// on their shape (training/batch_programs.hpp); the same tensors with the same names in half the time.
enum class TraceDetail : std::uint8_t { all, memory };

struct TraceOptions {
  PrecisionPolicy precision{policy(Precision::fp32)};
  FrameworkRules rules{framework_rules[1]};
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
  void write_to(std::vector<TraceEvent>* events) { events_ = events; }
  void set_phase(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  void set_layer(std::int32_t layer) { layer_ = layer; }

  // --- device and host ---
  void launch(const Kernel& kernel) {
    if (options_.detail == TraceDetail::all || is_sum(kernel)) emit(Launch{kernel});
  }
  /// A matrix product: the first one of each thread creates that thread's cuBLAS workspace, the first with a bias in its
  /// epilogue cublasLt's.
  inline void launch(const Gemm& gemm);
  void host(HostOp op, std::int64_t count = 1) {
    if (options_.detail == TraceDetail::all) emit(HostWork{op, count});
  }
  void synchronize() {
    if (options_.detail == TraceDetail::all) emit(Synchronize{});
  }

  // --- memory ---
  /// New device memory: elements of the format, at least one byte asked for. @throws Error beyond 63 bits
  [[nodiscard]] inline Tensor allocate(const Shape& shape, NumberFormat format,
                                       MemoryClass why = MemoryClass::activation);

  // --- autograd ---
  [[nodiscard]] bool grad_enabled() const { return grad_enabled_; }
  void set_grad_enabled(bool enabled) { grad_enabled_ = enabled; }
  /// Makes `output` the result of a differentiable operation on `inputs`. If nothing needs a gradient the function is
  /// dropped at once, and with it what it saved.
  [[nodiscard]] inline Tensor record(Tensor output, std::span<const Tensor> inputs, BackwardFunction backward);
  [[nodiscard]] Tensor record(Tensor output, std::initializer_list<Tensor> inputs, BackwardFunction backward) {
    return record(std::move(output), std::span<const Tensor>(inputs.begin(), inputs.size()), std::move(backward));
  }
  /// The same for an operation with several outputs; edges are written into `outputs`. `always`: even if no input needs
  /// a gradient (a checkpointed segment has parameters of its own).
  inline void record(std::span<Tensor> outputs, std::span<const Tensor> inputs, BackwardFunction backward,
                     bool always = false);

  /// loss.backward(): a gradient of one, then every node in reverse order of creation.
  inline void backward(const Tensor& loss);
  /// Runs the tape above node `first` with given gradients of `outputs` and returns the gradients that reached `leaves`
  /// (made by `leaf`): the inner backward of a checkpointed segment.
  inline std::vector<Tensor> backward(std::span<const Tensor> outputs, std::span<Tensor> gradients,
                                      std::span<const Tensor> leaves, std::int32_t first);
  [[nodiscard]] std::int32_t tape_size() const { return static_cast<std::int32_t>(tape_.size()); }
  /// A tape node that only keeps the gradient it gets.
  [[nodiscard]] inline Tensor leaf(const Tensor& tensor);

  // --- parameters ---
  [[nodiscard]] std::vector<Parameter>& parameters() { return parameters_; }
  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  inline ParameterId add_parameter(const Shape& shape, NumberFormat format, bool trainable);
  /// The parameter as an operation's operand, its gradient going to the parameter.
  [[nodiscard]] inline Tensor parameter(ParameterId id) const;

  // --- autocast ---
  void set_autocast(bool on) { autocast_ = on; }
  [[nodiscard]] bool autocast() const { return autocast_; }
  /// The operand as a product takes it: under autocast an FP32 tensor is copied to the compute format (parameters once,
  /// cached until `clear_casts`), else itself. `by_view`: the operand is a view of the parameter, which is not cached.
  [[nodiscard]] inline Tensor cast_operand(const Tensor& tensor, bool by_view = false);
  /// The tensor in this format: itself or a recorded copy.
  [[nodiscard]] inline Tensor to(const Tensor& tensor, NumberFormat format);
  inline void clear_casts();

  [[nodiscard]] std::size_t live_tensors() const { return live_; }

  /// Tensors that the network's output object holds beside the output (a cache of keys and values) until `drop_kept`.
  void keep(const Tensor& tensor) { kept_.push_back(tensor.detach()); }
  void drop_kept() { kept_.clear(); }

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

  [[nodiscard]] static bool is_sum(const Kernel& kernel) {
    const auto* streaming = std::get_if<Streaming>(&kernel);
    return streaming != nullptr && (streaming->kind == StreamingKind::column_reduction ||
                                    streaming->kind == StreamingKind::row_reduction);
  }
  template <class E>
  void emit(E&& what) {
    if (events_ != nullptr) events_->push_back({std::forward<E>(what), phase_, layer_});
  }
  void retain(TensorId id) { ++storages_[id].references; }
  void release(TensorId id) {
    if (--storages_[id].references > 0) return;
    emit(Release{id});
    --live_;
  }
  inline void run_node(Node node);
  inline void route(const Edge& edge, Tensor gradient);
  inline void accumulate(ParameterId id, Tensor gradient);
  inline Tensor sum(Tensor a, Tensor b);
  inline void copy_kernel(const Tensor& from, const Tensor& to);

  TraceOptions options_;
  std::vector<TraceEvent>* events_{};
  Phase phase_{Phase::setup};
  std::int32_t layer_{-1};
  bool grad_enabled_{};
  bool autocast_{};
  std::size_t live_{};
  std::vector<Storage> storages_{};
  Tensor workspaces_[2]{}, lt_workspaces_[2]{};  ///< of the forward and the backward thread
  std::vector<Parameter> parameters_{};
  std::vector<Tensor> kept_{};
  std::vector<Node> tape_{};
};

inline Tensor::Tensor(const Tensor& other)
    : writer_(other.writer_), id_(other.id_), shape_(other.shape_), format_(other.format_), edge_(other.edge_), slice_(other.slice_) {
  if (writer_ != nullptr) writer_->retain(id_);
}
inline Tensor::~Tensor() {
  if (writer_ != nullptr) writer_->release(id_);
}
inline int Tensor::references() const { return writer_ == nullptr ? 0 : writer_->storages_[id_].references; }

inline void TraceWriter::launch(const Gemm& gemm) {
  Tensor& workspace = workspaces_[phase_ == Phase::backward ? 1 : 0];
  if (!workspace.defined())
    workspace = allocate(Shape{cublas_workspace_bytes(options_.target)}, bool_storage, MemoryClass::workspace);
  Tensor lt{};
  if (gemm.epilogue == Epilogue::bias) {
    Tensor& kept = lt_workspaces_[phase_ == Phase::backward ? 1 : 0];
    lt = kept.defined() ? kept : allocate(Shape{cublaslt_workspace_bytes}, bool_storage, MemoryClass::workspace);
    if (options_.rules.lt_workspace_kept) kept = lt;
  }
  if (options_.detail == TraceDetail::all) emit(Launch{gemm});
}

inline Tensor TraceWriter::allocate(const Shape& shape, NumberFormat format, MemoryClass why) {
  Tensor t;
  t.writer_ = this;
  t.id_ = static_cast<TensorId>(storages_.size());
  t.shape_ = shape;
  t.format_ = format;
  storages_.push_back({1});
  ++live_;
  const std::int64_t n = elements(shape);
  emit(Allocate{t.id_, bits(format) >= 8 ? checked_product(n, bits(format) / 8) : (n + 1) / 2, why});
  return t;
}

inline Tensor TraceWriter::record(Tensor output, std::span<const Tensor> inputs, BackwardFunction backward) {
  record(std::span<Tensor>(&output, 1), inputs, std::move(backward));
  return output;
}

inline void TraceWriter::record(std::span<Tensor> outputs, std::span<const Tensor> inputs, BackwardFunction backward,
                                bool always) {
  bool needed = always;
  for (const Tensor& input : inputs) needed = needed || input.requires_grad();
  for (Tensor& output : outputs) output.edge_ = {};
  if (!grad_enabled_ || !needed) return;
  Node node{.backward = std::move(backward), .layer = layer_};
  node.gradients.resize(outputs.size());
  node.inputs.reserve(inputs.size());
  for (const Tensor& input : inputs) node.inputs.push_back(input.edge());
  const std::int32_t id = tape_size();
  tape_.push_back(std::move(node));
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].edge_ = {id, static_cast<std::int32_t>(i), -1};
}

inline Tensor TraceWriter::leaf(const Tensor& tensor) {
  Node node{.layer = layer_, .leaf = true};
  node.gradients.resize(1);
  Tensor t = tensor;
  t.edge_ = {tape_size(), 0, -1};
  tape_.push_back(std::move(node));
  return t;
}

inline Tensor TraceWriter::sum(Tensor a, Tensor b) {
  host(HostOp::elementwise_backward);
  const double n = static_cast<double>(a.size());
  // Addresses of slices are found by divisions: 531 sums of DenseNet-121's gradients take 2.2 ms in BF16 at batch 32, 1.3 ms in FP16
  // at batch 8, 1.4 ms in FP32 at 16 (H200, 1.98 GHz; devices/calibrated/raw/h200-sxm/pytorch_kernels.csv, pytorch_unusual_kernels.csv)
  constexpr double strided_cycles = 0.84, strided_cycles_16_bit = 1.25;
  const double cycles = !a.is_slice() && !b.is_slice() ? 0.0 : bits(a.format()) == 16 ? strided_cycles_16_bit : strided_cycles;
  launch(Streaming{.kind = StreamingKind::elementwise,
                   .format = a.format(),
                   .columns = a.size(),
                   .read = a.bytes() + b.bytes(),
                   .written = a.bytes(),
                   .work = n * flop,
                   .backward = true,
                   .issue_cycles = cycles * n});
  if (options_.rules.sums_in_place && a.references() == 1) return a;
  if (options_.rules.sums_in_place && b.references() == 1) return b;
  return allocate(a.shape(), a.format(), MemoryClass::temporary);
}

inline void TraceWriter::copy_kernel(const Tensor& from, const Tensor& to) {
  launch(Streaming{.kind = StreamingKind::elementwise,
                   .format = to.format(),
                   .columns = to.size(),
                   .read = from.bytes(),
                   .written = to.bytes(),
                   .backward = phase_ == Phase::backward});
}

inline void TraceWriter::accumulate(ParameterId id, Tensor gradient) {
  Parameter& p = parameters_[static_cast<std::size_t>(id)];
  host(HostOp::accumulate_gradient);
  gradient.edge_ = {};
  gradient.shape_ = p.data.shape();
  if (p.gradient.defined()) {  // a second backward before zero_grad, or a tensor used twice
    host(HostOp::elementwise_backward);
    launch(Streaming{.kind = StreamingKind::elementwise,
                     .format = gradient.format(),
                     .columns = gradient.size(),
                     .read = 2.0 * gradient.bytes(),
                     .written = gradient.bytes(),
                     .work = static_cast<double>(gradient.size()) * flop,
                     .backward = true});
    // tied weights: the engine adds in place only into a tensor that is no view; a linear layer's gradient is one, if no cast made it anew
    if (p.arrived && !precision().autocast) p.gradient = allocate(gradient.shape(), gradient.format(), MemoryClass::gradient);
  } else if (gradient.references() == 1) {
    p.gradient = std::move(gradient);  // stolen, as nobody else holds it
  } else {
    p.gradient = allocate(gradient.shape(), gradient.format(), MemoryClass::gradient);
    copy_kernel(gradient, p.gradient);
  }
  p.arrived = true;
}

inline void TraceWriter::route(const Edge& edge, Tensor gradient) {
  if (!gradient.defined() || !edge.defined()) return;
  if (edge.parameter >= 0) return accumulate(edge.parameter, std::move(gradient));
  Tensor& slot = tape_[static_cast<std::size_t>(edge.node)].gradients[static_cast<std::size_t>(edge.output)];
  slot = slot.defined() ? sum(std::move(slot), std::move(gradient)) : std::move(gradient);
}

inline void TraceWriter::run_node(Node node) {
  bool any = false;
  for (const Tensor& g : node.gradients) any = any || g.defined();
  if (!any) return;  // nothing of this branch reaches the loss
  layer_ = node.layer;
  std::vector<Tensor> inputs(node.inputs.size());
  node.backward(*this, node.gradients, inputs);
  node.gradients.clear();   // the engine drops the incoming gradients when the function returns ...
  node.backward = nullptr;  // ... then the saved tensors, then hands the results on
  for (std::size_t i = 0; i < inputs.size(); ++i) route(node.inputs[i], std::move(inputs[i]));
}

inline void TraceWriter::backward(const Tensor& loss) {
  const bool enabled = std::exchange(grad_enabled_, false);
  const std::int32_t layer = layer_;
  host(HostOp::backward_start);
  Tensor one = allocate(loss.shape(), loss.format(), MemoryClass::temporary);
  launch(Streaming{.kind = StreamingKind::fill, .format = one.format(), .columns = one.size(), .written = one.bytes()});
  route(loss.edge(), one);  // the caller of backward() holds its root gradient to the end
  while (!tape_.empty()) {
    Node node = std::move(tape_.back());
    tape_.pop_back();
    run_node(std::move(node));
  }
  for (Parameter& p : parameters_) p.arrived = false;
  grad_enabled_ = enabled;
  layer_ = layer;
}

inline std::vector<Tensor> TraceWriter::backward(std::span<const Tensor> outputs, std::span<Tensor> gradients,
                                                 std::span<const Tensor> leaves, std::int32_t first) {
  const bool enabled = std::exchange(grad_enabled_, false);
  host(HostOp::checkpoint_segment);
  std::vector<Tensor> arrived(leaves.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) route(outputs[i].edge(), std::move(gradients[i]));
  while (tape_size() > first) {
    Node node = std::move(tape_.back());
    const std::int32_t id = tape_size() - 1;
    tape_.pop_back();
    if (node.leaf) {
      for (std::size_t i = 0; i < leaves.size(); ++i)
        if (leaves[i].edge().node == id) arrived[i] = std::move(node.gradients[0]);
    } else {
      run_node(std::move(node));
    }
  }
  grad_enabled_ = enabled;
  return arrived;
}

inline ParameterId TraceWriter::add_parameter(const Shape& shape, NumberFormat format, bool trainable) {
  Parameter p{.data = allocate(shape, format, MemoryClass::parameter), .layer = layer_, .trainable = trainable};
  parameters_.push_back(std::move(p));
  return static_cast<ParameterId>(parameters_.size() - 1);
}

inline Tensor TraceWriter::parameter(ParameterId id) const {
  const Parameter& p = parameters_[static_cast<std::size_t>(id)];
  Tensor t = p.data;
  if (p.trainable) t.edge_ = {-1, 0, id};
  return t;
}

inline Tensor TraceWriter::to(const Tensor& tensor, NumberFormat format) {
  if (tensor.format() == format) return tensor;
  host(HostOp::cast);
  Tensor copy = allocate(tensor.shape(), format, MemoryClass::cast_copy);
  copy_kernel(tensor, copy);
  return record(std::move(copy), {tensor},
                [from = tensor.format()](TraceWriter& w, Gradients outputs, Gradients inputs) {
                  w.host(HostOp::cast);
                  inputs[0] = w.allocate(outputs[0].shape(), from, MemoryClass::temporary);
                  w.copy_kernel(outputs[0], inputs[0]);
                });
}

inline Tensor TraceWriter::cast_operand(const Tensor& tensor, bool by_view) {
  if (!autocast_ || !tensor.defined() || tensor.format() != NumberFormat::fp32) return tensor;
  const ParameterId id = tensor.edge().parameter;
  // In inference nothing is cached: measured under inference_mode, peak memory holds one cast weight at a time.
  if (id < 0 || by_view || !options_.training) return to(tensor, precision().compute);
  Parameter& p = parameters_[static_cast<std::size_t>(id)];
  if (!p.cast.defined()) p.cast = to(tensor, precision().compute);
  return p.cast;
}

inline void TraceWriter::clear_casts() {
  for (Parameter& p : parameters_) p.cast = {};
}

}  // namespace perfmodel
