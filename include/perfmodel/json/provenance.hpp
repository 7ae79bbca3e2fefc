#pragma once
#include <map>
#include <perfmodel/json/layout.hpp>
#include <perfmodel/json/reader.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// What a file of fitted numbers was made by, when, and from what. "not known" stands where nobody wrote it down.
struct Provenance {
  std::string program{};                        ///< with its arguments
  std::string date{};                           ///< 2026-11-23
  std::map<std::string, std::string> inputs{};  ///< what was read -> its FNV-1a hash, 16 hexadecimal digits
  std::map<std::string, std::int64_t> rows{};   ///< rows read, by source; may be empty
  std::vector<std::string> notes{};             ///< one sentence each; may be empty
};

inline constexpr std::string_view not_known = "not known";

/// @throws Error naming the JSON pointer
[[nodiscard]] inline Provenance provenance_from_json(const Node& node) {
  node.allow_only({"program", "date", "inputs", "rows", "notes"});
  Provenance out{.program = node.at("program").text(), .date = node.at("date").text(40)};
  for (const auto& [name, hash] : node.at("inputs").members()) out.inputs[name] = hash.text(200);
  if (const auto rows = node.find("rows"))
    for (const auto& [name, count] : rows->members()) out.rows[name] = count.integer(0, std::int64_t{1} << 40);
  if (const auto notes = node.find("notes"))
    for (const Node& note : notes->elements()) out.notes.push_back(note.text());
  return out;
}

[[nodiscard]] inline Ordered to_json(const Provenance& provenance) {
  Ordered out{{"program", provenance.program}, {"date", provenance.date}, {"inputs", Ordered::object()}};
  for (const auto& [name, hash] : provenance.inputs) out["inputs"][name] = hash;
  if (!provenance.rows.empty()) out["rows"] = Ordered::object();
  for (const auto& [name, count] : provenance.rows) out["rows"][name] = count;
  if (!provenance.notes.empty()) out["notes"] = provenance.notes;
  return out;
}

}  // namespace perfmodel::json
