#pragma once
/// A page of charts and tables in one file, which opens without a network.
#include <span>
#include <string>
#include <vector>

#include "chart.hpp"

namespace plan {

/// A table of a page; readers sort it by any column.
struct PageTable {
  std::string title{};
  std::vector<std::string> columns{};
  std::vector<std::vector<nlohmann::ordered_json>> rows{};  ///< numbers, or words
};

/// A heading with what stands under it.
struct PageSection {
  std::string id{}, title{};
  std::vector<std::string> paragraphs{};
  std::vector<PageTable> tables{};
  std::vector<Chart> charts{};
};

struct Page {
  std::string title{}, summary{};
  std::vector<PageSection> sections{};
};

/// Whether pages can draw: built with the Vega runtime.
[[nodiscard]] bool draws_charts();
/// "without npm no charts: ..." for the user of a program that cannot.
[[nodiscard]] std::string why_no_charts();

/// The page with everything that it needs. Without the runtime its tables stand alone, and it says so.
[[nodiscard]] std::string html_of(const Page& page);

/// Text inside HTML.
[[nodiscard]] std::string html_text(const std::string& text);

}  // namespace plan
