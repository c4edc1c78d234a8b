#include "data/cache/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <tuple>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/read/reader.h"
#include "data/read/source.h"
#include "data/schema_json.h"

namespace perceptron {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are little-endian in the file");

// ---- The frame: head, arrays, footer, end ----

constexpr std::string_view kMagic = "\x8dPERCDAT";
constexpr std::string_view kEndMagic = "TADCREP\x8d";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kLongestFooter = 1'000'000'000;
// Small enough to be read in one go and kept by the dozen, large enough to be worth it.
constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 16U;

struct Head {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::array<char, 52> empty;
};
static_assert(sizeof(Head) == kAlignment);

struct End {
  std::uint64_t footer;  // where it starts
  std::uint64_t size;
  std::uint64_t hash;  // of head and footer
  std::array<char, 8> magic;
};

enum Array : std::size_t { kStarts, kIds, kValues, kLabels, kWeights, kGroups, kArrays };
constexpr std::array<const char*, kArrays> kNames = {"starts", "ids",     "values",
                                                     "labels", "weights", "groups"};

// Bytes from `at` to where an array may start.
std::uint64_t padding(std::uint64_t at) { return (kAlignment - at % kAlignment) % kAlignment; }

template <class T>
std::string_view bytes_of(std::span<const T> items) {
  return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};  // NOLINT: raw arrays
}

std::uint64_t hash_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.word();
}

std::uint64_t frame_hash(const Head& head, std::string_view footer) {
  Hash hash;
  hash.add(bytes_of(std::span<const Head>(&head, 1)));
  hash.add(footer);
  return hash.word();
}

// Rows first to last of each block, and what the arrays hash to in each.
struct Blocks {
  std::vector<std::uint64_t> rows = {0};    // where each begins; the last is the end
  std::vector<std::uint64_t> values = {0};  // likewise
  std::array<std::vector<std::uint64_t>, kArrays> checks;

  std::uint64_t size() const { return rows.size() - 1; }
};

std::string hex_of(const std::vector<std::uint64_t>& words) {
  std::string text;
  for (const std::uint64_t word : words) fmt::format_to(std::back_inserter(text), "{:016x}", word);
  return text;
}

std::vector<std::uint64_t> words_of(const std::string& hex) {
  if (hex.size() % 16 != 0) throw std::out_of_range("a list of checksums is cut");
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < hex.size(); at += 16)
    words.push_back(std::stoull(hex.substr(at, 16), nullptr, 16));
  return words;
}

}  // namespace

// ---- The origin ----

