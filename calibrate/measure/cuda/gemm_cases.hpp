#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/operation/gemm.hpp>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace perfmodel::calibrate {

/// One product to be timed. `family` says which design it belongs to; whole families are held out from fits.
struct GemmCase {
  Gemm gemm{};
  bool sustained = false;
  bool bias = false;  ///< through cublasLt with the bias in the epilogue, as nn.Linear does
  std::string family{};
};

namespace detail {

using Triple = std::array<std::int64_t, 3>;
inline constexpr std::array four_formats{NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32,
                                         NumberFormat::fp32};
inline constexpr std::array three_layouts{Layout::nt, Layout::nn, Layout::tn};

/// Collects cases, drops repeats, products that would run too long and products that would not fit the pools.
class CaseList {
 public:
  explicit CaseList(double longest_seconds, double pool_bytes) : longest_(longest_seconds), pool_(pool_bytes) {}
  void add(const std::string& family, NumberFormat format, Layout layout, Triple mnk, std::int64_t batch = 1,
           Operands operands = Operands::cold, bool sustained = false, bool bias = false) {
    const Gemm g{.format = format,
                 .layout = layout,
                 .batch = batch,
                 .m = mnk[0],
                 .n = mnk[1],
                 .k = mnk[2],
                 .output = format,
                 .operands = operands};
    if (in(work(g), flop) / rate(format) > longest_) return;
    if (in(traffic(g), byte) > pool_) return;
    if (!seen_.insert({format, layout, batch, mnk, operands, sustained, bias}).second) return;
    cases_.push_back({.gemm = g, .sustained = sustained, .bias = bias, .family = family});
  }
  [[nodiscard]] std::vector<GemmCase> take() { return std::move(cases_); }

