// What kernels cost on cards of all generations, with constants that stay as they are (constants/), to five digits.
// A regression test: it notices a formula of pricing/ that changes, by intention or not, and proves nothing right.
// Where the change is meant, scripts/update-docs writes the tables anew: read the difference.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <perfmodel/pricing/gemm/configuration_time.hpp>
#include <perfmodel/pricing/gemm/tile_bounds.hpp>
#include <string>
#include <tests/unchanged/fixed.hpp>
#include <tests/unchanged/table.hpp>
#include <vector>

namespace unchanged_prices_test {
using namespace perfmodel;
using unchanged::cards;
using unchanged::figure;
using unchanged::line;

namespace {

/// A kernel with what tells it from others.
struct Case {
  std::string name{};
  Kernel kernel{};
};

/// Microseconds on each card; "-" where it has no such kernel.
[[nodiscard]] std::string times(const Kernel& kernel) {
  std::string text;
  for (const KernelModel& model : cards()) {
    try {
      text += ' ' + figure(in(predict(kernel, model).total, micro * second));
    } catch (const Error&) {
      text += " -";
    }
  }
  return text;
}

/// All parts of a prediction, on the last card.
[[nodiscard]] std::string parts(const Kernel& kernel) {
  try {
    const Prediction p = predict(kernel, cards().back());
    const auto us = [](Time t) { return figure(in(t, micro * second)); };
    return line("", us(p.math), us(p.dram), us(p.l2), us(p.latency), us(p.launch), us(p.low), us(p.high), name(p.bound),
                figure(in(p.traffic, byte)), figure(in(p.work, flop)), p.kernels, p.validated ? "within" : "beyond");
  } catch (const Error&) {
    return " -";
  }
}

void check(const std::string& file, const std::vector<Case>& cases) {
  std::vector<std::string> lines;
  for (const Case& c : cases) lines.push_back(c.name + " |" + times(c.kernel) + " |" + parts(c.kernel));
  unchanged::check_table(file,
                         "kernel | us on each card, K40c to H200 | on an H200 under load: us of math, dram, l2, "
                         "latency, launch, low, high; bound, bytes, FLOP, kernels",
                         lines);
}

[[nodiscard]] std::string count(std::int64_t value) { return std::to_string(value); }

[[nodiscard]] Case product(Gemm g) {
  if (g.output != g.format && g.format != NumberFormat::fp8) g.output = g.format;
  constexpr std::string_view layouts[]{"nn", "nt", "tn", "tt"}, ends[]{"", " bias", " bias+act", " accumulate"},
      operands[]{"", " warm", " rotated"};
  const std::string name = std::string(perfmodel::name(g.format)) + ' ' +
                           std::string(layouts[static_cast<std::size_t>(g.layout)]) + ' ' + count(g.batch) + 'x' +
                           count(g.m) + 'x' + count(g.n) + 'x' + count(g.k) +
                           std::string(ends[static_cast<std::size_t>(g.epilogue)]) +
                           std::string(operands[static_cast<std::size_t>(g.operands)]) + (g.repeated_b ? " one B" : "");
  return {name, g};
}

}  // namespace

TEST_CASE("products: sizes from a vector to many waves, formats, orders, ends, operands") {
  struct Size {
    std::int64_t batch, m, n, k;
  };
  std::vector<Case> cases;
  std::size_t turn = 0;
  for (const Size& s : {Size{1, 4096, 4096, 4096}, Size{1, 1, 4096, 1024}, Size{1, 2000, 1, 333}, Size{1, 3, 5000, 700},
                        Size{1, 64, 64, 30000}, Size{1, 100, 1000, 2048}, Size{1, 8192, 128, 8192},
                        Size{1, 333, 777, 555}, Size{32, 128, 128, 64}, Size{200, 16, 48, 100}, Size{6, 1, 512, 512},
                        Size{1, 20000, 64, 64}, Size{3, 700, 300, 5000}})
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16,
                                      NumberFormat::fp64, NumberFormat::fp8}) {
      const Layout layouts[]{Layout::nt, Layout::nn, Layout::tn, Layout::tt};
      const Epilogue ends[]{Epilogue::none, Epilogue::bias, Epilogue::accumulate, Epilogue::none,
                            Epilogue::bias_activation};
      const Operands operands[]{Operands::cold, Operands::warm, Operands::cold, Operands::rotated};
      Gemm g{.format = format,
             .layout = layouts[turn % 4],
             .batch = s.batch,
             .m = s.m,
             .n = s.n,
             .k = s.k,
             .epilogue = ends[turn % 5],
             .operands = operands[turn / 3 % 4],
             .repeated_b = s.batch > 1 && turn % 2 == 0};
      g.output = format == NumberFormat::fp8 ? NumberFormat::bf16 : format;
      cases.push_back(product(g));
      ++turn;
    }
  check("products", cases);
}

