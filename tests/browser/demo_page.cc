// Writes a page with one of everything: what the browser checks look at, and what
// to look at when changing the style.
// usage: demo_page FILE

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "report/page.h"

namespace perceptron::core {
namespace {

// Names as no one would give them, except on purpose.
const std::vector<std::string> kHostile = {"<script>alert(1)</script>",
                                           "</script><script>document.title='owned'</script>",
                                           "<!--<script>",
                                           "]]>",
                                           "\"quoted\" & 'quoted'",
                                           "<img src=x onerror=alert(2)>",
                                           "🌱 setosa 👩‍🔬",
                                           "مرحبا بالعالم",
                                           "\u202eright to left",
                                           std::string("control\x01 and stray \xff", 20),
                                           "@ink",
                                           "{{7*7}} ${alert(3)}"};

// Two clouds, one of each class.
Json clouds(int rows) {
  Random random(7);
  Json values = Json::array();
  for (int i = 0; i < rows; ++i) {
    const bool versicolor = i % 2 == 0;
    const double away = versicolor ? 1.25 : -1.25;
    values.push_back({{"length", std::round((away + random.normal()) * 1000) / 1000},
                      {"width", std::round((0.7 * away + random.normal()) * 1000) / 1000},
                      {"class", versicolor ? "versicolor" : "setosa"}});
  }
  return values;
}

Json field(const char* name, const char* type, const char* title) {
  return {{"field", name}, {"type", type}, {"title", title}};
}

// The rows, the plane and, around it, the margin.
Plot scatter() {
  Json band = Json::array();
  for (const double x : {-4.0, 4.0}) {
    band.push_back(
        {{"length", x}, {"plane", -1.4 * x}, {"low", -1.4 * x - 0.7}, {"high", -1.4 * x + 0.7}});
  }
  const Json at = {{"field", "length"},
                   {"type", "quantitative"},
                   {"title", "sepal length, standardised"},
                   {"scale", {{"domain", {-4, 4}}, {"nice", false}}}};
  const auto up = [](const char* name) -> Json {
    return {{"field", name},
            {"type", "quantitative"},
            {"title", "petal width, standardised"},
            {"scale", {{"domain", {-4, 4}}, {"nice", false}}}};
  };
  Json area = {{"data", {{"values", band}}},
               {"mark", {{"type", "area"}, {"color", "@soft"}, {"opacity", 0.14}, {"clip", true}}},
               {"encoding", {{"x", at}, {"y", up("low")}, {"y2", {{"field", "high"}}}}}};
  Json line = {
      {"data", {{"values", band}}},
      {"mark", {{"type", "line"}, {"color", "@ink"}, {"strokeWidth", 1.5}, {"clip", true}}},
      {"encoding", {{"x", at}, {"y", up("plane")}}}};
  Json points = {{"mark", {{"type", "point"}, {"tooltip", true}, {"clip", true}}},
                 {"encoding",
                  {{"x", at},
                   {"y", up("width")},
                   {"color", field("class", "nominal", "class")},
                   {"shape", field("class", "nominal", "class")}}}};
  return {"plane and rows",
          {{"data", {{"values", clouds(240)}}},
           {"usermeta", {{"aspect", 0.75}}},
           {"layer", {area, line, points}}},
          "Two clouds of points on either side of a line that falls from left to right.",
          "The rows, the plane that was learned, and the margin around it. Few rows of setosa lie "
          "on the side of versicolor."};
}

Plot curve() {
  Json values = Json::array();
  const std::vector<std::pair<std::string, double>> solvers = {
      {"dual", 0.45}, {"newton", 1.3}, {"batch", 0.16}, {"online", 0.08}};
  for (const auto& [solver, speed] : solvers) {
    for (int pass = 0; pass <= 40; ++pass) {
      const double gap = std::exp(-speed * pass - 0.3 * std::sin(0.9 * pass));
      if (gap < 1e-9) break;
      values.push_back({{"pass", pass}, {"gap", gap}, {"solver", solver}});
    }
  }
  Json y = field("gap", "quantitative", "proved gap, relative");
  y["scale"] = {{"type", "log"}};
  y["axis"] = {{"format", "~e"}};
  Json color = field("solver", "nominal", "solver");
  color["sort"] = nullptr;
  return {
      "gap by pass",
      {{"data", {{"values", values}}},
       {"mark", {{"type", "line"}, {"tooltip", true}}},
       {"encoding",
        {{"x", field("pass", "quantitative", "pass over the rows")}, {"y", y}, {"color", color}}}},
      "Four falling lines; newton falls fastest, online slowest.",
      "The gap that is proved after each pass, on a logarithmic scale: a straight line is "
      "linear convergence."};
}

Plot heat() {
  Json values = Json::array();
  const std::vector<std::string> penalties = {"1e-5", "1e-4", "1e-3", "0.01", "0.1", "1", "10"};
  const std::vector<std::string> rates = {"0.003", "0.01", "0.03", "0.1", "0.3", "1"};
  for (std::size_t i = 0; i < penalties.size(); ++i) {
    for (std::size_t k = 0; k < rates.size(); ++k) {
      const double a = static_cast<double>(i) - 2.6;
      const double b = static_cast<double>(k) - 3.1;
      values.push_back(
          {{"l2", penalties[i]},
           {"rate", rates[k]},
           {"accuracy",
            std::round(10000 * (0.52 + 0.44 * std::exp(-(a * a + b * b + 0.6 * a * b) / 9))) /
                10000}});
    }
  }
  Json x = field("l2", "ordinal", "l2");
  x["sort"] = nullptr;
  Json y = field("rate", "ordinal", "rate");
  y["sort"] = "descending";
  Json color = field("accuracy", "quantitative", "accuracy");
  color["scale"] = {{"zero", false}};
  return {"grid of settings",
          {{"data", {{"values", values}}},
           {"height", {{"step", 40}}},
           {"mark", {{"type", "rect"}, {"tooltip", true}}},
           {"encoding", {{"x", x}, {"y", y}, {"color", color}}}},
          "A grid of seven penalties by six rates; accuracy is highest in the middle.",
          "Accuracy on rows left out, for each setting of the grid."};
}

Plot bars() {
  Json values = Json::array();
  const std::vector<std::pair<std::string, double>> weights = {
      {"petal length", 2.31},
      {"petal width", 1.94},
      {"sepal width", -1.42},
      {"sepal length", 0.73},
      {"a feature with a rather long name, as they come from files", -0.41},
      {"constant", 0.12}};
  for (const auto& [name, weight] : weights) {
    values.push_back(
        {{"feature", name}, {"weight", weight}, {"side", weight < 0 ? "setosa" : "versicolor"}});
  }
  Json y = field("feature", "nominal", "feature");
  y["sort"] = nullptr;
  y["title"] = nullptr;
  Json color = field("side", "nominal", "speaks for");
  color["sort"] = {"versicolor", "setosa"};
  return {"weights",
          {{"data", {{"values", values}}},
           {"mark", {{"type", "bar"}, {"tooltip", true}}},
           {"encoding",
            {{"x", field("weight", "quantitative", "weight")}, {"y", y}, {"color", color}}}},
          "Six bars; petal length speaks most strongly for versicolor.",
          "The largest weights of the model."};
}

Plot confusion(const std::vector<std::string>& names, const std::string& name) {
  Json values = Json::array();
  Random random(3);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      const int count = static_cast<int>(i == k ? 38 + random.below(12) : random.below(9));
      values.push_back(
          {{"truth", names[i]}, {"answer", names[k]}, {"rows", count}, {"share", count / 50.0}});
    }
  }
  Json x = field("answer", "nominal", "answer");
  x["sort"] = nullptr;
  x["axis"] = {{"orient", "top"}};
  Json y = field("truth", "nominal", "truth");
  y["sort"] = nullptr;
  Json shade = field("share", "quantitative", "share");
  shade["legend"] = nullptr;
  shade["scale"] = {{"domain", {0, 1}}};
  const Json place = {{"x", x}, {"y", y}};
  Json cells = {{"mark", {{"type", "rect"}, {"tooltip", true}}}, {"encoding", {{"color", shade}}}};
  Json counts = {
      {"mark", {{"type", "text"}, {"fontSize", 14}}},
      {"encoding",
       {{"text", {{"field", "rows"}, {"type", "quantitative"}}},
        {"color",
         {{"condition",
           {{"test", "luminance(scale('color', datum.share)) < 0.179"}, {"value", "white"}}},
          {"value", "black"}}}}}};
  return {name,
          {{"data", {{"values", values}}},
           {"usermeta", {{"aspect", 0.6}, {"width", 160 + 110 * static_cast<int>(names.size())}}},
           {"encoding", place},
           {"layer", {cells, counts}}},
          "A square of counts with the largest on the diagonal.",
          "Truth by answer; what lies off the diagonal is mistaken."};
}

