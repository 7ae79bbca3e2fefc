#pragma once
#include <string>
#include <utility>
#include <vector>

#include "calibrate/fit/card_fit.hpp"

namespace perfmodel::calibrate {

/// Two factors that the measurements move together: what one gains the other can lose.
struct CorrelatedPair {
  std::string first{}, second{};
  double correlation{};
};

/// What a joint fit found, and how far the data could tell.
struct Refinement {
  bool available = true;  ///< false: built without a solver
  std::vector<CardParameter> parameters{};
  std::vector<double> theta{}, deviation{};  ///< ln of the factors; their standard deviations, prior included
  std::vector<double> singular_values{};  ///< of the Jacobian of the data, columns in units of the priors: below 1 the
                                          ///< data say less than the prior
  std::vector<std::string> undetermined{};  ///< factors of which the data say next to nothing
  std::vector<CorrelatedPair> correlated{};
  std::vector<std::string> used{};  ///< factors clearly off 1, fitted again without the others
  std::size_t folds{}, rows{};
  double before{}, after{};  ///< mean |error| of rows left out in groups that those move: without and with them
  bool kept{};               ///< they help rows that they were not fitted to; otherwise all factors are 1
  CardCorrection correction{};
};

/// Joint fit of the factors, robust, bounded, with priors; its cross-validation by families of shapes. Deterministic.
/// @pre rows not empty
[[nodiscard]] Refinement refine(const Device& device, const std::vector<CardRow>& rows);

}  // namespace perfmodel::calibrate