TEST_CASE("convolutions: filters, strides, groups, formats, orders and passes") {
  const Convolution shapes[]{
      {.n = 32, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1},
      {.n = 8, .c = 256, .h = 14, .w = 14, .k = 1024},
      {.n = 16,
       .c = 3,
       .h = 112,
       .w = 112,
       .k = 32,
       .r = 7,
       .s = 7,
       .stride_h = 2,
       .stride_w = 2,
       .pad_h = 3,
       .pad_w = 3},
      {.n = 4, .c = 96, .h = 28, .w = 28, .k = 96, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1, .groups = 96},
      {.n = 4,
       .c = 128,
       .h = 14,
       .w = 14,
       .k = 128,
       .r = 3,
       .s = 3,
       .stride_h = 2,
       .stride_w = 2,
       .pad_h = 1,
       .pad_w = 1,
       .groups = 32},
      {.n = 1, .c = 10, .h = 33, .w = 65, .k = 21, .r = 5, .s = 1, .pad_h = 2, .dilation_h = 1, .bias = true},
      {.n = 2, .c = 32, .h = 30, .w = 30, .k = 48, .r = 3, .s = 3, .dilation_h = 2, .dilation_w = 2},
      {.n = 2, .c = 16, .h = 16, .w = 16, .k = 32, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1, .d = 8, .t = 3, .pad_d = 1},
      {.n = 64, .c = 192, .h = 4, .w = 4, .k = 192, .r = 4, .s = 4},
      {.n = 128, .c = 512, .h = 7, .w = 7, .k = 512, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1, .between = 2e7 * byte}};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < std::size(shapes); ++i)
    for (const ConvolutionPass pass :
         {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
      for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16})
        for (const MemoryFormat order : {MemoryFormat::nchw, MemoryFormat::nhwc}) {
          Convolution c = shapes[i];
          c.pass = pass, c.format = format, c.memory_format = order;
          cases.push_back({"shape " + count(static_cast<std::int64_t>(i)) + ' ' + std::string(name(pass)) + ' ' +
                               std::string(name(format)) + (order == MemoryFormat::nchw ? " nchw" : " nhwc"),
                           c});
        }
  check("convolutions", cases);
}

