#include "model/streams.h"

#include <algorithm>
#include <filesystem>
#include <future>
#include <numeric>
#include <optional>
#include <utility>

#include "base/interrupt.h"
#include "base/random.h"
#include "data/maps/row_mapper.h"
#include "data/read/missing_values.h"

namespace perceptron::core {
namespace {

// The rows with a nonzero weight, in the order of the file.
void list_rows(const Dataset& data, std::vector<std::uint64_t>& order) {
  order.clear();
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (data.weights.empty() || data.weights[i] != 0) order.push_back(i);
  }
}

class TextStream : public DataStream {
 public:
  // `reader` is for the first scan.
  TextStream(std::string path, const Reading& reading, const std::unique_ptr<Reader>& reader)
      : path_(std::move(path)), reading_(reading) {
    Dataset block = reader->start();
    block.name = reader->name();
    while (reader->next_rows(block)) {
      check_interrupt();
      rows_of_classes_.resize(block.classes.size());
      for (std::size_t i = 0; i < block.labels.size(); ++i) {
        if (block.weights.empty() || block.weights[i] != 0) ++rows_of_classes_[block.labels[i]];
      }
      block.clear_rows();
      if (reading.listener != nullptr)
        reading.listener->progress("looking", reader->position(), reader->total());
    }
    if (rows_of_classes_.empty())
      throw Error(Place{block.name, 1, 1}, "expected rows of data, found none");
    reader->finish(block);
    const auto numbers = block.classes.sort();
    const auto found = rows_of_classes_;
    for (std::size_t c = 0; c < numbers.size(); ++c) rows_of_classes_[numbers[c]] = found[c];
    shape_ = std::move(block);
    reading_.schema = &shape_.schema;
    reading_.classes = &shape_.classes;
    reading_.labels = LabelUse::match;
    reading_.keep_weights = true;
    reading_.options.features = {};
  }

  // Blocks are small: the other threads parse the next ones.
  std::uint64_t spare_threads(std::uint64_t /*threads*/) const override { return 1; }

  void start(std::uint64_t /*pass*/) override {
    reader_ = open_reader(path_, reading_);
    block_ = reader_->start();
  }

  bool next(RowBatch& batch) override {
    if (!read_block(*reader_, block_)) {
      reader_->finish(block_);
      return false;
    }
    scaling_.apply(block_.matrix);
    list_rows(block_, order_);
    batch = {{block_.matrix.view(), block_.labels, block_.weights}, order_};
    return true;
  }

 private:
  std::string path_;
  Reading reading_;
  std::unique_ptr<Reader> reader_;
  Dataset block_;
  std::vector<std::uint64_t> order_;
};

class CacheStream : public DataStream {
 public:
  CacheStream(const Cache& cache, const std::string& name, const CacheVisit& visit,
              const Limits& limits)
      : cache_(cache),
        shuffled_(visit.shuffled),
        seed_(visit.seed),
        random_(visit.seed, 0),
        blocks_(cache.blocks()) {
    shape_ = cache.shape();
    shape_.name = name;
    rows_of_classes_ = cache.rows_of_classes();
    fingerprint_ = cache.fingerprint();
    if (visit.map.any()) {
      map_rows(shape_, visit.map, limits);
      mapper_.emplace(name, shape_.schema);
      raw_ = cache.shape().matrix;
      fingerprint_.clear();
    }
    here_ = coming_ = shape_;
  }
  ~CacheStream() override {
    if (reading_.valid()) reading_.wait();
  }

  void start(std::uint64_t pass) override {
    if (reading_.valid()) reading_.wait();
    std::iota(blocks_.begin(), blocks_.end(), std::uint64_t{0});
    random_ = Random(seed_, pass);
    if (shuffled_) shuffle(blocks_, random_);
    next_ = 0;
    read_ahead();
  }

