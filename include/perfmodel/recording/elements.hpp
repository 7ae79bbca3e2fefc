#pragma once
/// Element by element: pointwise functions, copies, fills, indexing and updates of a recorded step.
#include <memory>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/recording/call.hpp>
#include <set>
#include <vector>

namespace perfmodel::recorded {

namespace detail {
[[nodiscard]] inline std::int64_t result_count(const Call& c) {
  return static_cast<std::int64_t>(c.event.results.size());
}
[[nodiscard]] constexpr bool repeats(const Shape& from, const Shape& to) {
  if (from.rank > to.rank) return false;
  for (std::size_t i = 0; i < from.rank; ++i)
    if (const std::int64_t e = from[from.rank - 1 - i]; e != 1 && e != to[to.rank - 1 - i]) return false;
  return true;
}
}  // namespace detail

namespace detail {
/// Whether the first operand is a parameter, which no kernel of the pass has written.
[[nodiscard]] inline bool reads_parameter(const Call& c) {
  return !c.list(0).empty() && c.recording.storages[c.list(0)[0].storage].why == MemoryClass::parameter;
}
}  // namespace detail

/// Bytes of the operands and results of a call, each storage once.
[[nodiscard]] inline op::CustomBody moved(const Call& c) {
  op::CustomBody body{.name = c.event.name};
  std::set<std::size_t> seen;
  const auto size = [&](const RecordedTensor& t) {
    double n = 1.0;
    for (std::size_t i = 0; i < t.shape.size(); ++i)
      if (t.strides[i].at(c.batch) != 0) n *= static_cast<double>(t.shape[i].at(c.batch));
    return n;
  };
  for (const RecordedArgument& argument : c.event.arguments)
    for (const RecordedTensor& t : argument.tensors)
      if (!c.on_host(t) && seen.insert(t.storage).second) body.read += size(t) * element_size(t.format);
  for (const RecordedTensor& t : c.event.results) {
    body.written += size(t) * element_size(t.format);
    body.elements += size(t);
  }
  return body;
}
/// An operation that is only known by its bytes.
inline void by_bytes(const Call& c, Plan& work) {
  work.results(detail::result_count(c));
  op::CustomBody body = moved(c);
  if (body.read + body.written > Bytes{}) work.run(op::Custom{std::make_shared<const op::CustomBody>(std::move(body))});
}

/// A function of single elements. Operands beyond the third, and those that do not repeat to the result, leave only the
/// bytes.
inline void pointwise(const Call& c, PointwiseFunction function, PerElement each, Plan& work) {
  if (c.event.results.empty()) return by_bytes(c, work);
  const std::vector<Operand> operands = c.operands();
  const Operand y = c.out();
  bool fits = operands.size() <= 3 && c.event.results.size() <= 2;
  for (const Operand& x : operands) fits = fits && detail::repeats(x.shape, y.shape);
  if (!fits) return by_bytes(c, work);
  op::Pointwise p{.function = function, .outputs = {y}, .each = each};
  for (const Operand& x : operands) p.inputs[p.input_count++] = expanded(x, y.shape);
  if (c.event.results.size() == 2) p.outputs[1] = c.out(1), p.output_count = 2;
  p.fresh = !detail::reads_parameter(c);
  work.results(detail::result_count(c)).run(p);
}
template <PointwiseFunction function>
void simple(const Call& c, Plan& work) {
  pointwise(c, function, cost(function), work);
}
/// The function of two tensors, or of a tensor and a number.
template <PointwiseFunction both, PointwiseFunction with_number>
void binary(const Call& c, Plan& work) {
  const PointwiseFunction function = c.operands().size() > 1 ? both : with_number;
  pointwise(c, function, cost(function), work);
}
template <int operations, int special>
void arithmetic(const Call& c, Plan& work) {
  pointwise(c, PointwiseFunction::arithmetic, {operations, special}, work);
}
template <PointwiseFunction exact, PointwiseFunction by_tanh>
void gelu(const Call& c, Plan& work) {
  const PointwiseFunction function = c.has_word("tanh") ? by_tanh : exact;
  pointwise(c, function, cost(function), work);
}

/// dst.copy_(src): the destination is written, not read.
inline void copy_into(const Call& c, Plan& work) {
  work.results(detail::result_count(c));
  const Operand y = c.out();
  if (c.list(1).empty() || c.on_host(c.list(1)[0])) {
    work.run(op::Fill{y});
    return;
  }
  const Operand x = c.in(1);
  if (!detail::repeats(x.shape, y.shape)) return by_bytes(c, work);
  work.run(op::pointwise(PointwiseFunction::copy, {x}, y));
}
namespace detail {
/// An operand like `y` whose rows lie apart, so that the address of each element is calculated.
[[nodiscard]] inline Operand with_gaps(const Operand& y) {
  Operand x = packed(y.shape, y.format);
  if (x.shape.rank < 2) {
    for (std::size_t i = 0; i < x.shape.rank; ++i) x.strides[i] = 2;
    return x;
  }
  const std::int64_t row = std::max<std::int64_t>(1, x.shape.back());
  for (std::size_t i = 0; i + 1 < x.shape.rank; ++i) x.strides[i] += x.strides[i] / row;
  return x;
}
}  // namespace detail
/// A result that is a copy of all elements of the operand, in another place or order: each address is calculated.
inline void moved_elements(const Call& c, Plan& work) {
  work.results(detail::result_count(c));
  const Operand y = c.out();
  work.run(op::pointwise(PointwiseFunction::copy, {detail::with_gaps(y)}, y));
}
/// (image, factor): channels become pixels side by side, or pixels channels.
/// PyTorch, aten/src/ATen/native/PixelShuffle.cpp, which permutes six dimensions.
template <bool shuffle>
void pixels_moved(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  if (x.shape.rank != 4 || !same_order(x, packed(x.shape, x.format))) return moved_elements(c, work);
  const Shape& small = shuffle ? x.shape : y.shape;
  const std::int64_t f = std::max<std::int64_t>(1, c.number(1)), h = small[2], w = small[3],
                     channels = small[1] / (f * f);
  const Shape planes{small[0], channels, f, f, h, w};  // (n, c, a, b, h, w); pixels are (n, c, h, a, w, b)
  const Operand from = packed(planes, x.format);
  Operand to{.shape = planes, .format = x.format};
  to.strides = {channels * f * f * h * w, f * f * h * w, w * f, 1, f * f * w, f};
  work.results(detail::result_count(c));
  work.run(shuffle ? op::pointwise(PointwiseFunction::copy, {from}, to)
                   : op::pointwise(PointwiseFunction::copy, {to}, from));
}
inline void fill(const Call& c, Plan& work) {
  work.results(detail::result_count(c));
  for (std::size_t i = 0; i < c.event.results.size(); ++i) work.run(op::Fill{c.out(i)});
}
namespace detail {
/// The part of `y` that has the shape of `x`: of as many dimensions, or of one less.
[[nodiscard]] inline Operand part_of(const Operand& x, const Operand& y) {
  const Operand whole = packed(y.shape, x.format);
  Operand part = packed(x.shape, x.format);
  if (x.shape.rank == y.shape.rank) part.strides = whole.strides;
  for (std::size_t left_out = 0; x.shape.rank + 1 == y.shape.rank && left_out < y.shape.rank; ++left_out) {
    bool fits = true;
    for (std::size_t i = 0; i < x.shape.rank; ++i) fits = fits && x.shape[i] == y.shape[i < left_out ? i : i + 1];
    if (!fits) continue;
    for (std::size_t i = 0; i < x.shape.rank; ++i) part.strides[i] = whole.strides[i < left_out ? i : i + 1];
    break;
  }
  return part;
}
}  // namespace detail
/// Zeros, and the operand written into a part of them.
inline void fill_and_copy(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  work.results(1).run(op::Fill{y}).run(op::pointwise(PointwiseFunction::copy, {x}, detail::part_of(x, y)));
}
inline void nothing(const Call& c, Plan& work) { work.results(detail::result_count(c)); }
namespace detail {
/// A mean, or sum, of all elements.
inline void run_mean(const Operand& x, Plan& work) {
  Shape one = x.shape;
  for (std::size_t i = 0; i < one.rank; ++i) one.extent[i] = 1;
  work.run(op::Reduction{.input = x, .output = packed(one, x.format)});
}
/// A function of single elements; `arithmetic` stands for a loss of some operations.
[[nodiscard]] inline op::Pointwise loss_of(PointwiseFunction function, std::initializer_list<Operand> inputs,
                                           const Operand& y) {
  constexpr PerElement some{4, 1};
  op::Pointwise p = op::pointwise(function, inputs, y);
  if (function == PointwiseFunction::arithmetic) p.each = some;
  return p;
}
}  // namespace detail

/// (x, y, ...): differences in a temporary, then their mean.
template <PointwiseFunction function>
void mean_of_differences(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.in(1), differences = packed(x.shape, x.format);
  work.results(1);
  if (elements(c.out().shape) != 1) {
    work.run(detail::loss_of(function, {x, y}, c.out()));
    return;
  }
  work.temporary(bytes(differences)).run(detail::loss_of(function, {x, y}, differences));
  detail::run_mean(differences, work);
  work.drop();
}
/// (dy, x, y, ...): a zeroed gradient, then the gradient.
template <PointwiseFunction function>
void difference_backward(const Call& c, Plan& work) {
  work.results(1).run(op::Fill{c.out()});
  pointwise(c, function, function == PointwiseFunction::arithmetic ? PerElement{4, 1} : cost(function), work);
}
/// (x, y, ...): (1 - y) x - log sigmoid(x) in five kernels, then their mean. PyTorch, aten/src/ATen/native/Loss.cpp.
inline void logits_loss(const Call& c, Plan& work) {
  using enum PointwiseFunction;
  const Operand x = c.in(0), y = c.in(1), dense = packed(x.shape, x.format);
  work.results(1).temporary(bytes(dense)).temporary(bytes(dense)).run(detail::loss_of(arithmetic, {x}, dense));
  work.run(op::Fill{dense});
  for (int i = 0; i < 3; ++i) work.run(op::pointwise(multiply, {dense, i == 0 ? y : dense}, dense));
  if (elements(c.out().shape) == 1) detail::run_mean(dense, work);
  work.drop();
}

namespace detail {
[[nodiscard]] inline op::Update update(const Call& c, const std::vector<RecordedTensor>& list, int lists, double reads,
                                       double writes, PerElement each) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(list.size());
  for (const RecordedTensor& t : list) sizes.push_back(elements(operand_of(t, c.batch).shape));
  return {.format = list.front().format,
          .sizes = std::make_shared<const std::vector<std::int64_t>>(std::move(sizes)),
          .lists = lists,
          .reads = reads,
          .writes = writes,
          .each = each};
}
}  // namespace detail

