#pragma once
/// Rows and elements picked by indices, added to them, and losses by labels, of a recorded step.
#include <algorithm>
#include <perfmodel/recording/elements.hpp>
#include <perfmodel/recording/streams.hpp>
#include <vector>

namespace perfmodel::recorded {

/// (table, indices).
inline void embedding(const Call& c, Plan& work) {
  const Operand table = c.in(0), indices = c.in(1), y = c.out();
  const std::int64_t width = std::max<std::int64_t>(1, table.shape.back());
  work.results(1).run(op::Embedding{.format = y.format,
                                    .indices = elements(y.shape) / width,
                                    .width = width,
                                    .table_rows = table.shape[0],
                                    .apart = !is_dense(indices)});
}
/// (dy, indices, ...): a zeroed table, to which rows are added, those of bags as well. Many indices are sorted before
/// there is a table: sorted keys, places and the order they came in, beside lists that the sort goes to and fro
/// between (cub::DeviceRadixSort).
inline void embedding_backward(const Call& c, Plan& work) {
  constexpr int lists = 5;
  const Operand dy = c.in(0), table = c.out();
  const op::Embedding e{.backward = true,
                        .format = dy.format,
                        .indices = elements(c.in(1).shape),
                        .width = std::max<std::int64_t>(1, dy.shape.back()),
                        .table_rows = table.shape[0]};
  if (op::sorts_gradients(e)) {
    for (int i = 0; i < lists; ++i) work.temporary(8.0 * static_cast<double>(e.indices) * byte);
    work.drop();
  }
  work.results(1).run(op::Fill{table}).run(e);
}

/// Elements that an index repeated over them moves together: those of the innermost dimensions along which it does not
/// change. PyTorch, aten/src/ATen/native/cuda/ScatterGatherKernel.cu, which asks fast_gather_kernel_eligible().
[[nodiscard]] inline std::int64_t moved_together(const Operand& indices) {
  std::int64_t run = 1;
  for (std::size_t i = indices.shape.rank; i-- > 0 && indices.strides[i] == 0;) run *= indices.shape[i];
  return run;
}

/// Elements picked by an index along a dimension; whole rows, where the index is the same all along them, or where
/// there is one for each row.
inline void gather(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  std::int64_t run = 1;
  if (c.list(2).size() == 1 && x.shape.rank > 0 && y.shape.rank > 0) {
    const bool of_rows = base_name(c.event.name) == "index_select";
    const std::int64_t all = elements(y.shape);
    run = of_rows ? all / std::max<std::int64_t>(1, y.shape[0]) : moved_together(c.in(2));
    constexpr std::int64_t piece = 16;
    const bool first = detail::dimension(c.number(1), x.shape.rank) == 0;
    if (first && run > 1 && run * bits(x.format) / 8 % piece == 0) {
      work.results(1).run(
          op::Embedding{.format = y.format, .indices = all / run, .width = run, .table_rows = x.shape[0]});
      return;
    }
    if (of_rows) run = 1;  // element by element
  }
  work.results(detail::result_count(c))
      .run(op::Gather{.by = op::Gather::By::dimension,
                      .input = x.format,
                      .output = y.format,
                      .rows = 1,
                      .columns = elements(y.shape),
                      .together = run});
}
/// x[indices] = or += values along a dimension: the last tensor's elements go to their places.
inline void scatter(const Call& c, Plan& work) {
  const std::vector<Operand> all = c.operands();
  const Operand values = all.empty() ? c.out() : all.back(), y = c.out();
  const std::string_view name = base_name(c.event.name);
  work.results(detail::result_count(c));
  const bool in_place = !c.list(0).empty() && c.list(0)[0].storage == c.event.results[0].storage;
  if (!in_place && !c.list(0).empty())
    work.run(op::pointwise(PointwiseFunction::copy, {c.in(0)}, packed(c.in(0).shape, y.format)));
  work.run(
      op::Gather{.by = op::Gather::By::dimension,
                 .scatters = true,
                 .input = values.format,
                 .output = y.format,
                 .rows = 1,
                 .columns = elements(values.shape),
                 .places = name.starts_with("scatter") ? elements(y.shape) : 0,
                 .adds = name.find("add") != std::string_view::npos || name.find("reduce") != std::string_view::npos,
                 .together = c.has(2) ? moved_together(c.in(2)) : 1});
}

/// (x, k, dimension, ...): values and places.
inline void largest(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work);
  const std::int64_t all = elements(x.shape);
  const std::size_t along = detail::dimension(c.numbers(2).empty() ? -1 : c.number(2), x.shape.rank);
  const std::int64_t columns = x.shape.rank == 0 ? 1 : x.shape[along];
  work.results(detail::result_count(c));
  if (columns > 0 && all > 0)
    work.run(op::TopK{.format = x.format,
                      .rows = all / columns,
                      .columns = columns,
                      .chosen = std::max<std::int64_t>(1, c.number(1))});
  work.drop();
}

