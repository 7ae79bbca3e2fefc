#pragma once
#include <perfmodel/calibration/card_fit.hpp>
#include <string>
#include <utility>
#include <vector>

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
  std::size_t folds{}, rows{};
  double before{}, after{};  ///< mean |error| of rows left out, by groups: with the shared constants, with the factors
  bool kept{};               ///< the factors help rows that they were not fitted to; otherwise they are all 1
  CardCorrection correction{};
};

/// Joint fit of the factors, robust, bounded, with priors; its cross-validation by families of shapes. Deterministic.
/// @pre rows not empty
[[nodiscard]] Refinement refine(const Device& device, const std::vector<CardRow>& rows);

}  // namespace perfmodel::calibrate
