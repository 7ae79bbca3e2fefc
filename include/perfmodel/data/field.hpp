#pragma once
/// Field lists. A table of fitted constants is a plain struct; what its members are called, in which unit they are
/// written, where a fit starts and how far it may go stands once, in a constexpr list beside the struct. Reading,
/// writing, the embedded copy and the fit's priors follow from that list (docs/reference/constants.md).
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <perfmodel/units.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

/// How far a fit may move a constant, and how strongly its start holds it.
struct FitRange {
  unsigned fits{};              ///< which ones: bits that the table names
  double low{}, high{};         ///< bounds: of the constant, or of ln(constant / start); the table says which
  double sigma{1.0};            ///< standard deviation of the prior on ln(constant / start)
  std::uint32_t elements{~0u};  ///< of a list: which elements, by bits
};

/// The ranges of one constant, one for each fit that treats it in its own way.
class FitRanges {
 public:
  constexpr FitRanges() = default;
  constexpr FitRanges(std::initializer_list<FitRange> ranges) {
    for (const FitRange& range : ranges) ranges_[count_++] = range;
  }
  /// The range under a fit; nullptr: this fit leaves the constant alone.
  [[nodiscard]] constexpr const FitRange* of(unsigned fit) const {
    for (std::size_t i = 0; i < count_; ++i)
      if ((ranges_[i].fits & fit) != 0) return &ranges_[i];
    return nullptr;
  }

 private:
  std::array<FitRange, 6> ranges_{};
  std::size_t count_{};
};

/// What is known of a constant without its value.
struct Constant {
  std::string_view name{};
  std::string_view unit{"1"};
  double start{};      ///< where a fit starts, unless the table's priors say otherwise; the centre of the prior
  bool optional{};     ///< files leave it out where it stands at `start`
  FitRanges fitted{};  ///< empty: known, or chosen by hand
  int digits{5};       ///< significant ones in files; `exact`: as many as it takes
  double least{};      ///< smallest value that a file may have
  double most{1e30};   ///< largest one: a share of what the hardware can do is at most 1
  static constexpr int exact = 17;
};

/// One member of T with what is known of it. A member is a number, a whole number, a truth value, a list of numbers or
/// a time, which files have in microseconds.
template <class T>
struct Field {
  using List = std::span<double> (*)(T&);

  double T::*number{};
  int T::*whole{};
  bool T::*flag{};
  Time T::*time{};
  List list{};
  Constant constant{};

  constexpr Field(double T::*member, const Constant& about) : number(member), constant(about) {}
  constexpr Field(int T::*member, const Constant& about) : whole(member), constant(about) {}
  constexpr Field(bool T::*member, const Constant& about) : flag(member), constant(about) {}
  constexpr Field(Time T::*member, const Constant& about) : time(member), constant(about) {}
  constexpr Field(List member, const Constant& about) : list(member), constant(about) {}

  [[nodiscard]] constexpr std::size_t size(T& object) const { return list != nullptr ? list(object).size() : 1; }
  [[nodiscard]] constexpr double get(T& object, std::size_t i) const {
    if (list != nullptr) return list(object)[i];
    if (whole != nullptr) return object.*whole;
    if (flag != nullptr) return object.*flag ? 1.0 : 0.0;
    if (time != nullptr) return in(object.*time, micro * second);
    return object.*number;
  }
  /// The number itself.  @pre the member is a number or a list
  [[nodiscard]] constexpr double& at(T& object, std::size_t i) const {
    return list != nullptr ? list(object)[i] : object.*number;
  }
  constexpr void set(T& object, std::size_t i, double value) const {
    if (list != nullptr)
      list(object)[i] = value;
    else if (whole != nullptr)
      object.*whole = static_cast<int>(value);
    else if (flag != nullptr)
      object.*flag = value != 0.0;
    else if (time != nullptr)
      object.*time = value * micro * second;
    else
      object.*number = value;
  }
};

/// The list that an array member is: list_of<&GemmConstants::fine_wait>.
template <auto Member>
struct ListOf;
template <class T, class Array, Array T::*Member>
struct ListOf<Member> {
  static constexpr std::span<double> get(T& object) { return object.*Member; }
};
template <auto Member>
inline constexpr auto list_of = &ListOf<Member>::get;

/// Sets every constant to where its fit starts.
template <class T, std::size_t N>
constexpr void set_to_start(T& object, const std::array<Field<T>, N>& fields) {
  for (const Field<T>& field : fields)
    for (std::size_t i = 0; i < field.size(object); ++i) field.set(object, i, field.constant.start);
}

/// Names of the first `Count` values of an enumeration, as keys of rows.
template <class E, std::size_t Count>
inline constexpr std::array<std::string_view, Count> names_of = [] {
  std::array<std::string_view, Count> names{};
  for (std::size_t i = 0; i < Count; ++i) names[i] = name(static_cast<E>(i));
  return names;
}();

}  // namespace perfmodel
