// Kernels that run an operation, what these read, write and calculate together, and what they cost on cards of five
// generations, with constants that stay as they are (constants/), to five digits. A regression test: it notices that a
// formula of operation/, lowering/ or pricing/ changes, by intention or not, and proves nothing right. Where the change
// is meant, scripts/update-docs writes the tables anew: read the difference.
#include <doctest/doctest.h>

#include <cstdint>
#include <perfmodel/lowering/lower.hpp>
#include <string>
#include <tests/unchanged/fixed.hpp>
#include <tests/unchanged/table.hpp>
#include <vector>

namespace unchanged_operations_test {
using namespace perfmodel;
using unchanged::cards;
using unchanged::figure;
using unchanged::line;

namespace {

/// An operation with what tells it from others of its kind.
struct Case {
  std::string name{};
  Operation operation{};
};

/// What all kernels of an operation do together, on one card.
struct Sum {
  std::size_t kernels{};
  Bytes moved{};
  Work work{};
  double special{};
  Time time{};
};
[[nodiscard]] Sum on(const KernelModel& model, const Operation& operation) {
  Sum sum;
  for (const Kernel& kernel : lower(operation, lowering_target(model))) {
    ++sum.kernels;
    sum.moved += traffic(kernel);
    sum.work += work(kernel);
    if (const auto* streaming = std::get_if<Streaming>(&kernel)) sum.special += streaming->special_functions;
    sum.time += predict(kernel, model).total;
  }
  return sum;
}

void check(const std::string& file, const std::vector<Case>& cases) {
  std::vector<std::string> lines;
  for (const Case& c : cases) {
    const Sum last = on(cards().back(), c.operation);
    std::string times;
    for (const std::size_t card : {0, 2, 4, 5, 9}) {
      const KernelModel& model = cards().at(card);
      try {
        times += ' ' + figure(in(on(model, c.operation).time, micro * second));
      } catch (const Error&) {
        times += " -";
      }
    }
    lines.push_back(line(name(c.operation), c.name, '|', figure(in(traffic(c.operation), byte)),
                         figure(in(work(c.operation), flop)), '|', last.kernels, figure(in(last.moved, byte)),
                         figure(in(last.work, flop)), figure(last.special), '|') +
                    times);
  }
  unchanged::check_table(file,
                         "operation | bytes, FLOP | kernels, their bytes, FLOP, special functions | us on K40c, V100, "
                         "A100, RTX-4090, H200 under load",
                         lines);
}

constexpr NumberFormat fp32 = NumberFormat::fp32, bf16 = NumberFormat::bf16;

[[nodiscard]] Operand transposed(const Shape& shape, NumberFormat format) {
  Operand x = packed(shape, format);
  std::swap(x.strides[shape.rank - 1], x.strides[shape.rank - 2]);
  std::swap(x.shape.extent[shape.rank - 1], x.shape.extent[shape.rank - 2]);
  return x;
}

}  // namespace

TEST_CASE("functions of elements: orders, repeats, formats, sizes") {
  using F = PointwiseFunction;
  std::vector<Case> cases;
  const auto add = [&](const std::string& text, F function, std::vector<Operand> inputs, const Operand& output,
                       bool fresh = true) {
    op::Pointwise p{.function = function, .input_count = static_cast<std::uint8_t>(inputs.size()), .fresh = fresh};
    std::copy(inputs.begin(), inputs.end(), p.inputs.begin());
    p.outputs[0] = output;
    cases.push_back({text + (fresh ? "" : " cold"), p});
  };
  for (const Shape& shape : {Shape{7}, Shape{1000, 333}, Shape{64, 512, 1024}, Shape{16, 64, 28, 28}}) {
    const Operand x = packed(shape, fp32), h = packed(shape, bf16);
    for (const F f : {F::add, F::gelu_backward, F::dropout, F::divide, F::tanh}) {
      const std::string text = std::string(name(f)) + ' ' + perfmodel::text(shape);
      const bool two = f == F::add || f == F::gelu_backward || f == F::divide;
      add(text + " fp32", f, two ? std::vector{x, x} : std::vector{x}, x);
      add(text + " bf16", f, two ? std::vector{h, h} : std::vector{h}, h, false);
      add(text + " mixed", f, two ? std::vector{x, h} : std::vector{x}, h);
    }
    if (shape.rank < 2) continue;
    const Operand row = expanded(packed({shape.back()}, fp32), shape);
    add("row " + text(shape), F::add, {x, row}, x);
    Shape turned = shape;
    std::swap(turned.extent[shape.rank - 1], turned.extent[shape.rank - 2]);
    add("turned " + text(shape), F::copy, {transposed(turned, fp32)}, x);
    add("turned bf16 " + text(shape), F::add, {transposed(turned, bf16), h}, h, false);
    if (shape.rank == 4) {
      Operand last = x;
      last.strides = channels_last_strides(shape);
      add("channels last " + text(shape), F::copy, {x}, last);
      add("channels last " + text(shape), F::relu, {last}, last);
    }
  }
  check("functions", cases);
}

TEST_CASE("sums, norms, softmax and running sums: rows, columns, shapes, formats") {
  std::vector<Case> cases;
  for (const auto& [rows, columns] : {std::array<std::int64_t, 2>{1, 5000000},
                                      {4096, 1024},
                                      {100000, 30},
                                      {128, 9000},
                                      {512, 2048},
                                      {33, 77},
                                      {8, 70000}})
    for (const NumberFormat format : {fp32, bf16}) {
      const std::string size = line(rows, columns, name(format));
      for (const op::ReducedDimension d : {op::ReducedDimension::rows, op::ReducedDimension::columns}) {
        op::Reduction r = op::matrix_sum(rows, columns, format, d);
        cases.push_back({size + (d == op::ReducedDimension::rows ? " over rows" : " over columns"), r});
        r.what = op::Reduction::What::moments;
        cases.push_back({size + " moments", r});
        r.what = op::Reduction::What::places;
        cases.push_back({size + " places", r});
      }
      for (const bool backward : {false, true}) {
        cases.push_back({size + (backward ? " backward" : ""), op::Softmax{.input = format,
                                                                           .output = format,
                                                                           .rows = rows,
                                                                           .columns = columns,
                                                                           .logarithm = rows > 1000,
                                                                           .backward = backward}});
        cases.push_back({size + " apart" + (backward ? " backward" : ""), op::Softmax{.input = format,
                                                                                      .output = fp32,
                                                                                      .rows = rows,
                                                                                      .columns = columns,
                                                                                      .backward = backward,
                                                                                      .stride = 49}});
      }
      for (const op::NormPass pass :
           {op::NormPass::forward, op::NormPass::input_gradient, op::NormPass::parameter_gradient}) {
        op::LayerNorm n{.pass = pass, .format = format, .parameters = format, .rows = rows, .columns = columns};
        cases.push_back({size + " pass " + std::to_string(static_cast<int>(pass)), n});
        n.mean_square = true, n.shift = false;
        cases.push_back({size + " of squares, pass " + std::to_string(static_cast<int>(pass)), n});
      }
      cases.push_back({size, op::Scan{.format = format, .rows = rows, .columns = columns}});
      cases.push_back(
          {size + " pairs", op::Scan{.format = format, .rows = rows, .columns = columns, .stride = 5, .pairs = true}});
    }
  check("sums", cases);
}

TEST_CASE("sums over some dimensions of a tensor, packed or not: launches and times") {
  std::vector<std::string> lines;
  const TraceTarget card = trace_target(cards().back().device);
  for (const Shape& shape :
       {Shape{6, 50, 70}, Shape{128, 4, 1000}, Shape{32, 16, 9, 31}, Shape{4096, 3, 2, 8}, Shape{1, 2, 100000}})
    for (unsigned summed = 0; summed < 1U << shape.rank; ++summed)
      for (const int lies : {0, 1, 2, 3}) {
        op::Reduction r{.input = packed(shape, lies == 1 ? bf16 : fp32)};
        if (lies == 1) std::swap(r.input.strides[0], r.input.strides[1]);
        if (lies == 1) r.input.strides[0] = shape.back(), r.input.strides[1] = shape.back() * shape[0];
        if (lies == 2) r.input.strides[0] *= 2;  // gaps between the outermost
        for (std::size_t i = 0; lies == 3 && i < shape.rank; ++i) r.input.strides[i] *= 2;  // between all
        Shape kept = shape;
        for (std::size_t i = 0; i < shape.rank; ++i)
          if ((summed >> i & 1U) != 0) kept.extent[i] = 1;
        r.output = packed(kept, r.input.format);
        const ReductionSizes s = reduction_sizes(r);
        const ReductionLaunch l = reduction_launch(s, card.sms, card.threads_per_sm);
        const Sum sum = on(cards().back(), r);
        lines.push_back(line(text(shape), text(kept), lies, '|', s.values, s.results, s.side, s.runs, s.kept_runs,
                             s.along, s.distance, s.at_once, '|', l.at_once, l.vectors, l.height, l.width, l.shared,
                             l.values, l.blocks, l.blocks_per_result, '|', figure(in(sum.moved, byte)),
                             figure(in(sum.time, micro * second))));
      }
  unchanged::check_table("some_sums",
                         "shape, result, order | sizes: values, results, side, runs, kept runs, along, "
                         "distance, at once | launch: at once, vectors, height, width, shared, values, blocks, blocks "
                         "a result | bytes, us on an H200",
                         lines);
}

TEST_CASE("places that a kernel calculates: small and large, few and many windows") {
  using By = op::Gather::By;
  std::vector<Case> cases;
  for (const By by : {By::rolled, By::triangle, By::unfolded, By::folded, By::sampled})
    for (const std::int64_t columns : {100, 30000, 3000000})
      for (const double window : {1.0, 9.0, 300.0})
        for (const bool scatters : {false, true})
          for (const NumberFormat format : {fp32, bf16})
            cases.push_back({line("by", static_cast<int>(by), columns, window, scatters, name(format)),
                             op::Gather{.by = by,
                                        .scatters = scatters,
                                        .input = format,
                                        .output = format,
                                        .rows = 7,
                                        .columns = columns,
                                        .places = 5 * columns,
                                        .together = 3,
                                        .window = window}});
  for (const std::int64_t indices : {100, 100000})
    for (const std::int64_t bags : {1, 50, 100})
      for (const std::int64_t width : {1, 64, 1000})
        cases.push_back({line(indices, bags, width),
                         op::Embedding{.indices = indices, .width = width, .table_rows = 5000, .bags = bags}});
  check("places", cases);
}

TEST_CASE("norms of images, pooling, resampling: sizes, orders, passes") {
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{32, 64, 56, 56}, Shape{2, 512, 7, 7}, Shape{128, 96, 14, 14}, Shape{1, 24, 33, 65}})
    for (const NumberFormat format : {fp32, bf16})
      for (const bool together : {false, true})
        for (const bool backward : {false, true}) {
          Operand x = packed(shape, format);
          if (together) x.strides = channels_last_strides(shape);
          const std::string size = text(shape) + ' ' + std::string(name(format)) + (together ? " nhwc" : " nchw") +
                                   (backward ? " backward" : "");
          cases.push_back({size, op::BatchNorm{.input = x, .backward = backward, .fresh = together}});
          cases.push_back({size + " narrow", op::BatchNorm{.input = x,
                                                           .parameters = format,
                                                           .backward = backward,
                                                           .affine = !together,
                                                           .input_gradient = together}});
          if (!backward) cases.push_back({size + " inference", op::BatchNorm{.input = x, .training = false}});
          cases.push_back({size, op::GroupNorm{.backward = backward,
                                               .format = format,
                                               .samples = shape[0],
                                               .groups = 8,
                                               .channels = shape[1],
                                               .pixels = shape[2] * shape[3],
                                               .fresh = together,
                                               .affine = !together}});
          for (const PoolingKind kind : {PoolingKind::maximum, PoolingKind::average}) {
            op::Pooling p{.what = kind,
                          .backward = backward,
                          .image = x,
                          .result = {shape[0], shape[1], shape[2] / 2, shape[3] / 2},
                          .window = 9.0};
            cases.push_back({size + (kind == PoolingKind::maximum ? " maximum" : " mean"), p});
            p.result = {shape[0], shape[1], 1, 1}, p.window = static_cast<double>(shape[2] * shape[3]), p.fitted = true;
            cases.push_back({size + (kind == PoolingKind::maximum ? " maximum" : " mean") + " of all", p});
          }
          using M = op::Resampling::Method;
          for (const M method : {M::nearest, M::bilinear, M::bicubic, M::regions})
            cases.push_back({size + " method " + std::to_string(static_cast<int>(method)),
                             op::Resampling{.method = method,
                                            .backward = backward,
                                            .image = x,
                                            .result = {shape[0], shape[1], 2 * shape[2], 2 * shape[3]},
                                            .fresh = together}});
        }
  check("images", cases);
}

