#pragma once
/// What `perfmodel-plan validate` compares: measured rows of any kind beside their predictions.
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/judged.hpp>
#include <string>
#include <vector>

#include "recipe_rows.hpp"
#include "report/charts.hpp"
#include "software_options.hpp"

namespace plan {

/// One measured row, its prediction, and what a reader needs to understand the difference.
struct ValidatedRow {
  perfmodel::Judged judged{};
  std::string place{};        ///< file:line
  std::string what{};         ///< the shape, the operation, the network
  std::string card{};         ///< as the file writes it, where there are several
  std::string call{};         ///< of products: what the framework calls the operation, if the file says it
  std::string format{};       ///< of the operands or the recipe's precision; empty: it has none
  std::string explanation{};  ///< bound, tile, waves: why the prediction is what it is
  bool eager{};               ///< a framework's call so short that it shows the framework as much as the kernel
};

/// What a file does not say about its rows.
struct ValidationOptions {
  std::string device{};  ///< --device: rows_by_card() says what it may be
  std::string gpu{};     ///< only rows of this card
  std::optional<perfmodel::NumberFormat> format{};
  bool eager{};        ///< times of products are of single framework calls
  bool kernel_only{};  ///< times are a profiler's, of kernels without the launch
  std::optional<perfmodel::Load>
      load{};  ///< nothing: steps follow each other for seconds, everything else comes in short bursts
  std::optional<perfmodel::Operands> operands{};  ///< of products; nothing: the usual ones
  /// What ran rows that do not say: cuBLAS and its version of products, the framework and its version of steps.
  SoftwareOptions unsaid{};
  AskedHost host{};
};

/// The rows of one card.
struct Validation {
  perfmodel::json::Card card{};
  std::string name{};  ///< of the card, as the file writes it; empty: it does not say
  std::vector<ValidatedRow> rows{};
  std::string
      note{};  ///< what was assumed because neither the file nor the caller said it, or left out; empty: nothing
};

struct Validations {
  std::vector<Validation> cards{};  ///< at least one
  std::string note{};               ///< of the file as a whole; empty: nothing
  std::string assumed{};  ///< what neither the file nor the caller said, with the options that say it; empty: nothing
};

/// Rows of one file, by card. The kind of the file follows from its columns: products (layout, m, n, k), operations
/// (op, or pass for convolutions and attention), all-reduces (gpus, bytes) or steps (network); the measured time is
/// time_us or, for steps, step_us.
/// @throws Error for a file of no known kind, wrong cells, or rows whose card is not clear
[[nodiscard]] Validations validated_rows(const std::string& text, const std::string& file,
                                         const ValidationOptions& options);

/// The rows of all cards, as a chart takes them.
[[nodiscard]] std::vector<Interval> intervals_of(const Validations& found);

/// Predicted against measured, both logarithmic, one dot a row, one colour a regime, the diagonal and +-10 %.
[[nodiscard]] std::string scatter_svg(const std::vector<ValidatedRow>& rows, const std::string& title);

}  // namespace plan
