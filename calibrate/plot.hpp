#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// Points of one colour, named in the legend.
struct Series {
  std::string name{};
  std::vector<double> x{}, y{};
  bool line = false;
};

/// An axis from `low` to `high`, logarithmic or not.
struct Axis {
  std::string title{};
  double low{}, high{};
  bool logarithmic = false;

  [[nodiscard]] double share(double value) const {
    const double v = std::clamp(value, low, high);
    return logarithmic ? std::log(v / low) / std::log(high / low) : (v - low) / (high - low);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> at;
    if (logarithmic) {
      for (double t = std::pow(10.0, std::ceil(std::log10(low) - 1e-9)); t <= high * 1.0001; t *= 10.0) at.push_back(t);
    } else {
      constexpr int intervals = 5;
      for (int i = 0; i <= intervals; ++i) at.push_back(low + (high - low) * i / intervals);
    }
    return at;
  }
};

namespace detail {
inline std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}
inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}
}  // namespace detail

/// A plot as an SVG file: axes with ticks, points or lines, a legend.
[[nodiscard]] inline std::string svg_plot(const std::string& title, const Axis& x, const Axis& y,
                                          const std::vector<Series>& all) {
  constexpr double width = 760, height = 420, left = 70, right = 170, top = 36, bottom = 50;
  static const std::vector<std::string> colours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                                "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"};
  const auto px = [&](double v) { return detail::text_of(left + x.share(v) * (width - left - right)); };
  const auto py = [&](double v) { return detail::text_of(height - bottom - y.share(v) * (height - top - bottom)); };
  const auto label = [](const std::string& at_x, const std::string& at_y, const std::string& anchor,
                        const std::string& text) {
    return "<text x=\"" + at_x + "\" y=\"" + at_y + "\" text-anchor=\"" + anchor + "\">" + detail::escaped(text) +
           "</text>\n";
  };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"420\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n"
      "<rect width=\"760\" height=\"420\" fill=\"white\"/>\n";
  svg += label("70", "22", "start", title);
  for (const double t : x.ticks()) {
    svg += "<line x1=\"" + px(t) + "\" x2=\"" + px(t) + "\" y1=\"" + detail::text_of(top) + "\" y2=\"" +
           detail::text_of(height - bottom) + "\" stroke=\"#ddd\"/>\n";
    svg += label(px(t), detail::text_of(height - bottom + 16), "middle", detail::text_of(t));
  }
  for (const double t : y.ticks()) {
    svg += "<line x1=\"" + detail::text_of(left) + "\" x2=\"" + detail::text_of(width - right) + "\" y1=\"" + py(t) +
           "\" y2=\"" + py(t) + "\" stroke=\"#ddd\"/>\n";
    svg += label(detail::text_of(left - 6), py(t), "end", detail::text_of(t));
  }
  svg += label(detail::text_of((left + width - right) / 2), detail::text_of(height - 12), "middle", x.title);
  svg += "<text transform=\"translate(16," + detail::text_of(height / 2) + ") rotate(-90)\" text-anchor=\"middle\">" +
         detail::escaped(y.title) + "</text>\n";
  for (std::size_t s = 0; s < all.size(); ++s) {
    const std::string& colour = colours[s % colours.size()];
    if (all[s].line) {
      svg += "<polyline fill=\"none\" stroke=\"" + colour + "\" points=\"";
      for (std::size_t i = 0; i < all[s].x.size(); ++i) svg += px(all[s].x[i]) + ',' + py(all[s].y[i]) + ' ';
      svg += "\"/>\n";
    } else {
      svg += "<g fill=\"" + colour + "\" fill-opacity=\"0.5\">";
      for (std::size_t i = 0; i < all[s].x.size(); ++i)
        svg += "<circle cx=\"" + px(all[s].x[i]) + "\" cy=\"" + py(all[s].y[i]) + "\" r=\"1.6\"/>";
      svg += "</g>\n";
    }
    const std::string line = detail::text_of(top + 8 + 18 * static_cast<double>(s));
    svg += "<rect x=\"600\" y=\"" + detail::text_of(top + 18 * static_cast<double>(s)) +
           "\" width=\"10\" height=\"10\" fill=\"" + colour + "\"/>\n";
    svg += label("616", line, "start", all[s].name);
  }
  return svg + "</svg>\n";
}

}  // namespace perfmodel::calibrate