 private:
  /// Rough rates that only bound how long a case may take: a large data-center card.
  [[nodiscard]] static double rate(NumberFormat format) {
    switch (format) {
      case NumberFormat::fp64:
        return 60e12;
      case NumberFormat::fp32:
        return 50e12;
      case NumberFormat::tf32:
        return 400e12;
      case NumberFormat::fp8:
        return 1500e12;
      default:
        return 800e12;
    }
  }
  double longest_, pool_;
  std::vector<GemmCase> cases_{};
  std::set<std::tuple<NumberFormat, Layout, std::int64_t, Triple, Operands, bool, bool>> seen_{};
};

/// Slope against K: with C fixed, dT/dK is the rate of the main loop, the intercept prologue and epilogue.
inline void k_slope(CaseList& list, NumberFormat f) {
  for (const std::int64_t k : {16, 32, 64, 128, 192, 256, 512, 1024, 2048, 4096, 8192}) {
    for (const Layout l : three_layouts) list.add("k_slope", f, l, {1408, 1536, k});  // 132 tiles of 128 x 128
    list.add("k_slope", f, Layout::nt, {2816, 3072, k});
    list.add("k_slope", f, Layout::nt, {4096, 4096, k});
    list.add("k_slope", f, Layout::nt, {256, 256, k});
  }
}

/// Exact numbers of 128 x 128 tiles, around multiples of the SM counts of large cards (108, 132).
inline void tile_counts(CaseList& list, NumberFormat f) {
  for (const auto& [a, b] : {std::pair{6, 11},
                             {9, 12},
                             {10, 13},
                             {11, 12},
                             {7, 19},
                             {11, 18},
                             {12, 22},
                             {14, 19},
                             {18, 22},
                             {20, 20},
                             {22, 24},
                             {23, 23},
                             {30, 33},
                             {32, 33},
                             {38, 40}})
    for (const std::int64_t k : {512, 2048})
      for (const Layout l : three_layouts)
        if (l == Layout::nt || k == 2048) list.add("tiles", f, l, {128 * a, 128 * b, k});
}

/// One dimension small: vectors, decoding, thin layers.
inline void skinny(CaseList& list, NumberFormat f) {
  for (const std::int64_t s : {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128}) {
    for (const Triple& t :
         {Triple{s, 4096, 4096}, Triple{s, 1024, 8192}, Triple{s, 8192, 1024}, Triple{s, 16384, 4096}})
      list.add("skinny", f, Layout::nt, t);
    list.add("skinny", f, Layout::nn, {s, 4096, 4096});
    list.add("skinny", f, Layout::tn, {s, 4096, 4096});
    list.add("skinny", f, Layout::nt, {4096, s, 4096});
    list.add("skinny", f, Layout::nn, {4096, s, 2048});
  }
}

inline void squares(CaseList& list, NumberFormat f) {
  for (const std::int64_t s : {32,   48,   64,   96,   128,  192,  256,  384,  512,  640,   768,   1024,
                               1280, 1536, 2048, 2560, 3072, 4096, 5120, 6144, 8192, 10240, 12288, 16384})
    for (const Layout l : three_layouts) list.add("square", f, l, {s, s, s});
}

/// The alignment of leading dimensions: 1, 2, 4, 8 elements off, one dimension at a time and all.
inline void alignment(CaseList& list, NumberFormat f) {
  for (const std::int64_t d : {1, 2, 3, 4, 8, 16, 32})
    for (const Layout l : three_layouts)
      for (const std::int64_t base : {512, 2048}) {
        list.add("alignment", f, l, {base, base, base + d});
        list.add("alignment", f, l, {base, base + d, base});
        list.add("alignment", f, l, {base + d, base, base});
        list.add("alignment", f, l, {base + d, base + d, base + d});
      }
}

/// Attention-like and square strided batches.
inline void batched(CaseList& list, NumberFormat f) {
  for (const std::int64_t b : {16, 64, 256})
    for (const std::int64_t s : {128, 256, 512, 1024, 2048})
      for (const std::int64_t d : {64, 128}) {
        list.add("batched", f, Layout::nt, {s, s, d}, b);
        list.add("batched", f, Layout::nn, {s, d, s}, b);
        if (d == 64) list.add("batched", f, Layout::tn, {s, d, s}, b);
      }
  for (const std::int64_t b : {2, 4, 16, 64, 256})
    for (const std::int64_t s : {32, 64, 128, 256, 512, 1024})
      list.add("batched", f, three_layouts[static_cast<std::size_t>(b + s / 32) % 3], {s, s, s}, b);
}

/// The products of a transformer block: tokens x width, forward and both gradients.
inline void transformer(CaseList& list, NumberFormat f) {
  for (const std::int64_t h : {768, 1024, 2048, 4096, 5120, 8192})
    for (const std::int64_t t : {128, 512, 2048, 4096, 8192, 16384}) {
      if (f != NumberFormat::bf16 && (h == 1024 || h == 5120 || t == 512 || t == 4096)) continue;
      for (const auto& [out, inn] : {std::pair{3 * h, h}, {h, h}, {4 * h, h}, {h, 4 * h}}) {
        list.add("llm", f, Layout::nt, {t, out, inn});
        if (t == 2048 || t == 8192) {
          list.add("llm", f, Layout::nn, {t, inn, out});
          list.add("llm", f, Layout::tn, {out, inn, t});
        }
      }
    }
}

/// Training of the fully connected networks of "Towards High-Performance AI4NP Applications on Modern GPU Platforms",
/// Table 2: batch x width, hidden, first and last layers.
inline void fully_connected(CaseList& list, NumberFormat f, std::mt19937_64& random) {
  const auto one_of = [&](std::int64_t lowest, std::int64_t step, unsigned count) {
    return lowest + step * static_cast<std::int64_t>(random() % count);
  };
  for (std::int64_t batch = 64; batch <= 16384; batch *= 2)
    for (std::int64_t h = 32; h <= 8192; h *= 2) {
      const std::size_t which = random() % 3;
      list.add("fcnn", f, Layout::nt, {batch, h, h});
      list.add("fcnn", f, which == 0 ? Layout::nn : Layout::tn, which == 0 ? Triple{batch, h, h} : Triple{h, h, batch});
      if (which == 1) {
        const std::int64_t inputs = one_of(2000, 2000, 4);
        list.add("fcnn", f, Layout::nt, {batch, h, inputs});
        list.add("fcnn", f, Layout::tn, {h, inputs, batch});
      } else if (which == 2) {
        const std::int64_t outputs = one_of(200, 200, 5);
        list.add("fcnn", f, Layout::nt, {batch, outputs, h});
        list.add("fcnn", f, Layout::nn, {batch, h, outputs});
        list.add("fcnn", f, Layout::tn, {outputs, h, batch});
      }
    }
}

/// Uniform in [0, 1), the same on every platform.
inline double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

/// One dimension, log-uniform, aligned to `step` elements or not (step 1).
inline std::int64_t log_uniform_extent(std::mt19937_64& random, std::int64_t step, double lowest, double highest) {
  const double value = lowest * std::pow(highest / lowest, uniform(random));
  return std::max(step, static_cast<std::int64_t>(value / static_cast<double>(step) + 0.5) * step);
}

/// Likewise every dimension, from 32 to 16384.
inline Triple log_uniform(std::mt19937_64& random, std::int64_t step, double lowest = 32, double highest = 16384) {
  Triple t{};
  for (std::int64_t& d : t) d = log_uniform_extent(random, step, lowest, highest);
  return t;
}

/// Elements that extents are multiples of: 8 to 64 where rows are aligned; else 1, every third time 2 or 4.
inline std::int64_t random_step(std::mt19937_64& random, bool aligned) {
  return aligned ? std::int64_t{8} << random() % 4 : std::int64_t{1} << (random() % 6 < 4 ? 0 : random() % 2 + 1);
}

inline void random_shapes(CaseList& list, NumberFormat f, std::mt19937_64& random, int aligned, int unaligned,
                          int in_batches) {
  for (int i = 0; i < aligned; ++i)
    list.add("random", f, three_layouts[random() % 3], log_uniform(random, i % 3 == 0 ? 64 : i % 3 == 1 ? 16 : 8));
  for (int i = 0; i < unaligned; ++i)
    list.add("random_unaligned", f, three_layouts[random() % 3], log_uniform(random, 1));
  for (int i = 0; i < in_batches; ++i) {
    const Triple t = log_uniform(random, i % 3 == 2 ? 1 : 8, 32, 4096);
    const auto batch = static_cast<std::int64_t>(std::pow(2.0, 1 + 7 * uniform(random)));
    list.add(i % 3 == 2 ? "random_batched_unaligned" : "random_batched", f, three_layouts[random() % 3], t, batch);
  }
}

inline void warm_and_sustained(CaseList& list, NumberFormat f, std::mt19937_64& random) {
  for (const std::int64_t s : {64, 128, 256, 512, 1024, 2048, 4096})
    for (const Layout l : three_layouts) list.add("warm", f, l, {s, s, s}, 1, Operands::warm);
  for (int i = 0; i < 40; ++i)
    list.add("warm", f, three_layouts[random() % 3], log_uniform(random, 8, 32, 4096), 1, Operands::warm);
  for (const Layout l : three_layouts)
    for (const std::int64_t s : {2048, 4096, 8192}) list.add("sustained", f, l, {s, s, s}, 1, Operands::cold, true);
  for (const std::int64_t s : {128, 512, 1024, 2048, 4096, 16384})
    list.add("sustained", f, Layout::nt, {s, 4096, 4096}, 1, Operands::cold, true);
  for (const std::int64_t s : {256, 1024, 16384})
    list.add("sustained", f, Layout::nt, {4096, 4096, s}, 1, Operands::cold, true);
}

inline void with_bias(CaseList& list, NumberFormat f) {
  for (const std::int64_t batch : {64, 256, 1024, 4096, 16384})
    for (const std::int64_t h : {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192})
      list.add("bias", f, Layout::nt, {batch, h, h}, 1, Operands::cold, false, true);
}

}  // namespace detail