namespace detail {
/// Which dimensions of x tensors of indices stand for: extents before, of these together, and after.
struct Indexed {
  std::int64_t before{1}, rows{1}, after{1};
};
/// x[..., i, j, ...] of `picked` elements by `tensors` tensors of `indices` places: the first neighbouring dimensions
/// for which the sizes are right. Recordings do not say which dimensions are not indexed.
[[nodiscard]] inline Indexed indexed(const Shape& x, std::size_t tensors, std::int64_t indices, std::int64_t picked) {
  Indexed found{};
  for (std::size_t first = 0; first + tensors <= x.rank; ++first) {
    found = {};
    for (std::size_t i = 0; i < x.rank; ++i)
      (i < first ? found.before : i < first + tensors ? found.rows : found.after) *= x[i];
    if (found.before * found.after * indices == picked) return found;
  }
  return {.rows = std::max<std::int64_t>(1, elements(x)), .after = std::max<std::int64_t>(1, picked / indices)};
}
/// Places that tensors of indices name together.
[[nodiscard]] inline std::int64_t places(const Call& c) {
  std::int64_t most = 1;
  for (const RecordedTensor& t : c.list(1)) most = std::max(most, elements(operand_of(t, c.batch).shape));
  return most;
}
}  // namespace detail

/// (x, indices): whole rows of the first dimension like those of an embedding, else each element on its own.
/// PyTorch, aten/src/ATen/native/cuda/IndexKernel.cu, index_kernel.
inline void index(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  const std::vector<RecordedTensor>& indices = c.list(1);
  work.results(detail::result_count(c));
  const std::int64_t places = detail::places(c), all = elements(y.shape);
  const detail::Indexed at = detail::indexed(x.shape, indices.size(), places, all);
  constexpr std::int64_t piece = 16;
  const bool rows = indices.size() == 1 && at.before == 1 && at.after * bits(x.format) / 8 % piece == 0 &&
                    is_dense(operand_of(indices[0], c.batch));
  if (rows)
    work.run(op::Embedding{.format = y.format, .indices = places, .width = at.after, .table_rows = at.rows});
  else
    work.run(
        op::Gather{.by = op::Gather::By::tensors, .input = x.format, .output = y.format, .rows = 1, .columns = all});
}
/// index_put(x, indices, values, accumulate): the result is a copy of x, if not made in place; adding sorts the indices
/// first.
inline void index_put(const Call& c, Plan& work) {
  if (c.list(1).empty()) return scatter(c, work);
  const Operand y = c.out(), values = c.in(2);
  const std::int64_t places = std::max<std::int64_t>(1, detail::places(c)), all = elements(values.shape);
  work.results(detail::result_count(c));
  if (c.number(3) == 0) {
    work.run(op::Gather{.by = op::Gather::By::tensors,
                        .scatters = true,
                        .input = values.format,
                        .output = y.format,
                        .rows = 1,
                        .columns = all});
    return;
  }
  const detail::Indexed at = detail::indexed(y.shape, c.list(1).size(), places, all);
  work.run(op::Embedding{.backward = true,
                         .format = y.format,
                         .indices = places,
                         .width = at.after,
                         .table_rows = at.rows,
                         .indexed = true,
                         .tensors = static_cast<std::int64_t>(c.list(1).size()),
                         .repeats = at.before});
}

/// (image, widths): each element of the result is read from a place that is calculated; backward (dy, image, widths):
/// each is added to its place in a zeroed image. PyTorch, aten/src/ATen/native/cuda/ReflectionPad.cu.
template <bool backward>
void padded(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  work.results(detail::result_count(c));
  if (backward) work.run(op::Fill{y});
  work.run(op::Gather{.by = backward ? op::Gather::By::dimension : op::Gather::By::tensors,
                      .scatters = backward,
                      .input = x.format,
                      .output = y.format,
                      .rows = 1,
                      .columns = elements(backward ? x.shape : y.shape)});
}

