#pragma once
#include <algorithm>
#include <map>
#include <perfmodel/compile/graph.hpp>
#include <perfmodel/compile/padding.hpp>
#include <perfmodel/compile/windows.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <perfmodel/visit.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel::compile {

/// Makes a graph of a part of a trace whose operations say what they read and write.
class GraphBuilder {
 public:
  /// A copy of a product's operand that the eager step has not.
  struct Copy {
    TensorId tensor{};
    std::int64_t bytes{};
    std::size_t event{};  ///< of the product
  };

  /// @param operations  padded products are added  @param next  a name for a new tensor; moves on with each
  /// @param channels_last  images lie with their channels together
  GraphBuilder(OperationList& operations, std::span<const TensorUse> uses,
               const std::map<TensorId, std::int64_t>& sizes, TensorId& next, bool channels_last = false)
      : operations_(operations), uses_(uses), sizes_(sizes), next_(next), channels_last_(channels_last) {}

  /// The next event of the part. @param index  of it, in the trace
  void add(const TraceEvent& event, std::size_t index) {
    const auto* run = std::get_if<Execute>(&event.what);
    if (run == nullptr) return;
    node_ = {};
    node_.operation = run->operation, node_.event = index, node_.backward = event.phase == Phase::backward;
    read_.clear(), written_.clear();
    for (const TensorUse& use : uses_.subspan(run->first_use, run->use_count))
      (use.written ? written_ : read_).push_back(use);
    if (run->use_count > 0 && written_.empty()) return call();  // a part of a library's call
    if (run->use_count == 0) {                                  // it may read anything
      for (Value& value : graph_.values) value.escapes = true;
      finish(NodeKind::call, {}, {});
      return;
    }
    const Operation operation = operations_[run->operation];  // a copy: the list may grow
    perfmodel::visit(*this, operation);
  }
  /// Tensors that outlive the part keep their last values.
  void keep(TensorId tensor) {
    if (const auto found = versions_.find(tensor); found != versions_.end())
      graph_.values[static_cast<std::size_t>(found->second)].escapes = true;
  }
  [[nodiscard]] Graph take() { return keeping_results(std::move(graph_)); }
  [[nodiscard]] const std::vector<Copy>& copies() const { return copies_; }
  /// Tensors that the compiler makes smaller than the eager step.
  [[nodiscard]] const std::vector<Copy>& narrowed() const { return narrowed_; }

  void operator()(const Gemm& g) {
    const Gemm wider = padded(g);
    if (wider == g) return call();
    const std::int64_t each = std::max<std::int64_t>(1, stored_bytes(g.format));
    const std::vector<TensorUse> written = std::exchange(written_, {});
    const Node product = node_;
    std::vector<bool> taken(read_.size());
    pad(each * elements_a(g), each * elements_a(wider), wider, taken);
    pad(each * elements_b(g), each * elements_b(wider), wider, taken);
    node_ = product, written_ = written;
    node_.operation = operations_.id_of(wider);
    call();
  }