  bool next(RowBatch& batch) override {
    if (!reading_.valid()) return false;
    reading_.get();
    std::swap(here_, coming_);
    read_ahead();
    list_rows(here_, order_);
    if (shuffled_) shuffle(order_, random_);
    batch = {{here_.matrix.view(), here_.labels, here_.weights}, order_};
    return true;
  }

 private:
  void read_ahead() {
    if (next_ == blocks_.size()) return;
    const std::uint64_t end = std::min<std::uint64_t>(next_ + kMixedBlocks, blocks_.size());
    some_.assign(blocks_.begin() + static_cast<std::ptrdiff_t>(next_),
                 blocks_.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(some_.begin(), some_.end());
    next_ = end;
    // Where no thread can be started, the C++ library calls the function later, after it has moved
    // what was captured to the thread. So nothing is captured that a move would empty.
    reading_ = std::async(std::launch::async | std::launch::deferred, [this] { read_some(); });
  }

  void read_some() {
    coming_.clear_rows();
    if (mapper_) {
      mapper_->map_added(coming_, raw_, [this](Dataset& rows) { return read_some(rows); });
    } else {
      read_some(coming_);
    }
    scaling_.apply(coming_.matrix);
  }

  // Returns whether there were rows.
  bool read_some(Dataset& into) {
    for (const std::uint64_t block : some_) cache_.read(block, into);
    if (cache_.has_missing_values()) fill_missing_values(into, fill_values(shape_.schema));
    return into.rows() > 0;
  }

  Cache cache_;
  bool shuffled_;
  std::uint64_t seed_;
  Random random_;
  std::vector<std::uint64_t> blocks_;  // in the order of the pass
  std::uint64_t next_ = 0;             // index of the next one to read
  std::vector<std::uint64_t> some_;    // those being read
  std::optional<RowMapper> mapper_;
  Matrix raw_;  // rows before the map
  Dataset here_;
  Dataset coming_;
  std::vector<std::uint64_t> order_;
  std::future<void> reading_;  // last, because it uses the others
};

}  // namespace

std::uint64_t DataStream::rows() const {
  return std::accumulate(rows_of_classes_.begin(), rows_of_classes_.end(), std::uint64_t{0});
}

std::unique_ptr<DataStream> stream_text(const std::string& path, const Reading& reading) {
  // It is read again in every pass, so it must be a file.
  if (path == "-" || !std::filesystem::is_regular_file(path)) return nullptr;
  Reading look = reading;
  look.survey = true;
  const auto reader = open_reader(path, look);
  if (!reader->rows_are_final()) return nullptr;
  return std::make_unique<TextStream>(path, reading, reader);
}

std::unique_ptr<DataStream> stream_cache(const Cache& cache, const std::string& name,
                                         const CacheVisit& visit, const Limits& limits) {
  return std::make_unique<CacheStream>(cache, name, visit, limits);
}

namespace {

// How many values a row has after the map for each that it has before.
double growth(const Cache& cache, const Dataset& shape) {
  if (!shape.schema.map || cache.stored() == 0) return 1;
  const std::uint64_t values = cache.stored() / std::max<std::uint64_t>(cache.rows(), 1) + 1;
  return static_cast<double>(mapped_values(shape.schema, cache.shape().matrix.layout(), values)) /
         static_cast<double>(values);
}

}  // namespace

std::uint64_t stream_bytes(const Cache& cache, const Dataset& shape) {
  // Ids, values as float64, and the data per row; two groups of blocks at a time.
  constexpr std::uint64_t kBytesOfValue = 12;
  constexpr std::uint64_t kBytesOfRow = 40;
  const std::uint64_t blocks = std::max<std::uint64_t>(cache.blocks(), 1);
  const auto values =
      static_cast<std::uint64_t>(growth(cache, shape) * static_cast<double>(cache.stored()));
  const std::uint64_t bytes = kBytesOfValue * values + kBytesOfRow * cache.rows();
  return 2 * std::min<std::uint64_t>(kMixedBlocks, blocks) * (bytes / blocks + 1);
}

}  // namespace perceptron::core