TEST_CASE("indices, labels, order, updates, transforms") {
  std::vector<Case> cases;
  for (const auto& [indices, width, table] :
       {std::array<std::int64_t, 3>{50, 64, 1000}, {3000, 768, 30000}, {8192, 512, 50000}, {200000, 33, 100}})
    for (const bool backward : {false, true}) {
      op::Embedding e{.backward = backward, .format = fp32, .indices = indices, .width = width, .table_rows = table};
      const std::string size = line(indices, width, table) + (backward ? " backward" : "");
      cases.push_back({size, e});
      e.format = bf16, e.apart = true;
      cases.push_back({size + " apart", e});
      e.apart = false;
      if (backward) {
        e.indexed = true, e.tensors = 2, e.repeats = 3;
        cases.push_back({size + " indexed", e});
      } else {
        e.bags = 10;
        cases.push_back({size + " bags", e});
      }
    }
  using By = op::Gather::By;
  for (const By by :
       {By::rows, By::dimension, By::tensors, By::rolled, By::triangle, By::unfolded, By::folded, By::sampled})
    for (const auto& [rows, columns] : {std::array<std::int64_t, 2>{100, 30}, {4096, 768}})
      for (const bool scatters : {false, true}) {
        op::Gather g{.by = by, .scatters = scatters, .input = bf16, .output = fp32, .rows = rows, .columns = columns};
        const std::string size = line("by", static_cast<int>(by), rows, columns) + (scatters ? " to places" : "");
        cases.push_back({size, g});
        g.places = rows * columns / 3, g.adds = scatters, g.together = 4, g.window = 9.0, g.input = fp32;
        cases.push_back({size + " more", g});
      }
  for (const bool backward : {false, true})
    for (const auto& [rows, images, classes] : {std::array<std::int64_t, 3>{100, 0, 0}, {30000, 0, 0}, {40000, 4, 21}})
      for (const NumberFormat format : {fp32, bf16})
        cases.push_back(
            {line(rows, images, classes, name(format)) + (backward ? " backward" : ""),
             op::NllLoss{.backward = backward, .format = format, .rows = rows, .images = images, .classes = classes}});
  for (const auto& [keys, rows] :
       {std::array<std::int64_t, 2>{100, 0}, {1000000, 0}, {1000, 64}, {5000, 300}, {100000, 3}, {33, 7}}) {
    cases.push_back({line(keys, rows), op::Sort{.keys = keys, .rows = rows}});
    cases.push_back({line(keys, rows, "bf16"), op::Sort{.keys = keys, .rows = rows, .format = bf16}});
    for (const std::int64_t chosen : {0, 1, 20})
      cases.push_back({line(keys, rows + 1, chosen),
                       op::TopK{.format = fp32, .rows = rows + 1, .columns = keys, .chosen = chosen}});
  }
  for (const auto& [batch, steps, classes, labels] :
       {std::array<std::int64_t, 4>{4, 20, 5, 6}, {16, 100, 29, 20}, {32, 400, 1000, 60}})
    for (const bool backward : {false, true})
      cases.push_back(
          {line(batch, steps, classes, labels) + (backward ? " backward" : ""),
           op::AlignedLoss{
               .backward = backward, .batch = batch, .steps = steps, .classes = classes, .labels = labels}});
  using Side = op::Fourier::Side;
  for (const Side side : {Side::complex, Side::real_input, Side::real_result})
    for (const auto& [count, length] : {std::array<std::int64_t, 2>{100, 256}, {5000, 1000}, {3, 1 << 20}, {64, 331}})
      for (const bool apart : {false, true})
        cases.push_back({line(static_cast<int>(side), count, length) + (apart ? " apart" : ""),
                         op::Fourier{.side = side, .count = count, .length = length, .apart = apart}});
  for (const int lists : {1, 3, 5})
    for (const bool list : {true, false}) {
      op::Update u{.lists = lists,
                   .reads = lists * 1.0,
                   .writes = 2.0,
                   .each = {.operations = 7.0},
                   .state = 1e5 * byte,
                   .list = list};
      u.sizes = std::make_shared<const std::vector<std::int64_t>>(
          list ? std::vector<std::int64_t>{10, 70000, 3, 1000000, 4097, 64, 65536, 333}
               : std::vector<std::int64_t>{3333});
      cases.push_back({line(lists, list), u});
      u.format = bf16, u.each.special_functions = 2.0;
      cases.push_back({line(lists, list, "bf16"), u});
    }
  for (const std::int64_t rows : {10, 1000})
    cases.push_back({line(rows), op::Fill{.output = packed({rows, 1000}, fp32)}});
  check("indices", cases);
}

