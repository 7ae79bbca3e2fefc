#pragma once
/// Which card each row of a table of measurements is of: what --device says, or what the table's own column means.
#include <perfmodel/json/card.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <vector>

namespace plan {

/// The rows of one card.
struct CardRows {
  perfmodel::json::Card card{};
  std::string name{};  ///< as the table writes it; empty: it has no such column
  perfmodel::CsvTable table{};
};

struct RowsByCard {
  std::vector<CardRows> cards{};  ///< in the order in which the table names them
  std::string note{};             ///< what a reader should know of how they were found; empty: nothing
};

/// @param column  that holds the cards' names: gpu, or system
/// @param device  --device: a card for all rows, "NAME=CARD,NAME=CARD" for these names of the column, or empty; names
/// that it does
///                not say are looked up among the cards
/// @param gpu     --gpu: only rows of this name; empty: all
/// @throws Error with the row and the cards that it can be of, where that is not one
[[nodiscard]] RowsByCard rows_by_card(const perfmodel::CsvTable& table, const std::string& column,
                                      const std::string& device, const std::string& gpu);

}  // namespace plan