/// Products for a rehearsal of foreign measurements: log-uniform from 32 to 16384 in every dimension, four formats, a
/// third unaligned, a quarter in batches. Of another seed than the design's random families.
[[nodiscard]] inline std::vector<GemmCase> unseen_gemm_cases(double longest_seconds, double pool_bytes,
                                                             std::uint64_t seed = 1) {
  constexpr int of_each_format = 100;
  constexpr std::uint64_t far_from_the_design = 20261120;  // whose seed is 20
  detail::CaseList list(longest_seconds, pool_bytes);
  std::mt19937_64 random(far_from_the_design + seed);
  for (const NumberFormat f : detail::four_formats)
    for (int i = 0; i < of_each_format; ++i) {
      const bool aligned = i % 3 != 0;
      const Layout layout = detail::three_layouts[random() % 3];
      const auto step = std::int64_t{1} << (aligned ? 3 + random() % 4 : 0);  // 8, 16, 32, 64 elements, or 1
      const bool batched = i % 4 == 3;
      const detail::Triple mnk = detail::log_uniform(random, step, 32, batched ? 4096 : 16384);
      const auto batch = batched ? std::int64_t{1} << (1 + random() % 7) : 1;
      list.add(std::string("unseen") + (batched ? "_batched" : "") + (aligned ? "" : "_unaligned"), f, layout, mnk,
               batch);
    }
  return list.take();
}

