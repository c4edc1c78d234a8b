// Files of certificates that are cut off, hold what is no number or are no
// certificate at all.

#include <gtest/gtest.h>

#include <sstream>

#include "certificates.h"
#include "objectives.h"

namespace perceptron::core::test {
namespace {

TEST(Certificate, SealedByOthersIsReadAsWell) {
  for (const auto& [data, certificate] : one_of_each()) {
    const std::string text = sealed(OrderedJson::parse(encode_certificate(certificate)));
    Certificate read;
    EXPECT_TRUE(accepted(text, data, read)) << text;
  }
}

TEST(Certificate, CutOffAnywhereIsRefused) {
  for (const auto& [data, certificate] : one_of_each()) {
    std::string text = encode_certificate(certificate);
    while (text.ends_with('\n')) text.pop_back();
    for (std::size_t length = 0; length < text.size(); ++length) {
      Certificate read;
      EXPECT_FALSE(accepted(text.substr(0, length), data, read)) << length;
    }
  }
}

TEST(Certificate, WithNumbersThatAreNoneIsRefused) {
  std::vector<std::string> texts = {"", " 1", "1 ", "1\n", std::string("1\0", 2)};
  std::istringstream words(
      "1/0 -1/0 0/0 1e999 1e3 0x1p999999 0x1p-999999 0x1p+1024 nan NaN inf -inf infinity 0xinf "
      "0xnan 1.5 0.1 1/ /1 / - --1 +1 1- 1-1 1//2 1/2/3 0x 0x1p 0x.p 0x1P+1 0X1p+1 0x1p+1x "
      "0x1.00000000000000001p+1 1,5 1_000 one 0b1 \xc2\xbd");
  for (std::string word; words >> word;) texts.push_back(word);
  for (const auto& [data, certificate] : one_of_each()) {
    Certificate forged = certificate;
    const std::size_t count = numbers_of(forged).size();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::string& text : texts) {
        Certificate copy = certificate;
        *numbers_of(copy)[i] = text;
        const Verdict verdict = verdict_of(data, copy);
        EXPECT_FALSE(verdict.valid) << text << encode_certificate(copy);
        EXPECT_NE(verdict.reason, "");
      }
      Certificate lifted = certificate;
      lifted.data.lift = texts[1 + i % (texts.size() - 1)];
      EXPECT_FALSE(verdict_of(data, lifted).valid) << lifted.data.lift;
    }
  }
}

TEST(Certificate, OfAMillionDigitsIsReadAndJudged) {
  const std::string digits(1'000'000, '7');
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = digits;
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  certificate.upper = "1/" + digits;
  expect_refused(apart(), certificate, "upper bound");
  certificate = honest(apart(), true, "separator");
  certificate.plane[0] = digits + "/3";
  expect_refused(apart(), certificate, "side");
}

TEST(Certificate, WithAWordOfAMillionLettersIsRefusedInFewer) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = std::string(1'000'000, 'x');
  EXPECT_LT(verdict_of(apart(), certificate).reason.size(), 1000U);
}

// What a refusal shows of the file does no harm to a terminal.
TEST(Certificate, WithControlCharactersIsRefusedWithoutThem) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = "\x1b[31m\nvalid";
  const std::string reason = verdict_of(apart(), certificate).reason;
  EXPECT_EQ(reason.find('\x1b'), std::string::npos);
  EXPECT_EQ(reason.find('\n'), std::string::npos);
}

TEST(Certificate, WithFieldsOfTheWrongSortIsRefused) {
  const OrderedJson strangers = OrderedJson::parse(
      R"([null, true, -1, 0, 3, 1.0, 1.5, 1e300, "", "text", [], {}, [1, "a"], {"a": 1}, [-1], [null],
          18446744073709551615])");
  const auto try_each = [&](const OrderedJson& whole, const std::string& pointer,
                            const Dataset& data) {
    const OrderedJson::json_pointer at(pointer);
    const auto check = [&](const OrderedJson& changed) {
      Certificate read;
      if (!accepted(sealed(changed), data, read)) return;
      EXPECT_EQ(lie(read, data), "") << changed.dump(1);
    };
    for (const OrderedJson& stranger : strangers) {
      OrderedJson changed = whole;
      changed[at] = stranger;
      check(changed);
    }
    OrderedJson changed = whole;
    OrderedJson& parent = changed[at.parent_pointer()];
    if (parent.is_object()) parent.erase(at.back());
    check(changed);
  };
  for (const auto& [data, certificate] : one_of_each()) {
    const OrderedJson whole = OrderedJson::parse(encode_certificate(certificate));
    const OrderedJson leaves = whole.flatten();
    for (const auto& [pointer, value] : leaves.items()) try_each(whole, pointer, data);
    for (const auto& [field, value] : whole.items()) try_each(whole, "/" + field, data);
    for (const char* pointer : {"/plane/weights", "/points/rows", "/points/weights"}) {
      if (whole.contains(OrderedJson::json_pointer(pointer))) try_each(whole, pointer, data);
    }
  }
}