  void operator()(const op::Pointwise& p) {
    const double n = static_cast<double>(elements(p.outputs[0].shape));
    node_.random = p.function == PointwiseFunction::dropout || p.function == PointwiseFunction::random;
    node_.drawn = node_.random ? n : 0.0;
    node_.operations = p.each.operations * n, node_.special_functions = p.each.special_functions * n;
    loop(NodeKind::elements, whole(p.outputs[0].format, elements(p.outputs[0].shape)), 1);
  }
  void operator()(const op::Fill& f) {
    read_.clear();
    loop(NodeKind::elements, whole(f.output.format, elements(f.output.shape)), 1);
  }
  void operator()(const op::Concatenation& c) { loop(NodeKind::elements, elements(c.output.shape), 1); }
  /// Sums are additions one by one; index_add of BF16 and gradients between pixels stay calls (torch/_inductor).
  void operator()(const op::Gather& g) {
    const bool between = g.by == op::Gather::By::sampled && g.scatters;
    if (between || (g.adds && g.places == 0 && g.output == NumberFormat::bf16)) return call();
    node_.operations = static_cast<double>(g.rows * g.columns), node_.added = g.adds ? node_.operations : 0.0;
    if (!read_.empty()) read_.front().bytes = std::min(read_.front().bytes, moved(g.input, g.rows * g.columns));
    loop(NodeKind::elements, whole(g.output, g.rows * g.columns), 1);
  }
  void operator()(const op::Resampling& r) {
    if (r.backward) {
      const double neighbours = neighbours_of(r);
      if (neighbours == 0.0) return call();
      node_.crowded = neighbours * static_cast<double>(elements(r.result)) / added_together(r, channels_last_);
    }
    loop(NodeKind::elements, elements(r.result), 1);
  }
  void operator()(const op::Scan& s) {
    node_.operations = static_cast<double>(s.rows) * static_cast<double>(s.columns);
    loop(s.stride > 1 ? NodeKind::columns : NodeKind::rows, s.rows, s.columns);
  }
  /// Places of maxima take a byte each.
  void operator()(const op::Pooling& p) {
    if (!is_loop(p)) return call();
    const std::int64_t results = elements(p.result);
    node_.windows = true, node_.operations = operations_of_windows(p);
    if (p.what == PoolingKind::maximum && !p.backward && written_.size() > 1) narrow(written_.back(), results);
    if (p.backward) drop_image(p);
    loop(NodeKind::elements, p.backward ? elements(p.image.shape) : results, 1);
  }
  void operator()(const op::Embedding& e) {
    if (e.backward) node_.scattered = static_cast<double>(e.indices * e.width);
    for (TensorUse& use : read_) use.bytes = std::min(use.bytes, moved(e.format, e.indices * e.width));
    loop(NodeKind::elements, e.indices * e.width, 1);
  }
  void operator()(const op::Reduction& r) {
    node_.operations = static_cast<double>(elements(r.input.shape));
    const std::int64_t outputs = outputs_of(r);
    loop(is_contiguous(r) && !keeps_channels(r) ? NodeKind::rows : NodeKind::columns, outputs, values_of(r));
  }
  void operator()(const op::Softmax& s) {
    const double n = static_cast<double>(s.rows) * static_cast<double>(s.columns);
    const double exponentials = s.backward && !s.logarithm ? 0.0 : n;
    reduce_and_apply(s.stride > 1 ? NodeKind::columns : NodeKind::rows, s.rows, s.columns, {2.0 * n, exponentials},
                     {2.0 * n, s.logarithm && !s.backward ? 0.0 : exponentials});
  }
  void operator()(const op::LayerNorm& l) {
    const double n = static_cast<double>(l.rows) * static_cast<double>(l.columns);
    if (l.pass != op::NormPass::parameter_gradient) {
      if (l.pass == op::NormPass::input_gradient) written_.resize(std::min<std::size_t>(written_.size(), 1));
      return reduce_and_apply(NodeKind::rows, l.rows, l.columns, {4.0 * n, 0.0}, {4.0 * n, 0.0});
    }
    if (written_.size() > 2) written_.erase(written_.begin());
    node_.operations = 4.0 * n;
    loop(NodeKind::columns, l.columns, l.rows);
  }
  void operator()(const op::GroupNorm& g) {
    const double n = tensor_elements(g);
    const std::int64_t rows = g.samples * g.groups;
    reduce_and_apply(NodeKind::columns, rows, rows == 0 ? 0 : static_cast<std::int64_t>(n) / rows, {4.0 * n, 0.0},
                     {4.0 * n, 0.0});
  }
  void operator()(const op::BatchNorm& b) {
    const std::int64_t n = elements(b.input.shape), channels = channels_of(b);
    const double work = 4.0 * static_cast<double>(n);
    if (b.training || b.backward)
      return reduce_and_apply(NodeKind::columns, channels, channels == 0 ? 0 : n / channels, {0.5 * work, 0.0},
                              {work, 0.0});
    node_.operations = work;
    loop(NodeKind::elements, n, 1);
  }
  void operator()(const op::NllLoss& l) {
    constexpr std::int64_t sector = 32, label_bytes = 8;
    if (!l.backward) {
      finish(NodeKind::rows, {1, l.rows}, read_.empty() ? std::vector<TensorUse>{} : std::vector{read_.front()}, true,
             sector * l.rows);
      return;
    }
    std::erase_if(read_, [&](const TensorUse& use) { return use.bytes > label_bytes * l.rows; });  // not the logarithms
    loop(NodeKind::elements, whole(l.format, l.rows), 1);
  }
  template <class Other>
  void operator()(const Other&) {
    call();
  }

