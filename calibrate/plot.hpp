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

/// The frame of a plot, and where a number lies in it.
struct Canvas {
  static constexpr double width = 760, height = 420, left = 70, right = 170, top = 36, bottom = 50;
  const Axis& x;
  const Axis& y;

  [[nodiscard]] std::string px(double v) const { return text_of(left + x.share(v) * (width - left - right)); }
  [[nodiscard]] std::string py(double v) const {
    return text_of(height - bottom - y.share(v) * (height - top - bottom));
  }
};

inline std::string label(const std::string& at_x, const std::string& at_y, const std::string& anchor,
                         const std::string& text) {
  return "<text x=\"" + at_x + "\" y=\"" + at_y + "\" text-anchor=\"" + anchor + "\">" + escaped(text) + "</text>\n";
}

/// Lines and numbers of both axes, and their titles.
inline std::string axes(const Canvas& c) {
  std::string svg;
  for (const double t : c.x.ticks()) {
    svg += "<line x1=\"" + c.px(t) + "\" x2=\"" + c.px(t) + "\" y1=\"" + text_of(Canvas::top) + "\" y2=\"" +
           text_of(Canvas::height - Canvas::bottom) + "\" stroke=\"#ddd\"/>\n";
    svg += label(c.px(t), text_of(Canvas::height - Canvas::bottom + 16), "middle", text_of(t));
  }
  for (const double t : c.y.ticks()) {
    svg += "<line x1=\"" + text_of(Canvas::left) + "\" x2=\"" + text_of(Canvas::width - Canvas::right) + "\" y1=\"" +
           c.py(t) + "\" y2=\"" + c.py(t) + "\" stroke=\"#ddd\"/>\n";
    svg += label(text_of(Canvas::left - 6), c.py(t), "end", text_of(t));
  }
  svg += label(text_of((Canvas::left + Canvas::width - Canvas::right) / 2), text_of(Canvas::height - 12), "middle",
               c.x.title);
  return svg + "<text transform=\"translate(16," + text_of(Canvas::height / 2) +
         ") rotate(-90)\" text-anchor=\"middle\">" + escaped(c.y.title) + "</text>\n";
}

/// Its line or points.
inline std::string curve(const Canvas& c, const Series& series, const std::string& colour) {
  std::string svg;
  if (series.line) {
    svg += "<polyline fill=\"none\" stroke=\"" + colour + "\" points=\"";
    for (std::size_t i = 0; i < series.x.size(); ++i) svg += c.px(series.x[i]) + ',' + c.py(series.y[i]) + ' ';
    return svg + "\"/>\n";
  }
  svg += "<g fill=\"" + colour + "\" fill-opacity=\"0.5\">";
  for (std::size_t i = 0; i < series.x.size(); ++i)
    svg += "<circle cx=\"" + c.px(series.x[i]) + "\" cy=\"" + c.py(series.y[i]) + "\" r=\"1.6\"/>";
  return svg + "</g>\n";
}
}  // namespace detail

/// A plot as an SVG file: axes with ticks, points or lines, a legend.
[[nodiscard]] inline std::string svg_plot(const std::string& title, const Axis& x, const Axis& y,
                                          const std::vector<Series>& all) {
  static const std::vector<std::string> colours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                                "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"};
  const detail::Canvas canvas{x, y};
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"420\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n"
      "<rect width=\"760\" height=\"420\" fill=\"white\"/>\n";
  svg += detail::label("70", "22", "start", title) + detail::axes(canvas);
  for (std::size_t s = 0; s < all.size(); ++s) {
    const std::string& colour = colours[s % colours.size()];
    const double line = detail::Canvas::top + 18 * static_cast<double>(s);  // of the legend
    svg += detail::curve(canvas, all[s], colour) + "<rect x=\"600\" y=\"" + detail::text_of(line) +
           "\" width=\"10\" height=\"10\" fill=\"" + colour + "\"/>\n" +
           detail::label("616", detail::text_of(line + 8), "start", all[s].name);
  }
  return svg + "</svg>\n";
}

}  // namespace perfmodel::calibrate
