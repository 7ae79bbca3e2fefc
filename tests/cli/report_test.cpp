// Charts: their specifications, their pictures, and the report page, opened in Chromium where it is installed.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <tests/relative_error.hpp>

#include "answered.hpp"
#include "checks.hpp"

namespace cli_report_test {
using cli::plan;
using cli::refused;
using cli::Run;
using nlohmann::json;

namespace {

const std::string network = "fcnn:layers=2,hidden=1024,inputs=512,outputs=128";

/// Specifications that commands answer with, and one that has points of its own kind each.
json spec_of(const std::string& arguments) { return json::parse(cli::answered(arguments + " --format vega-lite").out); }

/// Fields that the encodings of a specification read.
void add_fields(const json& part, std::set<std::string>& fields) {
  if (part.is_array())
    for (const json& item : part) add_fields(item, fields);
  if (!part.is_object()) return;
  for (const auto& [key, value] : part.items()) {
    if (key == "field") fields.insert(value.get<std::string>());
    if (key != "data") add_fields(value, fields);
  }
}

bool there(const std::string& program) { return cli::shell("command -v " + program).exit_code == 0; }
bool draws() {
  const auto file = cli::scratch() / "probe.html";
  return plan("gemm 64 64 64 -d T4 --plot " + file.string()).exit_code == 0 &&
         cli::slurp(file).find("Charts are left out") == std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A page as Chromium shows it after its scripts and `more` have run; what it complains about is in `err`.
Run opened(const std::filesystem::path& page, const std::string& more = "") {
  std::string html = cli::slurp(page);
  const std::size_t end = html.rfind("</body>");
  const std::string file = cli::scratch_file("opened.html", html.insert(end, "<script>" + more + "</script>"));
  return cli::shell("chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir=" +
                    (cli::scratch() / "chromium").string() +
                    " --enable-logging=stderr --virtual-time-budget=20000 --dump-dom file://" + file);
}

}  // namespace

TEST_CASE("--format vega-lite answers with a specification whose channels are in its data") {
  for (const std::string& arguments :
       {std::string("gemm 4096 4096 4096 -d A100-SXM4-80GB"), "layers " + network + " -d T4",
        "memory " + network + " -d T4", "sweep " + network + " -d T4,A10 -b 64,128,256",
        "recommend " + network + " -d T4,A10 -b 64,128"}) {
    const json spec = spec_of(arguments);
    CAPTURE(arguments);
    CHECK(spec.at("$schema") == "https://vega.github.io/schema/vega-lite/v5.json");
    CHECK(spec.at("description").get<std::string>().size() > 40);
    std::set<std::string> fields, known{"limit"};
    add_fields(spec, fields);
    REQUIRE(spec.at("data").at("values").size() > 1);
    for (const json& row : spec.at("data").at("values"))
      for (const auto& [key, value] : row.items()) known.insert(key);
    for (const std::string& field : fields) {
      CAPTURE(field);
      CHECK(known.contains(field));
    }
  }
}

TEST_CASE("charts draw what the commands answer") {
  const json layers = json::parse(plan("layers " + network + " -d T4 --json").out);
  const json sweep = spec_of("sweep " + network + " -d T4 -b 64,128");
  const json rows = json::parse(plan("sweep " + network + " -d T4 -b 64,128 --json").out);
  for (std::size_t i = 0; i < rows.size(); ++i)
    CHECK(sweep.at("data").at("values")[i].at("samples_per_s") == rows[i].at("samples_per_s"));
  const json roofline = spec_of("layers " + network + " -d T4");
  std::size_t points = 0;
  for (const json& row : roofline.at("data").at("values")) {
    if (row.at("what") != "layer") continue;
    ++points;
    for (const json& layer : layers.at("layers"))
      if (layer.at("layer") == row.at("name")) {
        const double us = layer.at("forward_us").get<double>() + layer.at("backward_us").get<double>();
        CHECK(relative_error(row.at("time_us").get<double>(), us) < 1e-5);  // six digits
      }
  }
  CHECK(points >= 5);
}

TEST_CASE("widths of the sawtooth are aligned as the product's own, which is one of them") {
  for (const int n : {50257, 4096, 100}) {
    const json spec = spec_of("gemm 1024 " + std::to_string(n) + " 512 -d A100-SXM4-80GB -t fp16");
    bool own = false;
    for (const json& row : spec.at("data").at("values")) {
      CHECK((row.at("n").get<int>() - n) % 8 == 0);
      own = own || row.at("n") == n;
    }
    CHECK(own);
  }
}

TEST_CASE("formats of one roof are one line of the roofline") {
  std::set<std::string> roofs;
  const json spec = spec_of("layers " + network + " -d A100-SXM4-40GB");
  for (const json& row : spec.at("data").at("values"))
    if (row.at("what") == "roof") roofs.insert(row.at("name"));
  CHECK(roofs == std::set<std::string>{"fp64, fp32", "tf32", "fp16, bf16"});
}

TEST_CASE("validate draws predictions and measurements with their intervals") {
  const std::string rows =
      "dtype,layout,batch,m,n,k,time_us\nfp16,NT,1,4096,4096,4096,700\nfp16,NT,1,1024,1024,1024,20\n";
  const Run run = plan("validate - -d A100-SXM4-80GB --format vega-lite", rows);
  REQUIRE(run.exit_code == 0);
  const json spec = json::parse(run.out);
  CHECK(spec.at("data").at("values").size() == 2);
  for (const json& row : spec.at("data").at("values")) {
    CHECK(row.at("low").get<double>() <= row.at("predicted").get<double>());
    CHECK(row.at("high").get<double>() >= row.at("predicted").get<double>());
    CHECK(row.contains("measured"));
  }
}

TEST_CASE("--plot and --format refuse what they cannot do") {
  refused("gemm 64 64 64 -d T4 --plot chart.gif", R"(--plot: got "chart.gif"; must end in .html, .svg or .png)");
  refused("gemm 64 64 64 -d T4 --format svg", R"(--format: got "svg"; must be vega-lite)");
  refused("gemm 64 64 64 -d T4 --format vega-lite --json", "--format: got --json beside it; give one of them");
  refused("report " + network + " -d T4 -o page.pdf", R"(--output: got "page.pdf"; must end in .html)");
}

TEST_CASE("--plot draws pictures where Node.js and librsvg are") {
  if (!draws() || !there("node")) {
    MESSAGE("without the Vega runtime or Node.js: not tested");
    return;
  }
  const auto svg = cli::scratch() / "chart.svg", png = cli::scratch() / "chart.png";
  CHECK(plan("gemm 4096 4096 4096 -d T4 --plot " + svg.string()).exit_code == 0);
  CHECK(cli::slurp(svg).starts_with("<svg "));
  CHECK(cli::slurp(svg).find("TFLOPS") != std::string::npos);
  if (!there("rsvg-convert")) {
    MESSAGE("without rsvg-convert: no PNG");
    return;
  }
  CHECK(plan("layers " + network + " -d T4 --plot " + png.string()).exit_code == 0);
  CHECK(cli::slurp(png).substr(1, 3) == "PNG");
}

TEST_CASE("a report stands alone, says what recommend says, and has every chart") {
  const auto page = cli::scratch() / "report.html";
  const Run run = plan("report " + network + " -d T4,A100-SXM4-40GB -b 64..1024 -o " + page.string());
  REQUIRE(run.exit_code == 0);
  const std::string html = cli::slurp(page);
  const json answer = json::parse(plan("recommend " + network + " -d T4,A100-SXM4-40GB -b 64..1024 --json").out);
  CHECK(html.find(answer.at("recommendation").get<std::string>()) != std::string::npos);
  CHECK(run.out.find(answer.at("recommendation").get<std::string>()) == 0);
  for (const char* id :
       {"intervals", "trade-off", "scaling", "roofline-A100-SXM4-40GB", "roofline-T4", "peaks", "ridge-points",
        "throughput", "utilization", "memory-parts", "memory-over-time", "layers", "timeline", "waves"}) {
    CAPTURE(std::string(id));
    CHECK(html.find("<figure id=\"" + std::string(id) + "\"") != std::string::npos);
  }
  const std::string own = html.substr(0, html.find("<script>")) + html.substr(html.rfind("id=\"specs\""));
  CHECK_FALSE(std::regex_search(own, std::regex("(src|href)=\"https?:")));
  CHECK_FALSE(std::regex_search(own, std::regex(">[0-9]{4,}[.]0+</td>")));  // four digits are enough
  CHECK(count(html, "<h1>") == 1);
  CHECK(html.find("lang=\"en\"") != std::string::npos);
}

TEST_CASE("a report of what does not fit says what is nearest, as recommend does") {
  const std::string asked = " llama-8b -d T4 -b 1 -p fp16 ";
  const Run page = plan("report" + asked + "-o " + (cli::scratch() / "none.html").string());
  CHECK(page.exit_code == 1);
  CHECK(page.err.find("; the nearest misses by ") != std::string::npos);
  CHECK(page.err == plan("recommend" + asked).err);
}

TEST_CASE("--measured adds a chart of measured beside predicted times, of the card that rows do not name") {
  const std::string rows = cli::scratch_file(
      "measured.csv", "dtype,layout,batch,m,n,k,time_us\nfp16,NT,1,4096,4096,4096,700\nfp16,NT,1,1024,1024,1024,20\n");
  const auto page = cli::scratch() / "measured.html";
  const std::string asked = "report " + network + " -b 64,128 --measured " + rows + " -o " + page.string();
  REQUIRE(plan(asked + " -d A100-SXM4-80GB").exit_code == 0);
  const std::string html = cli::slurp(page), drawn = "<figure id=\"validation\"";
  REQUIRE(html.find(drawn) != std::string::npos);
  const std::string chart = html.substr(html.find(drawn));
  CHECK(chart.find("data-value=\"0.7\"") < chart.find("</figure>"));  // ms, in the table of its numbers
  refused(asked + " -d A100-SXM4-80GB,T4",
          "--device: got nothing; must name the card, because " + rows + " has no column gpu");
}

TEST_CASE("a report opens in Chromium: every chart is drawn, nothing is complained about, tables sort, points answer") {
  if (!draws() || !there("chromium")) {
    MESSAGE("without the Vega runtime or Chromium: not tested");
    return;
  }
  const auto page = cli::scratch() / "report.html";
  REQUIRE(plan("report " + network + " -d T4,A100-SXM4-40GB -b 64..1024 -o " + page.string()).exit_code == 0);
  const Run run = opened(page, R"js(
    const root = document.documentElement;
    async function use() {
      if (root.dataset.charts === undefined) return void setTimeout(use, 50);
      const table = document.querySelector("table.sortable");
      const cells = () => [...table.tBodies[0].rows].map((r) => r.cells[0].textContent).join("|");
      const button = table.querySelector("th button");
      button.click();
      const up = cells();
      button.click();
      root.dataset.sorted = up + "/" + cells();
      const mark = document.querySelector("#intervals .mark-symbol path");
      const box = mark.getBoundingClientRect();
      const at = { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
      for (const kind of ["pointermove", "mousemove"]) mark.dispatchEvent(new MouseEvent(kind, at));
      await new Promise((go) => setTimeout(go, 200));
      root.dataset.tooltip = document.querySelector("#vg-tooltip-element")?.textContent.length > 3;
    }
    use();
  )js");
  CAPTURE(run.err.substr(0, 2000));
  CHECK(run.exit_code == 0);
  CHECK(run.err.find("CONSOLE") == std::string::npos);
  const std::string drawn = std::to_string(count(run.out, "<figure id="));
  CHECK(run.out.find("data-charts=\"" + drawn + "\"") != std::string::npos);
  CHECK(count(run.out, "<svg ") >= std::stoul(drawn));
  CHECK(run.out.find("class=\"failed\"") == std::string::npos);
  CHECK(run.out.find("data-sorted=\"A100-SXM4-40GB|T4/T4|A100-SXM4-40GB\"") != std::string::npos);
  CHECK(run.out.find("data-tooltip=\"true\"") != std::string::npos);
}
}  // namespace cli_report_test