void add_steps(Page& page) {
  Json values = Json::array();
  std::vector<std::string> sentences;
  for (int step = 0; step < 12; ++step) {
    const double angle = 2.4 - 0.17 * step;
    values.push_back({{"at", step}, {"x", std::cos(angle)}, {"y", std::sin(angle)}});
    sentences.push_back(step == 0 ? "The weights begin as zero, so every row is a mistake."
                                  : "Row " + std::to_string(17 * step % 41) +
                                        " was on the wrong side; the weights turn towards it.");
  }
  const auto axis = [](const char* name) -> Json {
    return {{"field", name},
            {"type", "quantitative"},
            {"title", std::string("weight of ") + name},
            {"scale", {{"domain", {-1.2, 1.2}}}}};
  };
  const Json place = {{"x", axis("x")}, {"y", axis("y")}};
  Json past = {{"transform", {{{"filter", "datum.at <= step"}}}},
               {"mark", {{"type", "line"}, {"point", true}, {"color", "@line"}}},
               {"encoding", place}};
  past["encoding"]["order"] = {{"field", "at"}};
  Json now = {{"transform", {{{"filter", "datum.at == step"}}}},
              {"mark", {{"type", "point"}, {"size", 160}, {"color", "@c2"}}},
              {"encoding", place}};
  page.stepper({"course of the weights",
                {{"params", {{{"name", "step"}, {"value", 0}}}},
                 {"data", {{"values", values}}},
                 {"usermeta", {{"aspect", 1}}},
                 {"layer", {past, now}}},
                "A point that moves along a quarter of a circle, step by step.",
                "How the weights move."},
               sentences);
}

