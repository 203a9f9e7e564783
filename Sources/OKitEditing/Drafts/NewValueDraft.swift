import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The text for a new value: the one that the app would create.
struct NewValueDraft {
  private let session: EditSession
  private let type: PropertyType?
  /// A value of the same kind beside the new one; nil if there is none.
  private let sample: JSONValue?
  private let path: String

  /// Finds the place. Throws the errors of ``EditSession``.
  init(_ binding: Binding, _ session: EditSession) throws {
    self.session = session
    path = PathComponent.printable(binding.description)
    let slot = try session.slotForNew(EditItem(binding)).slot
    switch slot {
    case .value(let array) where array.kind == .array:
      let element = BindingSlot.element(array.count, of: array)
      try session.requirePlainArray(around: element)
      type = session.type(of: element)
      sample = array.elements.first { !$0.isNull }
    case .value(let value):
      throw OKitError(
        .exists, "\(session.name(of: slot)) is already \(value.shown)",
        remedy: .words("use 'okit edit' to change it"))
    case .element(let index, let array):
      throw session.noElement(
        index, of: array, hint: "write the path of the array, without an index, to append the value")
    case .entry, .member:
      let type = session.type(of: slot)
      // A missing array is created with the new element.
      self.type = type?.unwrapped.element ?? type
      sample = nil
    }
  }

  /// Returns the text for a person.
  func text() throws -> String {
    var writer = DraftWriter(session, sample: sample)
    let json = try initialJSON()
    writer.write(try JSONDocument(parsing: json).root, type, isRoot: true)
    if type == nil, let sample, sample.kind == .object {
      let keys = sample.members.map(\.key.string).filter { $0 != "id" }
      writer.write(comment: ["others have: \(keys.joined(separator: ", "))"])
    }
    return writer.text("Edit the new value for \(path), then save and close the file.")
  }

  private func initialJSON() throws -> String {
    guard let type else { return sample.map { $0.kind == .object ? "{}" : "null" } ?? "null" }
    let definitions = session.classes.definitions
    if let name = type.objectClass, definitions.classes[name]?.role != .choice {
      // okit makes the ids when the entities are stored.
      let bytes = try session.initialData(newID: { "" }, guesses: true).json(of: name)
      var writer = JSONWriter()
      try Self.writeWithoutIDs(JSONDocument(parsing: JSONBytes(bytes)).root, to: &writer)
      return writer.text
    }
    if case .enumeration(let name) = type.unwrapped {
      return definitions.enumerations[name]?.cases.first?.json ?? "null"
    }
    return DefaultValue.initial(of: type.unwrapped)?.json ?? "null"
  }

  /// Writes an object without the empty ids in it. New instances are not deeply nested.
  private static func writeWithoutIDs(_ object: JSONValue, to writer: inout JSONWriter) {
    writer.object { writer in
      for (key, value) in object.members where !(key == "id" && value.hasString(equalTo: "")) {
        switch value.kind {
        case .object:
          var inner = JSONWriter()
          writeWithoutIDs(value, to: &inner)
          writer.member(key.string, JSONText(inner.text))
        default: writer.member(key.string, value)
        }
      }
    }
  }
}
