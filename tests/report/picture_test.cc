// Pictures of data and planes: what is drawn is what is there.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "records.h"

namespace perceptron::core::test {
namespace {

// Rows that are right are on their side of the band, as far away as the record says.
TEST(Picture, NoRowLiesInsideTheBand) {
  const Folder folder;
  for (const std::string dimensions : {"1", "2", "3", "7"}) {
    for (const char* offset : {"--offset", "--no-offset"}) {
      const std::string data =
          generated(folder, {"ball", "--rows", "3000", "--dimensions", dimensions}, "ball.csv");
      const Json picture = record_of(folder, {"margin", data, offset}).at("picture");
      const Json& points = picture.at("points");
      EXPECT_EQ(picture.at("rows"), 3000);
      EXPECT_LE(points.at("x").size(), 1200U);
      EXPECT_GT(points.at("x").size(), 1100U);
      ASSERT_EQ(picture.at("planes").size(), 1U);
      const Json& plane = picture.at("planes").at(0);
      const double margin = plane.at("margin");
      EXPECT_GT(margin, 0.9);
      double nearest = INFINITY;
      for (std::size_t i = 0; i < points.at("x").size(); ++i) {
        const double side = points.at("class").at(i) == 1 ? 1 : -1;
        const double distance =
            side * (plane.at("a").get<double>() * points.at("x").at(i).get<double>() +
                    plane.at("b").get<double>() * points.at("y").at(i).get<double>() +
                    plane.at("c").get<double>());
        nearest = std::min(nearest, distance);
      }
      // The support vectors are among those drawn; places have five digits.
      EXPECT_NEAR(nearest, margin, 2e-3) << dimensions << " " << offset;
    }
  }
}

TEST(Picture, OfThreeClassesColoursTheGroundByTheAnswer) {
  const Folder folder;
  const std::string data =
      generated(folder, {"gaussians", "--rows", "150", "--classes", "3"}, "clouds.csv");
  const Json record = record_of(folder, {"train", data});
  const Json& regions = record.at("picture").at("regions");
  const auto side = regions.at("side").get<std::size_t>();
  ASSERT_EQ(regions.at("class").size(), side * side);
  const Json& models = record.at("result").at("models");
  for (std::size_t cell = 0; cell < side * side; cell += 97) {
    const auto at = [&](const char* axis, std::size_t k) {
      const double low = regions.at(axis).at(0);
      const double high = regions.at(axis).at(1);
      return low + (static_cast<double>(k) + 0.5) / static_cast<double>(side) * (high - low);
    };
    const double x = at("x", cell % side);
    const double y = at("y", cell / side);
    std::size_t best = 0;
    double highest = -INFINITY;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const double score = models.at(m).at("weights").at(0).get<double>() * x +
                           models.at(m).at("weights").at(1).get<double>() * y +
                           models.at(m).at("offset").get<double>();
      if (score > highest) {
        highest = score;
        best = m;
      }
    }
    EXPECT_EQ(regions.at("class").at(cell), best);
  }
}

// Places stay apart however far from zero they are.
TEST(Picture, OfDataFarFromZeroKeepsRowsApart) {
  const Folder folder;
  std::string text = "time,temp,class\n";
  for (int i = 0; i < 60; ++i)
    text += fmt::format("{},{},{}\n", 1700000000 + 37 * i, 20 + i % 3, i % 2 == 0 ? "a" : "b");
  const Json record = record_of(folder, {"train", folder.file("far.csv", text), "--epochs", "3"});
  std::set<double> places;
  for (const Json& x : record.at("picture").at("points").at("x")) places.insert(x.get<double>());
  EXPECT_EQ(places.size(), 60U);
  std::set<double> times;
  for (const Json& row : record.at("worst"))
    times.insert(row.at("values").at(0).at("value").get<double>());
  EXPECT_EQ(times.size(), record.at("worst").size());
}

// Where classes overlap, those drawn look like those that there are.
TEST(Picture, OfAPartIsLikeTheWhole) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "6000"}, "flipped.csv");
  const Json record = record_of(folder, {"train", data, "--learner", "averaged", "--epochs", "2"});
  const Json& points = record.at("picture").at("points");
  double wrong = 0;
  for (std::size_t i = 0; i < points.at("x").size(); ++i) {
    const double side =
        3 * points.at("x").at(i).get<double>() + 4 * points.at("y").at(i).get<double>();
    wrong += (side > 0) != (points.at("class").at(i) == 1);
  }
  EXPECT_LT(wrong / static_cast<double>(points.at("x").size()), 0.35);
}

}  // namespace
}  // namespace perceptron::core::test