TEST_CASE("many convolutions: sums over channels, images and batches, by filter, stride, pass, format and order") {
  static const std::vector<KernelModel> models{unchanged::kernels("A100-SXM4-80GB"), unchanged::kernels("H200-SXM"),
                                               unchanged::kernels("V100-SXM2-16GB"), unchanged::by_trees("H200-SXM"),
                                               unchanged::by_trees("A100-SXM4-80GB")};
  std::vector<std::string> lines;
  for (const auto& [r, s, stride, dilation] : {std::array<std::int64_t, 4>{1, 1, 1, 1},
                                               {3, 3, 1, 1},
                                               {3, 3, 2, 1},
                                               {7, 7, 2, 1},
                                               {5, 5, 1, 1},
                                               {1, 7, 1, 1},
                                               {7, 1, 1, 1},
                                               {3, 3, 1, 2},
                                               {2, 2, 2, 1}})
    for (const ConvolutionPass pass :
         {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
      for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16})
        for (const MemoryFormat order : {MemoryFormat::nchw, MemoryFormat::nhwc}) {
          std::vector<double> sums(models.size());
          std::size_t turn = 0;
          for (const auto& [c, k] : {std::array<std::int64_t, 2>{3, 64},
                                     {16, 16},
                                     {32, 64},
                                     {64, 64},
                                     {128, 128},
                                     {160, 192},
                                     {448, 512},
                                     {512, 384},
                                     {100, 30},
                                     {1024, 256}})
            for (const auto& [h, w] :
                 {std::array<std::int64_t, 2>{7, 7}, {8, 8}, {14, 14}, {16, 16}, {28, 30}, {44, 62}, {33, 100}}) {
              constexpr std::int64_t batches[]{1, 16, 32, 40, 64, 8, 33};
              Convolution x{.pass = pass,
                            .format = format,
                            .memory_format = order,
                            .n = batches[turn++ % 7],
                            .c = c,
                            .h = h,
                            .w = w,
                            .k = k,
                            .r = r,
                            .s = s,
                            .stride_h = stride,
                            .stride_w = stride,
                            .pad_h = r / 2,
                            .pad_w = s / 2,
                            .dilation_h = dilation,
                            .dilation_w = dilation};
              if (turn % 5 == 0 && c % 16 == 0 && k % 16 == 0) x.groups = turn % 2 == 0 ? 2 : 16;
              if (turn % 6 == 0) x.planes = 4;
              if (turn % 8 == 5) x.stride_w = 3 - stride;
              if (turn % 8 == 1) x.dilation_w = 3 - dilation;
              if (turn % 4 == 0) x.between = 1e8 * byte;
              for (std::size_t i = 0; i < models.size(); ++i) {
                try {
                  sums[i] += in(predict(x, models[i]).total, micro * second);
                } catch (const Error&) {
                  sums[i] += 1.0;
                }
              }
            }
          std::string text;
          for (const double value : sums) text += ' ' + unchanged::sum(value);
          lines.push_back(line(r, s, stride, dilation, name(pass), name(format),
                               order == MemoryFormat::nchw ? "nchw" : "nhwc", '|') +
                          text);
        }
  unchanged::check_table("many_convolutions",
                         "filter, stride, dilation, pass, format, order | us on A100, H200, V100; "
                         "H200 and A100 with the trees of data/choices",
                         lines);
}

TEST_CASE("volumes: sums over depths, by filter, pass, format and order") {
  std::vector<std::string> lines;
  const KernelModel h200 = unchanged::by_trees("H200-SXM");
  for (const auto& [t, r] : {std::array<std::int64_t, 2>{1, 3}, {3, 3}, {1, 7}, {3, 1}, {1, 1}, {5, 5}})
    for (const ConvolutionPass pass :
         {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
      for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::fp16})
        for (const MemoryFormat order : {MemoryFormat::nchw, MemoryFormat::nhwc}) {
          double total = 0.0, rules = 0.0;
          for (const std::int64_t channels : {3, 4, 16, 32, 33, 64})
            for (const std::int64_t side : {7, 28, 56})
              for (const std::int64_t depth : {1, 4, 16}) {
                const Convolution x = as_images({.pass = pass,
                                                 .format = format,
                                                 .memory_format = order,
                                                 .n = channels == 4 ? 20 : 3,
                                                 .c = channels,
                                                 .h = side,
                                                 .w = side,
                                                 .k = side == 28 ? 24 : 64,
                                                 .r = r,
                                                 .s = r,
                                                 .pad_h = r / 2,
                                                 .pad_w = r / 2,
                                                 .d = depth,
                                                 .t = t,
                                                 .pad_d = t / 2});
                total += in(predict(x, h200).total, micro * second);
                rules += in(predict(x, cards().back()).total, micro * second);
              }
          lines.push_back(line(t, r, name(pass), name(format), order == MemoryFormat::nchw ? "nchw" : "nhwc", '|',
                               unchanged::sum(total), unchanged::sum(rules)));
        }
  unchanged::check_table("volumes", "depth, side, pass, format, order | us on an H200 with the trees, by the rules",
                         lines);
}

