#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// One thing the fit may move: a common factor (or summand) on one or several constants of the table, pulled towards
/// "no change" with a standard deviation. A constant may hang on several parameters: one for all families, one for its
/// own; then a family without data inherits what its relatives have learned.
struct FitParameter {
  std::string name{};
  std::function<void(GemmTable&, double)> apply{};  ///< with theta: 0 changes nothing
  double low{}, high{};                             ///< bounds of theta
  double sigma{};                                   ///< of the prior on theta
  std::vector<GemmFamily> families{};               ///< whose predictions it moves; empty: all
};

/// One card as one data source used it.
struct FitSlot {
  Device device{};
  Load load{Load::isolated};
  LibraryVersion library{newest_library};
  double overhead{};      ///< s inside every timing that no kernel causes (framework and launch of one eager call)
  bool kernel_only{};     ///< timings of a profiler: the gap between kernels is not in them
  double switching{1.0};  ///< dynamic power of the operands over that of random normal ones
  double repetitions{isolated_repetitions};  ///< load before a timing, in times of the product itself
};

struct FitRow {
  Gemm gemm{};
  double seconds{};
  std::size_t slot{};
  GemmFamily family{};
  TileChoice tile{};
  bool tile_known{};  ///< from the kernel's name; otherwise the model's choice
  double weight{1.0};
  double clock{};  ///< Hz, observed while it ran; 0: not recorded, the power model decides
};

/// Shape family of a row: products with the same weights belong together, so that held-out rows share none with the
/// fit.
[[nodiscard]] constexpr std::uint64_t shape_family(const Gemm& g) {
  std::uint64_t hash = split_offset;  // over the two dimensions of B
  for (const std::int64_t value : {g.n, g.k}) {
    hash = fnv1a_step(hash, static_cast<std::uint64_t>(value));
    hash ^= hash >> 29;
  }
  return hash;
}

/// Whether the weight shape, with all its batches, layouts and formats, is among the `parts` of ten that
/// perfmodel-fit-gemm holds out where it judges itself. The constants it ships are fitted to all rows of the cards it
/// knows; of a card that it does not know no row was seen.
[[nodiscard]] constexpr bool held_out(const Gemm& g, std::uint64_t parts = 3) {
  return shape_family(g) / 7 % 10 < parts;
}

/// A model under a slot's protocol: its operands and the load before a timing.
inline void set_protocol(GemmModel& model, const FitSlot& slot) {
  model.repetitions = slot.repetitions;
  for (PowerModel& power : model.power) power.math_power *= slot.switching, power.l2_power *= slot.switching;
}

/// Models of all families for all slots, built from one table.
[[nodiscard]] inline std::vector<GemmModels> make_slot_models(const GemmTable& table,
                                                              const std::vector<FitSlot>& slots) {
  std::vector<GemmModels> models;
  for (const FitSlot& slot : slots) {
    models.push_back(make_gemm_models(slot.device, slot.load, slot.library, table));
    for (CopyOnWrite<GemmModel>& model : models.back().models) set_protocol(model.change(), slot);
  }
  return models;
}

/// The models that rows need, one for each slot and family that they name: a fit builds them for every derivative, and
/// all families of all slots take tens of megabytes.
class RowModels {
 public:
  RowModels(const GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows)
      : places_(slots.size()) {
    for (const FitRow& row : rows) {
      const auto family = static_cast<std::size_t>(row.family);
      std::size_t& place = places_[row.slot][family];
      if (place != 0) continue;
      const FitSlot& slot = slots[row.slot];
      models_.push_back(make_gemm_model(slot.device, table.families[family], table.shared,
                                        process_of(slot.device, table), table.board, slot.load,
                                        choice_rule(table, row.family, slot.library)));
      set_protocol(models_.back(), slot);
      place = models_.size();
    }
  }
  /// @pre the row is one of those given
  [[nodiscard]] const GemmModel& of(const FitRow& row) const {
    return models_[places_[row.slot][static_cast<std::size_t>(row.family)] - 1];
  }

 private:
  std::vector<std::array<std::size_t, gemm_family_count>> places_;  ///< in models_, from 1; 0: none
  std::vector<GemmModel> models_{};
};

/// What the measurement of this row should show. `model`: of the row's slot and family.
[[nodiscard]] inline double expected_seconds(const FitRow& row, const FitSlot& slot, const GemmModel& model) {
  const GemmProblem problem = make_problem(row.gemm, model);
  const TimedProduct product =
      timed_product(model, problem, row.clock > 0.0 ? row.clock : model.power[problem.format].clock_max);
  const auto of = [&](const TileChoice& choice) {
    return row.clock > 0.0 ? at_clock(product, configuration_time(product, choice.tile, choice.splits), row.clock).total
                           : seconds_of(product, choice);
  };
  double seconds{};
  if (is_vector(row.gemm))
    seconds = in(predict(row.gemm, model).total, second);
  else
    seconds = of(row.tile), seconds *= mean_ratio(row.tile.rivals, seconds, of);
  if (slot.kernel_only) seconds -= model.constants.launch_seconds;
  return seconds + slot.overhead;
}

/// Signed square root of Huber's loss of a log ratio: beyond `bend` errors count linearly.
[[nodiscard]] inline double robust(double log_ratio, double bend) {
  const double a = std::abs(log_ratio);
  return a <= bend ? log_ratio : std::copysign(std::sqrt(bend * (2.0 * a - bend)), log_ratio);
}

/// Gives rows without a known tile the model's own choice.
inline void choose_tiles(std::vector<FitRow>& rows, const RowModels& models) {
  for (FitRow& row : rows) {
    if (row.tile_known) continue;
    const GemmModel& model = models.of(row);
    const GemmProblem problem = make_problem(row.gemm, model);
    row.tile = choose_tile(model, problem, Chooser::library, model.power[problem.format].clock_max);
  }
}

/// The table with all parameters applied.
[[nodiscard]] inline GemmTable fitted_table(const GemmTable& base, const std::vector<FitParameter>& parameters,
                                            const std::vector<double>& theta) {
  GemmTable table = base;
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i].apply(table, theta[i]);
  return table;
}

}  // namespace perfmodel