std::string demo() {
  Page page("Iris, two of its species",
            "A plane separates 97.5 % of the rows; no plane does better than 98.1 %, and that is "
            "proved.");
  page.section("What was found");
  page.text(
      "An averaged perceptron was trained on 240 rows of two features. It made 63 mistakes in ten "
      "passes and got 97.5 % of the rows that it had not seen right.");
  page.facts({{"rows", "240"},
              {"features", "2"},
              {"accuracy", "97.5 %"},
              {"margin", "0.0312"},
              {"proved interval", "[0.0311, 0.0314]"},
              {"time", "1.7 ms"}});
  page.plot(scatter());
  page.note(
      "The margin is the distance of the nearest row from the plane, in units of the longest row.");
  page.code(
      "perceptron train iris.csv --learner averaged --passes 10 --seed 1 \\\n  --record iris.json "
      "-o iris.model\nperceptron report iris.json -o report.html");
  page.section("How it came about");
  page.text(
      "Each pass visits every row once. The gap says how far the objective is, at most, from the "
      "best.");
  page.plot(curve());
  page.heading("Step by step");
  add_steps(page);
  page.section("Settings");
  page.plot(heat());
  page.table({"learner", "l2", "accuracy", "interval", "mistakes", "time"},
             {{"averaged", "0.001", "97.5 %", "[96.1 %, 98.6 %]", "6", "1.7 ms"},
              {"logistic", "0.01", "97.1 %", "[95.2 %, 98.3 %]", "7", "12.4 ms"},
              {"hinge", "0.01", "96.7 %", "[94.9 %, 98.1 %]", "8", "9 ms"},
              {"passive-aggressive", "–", "95.8 %", "[93.7 %, 97.4 %]", "10", "2.2 ms"}},
             "The best settings of each learner, on rows left out.");
  page.section("What the model says");
  page.plot(bars());
  page.plot(confusion({"setosa", "versicolor", "virginica"}, "confusion"));
  page.section("Names <script>alert(1)</script> & others");
  page.text("Names come from files and may be anything: " + kHostile[0] + " " + kHostile[4] + " " +
            kHostile[7]);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& name : kHostile) rows.push_back({name, std::to_string(name.size())});
  page.table({"name", "bytes"}, rows, "Hostile names: " + kHostile[2]);
  page.plot(confusion(kHostile, kHostile[0]));
  page.code(kHostile[1] + "\n" + kHostile[5]);
  return page.html();
}

}  // namespace
}  // namespace perceptron::core

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: demo_page FILE\n", stderr);
    return 2;
  }
  std::ofstream file(argv[1], std::ios::binary);
  file << perceptron::core::demo();
  return file.flush() ? 0 : 1;
}
