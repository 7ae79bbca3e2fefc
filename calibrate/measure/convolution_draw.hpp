#pragma once
/// Convolutions drawn at random, most of them as networks have them, for which the library is asked what it would run.
/// A draw follows from its number alone, so that tables of answers need not hold the shapes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <perfmodel/operation/convolution.hpp>
#include <random>
#include <utility>

namespace perfmodel {

/// A convolution as PyTorch asks cuDNN for it.
struct ConvolutionDraw {
  Convolution convolution{};
  bool volume{};  ///< of tensors with a depth, which may be 1
};

namespace detail {
class DrawRandom {
 public:
  explicit DrawRandom(std::uint64_t seed) : engine_(seed) {
    constexpr int skipped = 4;
    engine_.discard(skipped);
  }
  [[nodiscard]] std::int64_t below(std::uint64_t n) { return static_cast<std::int64_t>(engine_() % n); }
  [[nodiscard]] double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  [[nodiscard]] bool chance(double share) { return uniform() < share; }
  [[nodiscard]] std::int64_t pick(std::initializer_list<std::int64_t> values) {
    return values.begin()[engine_() % values.size()];
  }
  [[nodiscard]] std::int64_t log_uniform(double low, double high) {
    return std::max(
        static_cast<std::int64_t>(low),
        static_cast<std::int64_t>(std::llround(std::exp(std::log(low) + uniform() * std::log(high / low)))));
  }
  /// A third odd, most others a multiple of 8.
  [[nodiscard]] std::int64_t size(double low, double high) {
    constexpr std::int64_t least_of_eights = 16;
    const std::int64_t n = log_uniform(low, high);
    if (chance(1.0 / 3)) return std::min(n | 1, static_cast<std::int64_t>(high));
    return n >= least_of_eights && chance(0.7) ? n / 8 * 8 : n;
  }
  [[nodiscard]] std::int64_t eights(double low, double high) {
    return std::max<std::int64_t>(8, 8 * std::llround(static_cast<double>(log_uniform(low, high)) / 8.0));
  }

 private:
  std::mt19937_64 engine_;
};

/// A draw in the making.
struct DrawnConvolution {
  DrawRandom& random;
  bool network{};  ///< sizes as networks have them; else at random
  Convolution c{};
  std::int64_t stride{1}, dilation{1};
  bool volume{};

  [[nodiscard]] std::int64_t channels() {
    if (!network) return random.size(1, 2048);
    return random.chance(0.5)
               ? random.pick({16, 24, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 2048})
               : random.eights(16, 2048);
  }
  [[nodiscard]] std::int64_t side() {
    return network ? random.pick({1,  4,  7,  7,  8,  10, 12, 14,  14,  16,  20,  24,  28,  28, 32,
                                  40, 48, 56, 56, 64, 80, 96, 112, 128, 160, 224, 256, 320, 512})
                   : random.size(1, 512);
  }
  void group_channels(std::int64_t groups) {
    c.groups = groups;
    c.c = std::max<std::int64_t>(1, c.c / groups) * groups, c.k = std::max<std::int64_t>(1, c.k / groups) * groups;
  }
  void square(std::int64_t window) { c.r = c.s = window; }

