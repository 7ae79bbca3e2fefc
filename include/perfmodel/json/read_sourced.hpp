#pragma once
/// Reads numbers with unit, kind and source.
#include <initializer_list>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/json/sourced.hpp>
#include <string>
#include <string_view>

namespace perfmodel::json {

/// One accepted unit of a field and what one of it is.
template <class Q>
struct UnitWord {
  std::string_view word;
  Q one;
};

/// @param units  accepted units, the first is the one `range` is in
/// @throws Error at the field's pointer: not an object, unknown or missing member, another unit, a number out of range,
///         an unknown kind, no source, an estimate without a note
template <class Q>
[[nodiscard]] Sourced<Q> sourced(const Node& node, std::initializer_list<UnitWord<Q>> units, const Range& range) {
  node.allow_only({"value", "unit", "kind", "source", "note"});
  const UnitWord<Q>* unit = nullptr;
  std::string accepted;
  const Node unit_node = node.at("unit");
  for (const UnitWord<Q>& candidate : units) {
    if (unit_node.raw() == candidate.word) unit = &candidate;
    accepted += (accepted.empty() ? "\"" : " or \"") + std::string(candidate.word) + '"';
  }
  if (unit == nullptr) throw unit_node.error("must be " + accepted);
  const double scale = static_cast<double>(unit->one / units.begin()->one);
  const Node value_node = node.at("value");
  if (!value_node.raw().is_number() || !range.contains(value_node.raw().get<double>() * scale))
    throw value_node.error("must be a number " + range.text() + ' ' + std::string(units.begin()->word));
  const double value = value_node.raw().get<double>();
  Sourced<Q> result{.quantity = value * unit->one,
                    .value = value,
                    .unit = std::string(unit->word),
                    .kind = node.at("kind").word<Kind>(
                        {{"published", Kind::published}, {"measured", Kind::measured}, {"estimated", Kind::estimated}}),
                    .source = node.at("source").text(200)};
  if (const auto note = node.find("note")) result.note = note->text();
  if (result.kind == Kind::estimated && result.note.empty())
    throw node.missing("note", "an estimate says how it was derived");
  return result;
}

}  // namespace perfmodel::json
