#pragma once
/// Hosts by name or file, and the files of data/host that describe them. Format: docs/reference/hosts.md.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/software/host.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// Those of a folder that describe machines and not frameworks, the default first, then by name.
/// @throws Error naming file and JSON pointer, or the folder where it cannot be read
[[nodiscard]] std::vector<Host> load_hosts(const std::filesystem::path& folder);

/// Finds or reads a host.
/// @param word   a name of known_hosts() in any case, or the path of a host file
/// @param place  what the user wrote it in, for the message
/// @throws Error with the names that are known, or with what is wrong in a file
[[nodiscard]] Host load_host(const std::string& word, const std::string& place = "host");

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/host_json.ipp>
#endif
