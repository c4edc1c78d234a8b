#include "plot.h"

#include <fmt/format.h>

#include <cmath>

namespace perceptron::core {

double fit_exponent(const std::vector<double>& sizes, const std::vector<double>& times) {
  const auto n = static_cast<double>(sizes.size());
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double u = std::log2(sizes[k]);
    const double v = std::log2(times[k]);
    x += u / n;
    y += v / n;
    xx += u * u / n;
    xy += u * v / n;
  }
  return (xy - x * y) / (xx - x * x);
}

namespace {

constexpr double kSide = 210;  // of the square inside the axes
constexpr double kLeft = 64;   // left of it, for the figures
constexpr double kTop = 62;    // above it, for the titles
constexpr double kChartWidth = kLeft + kSide + 26;
constexpr double kChartHeight = kTop + kSide + 52;
constexpr double kHeader = 44;
constexpr std::size_t kColumns = 3;

const char* const kStyle =
    "text{font-family:Helvetica,Arial,sans-serif;font-size:11px;fill:#333}"
    ".head{font-size:16px;font-weight:bold}.title{font-size:13px;font-weight:bold}"
    ".note{fill:#666}.frame{fill:#fff;stroke:#999}.grid{stroke:#e4e4e4}"
    ".law{stroke:#c0392b;stroke-width:1.5}.law-text{fill:#c0392b;font-weight:bold}"
    ".bar{stroke:#1f4e79;stroke-width:1.5}.point{fill:#1f4e79}"
    ".beyond{fill:#fff;stroke:#1f4e79;stroke-width:1.5}";

// Short enough for an axis: 10k, 1.6M.
std::string short_number(double value) {
  if (value >= 999'500) return fmt::format("{:.3g}M", value / 1e6);
  if (value >= 10'000) return fmt::format("{:.3g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

std::string short_time(double seconds) {
  return seconds < 0.9995 ? fmt::format("{:.3g} ms", 1e3 * seconds)
                          : fmt::format("{:.3g} s", seconds);
}

// A range of logarithms laid along one side of the square.
struct Axis {
  double from = 0;
  double octaves = 1;

  double share(double value) const { return (std::log2(value) - from) / octaves; }
};

std::string text(double x, double y, const char* kind, const char* anchor,
                 const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     x, y, kind, anchor, words);
}

std::string line(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2,
      y2, kind);
}

std::string draw(const Chart& chart, double left, double top) {
  // Both axes have the same octaves to the side, so that exponent 1 is a diagonal.
  double low = chart.times[0].low;
  double high = chart.times[0].high;
  for (const Spread& each : chart.times) {
    low = std::min(low, each.low);
    high = std::max(high, each.high);
  }
  const double wide = std::log2(chart.sizes.back() / chart.sizes.front());
  const double octaves = std::max(wide, std::log2(high / low)) + 0.8;
  const Axis across{std::log2(chart.sizes.front()) - (octaves - wide) / 2, octaves};
  const Axis up{(std::log2(low) + std::log2(high) - octaves) / 2, octaves};
  const auto x = [&](double size) { return left + kSide * across.share(size); };
  const auto y = [&](double time) { return top + kSide * (1 - up.share(time)); };

  std::string svg =
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" class=\"frame\"/>\n",
                  left, top, kSide, kSide);
  svg += text(left, top - 40, "title", "start", chart.title);
  svg += text(left, top - 25, "note", "start", chart.note);
  for (const double size : chart.sizes) {
    svg += line(x(size), top, x(size), top + kSide, "grid");
    svg += text(x(size), top + kSide + 16, "", "middle", short_number(size));
  }
  svg += text(left + kSide / 2, top + kSide + 34, "note", "middle", chart.title);
  for (int power = -7; power <= 3; ++power) {
    for (const double step : {1, 2, 5}) {
      const double time = step * std::pow(10, power);
      if (up.share(time) < 0.01 || up.share(time) > 0.99) continue;
      svg += line(left, y(time), left + kSide, y(time), "grid");
      svg += text(left - 6, y(time) + 4, "", "end", short_time(time));
    }
  }
  // The line goes through the middle of the points that it was fitted to.
  double middle_size = 0;
  double middle_time = 0;
  for (std::size_t k = 0; k < chart.fitted; ++k) {
    middle_size += std::log2(chart.sizes[k]) / static_cast<double>(chart.fitted);
    middle_time += std::log2(chart.times[k].middle) / static_cast<double>(chart.fitted);
  }
  const auto law = [&](double size) {
    return std::exp2(middle_time + chart.exponent.middle * (std::log2(size) - middle_size));
  };
  const double first = chart.sizes.front();
  const double last = chart.sizes[chart.fitted - 1];
  if (chart.fitted > 1) {
    svg += line(x(first), y(law(first)), x(last), y(law(last)), "law");
    svg += text(left, top - 8, "law-text", "start",
                fmt::format("exponent {:.2f} ({:.2f} to {:.2f})", chart.exponent.middle,
                            chart.exponent.low, chart.exponent.high));
  }
  for (std::size_t k = 0; k < chart.sizes.size(); ++k) {
    const double at = x(chart.sizes[k]);
    svg += line(at, y(chart.times[k].low), at, y(chart.times[k].high), "bar");
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" class=\"{}\"/>\n", at,
                       y(chart.times[k].middle), k < chart.fitted ? "point" : "beyond");
  }
  return svg;
}

}  // namespace

std::string draw(const std::string& title, const std::vector<Chart>& charts) {
  const std::size_t lines = (charts.size() + kColumns - 1) / kColumns;
  const double width = kChartWidth * kColumns + 10;
  const double height = kHeader + kChartHeight * static_cast<double>(lines) + 24;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<style>{2}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/>\n",
      width, height, kStyle);
  svg += text(20, 28, "head", "start", title);
  for (std::size_t k = 0; k < charts.size(); ++k) {
    svg += draw(charts[k], kChartWidth * static_cast<double>(k % kColumns) + kLeft,
                kHeader + kChartHeight * static_cast<double>(k / kColumns) + kTop);
  }
  svg += text(20, height - 14, "note", "start",
              "Both axes are logarithmic, an octave as long on either: a diagonal is exponent 1. "
              "Points: medians; bars: quartiles; hollow points: more threads than processors, not "
              "fitted.");
  return svg + "</svg>\n";
}

}  // namespace perceptron::core