/// torch._foreach_*, a fused optimizer, a gradient scaler: the same function of corresponding tensors of lists.
inline void update(const Call& c, Plan& work) {
  const std::string_view name = base_name(c.event.name);
  const std::vector<RecordedTensor>& first = c.list(0);
  work.results(detail::result_count(c));
  if (first.empty() || c.on_host(first.front())) return;
  int lists = 0;
  std::set<std::size_t> different;  // a list that is given twice (squares of gradients) is read once
  for (const RecordedArgument& argument : c.event.arguments) {
    bool same = argument.tensors.size() == first.size() && !argument.tensors.empty();
    for (std::size_t i = 0; same && i < first.size(); ++i) same = argument.tensors[i].shape == first[i].shape;
    lists += same ? 1 : 0;
    if (same) different.insert(argument.tensors.front().storage);
  }
  if (name.starts_with("_fused_")) {  // parameters, gradients, state; gradients are only read
    const double states = lists - 2.0;
    work.run(detail::update(c, first, lists, lists, 1.0 + states, fused_work(states)));
  } else if (name.starts_with("_foreach_norm") || name.starts_with("_foreach_max")) {
    work.run(detail::update(c, first, 1, 1.0, 0.0, {2, 0}));
  } else if (name.find("zero") != std::string_view::npos) {
    work.run(detail::update(c, first, 1, 0.0, 1.0, {0, 0}));
  } else {
    const bool in_place = name.ends_with('_'),
               special = name.find("sqrt") != std::string_view::npos || name.find("div") != std::string_view::npos;
    const bool copies = name.starts_with("_foreach_copy");
    work.run(detail::update(c, first, lists + (in_place ? 0 : 1), copies ? 1.0 : static_cast<double>(different.size()),
                            1.0, {static_cast<double>(lists), special ? 1.0 : 0.0}));
  }
}

}  // namespace perfmodel::recorded
