#pragma once
/// How each kind of rows is judged: one file and one function a kind. Each fills the rows and the note of a Validation
/// whose card is known.
#include <perfmodel/measurement/eager_call.hpp>
#include <string>
#include <string_view>

#include "format.hpp"
#include "validate.hpp"

namespace plan {

/// "1 row", "2 rows"
[[nodiscard]] inline std::string count_text(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

/// "31.7 us"
[[nodiscard]] inline std::string micros(double seconds) { return three_digits(1e6 * seconds) + " us"; }

/// "a, b"
inline void append(std::string& list, const std::string& more, const char* between = ", ") {
  list += (list.empty() || more.empty() ? "" : between) + more;
}

/// Adds a sentence to a note.
inline void add(std::string& note, const std::string& more) { append(note, more, "; "); }

/// A kernel's prediction as a single call of a framework shows it, whose shortest takes `shortest` seconds. The
/// interval spans what the framework's share was seen to be.
inline void show_as_call(perfmodel::Judged& judged, const std::string& operation, double shortest) {
  const perfmodel::EagerShareRange range = perfmodel::eager_share_range_of(operation);
  judged.predicted = perfmodel::eager_seconds(shortest, judged.predicted, perfmodel::eager_share_of(operation));
  judged.low = perfmodel::eager_seconds(shortest, judged.low, range.least);
  judged.high = perfmodel::eager_seconds(shortest, judged.high, range.most);
}

/// What the note says of it. @param shortest  the shortest call, of each operation where there are few; empty: there
/// are many
[[nodiscard]] inline std::string eager_text(std::size_t apart, std::size_t rows, const std::string& shortest,
                                            bool convolutions = false) {
  return "eager calls: " + count_text(apart, "row") + " of " + std::to_string(rows) + " under " +
         number("%g", perfmodel::eager_floors) + " times the shortest" +
         (shortest.empty() ? " of their operation" : " (" + shortest + ")") + " stand apart; " +
         number("%g", perfmodel::eager_share) + " of the shortest" +
         (convolutions ? " (convolutions " + number("%g", perfmodel::eager_convolution_share) + ")" : "") +
         " is in every prediction";
}

/// Whether every row says it: the column is there and nowhere empty.
[[nodiscard]] bool all_say(const perfmodel::CsvTable& table, std::string_view column);

/// Whether the number format of the rows has to be assumed, and is: fp32.
[[nodiscard]] bool assumes_format(const perfmodel::CsvTable& table, const ValidationOptions& o);

void judge_products(const perfmodel::CsvTable& table, const ValidationOptions& o, Validation& result);
void judge_operations(const perfmodel::CsvTable& table, const ValidationOptions& o, Validation& result);
void judge_steps(const perfmodel::CsvTable& table, const ValidationOptions& o, Validation& result);
void judge_collectives(const perfmodel::CsvTable& table, Validation& result);

/// What is assumed of rows of a kind that neither they nor the caller say, with the option that says it: "cold operands
/// (--operands), ..."; empty: nothing.
[[nodiscard]] std::string assumed_of_products(const perfmodel::CsvTable& table, const ValidationOptions& o);
[[nodiscard]] std::string assumed_of_operations(const perfmodel::CsvTable& table, const ValidationOptions& o);
[[nodiscard]] std::string assumed_of_steps(const perfmodel::CsvTable& table, const ValidationOptions& o);

}  // namespace plan