TEST_CASE("recurrent layers: cells, widths, directions, formats, passes") {
  std::vector<Case> cases;
  for (const Cell cell : {Cell::lstm, Cell::gru})
    for (const ConvolutionPass pass :
         {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
      for (const auto& [inputs, hidden, layers, batch, length] : {std::array<std::int64_t, 5>{64, 64, 1, 16, 20},
                                                                  {512, 512, 1, 64, 50},
                                                                  {300, 777, 2, 3, 7},
                                                                  {1024, 1024, 3, 128, 10},
                                                                  {128, 256, 1, 32, 100},
                                                                  {200, 2048, 1, 8, 5}})
        for (const NumberFormat format : {fp32, NumberFormat::tf32, NumberFormat::fp16}) {
          const bool both = layers == 2;
          cases.push_back({line(cell == Cell::lstm ? "lstm" : "gru", name(pass), inputs, hidden, layers, batch, length,
                                name(format)),
                           op::Recurrent{.cell = cell,
                                         .pass = pass,
                                         .bidirectional = both,
                                         .bias = !both,
                                         .format = format,
                                         .stored = format == NumberFormat::tf32 ? fp32 : format,
                                         .inputs = inputs,
                                         .hidden = hidden,
                                         .layers = layers,
                                         .batch = batch,
                                         .length = length}});
        }
  check("recurrent", cases);
}

}  // namespace unchanged_operations_test