TEST_CASE("many products: sums over sizes, by format, order and end") {
  static const std::vector<KernelModel> models{unchanged::kernels("A100-SXM4-80GB"),  unchanged::kernels("H200-SXM"),
                                               unchanged::kernels("P100-PCIE-16GB"),  unchanged::by_trees("H200-SXM"),
                                               unchanged::by_trees("A100-SXM4-80GB"), unchanged::by_trees("T4")};
  std::vector<std::string> lines;
  for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::fp8})
    for (const Layout layout : {Layout::nn, Layout::nt, Layout::tn})
      for (const Epilogue end : {Epilogue::none, Epilogue::bias, Epilogue::accumulate}) {
        std::vector<double> sums(models.size());
        std::size_t turn = 0;
        for (const std::int64_t m : {1, 2, 16, 100, 512, 4096})
          for (const std::int64_t n : {1, 7, 64, 1000, 8192})
            for (const std::int64_t k : {8, 65, 1024, 30000}) {
              constexpr std::int64_t batches[]{1, 1, 1, 12, 1, 150};
              Gemm g{.format = format,
                     .layout = layout,
                     .batch = batches[turn++ % 6],
                     .m = m,
                     .n = n,
                     .k = k,
                     .output = format == NumberFormat::fp8 ? NumberFormat::bf16 : format,
                     .epilogue = end,
                     .operands = turn % 5 == 0 ? Operands::warm : Operands::cold};
              for (std::size_t i = 0; i < models.size(); ++i) {
                try {
                  const GemmPrediction p = predict(g, models[i].gemm);
                  sums[i] += std::log(in(p.total, nano * second)) +
                             0.1 * std::log(in(p.high / p.low, 1.0 * second / second)) +
                             static_cast<double>(p.split_k + p.waves % 64 + 3 * p.blocks_per_sm) / 64.0;
                } catch (const Error&) {
                  sums[i] += 1.0;
                }
              }
            }
        std::string text;
        for (const double value : sums) text += ' ' + unchanged::sum(value);
        lines.push_back(line(name(format), static_cast<int>(layout), static_cast<int>(end), '|') + text);
      }
  unchanged::check_table("many_products",
                         "format, order, end | a sum of logarithms of times and of what is launched, on "
                         "A100, H200, P100; H200, A100 and T4 with the trees of data/choices",
                         lines);
}

TEST_CASE("lower bounds of products' times, by which tiles are left out, and what the times are known from") {
  std::vector<std::string> lines;
  for (const KernelModel& card : cards())
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::fp8}) {
      double whole = 0.0, split = 0.0, least = 0.0, all = 0.0;
      for (const CopyOnWrite<GemmModel>& family : card.gemm.models) {
        const GemmModel& model = *family;
        if (!detail::answers(model, format)) continue;
        for (const std::int64_t m : {64, 500, 8192})
          for (const std::int64_t n : {100, 4096})
            for (const std::int64_t k : {32, 3000}) {
              const TimedProduct product =
                  detail::contender({.format = format, .batch = m == 64 ? 3 : 1, .m = m, .n = n, .k = k}, model);
              const auto count = static_cast<std::size_t>(model.constants.tile_count);
              const detail::TileBounds bounds = detail::bound_tiles(model, detail::in_lanes(product.terms),
                                                                    static_cast<std::size_t>(format), count, true);
              for (std::size_t tile = 0; tile < count; ++tile) {
                whole += std::log(1e9 * static_cast<double>(bounds.whole[tile]));
                split += std::log(1e9 * static_cast<double>(bounds.split[tile]));
              }
              least += std::log(1e9 * least_work(product)), all += std::log(1e9 * least_of_all(product));
            }
      }
      const auto known = [&](int alignment) { return static_cast<int>(evidence(card.gemm, format, alignment).level); };
      lines.push_back(line(card.device.name, name(format), '|', figure(whole), figure(split), figure(least),
                           figure(all), '|', known(2), known(16)));
    }
  unchanged::check_table("bounds",
                         "card, format | sums of logarithms: K whole, split, work, any tile | evidence of rows "
                         "at 2 and 16 bytes",
                         lines);
}

