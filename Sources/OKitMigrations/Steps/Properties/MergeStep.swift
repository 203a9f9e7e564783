import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Joins several properties of an object into one text, without those that are absent.
struct MergeStep: PropertyStep {
  static let keys = ["merge"]
  static let help = #"{"merge": ["Author.firstName", "lastName"], "to": "name", "with": " "}"#

  /// The first of the properties, which names the class.
  let path: PropertyPath
  private let properties: [String]
  private let newName: String
  private let separator: String

  init(reading members: inout StepMembers) throws(MigrationFault) {
    properties = try members.names(atLeast: 2)
    guard let path = PropertyPath(properties[0]), path.components.count == 2 else {
      throw members.fault("write the first merged property as Class.property")
    }
    self.path = path
    newName = try members.string("to", mayBeEmpty: false)
    separator = try members.string("with")
  }

  func edit(of first: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    let className = first.className
    let sources = try properties.map { try context.place($0, in: className) }
    let place = try context.place(newName, in: className, for: .adding)
    let target = StepTarget(place, in: context)
    guard sources.allSatisfy({ $0.holder.name == className && $0.outerProperties.isEmpty }) else {
      throw context.error(.configuration, "the merged properties must belong to one object")
    }
    return ObjectEdit(
      MigrationChange(
        kind: .merged, subject: sources.map(\.subject).joined(separator: ", "), detail: place.property.name),
      of: className,
      finish: PropertyMembers(gains: [place], loses: sources.filter { !$0.isSame(as: place) }).updateSnapshot
    ) { object, document, edits, change in
      let values = sources.compactMap { object[$0.property.key] }
      let present = values.filter { !$0.isNull }
      guard let first = present.first else { return }
      let texts = try present.map { value in
        guard value.kind != .object, value.kind != .array else {
          throw context.error("cannot merge \(value.shown): not a string", at: value, in: document)
        }
        return value.string ?? value.rawText
      }
      let json = try target.json(ofText: texts.joined(separator: separator), at: first, document)
      // If one of the properties gets the text, its member stays where it is.
      let kept = values.first { $0.key.map { $0 == place.property.key } ?? false }
      for value in values where value != kept { try edits.remove(value, in: document) }
      if let kept {
        try edits.replace(kept, with: json, in: document)
      } else {
        try target.requireFree(in: object, document)
        try target.put(json, in: object, document, &edits)
      }
      change.count += 1
    }
  }
}
