#pragma once
#include <algorithm>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/machine_numbers.hpp>
#include <perfmodel/software/host.hpp>

namespace perfmodel {
PERFMODEL_INLINE const std::vector<Host>& known_hosts() {
  static const std::vector<Host> hosts =
      embedded_table<std::vector<Host>>("data/host", data::machine_numbers, data::machine_texts);
  return hosts;
}

PERFMODEL_INLINE const Host& default_host() {
  const std::vector<Host>& hosts = known_hosts();
  return *std::find_if(hosts.begin(), hosts.end(), [](const Host& h) { return h.name == default_host_name; });
}

PERFMODEL_INLINE std::string host_names() {
  std::string names;
  for (const Host& host : known_hosts()) names += (names.empty() ? "" : ", ") + host.name;
  return names;
}

}  // namespace perfmodel
