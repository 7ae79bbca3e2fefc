#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/model.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace pricing_gemm_model_test {
using namespace perfmodel;

TEST_CASE("blocks of a tile that fit on an SM: the scarcest of shared memory, registers, threads and slots") {
  const OccupancyLimits limits{.shared_memory_per_sm = 96.0 * 1024 * byte,
                               .registers_per_sm = 256.0 * 1024 * byte,
                               .threads_per_sm = 2048,
                               .blocks_per_sm = 32};
  const GemmTile tile{.m = 128,
                      .n = 128,
                      .k = 8,
                      .threads = 256,
                      .registers = 64,
                      .stages = 2};  // 16 KiB of FP32 operands, 64 KiB of registers
  CHECK(resident_blocks(limits, tile, NumberFormat::fp32) == 4);
  GemmTile other = tile;
  other.registers = 32;
  CHECK(resident_blocks(limits, other, NumberFormat::fp32) == 6);  // shared memory
  CHECK(resident_blocks(limits, other, NumberFormat::fp16) == 8);  // registers and threads
  other.registers = 255, other.threads = 1024, other.stages = 20;
  CHECK(resident_blocks(limits, other, NumberFormat::fp32) == 1);  // too large for any: one is launched all the same
}

TEST_CASE("each limit alone says how many blocks fit, by a quotient rounded down") {
  const GemmTile tile{.m = 64, .n = 32, .k = 16, .slices = 2, .threads = 192, .registers = 40, .stages = 3};
  const OccupancyLimits plenty{.shared_memory_per_sm = 1e9 * byte,
                               .registers_per_sm = 1e9 * byte,
                               .threads_per_sm = 1 << 30,
                               .blocks_per_sm = 1 << 30};
  OccupancyLimits l = plenty;
  l.threads_per_sm = 2048;
  CHECK(resident_blocks(l, tile, NumberFormat::fp32) == 2048 / 192);
  l = plenty, l.blocks_per_sm = 7;
  CHECK(resident_blocks(l, tile, NumberFormat::fp32) == 7);
  l = plenty, l.registers_per_sm = 262144.0 * byte;
  CHECK(resident_blocks(l, tile, NumberFormat::fp32) == 262144 / (4 * 40 * 192));
  l = plenty, l.shared_memory_per_sm = 233472.0 * byte;  // 3 stages of (64 + 32) x 16 x 2 numbers
  CHECK(resident_blocks(l, tile, NumberFormat::fp32) == 233472 / (3 * 96 * 32 * 4));
  CHECK(resident_blocks(l, tile, NumberFormat::bf16) == 233472 / (3 * 96 * 32 * 2));
}

TEST_CASE("a card is as well known as its family's measurements: of itself, of others, of none") {
  const auto level = [](const char* card, GemmFamily family) {
    return make_gemm_models(json::load_device(card).device).models[static_cast<std::size_t>(family)]->evidence.level;
  };
  CHECK(level("h200-sxm", GemmFamily::hopper_wgmma) == EvidenceLevel::this_card);
  CHECK(level("h100-pcie", GemmFamily::hopper_wgmma) == EvidenceLevel::same_kernels);
  CHECK(level("b200-sxm", GemmFamily::blackwell_umma) == EvidenceLevel::this_card);
  CHECK(level("b200-sxm", GemmFamily::blackwell_tf32) == EvidenceLevel::datasheet);
}

TEST_CASE("lanes hold what the tiles hold, four by four") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const std::size_t f = index(NumberFormat::fp32);
  for (const GemmModel& model : h200.models)
    for (std::size_t i = 0; i < static_cast<std::size_t>(model.constants.tile_count); ++i) {
      const GemmTile& tile = model.constants.tiles[i];
      const std::size_t four = i / Lanes::count, lane = i % Lanes::count;
      const auto single = [](double value) { return static_cast<float>(value); };
      CHECK(model.tile_lanes[four].columns.value[lane] == single(tile.m));
      CHECK(model.tile_lanes[four].rows.value[lane] == single(tile.n));
      CHECK(model.tile_lanes[four].k_block.value[lane] == single(tile.k * tile.slices));
      CHECK(model.tile_lanes[four].scalar_copies[lane] == (tile.scalar_copies ? 1.0F : 0.0F));
      CHECK(model.tile_lanes[four].arrival[lane] == single(model.tiles[i].arrival));
      CHECK(model.tile_rate_lanes[f][four].slowness[lane] == single(model.tile_rates[f][i].slowness));
      CHECK(model.least_factor[0][i] == single(model.preference_factor[i][0]));
    }
}

TEST_CASE("a tile whose blocks all fit hides more latency, and loses more on a faster card") {
  GemmConstants c{.reference_rate = 1024.0, .latency_warps = 8.0};
  const GemmTile tile{.m = 128, .n = 128, .k = 32, .threads = 128, .stages = 3, .efficiency = 0.8};
  CHECK(detail::tile_terms(c, tile).warp_latency == 2.0);  // four warps
  CHECK(detail::tile_terms(c, tile).arrival == 1.0 / 64.0);
  CHECK(detail::tile_slowness(c, tile, 1024.0, NumberFormat::fp16) == 1.0 / 0.8);
  CHECK(detail::tile_slowness(c, tile, 512.0, NumberFormat::fp16) == 1.0 + 0.5 * (1.0 / 0.8 - 1.0));
  c.reference_rate = 0.0;
  CHECK(detail::tile_slowness(c, tile, 512.0, NumberFormat::fp16) == 1.0 / 0.8);
}

TEST_CASE("results are stored slower where the memory keeps check bits, on one generation of cards") {
  const auto slowdown = [](const char* name) {
    return make_gemm_models(json::load_device(name).device).models[0]->store_slowdown;
  };
  for (const auto& [with, without] : {std::pair{"l40s", "rtx-4090"}, std::pair{"a40", "rtx-3090"}}) {
    CHECK(slowdown(with) > 1.0);
    CHECK(slowdown(without) == 1.0);
  }
}
}  // namespace pricing_gemm_model_test
