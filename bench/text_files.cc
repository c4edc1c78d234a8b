#include "text_files.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "cases.h"
#include "data/read/source.h"

namespace perceptron::core {

std::vector<TextFile> text_files(const TemporaryFolder& folder) {
  std::vector<TextFile> files;
  for (const std::string name : {"a9a", "mnist", "news20"}) {
    const std::string from = data_path(name + ".train.libsvm.gz");
    if (!std::filesystem::exists(from)) {
      fmt::print("(no {}.train.libsvm.gz: left out)\n", name);
      continue;
    }
    const std::string text = read_up_to(*open_source(from), std::uint64_t{1} << 32);
    const auto write = [&](const std::string& file, const std::string& last) {
      const std::string path = folder.path(file);
      std::ofstream out(path, std::ios::binary);
      out << text << last;
      if (!out.flush()) throw std::runtime_error("cannot write " + path);
      return path;
    };
    files.push_back({name, write(name, ""), write(name + ".broken", "x y\n"),
                     static_cast<double>(text.size())});
  }
  return files;
}

std::vector<std::string> liblinear_load(const TextFile& file) {
  return {"liblinear-train", "-q", file.broken, file.broken + ".model"};
}

}  // namespace perceptron::core
