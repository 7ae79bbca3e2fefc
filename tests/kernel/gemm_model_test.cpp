#include <perfmodel/kernel/gemm_model.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/kernel/gemm_time.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

TEST_CASE("blocks of a tile that fit on an SM: the scarcest of shared memory, registers, threads and slots") {
  const OccupancyLimits limits{.shared_memory_per_sm = 96.0 * 1024 * byte, .registers_per_sm = 256.0 * 1024 * byte, .threads_per_sm = 2048, .blocks_per_sm = 32};
  const GemmTile tile{.m = 128, .n = 128, .k = 8, .threads = 256, .registers = 64, .stages = 2};  // 16 KiB of FP32 operands, 64 KiB of registers
  CHECK(resident_blocks(limits, tile, NumberFormat::fp32) == 4);
  GemmTile other = tile;
  other.registers = 32;
  CHECK(resident_blocks(limits, other, NumberFormat::fp32) == 6);  // shared memory
  CHECK(resident_blocks(limits, other, NumberFormat::fp16) == 8);  // registers and threads
  other.registers = 255, other.threads = 1024, other.stages = 20;
  CHECK(resident_blocks(limits, other, NumberFormat::fp32) == 1);  // too large for any: one is launched all the same
}

TEST_CASE("a card is as well known as its family's measurements: of itself, of others, of none") {
  const auto knowledge = [](const char* card, GemmFamily family) {
    return make_gemm_models(json::load_device(card).device).models[static_cast<std::size_t>(family)].knowledge;
  };
  CHECK(knowledge("h200-sxm", GemmFamily::hopper_wgmma) == Knowledge::calibrated);
  CHECK(knowledge("h100-pcie", GemmFamily::hopper_wgmma) == Knowledge::same_family);
  CHECK(knowledge("b200-sxm", GemmFamily::blackwell_umma) == Knowledge::datasheet);
}

TEST_CASE("columns hold what the tiles hold, padded with ones") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  for (const GemmModel& model : h200.models) {
    const auto count = static_cast<std::size_t>(model.constants.tile_count);
    for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
      const bool there = i < count;
      CHECK(model.columns.m[i] == (there ? static_cast<float>(model.constants.tiles[i].m) : 1.0F));
      CHECK(model.columns.per_m[i] == 1.0F / model.columns.m[i]);
      CHECK(model.columns.preference[0][i] == (there ? static_cast<float>(model.preference_factor[i][0]) : 1.0F));
      CHECK(model.columns.unweighed[i] == 1.0F);
    }
  }
}