// As a list of one or of no value, these would leave a field of the right type.
TEST(Certificate, WithFieldsThatCouldPassForListsIsRefused) {
  const auto refused = [](const Certificate& certificate, const char* pointer,
                          const OrderedJson& value) {
    OrderedJson json = OrderedJson::parse(encode_certificate(certificate));
    json[OrderedJson::json_pointer(pointer)] = value;
    Certificate read;
    EXPECT_FALSE(accepted(sealed(json), crossing(), read)) << pointer << ' ' << value;
  };
  const Certificate overlap = honest(crossing(), true, "margin");
  for (const OrderedJson& value : {OrderedJson(), OrderedJson(""), OrderedJson("text"),
                                   OrderedJson(false), OrderedJson::array(), OrderedJson(3)}) {
    refused(overlap, "/data/options", value);
  }
  StatedProblem task;  // whose dual point may be empty
  task.data = crossing();
  task.l2 = 0.1;
  Certificate bound = certify(task, solve(task));
  bound.lower = "0";
  bound.points.clear();
  bound.alpha.clear();
  EXPECT_TRUE(verdict_of(crossing(), bound).valid);
  OrderedJson json = OrderedJson::parse(encode_certificate(bound));
  for (const OrderedJson& rows : {OrderedJson(), OrderedJson::object()}) {
    json["points"] = {{"rows", rows}, {"weights", OrderedJson::array()}};
    Certificate read;
    EXPECT_FALSE(accepted(sealed(json), crossing(), read)) << rows;
  }
}

// Other programs read these in other ways: as what is before the NUL, as the first field or the
// last.
TEST(Certificate, WithNulBytesOrRepeatedFieldsIsNone) {
  const Dataset data = apart();
  const std::string text = encode_certificate(honest(data, true, "margin"));
  Certificate read;
  EXPECT_TRUE(accepted(text, data, read));
  EXPECT_TRUE(accepted("\xef\xbb\xbf" + text, data, read));
  const std::string nul(1, '\0');
  for (const std::string& tail : {nul, nul + "}", nul + "anything at all"})
    EXPECT_FALSE(accepted(text + tail, data, read));
  EXPECT_FALSE(accepted(nul + text, data, read));
  std::string repeated = text;
  repeated.insert(repeated.find("\"kind\""), "\"kind\": \"margin\", ");
  EXPECT_FALSE(accepted(repeated, data, read));
  repeated = text;
  repeated.insert(repeated.find("\"lower\""), "\"lower\": \"0\", ");
  EXPECT_FALSE(accepted(repeated, data, read));
}

TEST(Certificate, ThatIsNoneIsAnErrorThatNamesTheFile) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::vector<std::string> files = {
      "",
      " ",
      "{",
      "}",
      "[]",
      "null",
      "1",
      "\"certificate\"",
      "not JSON",
      "{}",
      "{\"certificate\":2}",
      "{\"certificate\":\"1\"}",
      "{\"certificate\":null}",
      std::string(100, '\0'),
      "\xff\xfe{\"certificate\":1}",
      "{\"certificate\":1,\"kind\":\"\xff\"}",
      "{\"certificate\":" + deep + "}",
      std::string(1'000'000, '['),
      std::string(1'000'000, '{'),
      "{\"certificate\":1e999}",
      encode_certificate(honest(apart(), true, "margin")) + "{}",
  };
  for (const std::string& text : files) {
    const std::string shown = text.substr(0, 50);
    try {
      std::string damage;
      decoded(text, damage);
      ADD_FAILURE() << "accepted " << shown;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_TRUE(in_options(error.message()).starts_with("proof.json: expected "))
          << in_options(error.message());
      EXPECT_LT(in_options(error.message()).size(), 500U) << shown;
      EXPECT_EQ(in_options(error.message()).find('\n'), std::string::npos)
          << in_options(error.message());
    }
  }
  // A certificate by its first words, but nothing else of one.
  for (const std::string text : {"{\"certificate\":1}", "{\"certificate\":1,\"checksum\":1}"}) {
    std::string damage;
    decoded(text, damage);
    EXPECT_NE(damage, "") << text;
  }
}

}  // namespace
}  // namespace perceptron::core::test
