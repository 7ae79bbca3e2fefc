#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "calibrate/fit/card_solver.hpp"
#include "calibrate/fit/direct_facts.hpp"
#include "calibrate/fit/host_steps.hpp"
#include "calibrate/fit/validation.hpp"
#include "calibrate/raw_folder.hpp"

namespace perfmodel::calibrate {

/// Tables of products that no fit has seen: rehearsals of foreign measurements, if the folder has some.
inline constexpr std::array unseen_products{"gemm_unseen", "gemm_unseen_2", "gemm_unseen_3"};
/// Tables of training steps on other machines with the same card, likewise.
inline constexpr std::array other_machines{"fcnn_steps_2", "fcnn_steps_3", "fcnn_steps_4",
                                           "fcnn_steps_5", "fcnn_repeats", "fcnn_figures"};

/// The host of one machine: each table of training steps is of one machine.
struct MachineHost {
  std::string table{};
  HostFactor host{};
};

/// Training steps: what the host of this machine costs, and whether the side that bounds a step is predicted right.
struct StepFacts {
  bool measured{};        ///< there is a table of steps
  bool scaled{};          ///< the host's factor is known
  std::string problem{};  ///< why it could not be fitted as it should; empty: it was
  HostCalibration host{};
  std::vector<MachineHost> machines{};  ///< of fcnn_steps first, then of tables from other machines
  double card_scale{1.0};               ///< the median of the machines; the card's file carries that of one alone
  std::string machine{};                ///< of `card_scale`, for people
  std::size_t sides{}, right{};  ///< steps whose busy time was recorded; those of which the bounding side is right
};

/// What a folder of raw tables says, with the model beside it.
struct Calibration {
  RawFolder raw{};
  Device device{};                         ///< published facts
  std::vector<DirectFact> facts{};         ///< read directly off the tables
  std::vector<std::string> differences{};  ///< between what the card reports and what is published
  std::vector<Judged> direct{};            ///< measurements that pin a constant, beside what is predicted with it
  Refinement refinement{};                 ///< factors of this card
  StepFacts steps{};
  bool fitted_to_these{};  ///< the compiled constants were fitted to this card's rows, too
  std::vector<Judged> judged{};
  std::vector<RegimeErrors> seen{}, unseen{}, by_bound{},
      shared{};                       ///< `shared`: held-out rows without this card's factors
  std::vector<std::string> missed{};  ///< limits that the held-out shapes miss
};

/// What the errors of the held-out shapes prove: one sentence for reports.
[[nodiscard]] std::string meaning_of_errors(const Calibration& calibration);

/// Reads the tables, fits the factors of the card to rows that are not held out, and judges all rows with them.
/// @throws Error for bad raw files and for a card that is neither in the catalogue nor given as a device file
[[nodiscard]] Calibration fit(const std::filesystem::path& raw_folder, const std::string& device);

}  // namespace perfmodel::calibrate
