import Bindings
import Definitions
import JSONDocument
import OKitModels

/// Removes a property with its values.
struct RemoveStep: PropertyStep {
  static let keys = ["remove"]
  static let help = #"{"remove": "Book.subtitle"}"#

  let path: PropertyPath
  private let condition: StepCondition?

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    condition = try members.condition()
  }

  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    ObjectEdit(
      MigrationChange(kind: .removed, subject: place.subject), of: place.className, where: condition,
      finish: PropertyMembers(loses: [place]).updateSnapshot
    ) { object, document, edits, change in
      guard let value = try place.value(in: object, document, of: context.model) else { return }
      try edits.remove(value, in: document)
      guard !value.isNull else { return }
      change.count += 1
      change.note(lost: value.shown)
    }
  }
}
