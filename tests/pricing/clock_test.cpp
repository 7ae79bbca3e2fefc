#include <doctest/doctest.h>

#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>

namespace pricing_clock_test {
using namespace perfmodel;

namespace {
constexpr PowerModel card{.clock_max = 1.6e9,
                          .reference_clock = 1.9e9,
                          .board_power = 70.0,
                          .idle_power = 20.0,
                          .math_power = 150.0,
                          .l2_power = 20.0,
                          .dram_power = 15.0,
                          .voltage_floor = 0.62,
                          .voltage_knee = 0.6,
                          .burst_power = 105.0,
                          .controller_time = 0.045};
}  // namespace

TEST_CASE("a light load runs at the highest clock") {
  CHECK(sustained_clock(card, {.math = 0.05, .dram = 0.5}) == card.clock_max);
}

TEST_CASE("a heavy load runs at the clock at which the board draws its limit") {
  const Activity busy{.math = 0.95, .l2 = 0.5, .dram = 0.3};
  const double clock = sustained_clock(card, busy);
  CHECK(clock < card.clock_max);
  CHECK(std::abs(board_power(card, clock, busy) - card.board_power) < 1e-3 * card.board_power);  // Newton's last step
}

TEST_CASE("more work never raises the clock, more power never lowers it") {
  double before = card.clock_max;
  for (double share = 0.1; share <= 1.0; share += 0.1) {
    const double clock = sustained_clock(card, {.math = share});
    CHECK(clock <= before);
    before = clock;
    PowerModel stronger = card;
    stronger.board_power *= 1.2;
    CHECK(sustained_clock(stronger, {.math = share}) >= clock);
  }
}

TEST_CASE("a burst starts at what the board may draw for a moment and ends at its limit") {
  const Activity busy{.math = 0.95, .l2 = 0.5, .dram = 0.3};
  const double settled = sustained_clock(card, busy), first = burst_clock(card, busy, 0.0);
  CHECK(first > settled);
  CHECK(first < card.clock_max);
  CHECK(std::abs(board_power(card, first, busy) - card.burst_power) < 1e-3 * card.burst_power);  // Newton's last step
  CHECK(std::abs(burst_clock(card, busy, card.controller_time) - 0.5 * (first + settled)) < 1.0);
  double before = first;
  for (const double seconds : {0.001, 0.01, 0.1, 1.0, 10.0}) {
    const double clock = burst_clock(card, busy, seconds);
    CHECK(clock < before);
    CHECK(clock > settled);
    before = clock;
  }
  CHECK(before < 1.01 * settled);
}

TEST_CASE("a load within the limit runs every burst at the highest clock") {
  const Activity light{.math = 0.05, .dram = 0.5};
  for (const double seconds : {0.0, 0.1, 10.0}) CHECK(burst_clock(card, light, seconds) == card.clock_max);
}

TEST_CASE("a load that only the settled board cannot carry starts at the highest clock") {
  const Activity medium{.math = 0.70};
  CHECK(sustained_clock(card, medium) < card.clock_max);
  CHECK(burst_clock(card, medium, 0.0) == card.clock_max);
}

// Published pJ/bit, eight bits a byte: Micron's brief on GDDR6X (GDDR6 7.5), O'Connor et al. 2017 (GDDR5 14, HBM2 3.9).
TEST_CASE("a board's memory draws by its type, not by the chip's generation") {
  const BoardConstants& board = gemm_table().board;
  const auto energy = [&](MemoryType type) { return board.dram_energy[static_cast<std::size_t>(type)]; };
  CHECK(energy(MemoryType::gddr5) == 8 * 14e-12);
  CHECK(energy(MemoryType::gddr6) == 8 * 7.5e-12);
  CHECK(std::abs(energy(MemoryType::hbm2) - 8 * 3.9e-12) < 0.01 * energy(MemoryType::hbm2));
  for (const MemoryType type : all_memory_types) CHECK(energy(type) > 0.0);
  Device device;
  device.dram_bandwidth = 192e9 * byte / second;  // a P4's
  device.memory_type = MemoryType::gddr5;
  const PowerModel power =
      make_power_model(device, {.reference_clock = 1.9e9}, board, MathUnit::cuda_core, NumberFormat::fp32, 40.0);
  CHECK(std::abs(power.dram_power - 192e9 * 8 * 14e-12) < 1e-9);
}

// By hand: at half of the reference clock, a quarter of it above the knee, the voltage is a half and a sixth.
TEST_CASE("power at a clock, and the clock that it leaves") {
  constexpr PowerModel board{.clock_max = 1000.0,
                             .reference_clock = 1000.0,
                             .board_power = 60.0 + 60.0 * 0.5 * 4.0 / 9.0,
                             .idle_power = 50.0,
                             .math_power = 100.0,
                             .l2_power = 40.0,
                             .dram_power = 20.0,
                             .voltage_floor = 0.5,
                             .voltage_knee = 0.25,
                             .burst_power = 60.0 + 60.0 * 0.75 * 25.0 / 36.0,
                             .controller_time = 2.0};
  constexpr Activity busy{.math = 0.5, .l2 = 0.25, .dram = 0.5};
  CHECK(relative_voltage(board, 1000.0) == 1.0);
  CHECK(relative_voltage(board, 500.0) == doctest::Approx(2.0 / 3.0));
  CHECK(relative_voltage(board, 200.0) == 0.5);
  CHECK(board_power(board, 1000.0, busy) == doctest::Approx(60.0 + 60.0));
  CHECK(board_power(board, 500.0, busy) == doctest::Approx(board.board_power));
  constexpr double newton = 1e-6;  // of the sixth step
  CHECK(sustained_clock(board, busy) == doctest::Approx(500.0).epsilon(newton));
  CHECK(burst_clock(board, busy, 0.0) == doctest::Approx(750.0).epsilon(newton));
  CHECK(burst_clock(board, busy, 2.0) == doctest::Approx(625.0).epsilon(newton));
  CHECK(burst_clock(board, busy, 6.0) == doctest::Approx(562.5).epsilon(newton));
  // below the knee power falls with the clock alone: half of what is left at 200
  CHECK(clock_within(board, busy, 60.0 + 60.0 * 0.2 * 0.25) == doctest::Approx(200.0).epsilon(newton));
  CHECK(clock_within(board, busy, 60.0) == 100.0);  // never below a tenth
  CHECK(clock_within(board, busy, 120.0) == 1000.0);
}

TEST_CASE("a board's power follows from its units and its process") {
  Device device;
  device.sms = 10.0 * sm, device.boost_clock = 1000.0 * cycle / second, device.tensor_clock = 1200.0 * cycle / second;
  device.board_power = 200.0 * watt, device.dram_bandwidth = 1e12 * byte / second;
  device.memory_type = MemoryType::hbm3;
  device.rates.dense[static_cast<std::size_t>(MathUnit::cuda_core)][index(NumberFormat::fp32)] =
      256.0 * flop / (cycle * sm);
  device.rates.dense[static_cast<std::size_t>(MathUnit::tensor_core)][index(NumberFormat::fp16)] =
      1024.0 * flop / (cycle * sm);
  const ProcessConstants process{.reference_clock = 2000.0,
                                 .cuda_core_energy = 3e-12,
                                 .tensor_energy = 1e-12,
                                 .l2_energy = 5e-12,
                                 .voltage_floor = 0.6,
                                 .voltage_knee = 0.3};
  BoardConstants board{.idle_share = 0.1,
                       .idle_power = 7.0,
                       .voltage_floor = 0.5,
                       .voltage_knee = 0.25,
                       .tensor_l2_share = 0.5,
                       .fp16_energy = 1.5,
                       .burst_power = 1.25,
                       .controller_time = 3.0};
  board.dram_energy[static_cast<std::size_t>(MemoryType::hbm3)] = 31e-12;
  const PowerModel cores = make_power_model(device, process, board, MathUnit::cuda_core, NumberFormat::fp32, 64.0);
  CHECK(cores.clock_max == 1200.0);
  CHECK(cores.idle_power == doctest::Approx(27.0));
  CHECK(cores.burst_power == doctest::Approx(250.0));
  CHECK(cores.l2_power * 1e9 == doctest::Approx(5e-12 * 64.0 * 10.0 * 2000.0 * 1e9));
  CHECK(cores.math_power * 1e9 == doctest::Approx(3e-12 * 2560.0 * 2000.0 * 1e9));
  CHECK(cores.dram_power == doctest::Approx(31.0));
  CHECK(cores.voltage_floor == 0.5);
  CHECK(cores.voltage_knee == 0.25);
  const PowerModel tensor = make_power_model(device, process, board, MathUnit::tensor_core, NumberFormat::fp16, 64.0);
  CHECK(tensor.math_power * 1e9 == doctest::Approx(1.5e-12 * 10240.0 * 2000.0 * 1e9));
  CHECK(tensor.l2_power * 1e9 == doctest::Approx(0.5e9 * cores.l2_power));
  CHECK(tensor.voltage_floor == 0.6);
  CHECK(tensor.voltage_knee == 0.3);
}
}  // namespace pricing_clock_test