/// (x, shifts, dimensions): a kernel for each dimension, after a copy of what lies otherwise.
inline void rolled(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work), y = c.out();
  work.results(detail::result_count(c));
  const std::size_t times = std::max<std::size_t>(1, c.numbers(2).size());
  for (std::size_t i = 0; i < times; ++i)
    work.run(op::Gather{
        .by = op::Gather::By::rolled, .input = x.format, .output = y.format, .rows = 1, .columns = elements(y.shape)});
  work.drop();
}
/// (matrices, ...): their upper or lower triangle, zeros elsewhere.
inline void triangle(const Call& c, Plan& work) {
  const Operand y = c.out();
  work.results(detail::result_count(c));
  work.run(op::Gather{
      .by = op::Gather::By::triangle, .input = y.format, .output = y.format, .rows = 1, .columns = elements(y.shape)});
}
/// (images, window, ...): a copy of the images, then each image's windows as columns.
inline void windows_of_images(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  const std::int64_t images = x.shape.rank == 4 ? std::max<std::int64_t>(1, x.shape[0]) : 1;
  work.results(detail::result_count(c));
  work.run(op::pointwise(PointwiseFunction::copy, {x}, packed(x.shape, x.format)));
  work.run(op::Gather{.by = op::Gather::By::unfolded,
                      .input = x.format,
                      .output = y.format,
                      .rows = images,
                      .columns = elements(y.shape) / images,
                      .window = static_cast<double>(detail::product_of(c.numbers(1)))});
}
/// (columns, extents, window, ...): images of the sums of their windows.
inline void images_of_windows(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work), y = c.out();
  const std::int64_t image = std::max<std::int64_t>(1, elements(y.shape));
  work.results(detail::result_count(c));
  work.run(op::Gather{.by = op::Gather::By::folded,
                      .input = x.format,
                      .output = y.format,
                      .rows = 1,
                      .columns = image,
                      .window = static_cast<double>(elements(x.shape)) / static_cast<double>(image)});
  work.drop();
}
/// (images, coordinates, ...): results between neighbours.
inline void sampled_at(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out();
  work.results(detail::result_count(c));
  work.run(op::Gather{.by = op::Gather::By::sampled,
                      .input = x.format,
                      .output = y.format,
                      .rows = 1,
                      .columns = elements(y.shape),
                      .places = elements(x.shape),
                      .together = std::max<std::int64_t>(1, x.shape[0]),
                      .window = y.shape.rank > 1 ? static_cast<double>(y.shape[1]) : 1.0});
}

/// (x, dimension, ...), also with `stable` before the dimension: rows in order, and their places.
inline void sorted(const Call& c, Plan& work) {
  const Operand x = c.in(0);
  const std::int64_t all = elements(x.shape);
  work.results(detail::result_count(c));
  if (all == 0) return;
  const std::size_t named = c.event.name.find(".stable") == std::string::npos ? 1 : 2,
                    along = detail::dimension(c.numbers(named).empty() ? -1 : c.number(named), x.shape.rank);
  const std::int64_t keys = x.shape.rank == 0 ? 1 : x.shape[along];
  work.run(op::Sort{.keys = keys, .rows = all / keys, .format = x.format});
}
/// (table, indices, offsets, ...): sums or means of rows.
inline void embedding_bag(const Call& c, Plan& work) {
  const Operand table = c.in(0), y = c.out();
  work.results(detail::result_count(c));
  work.run(op::Embedding{.format = y.format,
                         .indices = elements(c.in(1).shape),
                         .width = std::max<std::int64_t>(1, table.shape.back()),
                         .table_rows = table.shape[0],
                         .bags = y.shape.rank == 0 ? 1 : y.shape[0]});
}

/// (logarithms, labels, ...); backward (dy, logarithms, labels, ...) into zeros. Of images the classes are planes.
template <bool backward>
void nll_loss(const Call& c, Plan& work) {
  const Operand x = c.in(backward ? 1 : 0), labels = c.in(backward ? 2 : 1);
  const bool pixels = x.shape.rank == 4;
  work.results(detail::result_count(c));
  if (backward) work.run(op::Fill{c.out()});
  work.run(op::NllLoss{.backward = backward,
                       .format = x.format,
                       .rows = elements(labels.shape),
                       .images = pixels ? x.shape[0] : 0,
                       .classes = pixels ? x.shape[1] : 0});
}

}  // namespace perfmodel::recorded
