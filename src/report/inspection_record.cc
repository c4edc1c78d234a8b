#include "report/inspection_record.h"

namespace perceptron::core {
namespace {

struct FileKind {
  InspectedFile kind = InspectedFile::model;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
  }
};

template <class... Files>
void choose(InspectedFile kind, std::variant<Files...>& file) {
  const auto is = [&]<class File>(const File& each) {
    if (File::kKind == kind) file = each;
  };
  (is(Files()), ...);
}

}  // namespace

InspectedFile InspectionOutcome::kind() const {
  return std::visit([](const auto& each) { return each.kKind; }, file);
}

Json InspectionOutcome::to_json() const {
  Json json = json_of(FileKind{kind()});
  FieldWriter fields(json);
  std::visit([&](const auto& each) { fields.inlined(each); }, file);
  return json;
}

void InspectionOutcome::from_json(const Json& json, const std::string& where) {
  FileKind said;
  FieldReader::read(json, where, said);
  choose(said.kind, file);
  std::visit([&](auto& each) { FieldReader::read(json, where, each); }, file);
}

}  // namespace perceptron::core
