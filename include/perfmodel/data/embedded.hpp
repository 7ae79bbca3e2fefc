#pragma once
/// Tables from the copies of data/ that are compiled in (perfmodel/data/*_numbers.hpp): flat arrays in the order of the
/// field lists, written by perfmodel-embed. Loaded once, on first use.
#include <array>
#include <cstddef>
#include <perfmodel/data/field.hpp>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/error.hpp>
#include <span>
#include <string>
#include <string_view>

namespace perfmodel {

/// Walks through a table by its describe() and fills it from flat arrays.
class EmbeddedReader {
 public:
  EmbeddedReader(std::string_view what, std::span<const double> numbers, std::span<const std::string_view> texts)
      : what_(what), numbers_(numbers), texts_(texts) {}

  template <class T, std::size_t N>
  void constants(const std::array<Field<T>, N>& fields, T& object) {
    for (const Field<T>& field : fields)
      for (std::size_t i = 0; i < field.size(object); ++i) field.set(object, i, number());
  }
  void constant(std::string_view, const Constant&, std::span<double> values) {
    for (double& value : values) value = number();
  }
  void constant(std::string_view, const Constant&, double& value) { value = number(); }
  template <class E>
  void word(std::string_view, E& value, std::span<const std::string_view>) {
    value = static_cast<E>(static_cast<int>(number()));
  }
  template <std::size_t N>
  void text(std::string_view, ShortText<N>& value) {
    value = text();
  }
  void text(std::string_view, std::string& value) { value = text(); }
  template <std::size_t N, std::size_t M>
  void texts(std::string_view, std::array<ShortText<N>, M>& values) {
    const auto count = static_cast<std::size_t>(number());
    for (std::size_t i = 0; i < M; ++i) values[i] = i < count ? ShortText<N>(text()) : ShortText<N>();
  }
  template <class Each>
  void group(std::string_view, const Each& each) {
    each();
  }
  template <class Each>
  void rows(std::string_view, std::span<const std::string_view> names, const Each& each) {
    for (std::size_t i = 0; i < names.size(); ++i) each(i);
  }
  template <class Each>
  void list(std::string_view, std::size_t& count, std::size_t, std::size_t, const Each& each) {
    count = static_cast<std::size_t>(number());
    for (std::size_t i = 0; i < count; ++i) each(i);
  }
  template <class Each>
  void option(std::string_view, bool& present, const Each& each) {
    present = number() != 0.0;
    if (present) each();
  }

  /// @throws Error where something is left: the copy is of another field list
  void finish() const {
    if (next_number_ != numbers_.size() || next_text_ != texts_.size()) stale();
  }

 private:
  double number() {
    if (next_number_ == numbers_.size()) stale();
    return numbers_[next_number_++];
  }
  std::string_view text() {
    if (next_text_ == texts_.size()) stale();
    return texts_[next_text_++];
  }
  [[noreturn]] void stale() const {
    throw bad_input("embedded copy of " + std::string(what_), "numbers of another field list",
                    "run perfmodel-embed and build again");
  }

  std::string_view what_;
  std::span<const double> numbers_;
  std::span<const std::string_view> texts_;
  std::size_t next_number_{}, next_text_{};
};

/// A table from its flat arrays.
/// @throws Error where they are of another field list
template <class Table>
[[nodiscard]] Table embedded_table(std::string_view what, std::span<const double> numbers,
                                   std::span<const std::string_view> texts) {
  Table table{};
  EmbeddedReader reader(what, numbers, texts);
  describe(reader, table);
  reader.finish();
  return table;
}

}  // namespace perfmodel
