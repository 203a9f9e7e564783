import Bindings
import Definitions
import JSONDocument
import OKitStorage

/// Moves values to another place in the same object, or copies them.
struct MoveStep: PropertyStep {
  static let keys = ["move", "copy"]
  static let help = """
    {"move": "Book.city", "to": "Book.address.city"}
    {"copy": "Book.name", "to": "Book.sortName"}
    """

  let path: PropertyPath
  private let target: PropertyPath
  private let condition: StepCondition?
  private let isCopy: Bool

  init(reading members: inout StepMembers) throws(MigrationFault) {
    isCopy = members.stepKey == "copy"
    path = try members.path()
    target = try members.path("to")
    condition = try members.condition()
  }

  var use: PropertyUse { isCopy ? .reading : .changing }

  func edit(of source: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    let place = try context.place(target.text, in: source.className, for: .adding)
    guard !place.isSame(as: source), !place.lies(in: source) else {
      throw context.error(.configuration, "cannot move or copy \(source.subject) into itself")
    }
    let target = StepTarget(place, in: context)
    let newIDs = CopiedIDs(context)
    return ObjectEdit(
      MigrationChange(kind: isCopy ? .copied : .moved, subject: source.subject, detail: place.subject),
      of: source.className, where: condition, nested: .editedLater,
      finish: PropertyMembers(gains: [place], loses: isCopy ? [] : [source]).updateSnapshot
    ) { object, document, edits, change in
      guard let value = try source.value(in: object, document, of: context.model), !value.isNull else { return }
      try target.requireFree(in: object, document)
      var json = try target.json(of: value, as: source.property.type, at: value, document)
      if isCopy {
        json = try newIDs.json(json, at: value, in: document)
      } else {
        try edits.remove(value, in: document)
      }
      try target.put(json, in: object, document, &edits)
      change.count += 1
    }
  }
}