namespace {

// Of a regular file; zeros for anything else.
std::pair<std::uint64_t, std::int64_t> size_and_time(const std::string& path) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  struct stat status = {};
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

CacheOrigin CacheOrigin::of(const std::string& path, const DataOptions& options) {
  CacheOrigin origin;
  origin.path = path;
  origin.reading = unusual(options);
  if (!options.group.empty()) origin.reading.emplace_back("group", options.group);
  std::tie(origin.size, origin.changed) = size_and_time(path);
  if (!options.labels.empty()) {
    const auto [size, changed] = size_and_time(options.labels);
    origin.reading.emplace_back("labels as of", fmt::format("{} {}", size, changed));
  }
  return origin;
}

void require_options(const Cache& cache, const std::string& name, const Reading& reading) {
  auto wanted = unusual(reading.options);
  if (!reading.options.group.empty()) wanted.emplace_back("group", reading.options.group);
  const auto& settled = cache.origin().reading;
  for (const auto& option : wanted) {
    if (option == std::pair<std::string, std::string>("features", "ignore-new")) continue;
    if (std::find(settled.begin(), settled.end(), option) != settled.end()) continue;
    throw Error(
        ErrorKind::usage,
        fmt::format("--{} {}: {} is a cache, made without it; how a file is read is settled "
                    "when it is converted (convert it again, or give the file itself)",
                    option.first, option.second, name));
  }
}

std::string CacheOrigin::hash_of(const std::string& path) {
  constexpr std::size_t kPiece = std::size_t{1} << 18U;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw system_error("cannot read " + path);
  Hash hash;
  std::string piece(kPiece, '\0');
  ssize_t got = 0;
  while ((got = read(file, piece.data(), piece.size())) > 0)
    hash.add({piece.data(), static_cast<std::size_t>(got)});
  close(file);
  if (got < 0) throw system_error("cannot read " + path);
  return hash.hex();
}

bool looks_like_cache(std::string_view start) { return start.starts_with(kMagic); }

bool is_cache(const std::string& path) {
  if (path == "-") return false;
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 8> start{};
  const bool is = read(file, start.data(), start.size()) == ssize_t{8} &&
                  looks_like_cache({start.data(), start.size()});
  close(file);
  return is;
}

// ---- Reading ----

struct Cache::Mapped {
  explicit Mapped(const std::string& path) : name(path) {
    file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw system_error("cannot read " + path);
    try {
      map();
      read_frame();
    } catch (...) {
      release();
      throw;
    }
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() { release(); }

  void release() const {
    if (memory != nullptr) munmap(const_cast<char*>(memory), size);  // NOLINT: as it was mapped
    close(file);
  }

  [[noreturn]] void fail(const std::string& sentence) const { throw Error(Place{name}, sentence); }
  [[noreturn]] void damaged(const std::string& what) const {
    fail(what + "; the cache is damaged, make it again with convert");
  }

  void map() {
    struct stat status = {};
    if (fstat(file, &status) != 0) throw system_error("cannot read " + name);
    size = static_cast<std::uint64_t>(status.st_size);
    if (size < sizeof(Head) + sizeof(End))
      damaged(fmt::format("expected a cache, found only {} bytes", size));
    void* mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    if (mapping == MAP_FAILED) throw system_error("cannot map " + name);
    memory = static_cast<const char*>(mapping);
  }

  void read_frame() {
    Head head{};
    End end{};
    std::memcpy(&head, memory, sizeof head);
    std::memcpy(&end, memory + size - sizeof end, sizeof end);
    if (std::string_view(head.magic.data(), 8) != kMagic)
      fail("expected a cache that convert has made, found something else");
    if (head.version != kVersion)
      fail(
          fmt::format("expected a cache of format version {}, found version {} (make it again "
                      "with convert)",
                      kVersion, head.version));
    if (std::string_view(end.magic.data(), 8) != kEndMagic || end.footer < sizeof head ||
        end.footer > size - sizeof end || end.size != size - sizeof end - end.footer ||
        end.size > kLongestFooter)
      damaged("its end is missing");
    const std::string footer(memory + end.footer, end.size);
    if (frame_hash(head, footer) != end.hash) damaged("the checksum of its footer does not match");
    arrays_end = end.footer;
    try {
      read_footer(parse_shallow(footer));
    } catch (const std::exception& error) {
      if (dynamic_cast<const Error*>(&error) != nullptr) throw;
      damaged(fmt::format("its footer is not as expected ({})", error.what()));
    }
  }

  void read_footer(const Json& json) {
    rows = count_from(json.at("rows"), kMost);
    stored = count_from(json.at("stored"), kMost);
    nonzeros = count_from(json.at("nonzeros"), kMost);
    const std::string layout = one_of(json.at("layout"), {"dense", "sparse"});
    sparse = layout == "sparse";
    json.at("gaps").get_to(gaps);
    json.at("fingerprint").get_to(fingerprint);
    json.at("notes").get_to(notes);
    json.at("radius").get_to(shape.radius);
    shape.name = json.at("name").get<std::string>();
    shape.schema = schema_from(json.at("schema"));
    shape.classes = Classes(json.at("classes").get<std::vector<std::string>>());
    const std::uint64_t features = shape.schema.feature_count();
    // A feature beyond this has no id.
    if (features > std::uint64_t{1} << 32U) throw std::out_of_range("too many features");
    shape.matrix = Matrix(sparse ? Matrix::Layout::sparse : Matrix::Layout::dense, features);
    if (!sparse && (features == 0 || stored / features != rows || stored % features != 0))
      throw std::out_of_range("rows and values do not fit");
    if (shape.classes.size() != json.at("classes").size())
      throw std::out_of_range("a class comes twice");
    for (const Json& count : json.at("class_rows")) class_rows.push_back(count_from(count, kMost));
    if (class_rows.size() != shape.classes.size())
      throw std::out_of_range("classes and their rows do not fit");
    const Json& from = json.at("origin");
    from.at("path").get_to(origin.path);
    origin.size = count_from(from.at("size"));
    from.at("changed").get_to(origin.changed);
    from.at("hash").get_to(origin.hash);
    for (const auto& [option, value] : from.at("reading").items())
      origin.reading.emplace_back(option, value.get<std::string>());
    read_arrays(json.at("arrays"), json.at("blocks"));
  }

  void read_arrays(const Json& json, const Json& listed) {
    blocks.rows = words_of(listed.at("rows").get<std::string>());
    blocks.values = words_of(listed.at("values").get<std::string>());
    const auto rises_to = [](const std::vector<std::uint64_t>& list, std::uint64_t end) {
      return !list.empty() && list.front() == 0 && list.back() == end &&
             std::is_sorted(list.begin(), list.end());
    };
    if (!rises_to(blocks.rows, rows) || !rises_to(blocks.values, stored) ||
        blocks.rows.size() != blocks.values.size())
      throw std::out_of_range("the list of blocks is not in order");
    id_bytes = sparse ? width(json, kIds, {2, 4}) : 0;
    value_bytes = json.contains("values") ? width(json, kValues, {4, 8}) : 0;
    if (!sparse && value_bytes == 0) throw std::out_of_range("dense rows have no values");
    const std::array<std::uint64_t, kArrays> counts = {sparse ? rows + 1 : 0,
                                                       sparse ? stored : 0,
                                                       value_bytes > 0 ? stored : 0,
                                                       rows,
                                                       json.contains("weights") ? rows : 0,
                                                       json.contains("groups") ? rows : 0};
    const std::array<std::uint64_t, kArrays> widths = {8, id_bytes, value_bytes, 4, 8, 4};
    std::uint64_t last = sizeof(Head);
    for (std::size_t a = 0; a < kArrays; ++a) {
      if (counts[a] == 0) continue;
      const Json& entry = json.at(kNames[a]);
      const std::uint64_t offset = count_from(entry.at("offset"), arrays_end);
      if (offset != last + padding(last) || (arrays_end - offset) / widths[a] < counts[a])
        throw std::out_of_range("an array lies outside the file");
      if (std::any_of(memory + last, memory + offset, [](char byte) { return byte != 0; }))
        throw std::out_of_range("there is something between two arrays");
      last = offset + counts[a] * widths[a];
      if (count_from(entry.at("width")) != widths[a])
        throw std::out_of_range("an array has another type");
      arrays[a] = memory + offset;
      blocks.checks[a] = words_of(entry.at("checks").get<std::string>());
      if (blocks.checks[a].size() != blocks.size())
        throw std::out_of_range("checksums are missing");
      item[a] = widths[a];
    }
    if (last != arrays_end) throw std::out_of_range("there is something behind the arrays");
  }

  static std::uint64_t width(const Json& json, Array array,
                             std::initializer_list<std::uint64_t> allowed) {
    const std::uint64_t bytes = count_from(json.at(kNames[array]).at("width"));
    if (std::find(allowed.begin(), allowed.end(), bytes) == allowed.end())
      throw std::out_of_range("an array is of no known type");
    return bytes;
  }

  template <class T>
  const T* at(Array array) const {
    return reinterpret_cast<const T*>(arrays[array]);  // NOLINT: aligned, and checked when used
  }

  // Rows `first` on, `count` of them.
  RowsView view(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t features = shape.schema.feature_count();
    const auto of = [&]<class Value>(const Value* values) -> RowsView {
      if (!sparse) {
        if constexpr (std::is_same_v<Value, One>) {
          throw std::logic_error("dense rows of ones");
        } else {
          return DenseRows<Value>{values + first * features, count, features};
        }
      }
      const std::uint64_t* starts = at<std::uint64_t>(kStarts) + first;
      if (id_bytes == 2)
        return SparseRows<Value, std::uint16_t>{starts, at<std::uint16_t>(kIds), values, count,
                                                features};
      return SparseRows<Value>{starts, at<std::uint32_t>(kIds), values, count, features};
    };
    if (value_bytes == 8) return of(at<double>(kValues));
    if (value_bytes == 4) return of(at<float>(kValues));
    return of(static_cast<const One*>(nullptr));
  }

  // Adds what rows `first` to `last` have beside their values.
  void copy_rest(std::uint64_t first, std::uint64_t last, Dataset& into) const {
    const auto add = [&]<class T>(std::vector<T>& to, Array array) {
      if (arrays[array] != nullptr) to.insert(to.end(), at<T>(array) + first, at<T>(array) + last);
    };
    add(into.labels, kLabels);
    add(into.weights, kWeights);
    add(into.groups, kGroups);
  }

  // Bytes of an array that belong to a block.
  std::string_view part(Array array, std::uint64_t block) const {
    const bool by_value = array == kIds || array == kValues;
    const auto& bounds = by_value ? blocks.values : blocks.rows;
    // The start of the next block's first row is the end of this one's last.
    const std::uint64_t more = array == kStarts ? 1 : 0;
    const std::uint64_t first = bounds[block] * item[array];
    const std::uint64_t last = (bounds[block + 1] + more) * item[array];
    return {arrays[array] + first, last - first};
  }

  void check(std::uint64_t block) const {
    for (std::size_t a = 0; a < kArrays; ++a) {
      const auto array = static_cast<Array>(a);
      if (arrays[a] != nullptr && hash_of(part(array, block)) != blocks.checks[a][block])
        damaged(fmt::format("the checksum of its rows {} to {} does not match",
                            blocks.rows[block] + 1, blocks.rows[block + 1]));
    }
    // A checksum proves that nothing changed, not that it was right: what could lead
    // out of an array is looked at.
    if (!sound(block))
      damaged(fmt::format("expected sound rows {} to {}, found others", blocks.rows[block] + 1,
                          blocks.rows[block + 1]));
  }

  bool sound(std::uint64_t block) const {
    const std::uint64_t first = blocks.rows[block];
    const std::uint64_t count = blocks.rows[block + 1] - first;
    if (sparse) {
      const std::uint64_t* starts = at<std::uint64_t>(kStarts) + first;
      if (starts[0] != blocks.values[block] || starts[count] != blocks.values[block + 1] ||
          !std::is_sorted(starts, starts + count + 1))
        return false;
    }
    const std::uint64_t features = shape.schema.feature_count();
    const auto* labels = at<std::uint32_t>(kLabels) + first;
    const auto known = [&](std::uint32_t label) { return label < shape.classes.size(); };
    if (!std::all_of(labels, labels + count, known)) return false;
    if (arrays[kWeights] != nullptr) {
      const double* weights = at<double>(kWeights) + first;
      const auto fine = [](double weight) { return std::isfinite(weight) && weight >= 0; };
      if (!std::all_of(weights, weights + count, fine)) return false;
    }
    return std::visit(
        [&](const auto& rows_of_block) {
          bool fine = true;
          for (std::uint64_t i = 0; i < count; ++i) {
            const auto row = rows_of_block[i];
            for (std::uint64_t k = 0; k < row.size; ++k)
              fine &= std::isfinite(row.value(k)) || (gaps && std::isnan(row.value(k)));
            if (!sparse || row.size == 0) continue;
            for (std::uint64_t k = 1; k < row.size; ++k)
              fine &= row.feature(k - 1) < row.feature(k);
            fine &= row.feature(row.size - 1) < features;
          }
          return fine;
        },
        view(first, count));
  }

  // No page is needed for now. All of them, not those of a block: the system maps more
  // than was asked for, and what blocks here and there leave behind adds up.
  void forget() const {
    madvise(const_cast<char*>(memory), size, MADV_DONTNEED);  // NOLINT: as it was mapped
  }

  // So many rows and values that their bytes can be counted.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 56U;

  std::string name;
  int file = -1;
  const char* memory = nullptr;
  std::uint64_t size = 0;
  std::uint64_t arrays_end = 0;
  std::uint64_t rows = 0;
  std::uint64_t stored = 0;
  std::uint64_t nonzeros = 0;
  bool sparse = false;
  bool gaps = false;
  std::uint64_t id_bytes = 0;
  std::uint64_t value_bytes = 0;  // 0: all values are 1
  std::string fingerprint;
  std::vector<std::string> notes;
  std::vector<std::uint64_t> class_rows;
  CacheOrigin origin;
  Dataset shape;
  Blocks blocks;
  std::array<const char*, kArrays> arrays{};
  std::array<std::uint64_t, kArrays> item{};
};

Cache::Cache(const std::string& path) : mapped_(std::make_shared<const Mapped>(path)) {}

const std::string& Cache::name() const { return mapped_->name; }
const Dataset& Cache::shape() const { return mapped_->shape; }
std::uint64_t Cache::rows() const { return mapped_->rows; }
std::uint64_t Cache::stored() const { return mapped_->stored; }
std::uint64_t Cache::nonzeros() const { return mapped_->nonzeros; }
std::uint64_t Cache::bytes() const { return mapped_->size; }
const char* Cache::id_type() const {
  return mapped_->id_bytes == 2 ? "uint16" : mapped_->id_bytes == 4 ? "uint32" : "none";
}
const char* Cache::value_type() const {
  return mapped_->value_bytes == 8 ? "float64" : mapped_->value_bytes == 4 ? "float32" : "ones";
}
const std::string& Cache::fingerprint() const { return mapped_->fingerprint; }
const CacheOrigin& Cache::origin() const { return mapped_->origin; }
const std::vector<std::string>& Cache::notes() const { return mapped_->notes; }
bool Cache::has_gaps() const { return mapped_->gaps; }
const std::vector<std::uint64_t>& Cache::rows_of_classes() const { return mapped_->class_rows; }
std::uint64_t Cache::blocks() const { return mapped_->blocks.size(); }
std::uint64_t Cache::first_row(std::uint64_t block) const { return mapped_->blocks.rows[block]; }

void Cache::check(std::uint64_t threads) const {
  parallel_for(blocks(), threads, [&](std::uint64_t block) {
    check_interrupt();
    mapped_->check(block);
  });
}

void Cache::read(std::uint64_t block, Dataset& into) const {
  check_interrupt();
  mapped_->check(block);
  const std::uint64_t first = first_row(block);
  const std::uint64_t last = first_row(block + 1);
  into.matrix.append(mapped_->view(first, last - first));
  mapped_->copy_rest(first, last, into);
  mapped_->forget();
}

Dataset Cache::dataset(std::uint64_t threads) const {
  check(threads);
  Dataset data = mapped_->shape;
  data.matrix = Matrix(mapped_->view(0, rows()), mapped_);
  mapped_->copy_rest(0, rows(), data);
  return data;
}

// ---- Writing ----

namespace {

// An array that grows on disk, in a file without a name.
class Spool {
 public:
  explicit Spool(const std::string& folder) : folder_(folder) {
    file_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file_ < 0) {
      std::string path = folder + "/.perceptron-XXXXXX";
      file_ = mkostemp(path.data(), O_CLOEXEC);
      if (file_ < 0) throw system_error("cannot write to " + folder);
      unlink(path.c_str());
    }
  }
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool() { close(file_); }

