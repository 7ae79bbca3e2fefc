#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/copy_on_write.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/gemm/library.hpp>
#include <perfmodel/pricing/gemm/model.hpp>
#include <perfmodel/pricing/gemm/physical_limit.hpp>
#include <perfmodel/pricing/gemm/tile_choice.hpp>
#include <perfmodel/pricing/gemm/under_load.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <perfmodel/software/software.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// A GEMM's predicted time, with what the library is expected to launch.
struct GemmPrediction : Prediction {
  std::int64_t tile_m{}, tile_n{};  ///< in rows and columns of the row-major product; 0: a matrix-vector kernel
  int split_k{1};
  std::int64_t tiles{};  ///< output tiles, all batches
  std::int64_t waves{};  ///< in which the SMs work the thread blocks off
  int blocks_per_sm{};   ///< resident at once
  AlignmentClass alignment{};
  GemmFamily family{};
  bool stands_in{};  ///< `family` multiplies another format: of kernels for this one nothing is known
  GemmRegime regime{};
  ClockRate clock{};  ///< under this load
};

namespace detail {
[[nodiscard]] GemmRegime regime_of(const GemmModel& model, const ConfigurationTime& t);

[[nodiscard]] constexpr Bound bound_of(GemmRegime regime) {
  constexpr std::array<Bound, gemm_regime_count> bounds{Bound::launch, Bound::latency, Bound::memory, Bound::math};
  return bounds[static_cast<std::size_t>(regime)];
}

/// The time with what nobody knows about the choice, and its interval: none of them below what is physically possible.
void set_total(GemmPrediction& out, const Gemm& g, const GemmModel& model, const GemmProblem& p, double seconds);

/// Parts of a prediction, and the seconds that they make together.
struct PredictedParts {
  GemmPrediction parts{};
  double seconds{};
};

/// m or n is 1: a kernel that reads the matrix once and streams. Its threads walk along K one load after the other.
[[nodiscard]] PredictedParts predict_vector(const GemmModel& model, const GemmProblem& p);

[[nodiscard]] PredictedParts predict_tiled(const TimedProduct& product, const ChosenTile& chosen);

[[nodiscard]] inline TimedProduct contender(const Gemm& g, const GemmModel& model) {
  return timed_product(model, make_problem(g, model), model.power[index(g.format)].clock_max);
}

/// Whether the library may run a family's usual tiles on a vector: seen of 16-bit tensor-core kernels alone, on an H200
/// for all 16 that have names.
[[nodiscard]] constexpr bool has_tiles_for_vectors(const GemmModel& model, NumberFormat format) {
  return model.constants.unit != MathUnit::cuda_core && bits(format) <= 16;
}

/// The prediction of one family with one choice of tile and split. Of a vector libraries run a kernel that streams, or
/// a tile where they may and it is faster.
[[nodiscard]] GemmPrediction predict(const Gemm& g, const TimedProduct& product, const ChosenTile& chosen,
                                     const Evidence& evidence);

/// Of several families, what the library or the fastest choice makes of them; a vector kernel is the first one's.
[[nodiscard]] GemmPrediction predict(const Gemm& g, std::span<const TimedProduct> contenders, Chooser chooser);

[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModel& model, Chooser chooser,
                                            const Evidence& evidence) {
  const TimedProduct only = contender(g, model);
  const bool streams = is_vector(g) && !has_tiles_for_vectors(model, g.format);
  return predict(g, only, streams ? ChosenTile{} : choose_configuration(only, chooser), evidence);
}
}  // namespace detail

/// What the library's own choice of kernel will take.
/// @pre dimensions > 0; the model's family multiplies g.format on this card (rate > 0)
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModel& model) {
  return detail::predict(g, model, chooser_of(g), model.evidence);
}

/// The fastest that the family's kernels could do, were the library to choose so.
[[nodiscard]] inline GemmPrediction predict_best(const Gemm& g, const GemmModel& model) {
  return detail::predict(g, model, Chooser::fastest, model.evidence);
}

/// All families of one card and library version, each built once: a card runs a few of them, so that those of the
/// embedded tables are built when somebody asks for them.
struct GemmModels {
  std::string device{};
  int compute_capability{};
  const Architecture* architecture{architectures.data()};
  IssueRates rates{};
  LibraryVersion library{newest_library};
  double open_boost{1.0};  ///< highest clock of the board over its published one
  std::array<CopyOnWrite<GemmModel>, gemm_family_count> models{};  ///< shared with copies of this
};

/// @param library  the cuBLAS that runs the products
[[nodiscard]] GemmModels make_gemm_models(const Device& device, Load load, LibraryVersion library,
                                          const GemmTable& table = gemm_table(),
                                          std::span<const GemmChoiceTree> trees = choice_trees());

/// The row for a format and alignment: the library's own, or that of a format whose kernels stand in (its `format` is
/// another, then); nullptr: the card states no rate for the format.
[[nodiscard]] inline const FamilyRule* family_rule(const GemmModels& models, NumberFormat format, int alignment) {
  const FamilyRule* own = find_family_rule(*models.architecture, models.rates, format, alignment, models.library);
  return own != nullptr ? own : find_stand_in(*models.architecture, models.rates, format);
}

/// What products of a format, with rows at multiples of `alignment` bytes, are known from.
[[nodiscard]] Evidence evidence(const GemmModels& models, NumberFormat format, int alignment);

/// The products of a software: those of its cuBLAS.
[[nodiscard]] inline GemmModels make_gemm_models(const Device& device, const Software& software = software_of(),
                                                 Load load = Load::isolated) {
  return make_gemm_models(device, load, software.cublas);
}

/// How often isolated products run back to back before they are timed.
inline void set_repetitions(GemmModels& models, double repetitions) {
  for (CopyOnWrite<GemmModel>& model : models.models)
    model.change_later([=](GemmModel& m) { m.repetitions = repetitions; });
}

namespace detail {
[[nodiscard]] inline bool answers(const GemmModel& model, NumberFormat format) {
  return model.rate[index(format)] > 0.0 && model.constants.tile_count > 0;
}

/// @throws Error if a dimension is not positive or the card's library has no kernel for the format
[[nodiscard]] const FamilyRule& rule_for(const Gemm& g, const GemmModels& models);

/// One family, or two that the library weighs against each other.
[[nodiscard]] GemmPrediction predict_by_rule(const Gemm& g, const GemmModels& models, Chooser chooser);

/// Likewise. Libraries have kernels for thin products that no table here names: one of few blocks is bounded by the
/// vector's time, so that no doubling of its rows takes more than four times as long. Batches keep K whole wherever
/// they were measured: of 120 pairs on an H100 with K of 2,900 to 37,000 two products took more than four times as long
/// as one in 64, up to 62 times (data/raw/h100-sxm5-80gb/pytorch_batched.csv); FP32 batches do up to a K of 1,025 on
/// four other cards. Where nobody has measured, each doubling of a batch or of its rows is bounded likewise, and the
/// interval reaches from the products one after the other to K kept whole.
[[nodiscard]] GemmPrediction predict(const Gemm& g, const GemmModels& models, Chooser chooser);
}  // namespace detail

/// What the library's own choice of family, tile and split will take.
/// @throws Error if a dimension is not positive or the card's library has no kernel for the format
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModels& models) {
  return detail::predict(g, models, chooser_of(g));
}
[[nodiscard]] inline GemmPrediction predict_best(const Gemm& g, const GemmModels& models) {
  return detail::predict(g, models, Chooser::fastest);
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/gemm/time.ipp>
#endif