 private:
  struct Extent {
    std::int64_t outputs{}, values{1};
  };
  [[nodiscard]] static std::int64_t moved(NumberFormat format, std::int64_t count) {
    return count * std::max<std::int64_t>(1, bits(format) / 8);
  }
  /// Elements of the tensor that is written: a part of it is written by a loop over all.
  [[nodiscard]] std::int64_t whole(NumberFormat format, std::int64_t least) const {
    if (written_.empty()) return least;
    const auto found = sizes_.find(written_.front().tensor);
    const std::int64_t each = std::max<std::int64_t>(1, bits(format) / 8);
    return found == sizes_.end() ? least : std::max(least, found->second / each);
  }

  /// The compiler makes less of a tensor than the eager step.
  void narrow(TensorUse& use, std::int64_t to) {
    use.bytes = to;
    narrowed_.push_back({.tensor = use.tensor, .bytes = to, .event = node_.event});
  }
  /// The gradient of a pooling needs no image, but places.
  void drop_image(const op::Pooling& p) {
    const auto image = static_cast<std::int64_t>(in(bytes(p.image), byte));
    const auto found = std::find_if(read_.begin() + (read_.empty() ? 0 : 1), read_.end(),
                                    [&](const TensorUse& use) { return use.bytes == image; });
    if (found != read_.end()) read_.erase(found);
    for (TensorUse& use : read_)
      for (const Copy& one : narrowed_)
        if (one.tensor == use.tensor) use.bytes = one.bytes;
  }