  void add(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= kBuffer) flush();
  }

  void flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t written = write(file_, rest.data(), rest.size());
      if (written < 0 && errno != EINTR)
        throw system_error("cannot write a temporary file in " + folder_);
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
  }

  // Items `first` to `last`, the last left out.
  template <class T>
  std::vector<T> read(std::uint64_t first, std::uint64_t last) const {
    std::vector<T> items(last - first);
    auto* to = reinterpret_cast<char*>(items.data());  // NOLINT: raw arrays
    std::size_t left = items.size() * sizeof(T);
    auto from = static_cast<off_t>(first * sizeof(T));
    while (left > 0) {
      const ssize_t got = pread(file_, to, left, from);
      if (got == 0 || (got < 0 && errno != EINTR))
        throw system_error("cannot read a temporary file");
      if (got < 0) continue;
      to += got;
      from += got;
      left -= static_cast<std::size_t>(got);
    }
    return items;
  }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 20U;
  std::string folder_;
  int file_ = -1;
  std::string buffer_;
};

// A cache that was written to a pipe or a device could never be mapped.
const std::string& require_file(const std::string& path) {
  struct stat status = {};
  const bool special = path == "-" || (stat(path.c_str(), &status) == 0 &&
                                       !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
  if (special)
    throw Error(ErrorKind::usage,
                fmt::format("-o {}: a cache is mapped, so it has to be a regular file", path));
  return path;
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace

struct CacheWriter::Spools {
  explicit Spools(const std::string& where)
      : folder(where),
        ends(folder),
        ids(folder),
        values(folder),
        labels(folder),
        weights(folder),
        groups(folder) {}

  void add_values(const std::vector<double>& more) {
    if (narrow) {
      const std::vector<float> floats(more.begin(), more.end());
      values.add(bytes_of(std::span<const float>(floats)));
    } else {
      wide_values->add(bytes_of(std::span<const double>(more)));
    }
  }

  // From the first value on that float32 would change, all are float64, the `count`
  // before it too.
  void widen(std::uint64_t count) {
    narrow = false;
    wide_values = std::make_unique<Spool>(folder);
    values.flush();
    constexpr std::uint64_t kPart = std::uint64_t{1} << 16U;
    for (std::uint64_t first = 0; first < count; first += kPart) {
      const auto floats = values.read<float>(first, std::min(count, first + kPart));
      add_values({floats.begin(), floats.end()});
    }
  }

  std::vector<double> read_values(std::uint64_t first, std::uint64_t last) const {
    if (!narrow) return wide_values->read<double>(first, last);
    const auto floats = values.read<float>(first, last);
    return {floats.begin(), floats.end()};
  }

  // The rows of a block, ids lowered.
  Dataset read(std::uint64_t block, const Dataset& shape, std::uint32_t shift) const {
    Dataset data;
    data.classes = shape.classes;
    data.matrix = Matrix(shape.matrix.layout(), shape.schema.feature_count());
    const std::uint64_t first = blocks.rows[block];
    const std::uint64_t last = blocks.rows[block + 1];
    const std::uint64_t begin = blocks.values[block];
    const std::uint64_t end = blocks.values[block + 1];
    auto row_ends = ends.read<std::uint64_t>(first, last);
    for (std::uint64_t& row_end : row_ends) row_end -= begin;
    const auto some_ids =
        sparse ? ids.read<std::uint32_t>(begin, end) : std::vector<std::uint32_t>();
    data.matrix.append(row_ends, some_ids, shift, read_values(begin, end), narrow);
    data.labels = labels.read<std::uint32_t>(first, last);
    if (weighted) data.weights = weights.read<double>(first, last);
    if (grouped) data.groups = groups.read<std::uint32_t>(first, last);
    return data;
  }

  void flush() {
    for (Spool* spool : {&ends, &ids, &values, &labels, &weights, &groups}) spool->flush();
    if (wide_values) wide_values->flush();
    if (blocks.rows.back() < rows) {
      blocks.rows.push_back(rows);
      blocks.values.push_back(stored);
    }
  }

  std::string folder;
  Spool ends;
  Spool ids;
  Spool values;  // as float32
  std::unique_ptr<Spool> wide_values;
  Spool labels;
  Spool weights;
  Spool groups;
  Blocks blocks;
  Fingerprint fingerprint;  // as long as no id moves
  std::uint64_t rows = 0;
  std::uint64_t stored = 0;
  std::uint64_t nonzeros = 0;
  std::vector<std::uint64_t> class_rows;
  bool sparse = false;
  bool narrow = true;
  bool ones = true;
  bool gaps = false;
  bool weighted = false;
  bool grouped = false;
};

CacheWriter::CacheWriter(const std::string& path)
    : output_(require_file(path)), spools_(std::make_unique<Spools>(folder_of(path))) {}

CacheWriter::~CacheWriter() = default;

void CacheWriter::add(const Dataset& data) {
  check_interrupt();
  Spools& to = *spools_;
  to.sparse = data.matrix.layout() == Matrix::Layout::sparse;
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  const std::uint64_t before = to.stored;
  bool fits = true;  // into float32
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            const double value = row.value(k);
            if (to.sparse) ids.push_back(static_cast<std::uint32_t>(row.feature(k)));
            values.push_back(value);
            fits = fits && static_cast<double>(static_cast<float>(value)) == value;
            to.ones &= value == 1;
            to.gaps |= std::isnan(value);
            to.nonzeros += value != 0 ? 1 : 0;
          }
          to.stored += row.size;
          ends.push_back(to.stored);
          ++to.rows;
          if (to.stored - to.blocks.values.back() >= kBlockValues ||
              to.rows - to.blocks.rows.back() >= kBlockValues) {
            to.blocks.rows.push_back(to.rows);
            to.blocks.values.push_back(to.stored);
          }
        }
      },
      data.matrix.view());
  to.ends.add(bytes_of(std::span<const std::uint64_t>(ends)));
  to.ids.add(bytes_of(std::span<const std::uint32_t>(ids)));
  if (to.narrow && !fits) to.widen(before);
  to.add_values(values);
  to.fingerprint.add(data);
  to.labels.add(bytes_of(std::span<const std::uint32_t>(data.labels)));
  to.weights.add(bytes_of(std::span<const double>(data.weights)));
  to.groups.add(bytes_of(std::span<const std::uint32_t>(data.groups)));
  to.class_rows.resize(data.classes.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (data.weights.empty() || data.weights[i] != 0) ++to.class_rows[data.labels[i]];
  }
  to.weighted = to.weighted || !data.weights.empty();
  to.grouped = to.grouped || !data.groups.empty();
}

