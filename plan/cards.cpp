#include "cards.hpp"

#include <fnmatch.h>

#include <array>
#include <cctype>
#include <iostream>
#include <set>
#include <sstream>
#include <string_view>

#include "format.hpp"
#include "on_threads.hpp"

namespace plan {

using namespace perfmodel;

std::vector<std::string> split_list(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    std::istringstream in(word);
    bool any = false;
    for (std::string item; std::getline(in, item, ',');) {
      result.push_back(item);
      any = true;
    }
    if (!any) result.emplace_back();
  }
  return result;
}

namespace {

/// "AMD", where a word names a processor of somebody else than NVIDIA; empty for others.
[[nodiscard]] std::string other_maker(const std::string& word) {
  const std::string typed = lower_case(word);
  const auto numbered = [&](std::string_view begin) {  // MI300X, but no file and no name with more words
    return typed.starts_with(begin) && typed.size() > begin.size() &&
           std::isdigit(static_cast<unsigned char>(typed[begin.size()])) != 0;
  };
  const auto has = [&](std::string_view part) { return typed.find(part) != std::string::npos; };
  if (numbered("mi") || numbered("rx") || numbered("rx-") || has("instinct") || has("radeon")) return "AMD";
  if (has("gaudi") || has("intel") || numbered("arc-")) return "Intel";
  if (has("tpu")) return "Google";
  if (has("trainium") || has("inferentia")) return "Amazon";
  return "";
}

/// Names of the catalogue's cards that a pattern like "H100*" stands for. @throws Error where there are none
[[nodiscard]] std::vector<std::string> matching(const std::string& pattern) {
  std::vector<std::string> found;
  for (const std::string& name : json::device_names())
    if (fnmatch(lower_case(pattern).c_str(), lower_case(name).c_str(), 0) == 0) found.push_back(name);
  if (found.empty())
    throw bad_input("--device", in_quotes(pattern), "matches no card; perfmodel-plan devices lists them");
  return found;
}

}  // namespace

json::Card load_card(const std::string& word) {
  const bool file = word.find('/') != std::string::npos || word.ends_with(".json");
  if (const std::string maker = file ? "" : other_maker(word); !maker.empty())
    throw bad_input("--device", in_quotes(word), "there are no " + maker + " cards: only NVIDIA's are modelled");
  if (!file && (lower_case(word) == "all" || word.find_first_of(",*") != std::string::npos))
    throw bad_input("--device", in_quotes(word), "must be one card; recommend, report and sweep take several");
  return json::load_card(word, "--device");
}
std::vector<json::Card> all_cards() { return json::all_cards(json::devices_folder(), each_on_threads); }
std::vector<json::DeviceRecord> all_devices() { return json::all_devices(json::devices_folder(), each_on_threads); }

std::vector<json::Card> load_cards(const std::vector<std::string>& words) {
  const std::vector<std::string> names = split_list(words);
  if (names.size() == 1 && lower_case(names[0]) == "all") return all_cards();
  std::vector<json::Card> cards;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    const bool pattern = name.find('*') != std::string::npos && name.find('/') == std::string::npos;
    for (const std::string& word : pattern ? matching(name) : std::vector<std::string>{name}) {
      json::Card card = load_card(word);
      if (seen.insert(card.device().name).second) cards.push_back(std::move(card));
    }
  }
  return cards;
}

std::string constants_text(const json::Card& card, const Evidence& evidence) {
  constexpr std::array<std::string_view, evidence_level_count> words{
      "fitted to measurements of this card", "fitted to measurements of other cards that run the same kernels",
      "the datasheet alone: no card with such kernels was ever measured"};
  const auto& file = card.calibration;
  if (file && file->applies) return "measured on this card, " + file->date + " (" + file->file.string() + ")";
  const std::string known = evidence.assumed_capability
                                ? "nothing is known of compute capability " +
                                      capability_text(card.device().compute_capability) + ": kernels of " +
                                      capability_text(*evidence.assumed_capability) + " are assumed"
                                : std::string(words[static_cast<std::size_t>(evidence.level)]);
  return known + (file ? "; " + file->file.string() + " is not used: " + file->why_not : "");
}

namespace {

[[nodiscard]] std::string times_profile(double scale, Framework framework) {
  return number("%.3g", scale) + " times the " + std::string(name(framework)) + " profile's";
}

/// "quiet-server, 0.77 times the pytorch profile's"
[[nodiscard]] std::string host_times(const Host& host, Framework framework) {
  return host.name + ", " + times_profile(host.factor, framework);
}

/// "measured (an old machine; calibrated/h200-sxm.json)"
[[nodiscard]] std::string origin(const json::Card& card, const json::MeasuredHost& host) {
  return "measured (" + host.machine + "; " + card.calibration->file.string() + ')';
}

}  // namespace

std::string host_text(const json::Card& card, Framework framework, const AskedHost& asked) {
  if (asked.host) return host_times(*asked.host, framework);
  if (asked.scale) return times_profile(*asked.scale, framework) + ", from --host-scale";
  if (!card.calibration) return "";
  std::string other;
  for (const json::MeasuredHost& host : card.calibration->hosts) {
    const std::string known = times_profile(host.scale, host.framework) + ", " + origin(card, host);
    if (host.framework == framework) return known;
    other = host_times(default_host(), framework) + "; known is " + known + ", which --host-scale " +
            number("%.3g", host.scale) + " would take";
  }
  return other;
}

std::string host_or_default(const std::string& host, Framework framework) {
  return host.empty() ? host_times(default_host(), framework) : host;
}

std::string host_share_text(double share) { return number("%.0f", 100.0 * share) + " % of the interval is the host's"; }

void note_host(const json::Card& card, const AskedHost& asked, std::optional<Framework> framework) {
  std::string text;
  if (framework)
    text = host_text(card, *framework, asked);
  else if (asked.factor())
    text = (asked.host ? asked.host->name + ", " : "") + number("%.3g", *asked.factor()) + " times the profiles'" +
           (asked.host ? "" : ", from --host-scale");
  else if (card.calibration)
    for (const json::MeasuredHost& host : card.calibration->hosts)
      text += (text.empty() ? "" : "; ") + times_profile(host.scale, host.framework) + ", " + origin(card, host);
  if (!text.empty()) std::cerr << "perfmodel-plan: " << card.device().name << ": host: " << text << '\n';
}

void note_calibration(const json::Card& card) {
  if (card.calibration)
    std::cerr << "perfmodel-plan: " << card.device().name << ": " << json::line(*card.calibration) << '\n';
}

}  // namespace plan
