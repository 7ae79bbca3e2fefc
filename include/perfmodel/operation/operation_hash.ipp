#pragma once
#include <perfmodel/operation/operation_hash.hpp>
#include <perfmodel/visit.hpp>

namespace perfmodel {

namespace detail {
struct OperationHasher {
  OperationHash h{};
  void operator()(const Gemm& g) {
    h << g.format << g.layout << g.batch << g.m << g.n << g.k << g.output << g.epilogue << std::int64_t{g.repeated_b}
      << std::int64_t{g.inside_cudnn};
  }
  void operator()(const Convolution& c) {
    h << c.pass << c.format << c.n << c.c << c.h << c.w << c.k << c.r << c.s << c.stride_h;
  }
  void operator()(const Attention& a) {
    h << a.format << a.batch << a.heads << a.queries << a.keys << a.head_size << std::int64_t{a.backward};
  }
  void operator()(const op::Pointwise& p) {
    h << p.function << p.outputs[0];
    for (std::size_t i = 0; i < p.input_count; ++i) h << p.inputs[i];
  }
  void operator()(const op::Fill& f) { h << f.output; }
  void operator()(const op::Concatenation& c) {
    h << c.output << c.inputs << std::int64_t{c.pieces} << c.piece_bytes << std::int64_t{c.strided}
      << std::int64_t{c.shared_sectors};
  }
  void operator()(const op::Reduction& r) { h << r.input << r.output << r.what; }
  void operator()(const op::Softmax& s) {
    h << s.input << s.output << s.rows << s.columns << std::int64_t{s.backward} << s.stride;
  }
  void operator()(const op::LayerNorm& n) { h << n.pass << n.format << n.rows << n.columns; }
  void operator()(const op::GroupNorm& g) { h << g.format << g.samples << g.groups << g.channels << g.pixels; }
  void operator()(const op::BatchNorm& b) {
    h << b.input << std::int64_t{b.backward} << std::int64_t{b.input_gradient};
  }
  void operator()(const op::Pooling& p) {
    h << p.what << p.image << p.window << std::int64_t{p.backward} << std::int64_t{p.fitted};
  }
  void operator()(const op::Resampling& r) { h << r.method << r.image << std::int64_t{r.backward}; }
  void operator()(const op::Embedding& e) {
    h << e.format << e.indices << e.width << e.table_rows << std::int64_t{e.backward} << std::int64_t{e.indexed}
      << e.repeats << e.bags;
  }
  void operator()(const op::Gather& g) {
    h << g.by << g.input << g.output << g.rows << g.columns << g.window << g.places << g.together;
  }
  void operator()(const op::NllLoss& n) { h << n.format << n.rows << n.images << std::int64_t{n.backward}; }
  void operator()(const op::Sort& s) { h << s.keys << s.rows << s.format; }
  void operator()(const op::TopK& t) { h << t.rows << t.columns << t.chosen; }
  void operator()(const op::Scan& s) { h << s.format << s.rows << s.columns << s.stride << std::int64_t{s.pairs}; }
  void operator()(const op::Update& u) { h << u.format << std::int64_t{u.lists} << u.reads << updated_elements(u); }
  void operator()(const op::Recurrent& r) {
    h << r.cell << r.pass << r.format << r.inputs << r.hidden << r.batch << r.length;
  }
  void operator()(const Collective& c) { h << c.kind << c.gpus << in(c.size, byte) << c.per_node; }
  void operator()(const HostCopy& c) { h << in(c.size, byte); }
  void operator()(const op::Fused& f) {
    h << f.loop << f.outputs << f.values << in(f.read, byte) << in(f.written, byte) << f.operations;
  }
  void operator()(const op::Fourier& f) { h << f.side << f.format << f.count << f.length << std::int64_t{f.apart}; }
  void operator()(const op::AlignedLoss& a) {
    h << std::int64_t{a.backward} << a.format << a.batch << a.steps << a.classes << a.labels;
  }
  void operator()(const op::Custom& c) { h << static_cast<std::int64_t>(std::bit_cast<std::intptr_t>(c.body.get())); }
};
}  // namespace detail

PERFMODEL_INLINE std::uint64_t hash(const Operation& operation) {
  detail::OperationHasher hasher;
  hasher.h << static_cast<std::int64_t>(operation.index());
  perfmodel::visit(hasher, operation);
  return hasher.h.value;
}

}  // namespace perfmodel
