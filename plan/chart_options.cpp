#include "chart_options.hpp"

#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/quoted_text.hpp>

#include "report/page.hpp"
#include "report/render.hpp"

namespace plan {

using perfmodel::bad_input;

void ChartOptions::add_to(CLI::App& command) {
  command.add_option("--plot", plot, "also draw the answer there: .html opens without a network, .svg, .png")
      ->type_name("FILE");
  command.add_option("--format", format, "vega-lite: answer with the chart's specification, for notebooks and editors")
      ->type_name("WORD");
}

void ChartOptions::check(const Output& output) const {
  const auto ends = [this](const char* end) { return plot.ends_with(end); };
  if (!plot.empty() && !ends(".html") && !ends(".svg") && !ends(".png"))
    throw bad_input("--plot", perfmodel::in_quotes(plot), "must end in .html, .svg or .png");
  if (!format.empty() && format != "vega-lite")
    throw bad_input("--format", perfmodel::in_quotes(format), "must be vega-lite");
  if (!format.empty() && output.json) throw bad_input("--format", "--json beside it", "give one of them");
}

void ChartOptions::draw(const std::string& title, const Charts& charts) const {
  if (plot.empty()) return;
  const std::vector<Chart> all = charts();
  if (plot.ends_with(".svg")) return perfmodel::json::write_file(plot, svg_of(all.front(), "--plot"));
  if (plot.ends_with(".png")) return perfmodel::json::write_file(plot, png_of(all.front(), "--plot"));
  perfmodel::json::write_file(
      plot, html_of({.title = title, .sections = {{.id = "charts", .title = "Charts", .charts = all}}}));
}

bool ChartOptions::answers(const Output& output, const Charts& charts) const {
  if (format.empty()) return false;
  output.write(charts().front().spec);
  return true;
}

}  // namespace plan
