#pragma once
#include <optional>
#include <perfmodel/pricing/gemm/family.hpp>
#include <string_view>

namespace perfmodel {

/// What a library kernel's name tells: its tile, in the library's column-major order (m = columns of the row-major
/// product), and how many groups of warps split the tile's K.
struct NamedTile {
  int m{}, n{};
  int slices{1};
  int k{}, stages{};  ///< k-block, and k-blocks in shared memory at once; 0: the name does not say
};

namespace detail {
/// The number that starts at `at`, which moves behind it; 0: none.
[[nodiscard]] constexpr int number_at(std::string_view text, std::size_t& at) {
  int value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && value < 100000)
    value = 10 * value + (text[at++] - '0');
  return value;
}

/// The tile of a kernel whose name is a template's.
[[nodiscard]] constexpr std::optional<NamedTile> tile_from_template(std::string_view name) {
  constexpr std::string_view large_k = "sgemm_largek_lds64<";
  constexpr std::string_view skinny = "gemmSN_TN_kernel<";
  const bool is_skinny = name.find(skinny) != std::string_view::npos;
  std::size_t at = name.find(is_skinny ? skinny : large_k);
  if (at == std::string_view::npos) return std::nullopt;
  const auto next = [&]() {
    at = name.find_first_of(",;", at);  // tables write semicolons
    at = at == std::string_view::npos ? name.size() : name.find_first_not_of(",; ", at);
    if (at == std::string_view::npos) at = name.size();
    return number_at(name, at);
  };
  if (is_skinny) {  // <type, threads, 16, 2, 4, rows at once, ...>: eight outputs of each row
    int rows = 0;
    for (int i = 0; i < 5; ++i) rows = next();
    return rows >= 1 && rows <= 64 ? std::optional(NamedTile{.m = 8, .n = rows}) : std::nullopt;
  }
  static_cast<void>(next());  // the second of two flags
  const int m = next(), n = next();
  if (m < 3 || n < 3 || m > 10 || n > 10) return std::nullopt;
  return NamedTile{.m = 1 << m, .n = 1 << n, .k = 32};
}
}  // namespace detail

/// Reads "volta_sgemm_128x64_tn", "ampere_sgemm_32x32_sliced1x4_nn",
/// "cutlass_80_tensorop_s16816gemm_f16_256x128_32x3_tn", "nvjet_hsh_128x256_64x4_..." (column-major order) and
/// "sm80_xmma_gemm_..._tilesize128x64x8_stage3_..." (row-major order). Also templates: "sgemm_largek_lds64<true, false,
/// 5, 5, 4, 4, 4, 34>" (logarithms of its tile) and "gemmSN_TN_kernel<float, 128, 16, 2, 4, 6, 7, ...>", which computes
/// skinny products: 8 outputs of each of 6 rows at a time. Nothing for names without a tile (gemv, splitKreduce).
[[nodiscard]] constexpr std::optional<NamedTile> tile_from_kernel_name(std::string_view name) {
  if (const auto tile = detail::tile_from_template(name)) return tile;
  const std::size_t xmma = name.find("tilesize");
  for (std::size_t at = xmma == std::string_view::npos ? 0 : xmma; at < name.size(); ++at) {
    const bool starts = name[at] >= '0' && name[at] <= '9' && (at == 0 || name[at - 1] == '_' || name[at - 1] == 'e');
    if (!starts) continue;
    const int left = detail::number_at(name, at);
    if (at >= name.size() || name[at] != 'x') continue;
    const int right = detail::number_at(name, ++at);
    if (left < 8 || right < 8 || left > 1024 || right > 1024) continue;
    const bool sliced = name.find("sliced1x4") != std::string_view::npos;
    const bool row_major = xmma != std::string_view::npos;
    NamedTile tile{.m = row_major ? right : left, .n = row_major ? left : right, .slices = sliced ? 4 : 1};
    if (row_major && at < name.size() && name[at] == 'x') {
      tile.k = detail::number_at(name, ++at);
      constexpr std::string_view stage = "_stage";
      if (name.substr(at).starts_with(stage)) tile.stages = detail::number_at(name, at += stage.size());
    } else if (!row_major && at < name.size() && name[at] == '_') {
      const int k = detail::number_at(name, ++at);
      if (at < name.size() && name[at] == 'x') tile.k = k, tile.stages = detail::number_at(name, ++at);
    }
    return tile;
  }
  return std::nullopt;
}

/// Index of the tile in the family's table, of several of the same size the one whose k-block and stages come nearest;
/// nothing if the family has none of its size.
[[nodiscard]] constexpr std::optional<int> tile_index(const GemmConstants& family, const NamedTile& tile) {
  const auto apart = [](int a, int b) { return a > b ? a - b : b - a; };
  std::optional<int> found;
  int least = 0;
  for (int i = 0; i < family.tile_count; ++i) {
    const GemmTile& t = family.tiles[static_cast<std::size_t>(i)];
    if (t.m != tile.m || t.n != tile.n || t.slices != tile.slices) continue;
    const int distance =
        tile.k == 0 ? 0 : 100 * apart(t.k, tile.k) + (tile.stages == 0 ? 0 : apart(t.stages, tile.stages));
    if (!found || distance < least) found = i, least = distance;
  }
  return found;
}

}  // namespace perfmodel