  /// Sums over images that keep their channels, which lie together.
  [[nodiscard]] bool keeps_channels(const op::Reduction& r) const {
    constexpr std::size_t image_rank = 4;
    return channels_last_ && r.input.shape.rank == image_rank && r.output.shape.rank == image_rank &&
           r.output.shape[1] == r.input.shape[1] && r.input.shape[1] > 1;
  }
  /// The operand of so many bytes is copied to one of `after` bytes, which is read instead.
  void pad(std::int64_t before, std::int64_t after, const Gemm& g, std::vector<bool>& taken) {
    if (before == after) return;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (taken[i] || read_[i].bytes != before) continue;
      taken[i] = true;
      const Node product = node_;
      node_.operations = 0.0;
      written_ = {{.tensor = next_, .bytes = after, .written = true}};
      copies_.push_back({.tensor = next_++, .bytes = after, .event = node_.event});
      finish(NodeKind::elements, {after / stored_bytes(g.format), 1}, {read_[i]});
      read_[i] = {.tensor = written_.front().tensor, .bytes = after};
      node_ = product;
      return;
    }
  }
  [[nodiscard]] static std::int64_t stored_bytes(NumberFormat format) {
    return static_cast<std::int64_t>(in(element_size(format), byte));
  }

  void call() { finish(NodeKind::call, {}, read_); }
  void loop(NodeKind kind, std::int64_t outputs, std::int64_t values) { finish(kind, {outputs, values}, read_); }

  /// Sums over rows or columns, and a result of each element from them: the first of what is written; sums are the
  /// others.
  void reduce_and_apply(NodeKind kind, std::int64_t outputs, std::int64_t values, PerElement sums, PerElement result) {
    const std::vector<TensorUse> all = std::exchange(written_, {});
    if (all.size() > 1) written_.assign(all.begin() + 1, all.end());
    node_.operations = sums.operations, node_.special_functions = sums.special_functions;
    const std::int32_t hidden = static_cast<std::int32_t>(graph_.values.size());
    graph_.values.push_back({.hidden = true});
    node_.writes.push_back(hidden);
    graph_.values.back().producer = static_cast<std::int32_t>(graph_.nodes.size());
    finish(kind, {outputs, values}, read_);
    Node& apply = node_;
    apply.reads.clear(), apply.writes.clear();
    apply.operations = result.operations, apply.special_functions = result.special_functions;
    apply.reads.push_back({hidden, 0});
    graph_.values[static_cast<std::size_t>(hidden)].readers.push_back(static_cast<std::int32_t>(graph_.nodes.size()));
    written_.assign(all.begin(), all.begin() + std::min<std::ptrdiff_t>(1, std::ssize(all)));
    finish(NodeKind::elements, {outputs * values, 1}, read_);
  }

  void finish(NodeKind kind, Extent extent, const std::vector<TensorUse>& reads, bool sampled = false,
              std::int64_t sampled_bytes = 0) {
    const auto self = static_cast<std::int32_t>(graph_.nodes.size());
    node_.kind = kind;
    node_.outputs = extent.outputs, node_.values = extent.values;
    for (const TensorUse& use : reads) read(use, self, sampled, sampled_bytes);
    for (const TensorUse& use : written_) write(use, self);
    graph_.nodes.push_back(node_);
  }
  void read(const TensorUse& use, std::int32_t self, bool sampled, std::int64_t sampled_bytes) {
    auto [at, fresh] = versions_.try_emplace(use.tensor, static_cast<std::int32_t>(graph_.values.size()));
    if (fresh) graph_.values.push_back({.tensor = use.tensor, .bytes = use.bytes});
    Value& value = graph_.values[static_cast<std::size_t>(at->second)];
    value.bytes = std::max(value.bytes, use.bytes);
    value.readers.push_back(self);
    node_.reads.push_back({at->second, sampled ? std::min(use.bytes, sampled_bytes) : use.bytes, sampled});
  }
  void write(const TensorUse& use, std::int32_t self) {
    const auto made = static_cast<std::int32_t>(graph_.values.size());
    const auto before = versions_.find(use.tensor);
    if (before != versions_.end() && before->second != made) {  // what is left of it stays
      const std::int32_t old = before->second;
      const bool known =
          std::any_of(node_.reads.begin(), node_.reads.end(), [&](const ValueRead& r) { return r.value == old; });
      if (!known) {
        graph_.values[static_cast<std::size_t>(old)].readers.push_back(self);
        node_.reads.push_back({old, 0});
      }
    }
    const auto size = sizes_.find(use.tensor);
    const bool smaller =
        std::any_of(narrowed_.begin(), narrowed_.end(), [&](const Copy& one) { return one.tensor == use.tensor; });
    graph_.values.push_back(
        {.tensor = use.tensor, .bytes = smaller || size == sizes_.end() ? use.bytes : size->second, .producer = self});
    versions_[use.tensor] = made;
    node_.writes.push_back(made);
  }

  OperationList& operations_;
  std::span<const TensorUse> uses_;
  const std::map<TensorId, std::int64_t>& sizes_;
  TensorId& next_;
  bool channels_last_{};
  std::vector<Copy> copies_{}, narrowed_{};
  Graph graph_{};
  std::map<TensorId, std::int32_t> versions_{};
  Node node_{};
  std::vector<TensorUse> read_{}, written_{};
};

}  // namespace perfmodel::compile
