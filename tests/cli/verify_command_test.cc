// verify, and the certificates that margin writes for it.

#include <filesystem>

#include "certificates.h"
#include "objectives.h"

namespace perceptron::core::test {
namespace {

// ---- Certificates ----

TEST(MarginCommand, CertifiesWhatIsAskedFor) {
  for (const char* kind : {"margin", "separator", "mistake-bound"}) {
    for (const Words& more : {Words{}, Words{"--no-offset"}, Words{"--lift", "2"}}) {
      const Words options = Words{"--claim", kind} + more;
      expect_valid(check(kApart, options), kind);
      for (const char* content : {kCrossing, kTouching})
        if (more.empty()) expect_valid(check(content, options), "inseparable");
    }
  }
}

TEST(MarginCommand, CertifiesRowsLengthenedByAnyConstant) {
  for (const char* constant :
       {"1", "-3", "0.5", "0.1", "-2.75", "1e-3", "1e5", "1e25", "123456789.25"}) {
    SCOPED_TRACE(constant);
    const Checked checked = check(kApart, {"--lift", constant});
    expect_valid(checked, "margin");
    EXPECT_EQ(checked.certificate["data"]["offset"], false);
  }
}

// The certificate says how the data was scaled and read; nobody has to know.
TEST(MarginCommand, CertificateRemembersScalingAndColumns) {
  for (const char* scale : {"standard", "maxabs", "unit"}) {
    expect_valid(check(kApart, {"--scale", scale}), "margin");
    expect_valid(check(kApart, {"--scale", scale, "--no-offset"}), "margin");
  }
  expect_valid(check("class,x,z\nno,1,2\nyes,6,5\n", {"--label", "class"}), "margin");
  expect_valid(check("class,x,z\nno,1,2\nyes,6,5\n", {"--label", "first", "--columns", "z"}),
               "margin");
  expect_valid(check("1,2,no\n6,5,yes\n", {"--header", "no", "--columns", "2"}), "margin");
  expect_valid(check("x,class\n1,a\n,a\n6,b\n", {"--missing", "zero"}), "margin");
  expect_valid(check("1 1:2\n-1 2:3\n", {"--format", "libsvm", "--features", "5"}), "margin");
}

TEST(MarginCommand, CertificateOfOtherDataIsRefused) {
  const Folder folder;
  const std::string proof = folder.path("proof.json");
  run_program({"margin", folder.file("a.csv", kApart), "-o", proof});
  for (const char* content :
       {"x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7.5,yes\n", "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n",
        "x,z,class\n1,2,yes\n2,3,yes\n6,5,no\n7,7,no\n",
        "x,z,class\n2,4,no\n4,6,no\n12,10,yes\n14,14,yes\n",
        "z,x,class\n2,1,no\n3,2,no\n5,6,yes\n7,7,yes\n", "x,class\n1,no\n2,no\n6,yes\n7,yes\n",
        kCrossing}) {
    const std::string other = folder.file("other.csv", content);
    const Outcome outcome = run_program({"verify", proof, other});
    EXPECT_EQ(outcome.status, 1) << content;
    EXPECT_TRUE(outcome.out.starts_with("refused: ")) << outcome.out;
    const auto json = run_json({"verify", proof, other}, 1);
    EXPECT_EQ(json["valid"], false);
    EXPECT_EQ(json["kind"], "margin");
    EXPECT_NE(json["reason"], "");
  }
  // Column names are no part of a claim, nor are spaces of the file.
  const std::string renamed =
      folder.file("r.csv", "u,v,class\n1.0,2,no\n2,3e0,no\n6,5,yes\n7,7,yes\n");
  EXPECT_EQ(run_program({"verify", proof, renamed}).status, 0);
}

TEST(MarginCommand, VerifyReportsWhatTheContractNames) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string proof = folder.path("proof.json");
  run_program({"margin", data, "-o", proof});
  const auto json = run_json({"verify", proof, data});
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["kind"], "margin");
  EXPECT_NE(json["reason"], "");
}