/// Random products that a fit may learn from: like unseen_gemm_cases, of another seed, with more of the short ones,
/// where the library's choices are hardest to foresee. Log-uniform from 32 (every fourth: from 8) to 16384, a third of
/// them unaligned (strides of 1, 2 or 4 elements), a quarter in batches.
[[nodiscard]] inline std::vector<GemmCase> random_gemm_cases(double longest_seconds, double pool_bytes,
                                                             int of_each_format, std::uint64_t seed = 1) {
  constexpr std::uint64_t far_from_the_others = 977'000'001;
  constexpr double long_flop = 3e11, kept_of_long = 0.35;  // a millisecond and more
  detail::CaseList list(longest_seconds, pool_bytes);
  std::mt19937_64 random(far_from_the_others + seed);
  for (const NumberFormat f : detail::four_formats)
    for (int i = 0; i < of_each_format;) {
      const bool aligned = i % 3 != 0, batched = i % 4 == 3;
      const Layout layout = detail::three_layouts[random() % 3];
      const auto step = detail::random_step(random, aligned);
      const detail::Triple mnk = detail::log_uniform(random, step, i % 16 < 4 ? 8 : 32, batched ? 4096 : 16384);
      const auto batch = batched ? std::int64_t{1} << (1 + random() % 7) : 1;
      const double flop = 2.0 * static_cast<double>(batch) * static_cast<double>(mnk[0]) * static_cast<double>(mnk[1]) *
                          static_cast<double>(mnk[2]);
      if (flop > long_flop && detail::uniform(random) > kept_of_long) continue;
      list.add(std::string("random") + (batched ? "_batched" : "") + (aligned ? "" : "_unaligned"), f, layout, mnk,
               batch);
      ++i;
    }
  return list.take();
}

/// nn.Linear forward with the bias in the epilogue, which PyTorch calls with little room for partial sums
/// (cublaslt_workspace_bytes): other kernels run than without a bias. Log-uniform: m from 4 to 8,192, n and k from 4 to
/// 65,536; two thirds of FP32 and a third of the others unaligned.
[[nodiscard]] inline Gemm random_linear(NumberFormat format, std::mt19937_64& random) {
  const bool aligned = detail::uniform(random) < (format == NumberFormat::fp32 ? 0.35 : 0.7);
  const std::int64_t step = detail::random_step(random, aligned);
  const auto extent = [&](double highest) { return detail::log_uniform_extent(random, step, 4, highest); };
  Gemm g{.format = format, .layout = Layout::nt, .output = format, .epilogue = Epilogue::bias};
  g.m = detail::log_uniform_extent(random, 1, 4, 8192);
  g.n = extent(65536);
  g.k = extent(65536);
  return g;
}

