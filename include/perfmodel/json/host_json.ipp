#pragma once
#include <algorithm>
#include <perfmodel/json/constants.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/quoted_text.hpp>

namespace perfmodel::json {

PERFMODEL_INLINE std::vector<Host> load_hosts(const std::filesystem::path& folder) {
  std::vector<Host> hosts;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    const Document document = parse_file(entry.path());
    if (describes_machine(document.root())) hosts.push_back(table_from_json<Host>(document.root()).table);
  }
  if (error) throw bad_input(one_line(folder.string(), 400), '"' + error.message() + '"', "must be a readable folder");
  std::sort(hosts.begin(), hosts.end(), [](const Host& a, const Host& b) {
    const bool first = a.name == default_host_name, other = b.name == default_host_name;
    return first != other ? first : a.name < b.name;
  });
  return hosts;
}

PERFMODEL_INLINE Host load_host(const std::string& word, const std::string& place) {
  if (word.find('/') != std::string::npos || word.ends_with(".json")) return load_table<Host>(word).table;
  for (const Host& host : known_hosts())
    if (lower_case(host.name) == lower_case(word)) return host;
  throw bad_input(place, in_quotes(word), "must be " + host_names() + ", or a host file (FILE.json)");
}

}  // namespace perfmodel::json