TEST_CASE("attention: heads, lengths, masks, gradients, a cache") {
  std::vector<Case> cases;
  for (const NumberFormat format : {NumberFormat::fp16, NumberFormat::fp32})
    for (const bool backward : {false, true})
      for (const bool causal : {false, true})
        for (const auto& [heads, key_heads, queries, keys, size] : {std::array<std::int64_t, 5>{16, 16, 512, 512, 64},
                                                                    {8, 2, 1000, 3000, 128},
                                                                    {4, 4, 77, 77, 40},
                                                                    {8, 8, 128, 4096, 256},
                                                                    {32, 8, 1, 2000, 128}}) {
          if (backward && queries == 1) continue;
          Attention a{.format = format,
                      .batch = 3,
                      .heads = heads,
                      .key_heads = key_heads,
                      .queries = queries,
                      .keys = keys,
                      .head_size = size,
                      .causal = causal,
                      .backward = backward};
          a.dropout = size == 40, a.biased = size == 64 && causal, a.memory_efficient = a.biased;
          a.narrow_keys = queries == 1 && causal;
          cases.push_back({std::string(name(format)) + (backward ? " backward " : " forward ") + count(heads) + '/' +
                               count(key_heads) + " x " + count(queries) + " x " + count(keys) + " x " + count(size) +
                               (causal ? " causal" : ""),
                           a});
        }
  check("attention", cases);
}

TEST_CASE("communication and copies: kinds, cards, hosts, sizes") {
  std::vector<Case> cases;
  for (const CollectiveKind kind : all_collectives)
    for (const auto& [gpus, per_node] :
         {std::array<std::int64_t, 2>{2, 0}, {8, 0}, {8, 4}, {5, 5}, {16, 8}, {32, 0}, {64, 4}})
      for (const double size : {2e3, 5e5, 7e6, 3e9})
        cases.push_back({std::string(name(kind)) + ' ' + count(gpus) + '/' + count(per_node) + ' ' + figure(size),
                         Collective{.kind = kind, .gpus = gpus, .size = size * byte, .per_node = per_node}});
  for (const bool to_device : {false, true})
    for (const bool pinned : {false, true})
      for (const double size : {100.0, 1e6, 1e9})
        cases.push_back({line("copy", to_device, pinned, figure(size)),
                         HostCopy{.size = size * byte, .to_device = to_device, .pinned = pinned}});
  check("communication", cases);
}

TEST_CASE("kernels of a compiler: loops, sizes, what they find in L2") {
  std::vector<Case> cases;
  for (const op::FusedLoop loop : {op::FusedLoop::elements, op::FusedLoop::rows, op::FusedLoop::columns})
    for (const auto& [outputs, values] :
         {std::array<std::int64_t, 2>{1000, 1}, {4096, 1024}, {128, 100000}, {30000000, 1}}) {
      const double all = static_cast<double>(outputs * values);
      cases.push_back({line(name(loop), outputs, values), op::Fused{.loop = loop,
                                                                    .outputs = outputs,
                                                                    .values = values,
                                                                    .read = 6.0 * all * byte,
                                                                    .written = 2.0 * all * byte,
                                                                    .operations = 9.0 * all,
                                                                    .special_functions = 0.5 * all,
                                                                    .scattered = 0.25 * all,
                                                                    .crowded = 0.125 * all,
                                                                    .drawn = 0.5 * all,
                                                                    .near = 3.0 * all * byte,
                                                                    .since = 20.0 * all * byte}});
    }
  check("fused", cases);
}

}  // namespace unchanged_prices_test
