#pragma once
/// The cards that a question is about, from --device.
#include <CLI/App.hpp>
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <string>
#include <vector>

#include "host_option.hpp"

namespace plan {

/// "a,b" and "a" "b" are the same list.
[[nodiscard]] std::vector<std::string> split_list(const std::vector<std::string>& words);

/// The card that --device names.
[[nodiscard]] perfmodel::json::Card load_card(const std::string& word);
/// The named cards, or all of them for "all".
[[nodiscard]] std::vector<perfmodel::json::Card> load_cards(const std::vector<std::string>& words);
[[nodiscard]] std::vector<perfmodel::json::Card> all_cards();
/// What is published about all of them: less work, where nothing is priced.
[[nodiscard]] std::vector<perfmodel::json::DeviceRecord> all_devices();

/// "measured on this card, 2026-11-21 (calibrated/h200-sxm.json)", or what else the constants of an answer come from,
/// that the compute capability is none that is known, and why a calibrated file that is there does not count.
[[nodiscard]] std::string constants_text(const perfmodel::json::Card& card, const perfmodel::Evidence& evidence);

/// Which host an answer has, what was typed (`asked`) or the calibrated file's, and where it is from: "1.02 times the
/// libtorch profile's, measured (an old machine; calibrated/h200-sxm.json)". Empty: default_host(), and nothing else is
/// known.
[[nodiscard]] std::string host_text(const perfmodel::json::Card& card, perfmodel::Framework framework,
                                    const AskedHost& asked);

/// host_text(), or "quiet-server, 0.77 times the pytorch profile's" where that is empty.
[[nodiscard]] std::string host_or_default(const std::string& host, perfmodel::Framework framework);

/// "98 % of the interval is the host's": of a step that waits for it.
[[nodiscard]] std::string host_share_text(double share);

/// For CSV answers, whose rows have no room for it: one line on stderr where a calibrated file is used or set aside.
void note_calibration(const perfmodel::json::Card& card);
/// Likewise which host its steps run on, where it is not simply default_host().
/// @param framework  of the steps, where all have the same
void note_host(const perfmodel::json::Card& card, const AskedHost& asked,
               std::optional<perfmodel::Framework> framework = {});

inline CLI::Option* add_device_option(CLI::App& command, std::string& device) {
  return command
      .add_option("-d,--device", device,
                  "name of a card (see perfmodel-plan devices), a device file or a calibrated file")
      ->type_name("NAME|FILE");
}

}  // namespace plan
