#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "calibrate/fit/calibration.hpp"

/// The raw measurements that ship with the library, one folder a card.
inline const std::filesystem::path shipped = std::filesystem::path(PERFMODEL_DATA_DIR) / "raw";

/// A fit takes seconds: each card's once for all tests.
inline const perfmodel::calibrate::Calibration& fitted(const std::string& card) {
  static std::map<std::string, perfmodel::calibrate::Calibration> all;
  const auto found = all.find(card);
  return found != all.end() ? found->second
                            : all.emplace(card, perfmodel::calibrate::fit(shipped / card, "")).first->second;
}