// The options in a certificate are from a stranger; that they are wrong is no
// wrong usage of this command.
TEST(MarginCommand, CertificateWithOptionsThatAreNoneIsRefusedOrBadInput) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const OrderedJson whole = check(kApart, {}).certificate;
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"format", "xml"},
                                                        {"header", "maybe"},
                                                        {"missing", "guess"},
                                                        {"label", "colour"},
                                                        {"columns", "a,b"},
                                                        {"weight", "a"},
                                                        {"features", "many"},
                                                        {"index-base", "7"},
                                                        {"format", "npy"}}) {
    OrderedJson changed = whole;
    changed["data"]["options"][name] = value;
    const Outcome outcome = run_program({"verify", folder.file("p.json", sealed(changed)), data});
    EXPECT_TRUE(outcome.status == 1 || outcome.status == 3)
        << name << ' ' << value << ": " << outcome.status << ' ' << outcome.err << outcome.out;
  }
  OrderedJson changed = whole;
  changed["data"]["options"] = {{"threads", "7"}, {"", ""}, {"--output", folder.path("stolen")}};
  expect_no_crash(run_program({"verify", folder.file("p.json", sealed(changed)), data}));
  EXPECT_FALSE(std::filesystem::exists(folder.path("stolen")));
}

// The classes of a matrix are in a second file, which only the user can name.
TEST(VerifyCommand, OpensNoFileThatOnlyACertificateNames) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  OrderedJson changed = check(kApart, {}).certificate;
  changed["data"]["options"]["labels"] = "/dev/zero";
  const std::string proof = folder.file("p.json", sealed(changed));
  const Outcome outcome = run_program({"verify", proof, data});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("name it with --labels"), std::string::npos) << outcome.out;
}

TEST(VerifyCommand, RepeatsOnlyOptionsThatItUsed) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  OrderedJson changed = check(kApart, {}).certificate;
  changed["data"]["options"] = {{"format", "csv"}, {"colour", "red"}, {"header", "auto"}};
  const std::string proof = folder.file("p.json", sealed(changed));
  const Outcome outcome = run_program({"verify", proof, data, "--header", "yes"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("Read with --format csv."), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("colour"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("--header"), std::string::npos) << outcome.out;
}

// ---- Optimality ----

TEST(VerifyCommand, SaysWhatIsProvedAboutAnObjective) {
  const Folder folder;
  const std::string file = folder.file("a.csv", "x,class\n1,yes\n-1,no\n");
  StatedProblem task;
  task.data = read_dataset(file, {});
  task.data.sort_classes();
  task.l2 = 0.5;
  task.offset = OffsetKind::free;
  Certificate certificate = certify(task, {{1, 0}, {0.5, 0.5}});
  certificate.lower = certificate.upper = "1/4";
  const std::string proof = folder.file("proof.json", encode_certificate(certificate));

  EXPECT_EQ(run_program({"verify", proof, file}).out,
            "valid: the plane's objective is at most 0.25, no plane has less than 0.25 (hinge "
            "loss, l1 0, l2 0.5, free offset).\n");
  const auto json = run_json({"verify", proof, file});
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["kind"], "optimality");
  EXPECT_EQ(json["claim"], nlohmann::json::parse(R"({"loss": "hinge", "l1": "0", "l2": "0x1p-1",
      "penalised_offset": false, "class_weights": ["0x1p+0", "0x1p+0"],
      "lower": "1/4", "upper": "1/4"})"));

  const std::string shown = run_program({"inspect", proof}).out;
  EXPECT_TRUE(contains(shown, "the plane's objective is at most 0.25")) << shown;
  EXPECT_TRUE(contains(shown, "hinge loss, l1 0, l2 0.5, free offset")) << shown;
  EXPECT_EQ(run_json({"inspect", proof})["objective"], "hinge loss, l1 0, l2 0.5, free offset");

  certificate.lower = "2501/10000";
  folder.file("proof.json", encode_certificate(certificate));
  const Outcome refused = run_program({"verify", proof, file});
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.out, "refused: the rows do not prove the lower bound.\n");
}

// ---- Broken certificates ----