/// Random nn.Linear products that a fit may learn from.
[[nodiscard]] inline std::vector<GemmCase> linear_gemm_cases(double longest_seconds, double pool_bytes,
                                                             int of_each_format, std::uint64_t seed = 1) {
  constexpr std::uint64_t far_from_the_others = 1'733'000'001;
  constexpr double long_flop = 3e11, kept_of_long = 0.35;  // a millisecond and more
  detail::CaseList list(longest_seconds, pool_bytes);
  std::mt19937_64 random(far_from_the_others + seed);
  for (const NumberFormat f : detail::four_formats)
    for (int i = 0; i < (f == NumberFormat::fp32 ? 2 : 1) * of_each_format;) {
      const Gemm g = random_linear(f, random);
      if (in(work(g), flop) > long_flop && detail::uniform(random) > kept_of_long) continue;
      list.add("linear", f, g.layout, {g.m, g.n, g.k}, 1, Operands::cold, false, true);
      ++i;
    }
  return list.take();
}

/// Random products in pairs, with operands from device memory and from the L2: they tell the difference, and judge
/// fits. No dimension is above 4,096: larger products leave the L2. Per format three in ten with a bias as nn.Linear,
/// three in ten in batches, a third unaligned.
[[nodiscard]] inline std::vector<GemmCase> warm_gemm_cases(double longest_seconds, double pool_bytes,
                                                           int of_each_format, std::uint64_t seed = 1) {
  constexpr std::uint64_t far_from_the_others = 2'311'000'001;
  detail::CaseList list(longest_seconds, pool_bytes);
  std::mt19937_64 random(far_from_the_others + seed);
  for (const NumberFormat f : detail::four_formats)
    for (int i = 0; i < of_each_format; ++i) {
      const bool aligned = random() % 3 != 0, batched = i % 10 < 3, bias = i % 10 > 6;
      const Layout layout = bias ? Layout::nt : detail::three_layouts[random() % 3];
      const auto step = detail::random_step(random, aligned);
      const detail::Triple mnk = detail::log_uniform(random, step, 16, batched ? 1024 : 4096);
      const auto batch = batched ? std::int64_t{1} << (1 + random() % 6) : 1;
      const std::string family = std::string(bias      ? "linear"
                                             : batched ? "batched"
                                                       : "single") +
                                 (aligned ? "" : "_unaligned");
      for (const Operands operands : {Operands::cold, Operands::warm})
        list.add(family, f, layout, mnk, batch, operands, false, bias);
    }
  return list.take();
}

/// The products of a calibration, in the order of their families. Deterministic: the same seed gives the same cases.
/// @param longest_seconds products that would take longer on a large card are left out
/// @param pool_bytes      operands and result of one product must fit in this
/// @param share           keep about this share of the cases (1: all), every family alike
[[nodiscard]] inline std::vector<GemmCase> gemm_cases(double longest_seconds, double pool_bytes, double share = 1.0,
                                                      bool fp8 = false, std::uint64_t seed = 20) {
  detail::CaseList list(longest_seconds, pool_bytes);
  std::mt19937_64 random(seed);
  for (const NumberFormat f : detail::four_formats) {
    detail::k_slope(list, f);
    detail::tile_counts(list, f);
    detail::skinny(list, f);
    detail::squares(list, f);
    detail::alignment(list, f);
    detail::batched(list, f);
    detail::transformer(list, f);
    detail::fully_connected(list, f, random);
    detail::random_shapes(list, f, random, 190, 150, 90);
    detail::warm_and_sustained(list, f, random);
    detail::with_bias(list, f);
  }
  for (const std::int64_t s : {128, 256, 512, 1024, 2048, 4096, 8192}) {
    for (const Layout l : detail::three_layouts) list.add("square", NumberFormat::fp64, l, {s, s, s});
    if (fp8) list.add("square", NumberFormat::fp8, Layout::nt, {s, s, s});
  }
  detail::random_shapes(list, NumberFormat::fp64, random, 25, 10, 10);
  if (fp8)
    for (int i = 0; i < 50; ++i) list.add("random", NumberFormat::fp8, Layout::nt, detail::log_uniform(random, 16));
  std::vector<GemmCase> all = list.take();
  if (share >= 1.0) return all;
  std::vector<GemmCase> kept;
  for (const GemmCase& c : all)
    if (detail::uniform(random) < share) kept.push_back(c);
  return kept;
}

}  // namespace perfmodel::calibrate