void CacheWriter::finish(Dataset shape, std::uint32_t late_shift, const CacheOrigin& origin,
                         const std::vector<std::string>& notes) {
  Spools& from = *spools_;
  from.flush();
  const std::vector<std::uint32_t> numbers = shape.classes.sort();
  const std::uint64_t features = shape.schema.feature_count();
  const std::uint64_t id_bytes = !from.sparse ? 0 : features <= 1U << 16U ? 2 : 4;
  const std::uint64_t value_bytes = from.sparse && from.ones ? 0 : from.narrow ? 4 : 8;
  std::uint64_t at = 0;
  const auto write = [&](std::string_view bytes) {
    output_.write(bytes);
    at += bytes.size();
  };
  Head head{};
  std::copy(kMagic.begin(), kMagic.end(), head.magic.begin());
  head.version = kVersion;
  write(bytes_of(std::span<const Head>(&head, 1)));

  // Writes an array, part(block) after part(block).
  Json arrays = Json::object();
  const auto write_array = [&]<class Part>(Array array, std::uint64_t width, const Part& part) {
    write(std::string(padding(at), '\0'));
    const std::uint64_t offset = at;
    std::vector<std::uint64_t> checks;
    for (std::uint64_t b = 0; b < from.blocks.size(); ++b) {
      check_interrupt();
      const auto items = part(b);
      const std::string_view bytes = bytes_of(std::span(items));
      checks.push_back(hash_of(bytes));
      write(array == kStarts && b + 1 < from.blocks.size() ? bytes.substr(0, bytes.size() - 8)
                                                           : bytes);
    }
    arrays[kNames[array]] = {{"offset", offset}, {"width", width}, {"checks", hex_of(checks)}};
  };
  const auto& rows = from.blocks.rows;
  const auto& values = from.blocks.values;
  if (from.sparse) {
    write_array(kStarts, 8, [&](std::uint64_t b) {
      auto starts = from.ends.read<std::uint64_t>(rows[b], rows[b + 1]);
      starts.insert(starts.begin(), values[b]);
      return starts;
    });
    const auto ids_of = [&]<class Id>(Id /*type*/) {
      write_array(kIds, sizeof(Id), [&](std::uint64_t b) {
        std::vector<Id> ids;
        for (const std::uint32_t id : from.ids.read<std::uint32_t>(values[b], values[b + 1]))
          ids.push_back(static_cast<Id>(id - late_shift));
        return ids;
      });
    };
    id_bytes == 2 ? ids_of(std::uint16_t{0}) : ids_of(std::uint32_t{0});
  }
  if (value_bytes == 4) {
    write_array(kValues, 4,
                [&](std::uint64_t b) { return from.values.read<float>(values[b], values[b + 1]); });
  } else if (value_bytes == 8) {
    write_array(kValues, 8, [&](std::uint64_t b) {
      return from.wide_values->read<double>(values[b], values[b + 1]);
    });
  }
  write_array(kLabels, 4, [&](std::uint64_t b) {
    auto labels = from.labels.read<std::uint32_t>(rows[b], rows[b + 1]);
    for (std::uint32_t& label : labels) label = numbers[label];
    return labels;
  });
  if (from.weighted)
    write_array(kWeights, 8,
                [&](std::uint64_t b) { return from.weights.read<double>(rows[b], rows[b + 1]); });
  if (from.grouped)
    write_array(kGroups, 4, [&](std::uint64_t b) {
      return from.groups.read<std::uint32_t>(rows[b], rows[b + 1]);
    });

  Fingerprint moved;
  for (std::uint64_t b = 0; late_shift != 0 && b < from.blocks.size(); ++b) {
    check_interrupt();
    Dataset block = from.read(b, shape, late_shift);
    for (std::uint32_t& label : block.labels) label = numbers[label];
    moved.add(block);
  }
  std::vector<std::uint64_t> class_rows(numbers.size());
  for (std::size_t c = 0; c < numbers.size(); ++c) class_rows[numbers[c]] = from.class_rows[c];
  Json reading = Json::object();
  for (const auto& [option, value] : origin.reading) reading[option] = value;
  const Json footer = {{"name", shape.name},
                       {"rows", from.rows},
                       {"stored", from.stored},
                       {"nonzeros", from.nonzeros},
                       {"layout", from.sparse ? "sparse" : "dense"},
                       {"gaps", from.gaps},
                       {"fingerprint", (late_shift != 0 ? moved : from.fingerprint).hex(features)},
                       {"notes", notes},
                       {"radius", shape.radius},
                       {"classes", shape.classes.names()},
                       {"class_rows", class_rows},
                       {"schema", to_json(shape.schema)},
                       {"origin",
                        {{"path", origin.path},
                         {"size", origin.size},
                         {"changed", origin.changed},
                         {"hash", origin.hash},
                         {"reading", reading}}},
                       {"arrays", arrays},
                       {"blocks", {{"rows", hex_of(rows)}, {"values", hex_of(values)}}}};
  End end{};
  end.footer = at;
  const std::string text = json_text(footer);
  end.size = text.size();
  end.hash = frame_hash(head, text);
  std::copy(kEndMagic.begin(), kEndMagic.end(), end.magic.begin());
  write(text);
  write(bytes_of(std::span<const End>(&end, 1)));
  output_.finish();
}

}  // namespace perceptron