TEST(MarginCommand, BrokenCertificatesAreBadInputOrRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string whole = check(kApart, {}).certificate.dump(1);
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::vector<std::string> files = {
      "",
      "\n",
      "x,y\n1,2\n",
      "{}",
      "{\"certificate\":" + deep + "}",
      "{\"certificate\":1,\"kind\":" + deep + "}",
      whole.substr(0, whole.size() / 2),
      whole + whole,
      std::string(10'000, '\0'),
      "{\"certificate\":99}",
  };
  for (const std::string& text : files) {
    const std::string proof = folder.file("p.json", text);
    expect_error(run_program({"verify", proof, data}), 3, {"p.json: expected "});
    expect_no_crash(run_program({"inspect", proof}));
  }
  expect_error(run_program({"verify", data, data}), 3, {"a.csv", "expected a certificate"});
  expect_error(run_program({"verify", folder.path("none"), data}), 4, {"none", "No such file"});
  const std::string proof = folder.file("p.json", whole);
  expect_error(run_program({"verify", proof, folder.path("none")}), 4, {"none", "No such file"});
  expect_error(run_program({"verify", proof}), 2, {"DATA is required"});
}

TEST(MarginCommand, CertificatesWithAbsurdNumbersAreRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const OrderedJson whole = check(kApart, {}).certificate;
  for (const char* pointer :
       {"/claim/lower", "/claim/upper", "/plane/weights/0", "/plane/offset", "/points/weights/0",
        "/points/rows/0", "/data/rows", "/data/features", "/data/offset", "/data/lift"}) {
    for (const OrderedJson& value :
         {OrderedJson("1/0"), OrderedJson("1e999"), OrderedJson("0x1p999999"), OrderedJson("nan"),
          OrderedJson("-inf"), OrderedJson(""), OrderedJson(-1), OrderedJson(1.5),
          OrderedJson(nullptr), OrderedJson(18446744073709551615ULL), OrderedJson::array()}) {
      // No lift at all is a lift as well.
      if (std::string(pointer) == "/data/lift" && value == "") continue;
      OrderedJson changed = whole;
      changed[OrderedJson::json_pointer(pointer)] = value;
      const std::string proof = folder.file("p.json", sealed(changed));
      const Outcome outcome = run_program({"verify", proof, data});
      EXPECT_EQ(outcome.status, 1) << pointer << ' ' << value << outcome.err << outcome.out;
      if (!contains(pointer, "claim")) continue;  // all that inspect shows of the numbers
      const Outcome inspected = run_program({"inspect", proof});
      EXPECT_TRUE(inspected.status == 0 || inspected.status == 3)
          << pointer << ' ' << value << ": " << inspected.status << inspected.err;
    }
  }
}

TEST(MarginCommand, ACertificateStatesTheScalingThatWasChosen) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  OrderedJson changed = check(kApart, {}).certificate;
  changed["data"]["scale"] = "auto";
  EXPECT_EQ(run_program({"verify", folder.file("p.json", sealed(changed)), data}).status, 1);
}

TEST(MarginCommand, ChangedCertificateIsRefusedByItsChecksum) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  OrderedJson changed = check(kApart, {}).certificate;
  changed["claim"]["lower"] = "3";
  const auto json = run_json({"verify", folder.file("p.json", changed.dump()), data}, 1);
  EXPECT_EQ(json["valid"], false);
  EXPECT_TRUE(contains(json["reason"], "checksum"));
}

TEST(MarginCommand, HelpShowsAnExampleFirst) {
  for (const std::string name : {"margin", "verify"}) {
    const Outcome outcome = run_program({name, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(outcome.out.starts_with("Example\n  perceptron " + name)) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "--json"));
  }
}

TEST(MarginCommand, VerifySaysNoMoreThanWasProved) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "1,1,a\n2,2,a\n4,4,b\n5,5,b\n");
  const std::string proof = folder.path("p.json");
  ASSERT_EQ(run_program({"margin", data, "--no-offset", "-o", proof}).status, 1);
  EXPECT_TRUE(contains(run_program({"verify", proof, data}).out, "no plane through the origin"));
  ASSERT_EQ(run_program({"margin", data, "--lift", "2", "--columns", "1", "-o", proof}).status, 0);
  const Outcome lifted = run_program({"verify", proof, data});
  EXPECT_TRUE(contains(lifted.out, "Lifted by 2.")) << lifted.out;
  EXPECT_TRUE(contains(lifted.out, "Read with --columns 1.")) << lifted.out;
}

TEST(MarginCommand, FilesInTheWrongPlaceAreNamed) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string proof = folder.path("p.json");
  const std::string model = folder.path("m.model");
  ASSERT_EQ(run_program({"margin", data, "-o", proof}).status, 0);
  ASSERT_EQ(run_program({"train", data, "-o", model}).status, 0);
  EXPECT_TRUE(contains(run_program({"margin", proof}).err, "found JSON"));
  EXPECT_TRUE(contains(run_program({"margin", model}).err, "found a model"));
  EXPECT_EQ(run_program({"verify", "-", "-"}).status, 2);
}

}  // namespace
}  // namespace perceptron::core::test
