#pragma once
/// What `perfmodel-plan validate` compares: measured rows of any kind beside their predictions.
#include "recipe_rows.hpp"
#include <perfmodel/calibration/csv.hpp>
#include <perfmodel/json/card.hpp>
#include <perfmodel/kernel/gemm_library.hpp>
#include <perfmodel/calibration/validation.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plan {

/// One measured row, its prediction, and what a reader needs to understand the difference.
struct ValidatedRow {
  perfmodel::Judged judged{};
  std::string place{};        ///< file:line
  std::string what{};         ///< the shape, the operation, the network
  std::string explanation{};  ///< bound, tile, waves: why the prediction is what it is
  bool eager{};               ///< a framework's call so short that it shows the framework as much as the kernel
};

/// What a file does not say about its rows.
struct ValidationOptions {
  std::string gpu{};  ///< only rows of this card
  std::optional<perfmodel::NumberFormat> format{};
  bool eager{};  ///< times of products are of single framework calls
  perfmodel::Load load{};
  perfmodel::LibraryVersion library = perfmodel::newest_library;
  RowDefaults unsaid{};  ///< of steps
  std::optional<double> host_scale{};
};

struct Validation {
  std::vector<ValidatedRow> rows{};
  std::string note{};  ///< what was assumed because neither the file nor the caller said it, or left out; empty: nothing
};

/// Rows of one file and card. The kind of the file follows from its columns: products (layout, m, n, k), operations (op, or
/// pass for convolutions and attention) or steps (network); the measured time is time_us or, for steps, step_us.
/// @throws Error for a file of no known kind, wrong cells, or rows of several cards without `gpu`
[[nodiscard]] Validation validated_rows(const std::string& text, const std::string& file, const perfmodel::json::Card& card,
                                        const ValidationOptions& options);

/// Predicted against measured, both logarithmic, one dot a row, one colour a regime, the diagonal and +-10 %.
[[nodiscard]] std::string scatter_svg(const std::vector<ValidatedRow>& rows, const std::string& title);

}  // namespace plan