  void common() {
    constexpr std::array formats{NumberFormat::fp32, NumberFormat::fp32, NumberFormat::tf32, NumberFormat::tf32,
                                 NumberFormat::tf32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::fp16,
                                 NumberFormat::bf16, NumberFormat::bf16, NumberFormat::bf16, NumberFormat::bf16};
    c.format = formats[static_cast<std::size_t>(random.below(formats.size()))];
    c.pass = static_cast<ConvolutionPass>(random.below(3));
    c.memory_format = random.chance(0.4) ? MemoryFormat::nhwc : MemoryFormat::nchw;
    c.n = network && random.chance(0.8) ? random.pick({1, 1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256})
                                        : random.log_uniform(1, 512);
    c.c = channels();
    c.k = random.chance(0.3) ? c.c : channels();
    c.h = side();
    c.w = random.chance(0.85) ? c.h : side();
    square(random.pick({3, 3, 3, 3, 3, 3, 5, 5, 7, 2, 4}));
    stride = random.pick({1, 1, 1, 2});
  }
  void ordinary() {
    if (random.chance(0.1)) dilation = random.pick({2, 2, 3, 4, 6, 12});
    if (!random.chance(0.12)) return;
    if (random.chance(0.5))
      c.r = 1;
    else
      c.s = 1;
  }
  void pointwise() {
    square(1), stride = random.chance(0.8) ? 1 : 2;
    if (random.chance(0.1)) group_channels(random.pick({2, 3, 4, 8}));
  }
  void grouped() {
    constexpr double most_channels = 1024.0;
    if (network) {
      const std::int64_t inner = random.pick({4, 8, 8, 16, 16, 24, 32, 40, 48, 56, 64, 64, 80, 96, 112, 128});
      c.groups = random.log_uniform(2, std::max(3.0, std::floor(most_channels / static_cast<double>(inner))));
      const std::int64_t outer =
          random.chance(0.8) ? inner : random.pick({inner * 2, inner * 4, std::max<std::int64_t>(1, inner / 2)});
      c.c = c.groups * inner, c.k = c.groups * outer;
    } else {
      c.groups = random.log_uniform(2, 100);
      const std::int64_t inner = random.log_uniform(2, 256),
                         outer = random.chance(0.5) ? inner : random.log_uniform(1, 256);
      c.c = c.groups * inner, c.k = c.groups * outer;
    }
    if (random.chance(0.15)) square(1);
  }
  void depthwise() {
    c.k = c.c * random.pick({1, 1, 1, 1, 2}), c.groups = c.c;
    if (random.chance(0.08)) dilation = random.pick({2, 4});
    if (c.format != NumberFormat::fp16) c.memory_format = MemoryFormat::nhwc;  // else PyTorch's own kernels
  }
  void volumes() {
    volume = true;
    c.d = random.pick({2, 4, 8, 16, 32, 64});
    c.t = random.pick({1, 3, 3, 3, 5, 2});
    if (random.chance(0.2)) square(1), c.t = random.pick({3, 1, 5});
    c.pad_d = c.t / 2;
    c.stride_d = c.t > 1 && stride > 1 && random.chance(0.7) ? stride : 1;
    if (random.chance(0.12)) group_channels(random.pick({2, 4, 8, 32}));
  }
  void long_filters() {
    constexpr double most_channels = 1024.0;
    if (random.chance(0.6)) {
      c.h = c.r = 1, c.w = random.log_uniform(64, 20000);
      c.s = random.pick({8, 9, 10, 11, 15, 16, 25, 31, 32, 33, 41, 63, 64, 128});
    } else {
      constexpr std::array<std::array<std::int64_t, 2>, 15> shapes{{{9, 9},
                                                                    {11, 11},
                                                                    {7, 7},
                                                                    {13, 13},
                                                                    {5, 11},
                                                                    {11, 21},
                                                                    {11, 41},
                                                                    {1, 15},
                                                                    {3, 31},
                                                                    {1, 7},
                                                                    {7, 1},
                                                                    {31, 31},
                                                                    {16, 16},
                                                                    {14, 14},
                                                                    {32, 32}}};
      const auto& shape = shapes[static_cast<std::size_t>(random.below(shapes.size()))];
      c.r = shape[0], c.s = shape[1];
    }
    stride = random.pick({1, 1, 1, 2, 4});
    if ((c.r == 14 || c.r == 16 || c.r == 32) && c.r == c.s) stride = c.r;  // patches
    const double kind = random.uniform();
    if (kind < 0.3) {
      const std::int64_t inner = random.pick({1, 2, 4, 8, 16, 24, 32, 48, 64});
      c.groups = random.log_uniform(2, std::max(3.0, std::floor(most_channels / static_cast<double>(inner))));
      c.c = c.k = c.groups * inner;
    } else if (kind < 0.45) {
      c.groups = c.k = c.c;
    } else if (kind < 0.6) {
      c.c = random.pick({1, 3, 4});
    }
  }
  void first_layer() {
    c.c = random.pick({1, 2, 3, 3, 3, 3, 4, 6, 8, 12});
    if (random.chance(0.25)) std::swap(c.c, c.k);
    stride = random.pick({1, 2, 2, 4});
    if (random.chance(0.2)) square(stride == 4 ? 4 : 7);
  }
  void transposed() {  // as a transposed convolution has it: passes of a strided one
    stride = random.pick({2, 2, 2, 4, 1});
    square(random.pick({2, 2, 3, 4, 4, 5}));
  }
  void line() {
    c.h = c.r = 1;
    c.w = network ? random.pick({49, 100, 128, 197, 256, 384, 512, 1024, 2048, 3000, 4096, 16000})
                  : random.log_uniform(8, 20000);
    c.s = random.pick({1, 1, 3, 3, 5, 7});
    if (random.chance(0.3))
      group_channels(random.pick({2, 4, 8, 16}));
    else if (random.chance(0.1))
      c.groups = c.k = c.c;
    if (random.chance(0.1)) dilation = random.pick({2, 4, 8, 16, 64});
    c.memory_format = MemoryFormat::nchw;
  }
  /// Signals, as networks of sound, of series and of sequences have them: any step, any gap between taps.
  void signals() {
    c.h = c.r = 1;
    c.w = random.log_uniform(4, 40000);
    c.s = random.pick({1, 2, 3, 3, 3, 4, 5, 5, 7, 8, 9, 10, 11, 15, 16, 20, 31, 32});
    const double kind = random.uniform();
    if (kind < 0.25) {
      dilation = random.pick({2, 3, 4, 5, 8, 9, 16, 27, 32, 64});
    } else if (kind < 0.6) {
      stride = random.pick({2, 2, 2, 3, 4, 5, 8, 10, 16});
      if (random.chance(0.5)) c.s = random.chance(0.5) ? stride : 2 * stride;
    }
    if (random.chance(0.12))
      group_channels(random.pick({2, 4, 8, 16}));
    else if (random.chance(0.1))
      c.groups = c.k = c.c;
    if (random.chance(0.12)) c.c = random.pick({1, 2, 4}), c.groups = 1;
    if (c.groups == 1 && random.chance(0.1)) c.k = random.pick({1, 2, 4});
    c.memory_format = MemoryFormat::nchw;
  }
  /// Several channels a group, from few to a kilochannel: a group for each image of a batch among them, as styles and
  /// filters that depend on the image have them.
  void groups_alone() {
    constexpr double most_channels = 16384.0, most_groups = 256.0;
    const auto many = [&](std::int64_t inner) {
      return random.log_uniform(2,
                                std::clamp(std::floor(most_channels / static_cast<double>(inner)), 3.0, most_groups));
    };
    std::int64_t inner = 0, outer = 0;
    if (network) {
      inner =
          random.pick({4, 8, 16, 16, 24, 32, 32, 48, 64, 64, 80, 96, 128, 128, 192, 256, 256, 320, 384, 512, 512, 768});
      outer = random.chance(0.65) ? inner : random.pick({inner * 2, inner * 4, inner / 2, 3, 1});
    } else {
      inner = random.log_uniform(2, 800);
      outer = random.chance(0.5) ? inner : random.log_uniform(1, 800);
    }
    c.groups = many(inner);
    c.c = c.groups * inner, c.k = c.groups * outer;
    if (random.chance(0.35)) c.n = 1;
    const double shape = random.uniform();
    if (shape < 0.2)
      square(1);
    else if (shape < 0.28)
      c.h = c.r = 1, c.s = random.pick({1, 3, 3, 5, 7, 15}), c.memory_format = MemoryFormat::nchw;
    else if (shape < 0.36)
      square(random.pick({7, 9, 11}));
    if (random.chance(0.08)) dilation = random.pick({2, 4});
  }
  /// One channel a group: any window, one filter a channel or several.
  void depthwise_alone() {
    c.c = std::max<std::int64_t>(2, c.c);
    c.groups = c.c;
    c.k = c.c * random.pick({1, 1, 1, 1, 1, 1, 2, 2, 3, 4});
    square(random.pick({1, 1, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7, 9, 11, 13}));
    const double shape = random.uniform();
    if (shape < 0.08)
      c.r = 1;
    else if (shape < 0.16)
      c.s = 1;
    else if (shape < 0.22)
      c.h = c.r = 1;
    stride = random.pick({1, 1, 1, 1, 2, 2, 3, 4});
    if (random.chance(0.1)) dilation = random.pick({2, 2, 3, 4, 6});
    c.memory_format = c.format == NumberFormat::fp16 && random.chance(0.5) ? MemoryFormat::nchw : MemoryFormat::nhwc;
  }
  void finish_signal() {
    c.stride_h = c.dilation_h = 1, c.stride_w = stride, c.dilation_w = dilation;
    const std::int64_t reach = dilation * (c.s - 1);
    c.pad_w = random.chance(0.6) ? reach / 2 : random.chance(0.5) ? 0 : std::max<std::int64_t>(0, (c.s - stride) / 2);
    if (stride == 1 && random.chance(0.15)) c.pad_w = reach;  // only what came before; the end is cut off
  }
  void finish(bool patches, bool kernel_of_stride) {
    c.stride_h = c.stride_w = stride, c.dilation_h = c.dilation_w = dilation;
    const bool padded = !random.chance(0.15);
    if (padded) c.pad_h = dilation * (c.r - 1) / 2, c.pad_w = dilation * (c.s - 1) / 2;
    if (volume && !padded) c.pad_d = 0;
    constexpr std::int64_t least_patch = 4;
    if ((patches && stride == c.r && stride > least_patch) || (kernel_of_stride && c.r == stride))
      c.pad_h = c.pad_w = 0;
    if (c.h == 1 && c.r == 1) c.stride_h = c.dilation_h = 1;
  }
  /// Neither nothing to do nor more than a card holds.
  [[nodiscard]] bool usable() const {
    constexpr double least_products = 1e4, most_products = 3e12, most_numbers = 8e8, most_weights = 1e8;
    if (c.d + 2 * c.pad_d < c.t || c.h + 2 * c.pad_h - c.dilation_h * (c.r - 1) < 1 ||
        c.w + 2 * c.pad_w - c.dilation_w * (c.s - 1) < 1)
      return false;
    const auto number = [](std::int64_t n) { return static_cast<double>(n); };
    const double terms = number(c.c / c.groups) * number(c.taps()), input = number(c.n * c.c) * number(c.pixels_in()),
                 output = number(c.n * c.k) * number(c.pixels_out()), products = output * terms;
    return products >= least_products && products < most_products && input < most_numbers && output < most_numbers &&
           number(c.k) * terms < most_weights;
  }
};
}  // namespace detail

/// Draws from these numbers on are signals alone, groups of several channels, and of one.
inline constexpr std::uint64_t first_signal_draw = 10'000'000, first_group_draw = 20'000'000,
                               first_depthwise_draw = 30'000'000;

/// A signal's convolution, the draw of a number.
[[nodiscard]] inline ConvolutionDraw drawn_signal(std::uint64_t number) {
  detail::DrawRandom random(number);
  const bool network = random.chance(0.75);
  for (;;) {
    detail::DrawnConvolution drawn{.random = random, .network = network};
    drawn.common();
    drawn.stride = 1;
    drawn.signals();
    drawn.finish_signal();
    if (drawn.usable()) return {.convolution = drawn.c, .volume = false};
  }
}

/// A convolution in groups of several channels, or of one, the draw of a number.
[[nodiscard]] inline ConvolutionDraw drawn_groups(std::uint64_t number) {
  detail::DrawRandom random(number);
  const bool network = random.chance(0.75);
  for (;;) {
    detail::DrawnConvolution drawn{.random = random, .network = network};
    drawn.common();
    if (number < first_depthwise_draw)
      drawn.groups_alone();
    else
      drawn.depthwise_alone();
    drawn.finish(false, false);
    if (drawn.usable()) return {.convolution = drawn.c, .volume = false};
  }
}

/// The draw of a number: of a hundred, so many of each kind; from first_signal_draw on signals, from first_group_draw
/// on groups, the last of one channel.
[[nodiscard]] inline ConvolutionDraw drawn_convolution(std::uint64_t number) {
  if (number >= first_group_draw) return drawn_groups(number);
  if (number >= first_signal_draw) return drawn_signal(number);
  using Drawn = detail::DrawnConvolution;
  struct Kind {
    int below;
    void (Drawn::*draw)();
  };
  constexpr std::array kinds{
      Kind{26, &Drawn::ordinary},    Kind{33, &Drawn::pointwise},  Kind{66, &Drawn::grouped},
      Kind{71, &Drawn::depthwise},   Kind{80, &Drawn::volumes},    Kind{88, &Drawn::long_filters},
      Kind{94, &Drawn::first_layer}, Kind{98, &Drawn::transposed}, Kind{100, &Drawn::line}};
  constexpr std::uint64_t first = 5 * 1000003ULL;
  constexpr std::size_t long_filters = 5, transposed = 7;
  detail::DrawRandom random(first + number);
  const std::int64_t at = random.below(100);
  std::size_t kind = 0;
  while (at >= kinds[kind].below) ++kind;
  const bool network = random.chance(0.75);
  for (;;) {
    Drawn drawn{.random = random, .network = network};
    drawn.common();
    (drawn.*kinds[kind].draw)();
    drawn.finish(kind == long_filters, kind == transposed);
    if (drawn.usable()) return {.convolution = drawn.c, .volume = drawn.volume};
  }
}

}  // namespace perfmodel
