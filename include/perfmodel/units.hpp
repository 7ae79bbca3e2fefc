#pragma once
/// Named quantity types on one Boost.Units system: second, byte, FLOP, cycle, SM, joule.
/// A bare number enters with a unit (`1.41 * giga * cycle / second`) and leaves through `in(quantity, unit)`.
#include <boost/units/base_units/information/byte.hpp>
#include <boost/units/base_units/si/second.hpp>
#include <boost/units/make_system.hpp>
#include <boost/units/quantity.hpp>
#include <type_traits>

namespace perfmodel {
namespace bu = boost::units;

// Dimensions Boost.Units lacks, or (energy) would build from metre and kilogram. Positive ordinals are ours.
struct OperationDim : bu::base_dimension<OperationDim, 1> {};
struct CycleDim : bu::base_dimension<CycleDim, 2> {};
struct SmDim : bu::base_dimension<SmDim, 3> {};
struct EnergyDim : bu::base_dimension<EnergyDim, 4> {};
struct FlopUnit : bu::base_unit<FlopUnit, OperationDim::dimension_type, 1> {};
struct CycleUnit : bu::base_unit<CycleUnit, CycleDim::dimension_type, 2> {};
struct SmUnit : bu::base_unit<SmUnit, SmDim::dimension_type, 3> {};
struct JouleUnit : bu::base_unit<JouleUnit, EnergyDim::dimension_type, 4> {};
using System = bu::make_system<bu::si::second_base_unit, bu::information::byte_base_unit, FlopUnit, CycleUnit, SmUnit,
                               JouleUnit>::type;
template <class Dim>
using Unit = bu::unit<typename Dim::dimension_type, System>;

inline constexpr Unit<OperationDim> flop{};
inline constexpr Unit<bu::information_base_dimension> byte{};
inline constexpr Unit<bu::time_base_dimension> second{};
inline constexpr Unit<CycleDim> cycle{};
inline constexpr Unit<SmDim> sm{};
inline constexpr Unit<EnergyDim> joule{};
inline constexpr auto watt = joule / second;

template <class U>
using Quantity = bu::quantity<std::remove_cv_t<U>, double>;
using Work = Quantity<decltype(flop)>;
using Bytes = Quantity<decltype(byte)>;
using Time = Quantity<decltype(second)>;
using Cycles = Quantity<decltype(cycle)>;
using SmCount = Quantity<decltype(sm)>;
using Energy = Quantity<decltype(joule)>;
using Power = Quantity<decltype(joule / second)>;
using ClockRate = Quantity<decltype(cycle / second)>;
using WorkRate = Quantity<decltype(flop / second)>;
using Bandwidth = Quantity<decltype(byte / second)>;
using Intensity = Quantity<decltype(flop / byte)>;
using IssueRate = Quantity<decltype(flop / (cycle * sm))>;   ///< FLOP per clock per SM
using CycleBytes = Quantity<decltype(byte / (cycle * sm))>;  ///< bytes per clock per SM
using EnergyPerWork = Quantity<decltype(joule / flop)>;
using EnergyPerByte = Quantity<decltype(joule / byte)>;

/// One multiply-accumulate is two operations. A constant, not a second unit: the factor 2 lives here and nowhere else.
inline constexpr Work mac = 2.0 * flop;
inline constexpr double kilo = 1e3, mega = 1e6, giga = 1e9, tera = 1e12;
inline constexpr double milli = 1e-3, micro = 1e-6, nano = 1e-9, pico = 1e-12;
inline constexpr double kibi = 1024.0, mebi = 1048576.0, gibi = 1073741824.0;

/// The one way out of the type system: a plain number in the unit the caller names, e.g. `in(time, micro * second)`.
template <class U>
[[nodiscard]] constexpr double in(const bu::quantity<U>& quantity, const bu::quantity<U>& unit) {
  return quantity.value() / unit.value();
}
template <class U>
[[nodiscard]] constexpr double in(const bu::quantity<U>& quantity, U) {
  return quantity.value();
}

}  // namespace perfmodel
