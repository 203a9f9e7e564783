import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Makes the stored form of a value that a person wrote: references instead of names, attachments instead of paths, dates as numbers.
struct StoredValue {
  /// An error with its place in the text.
  struct LocatedError: Error {
    let offset: Int
    let error: any Error
  }

  /// A file for an attachment in the value.
  struct File {
    /// The steps from the value to the attachment.
    let steps: [BoundValue.Step]
    let content: AttachmentContent
    /// The place in the text.
    let offset: Int
  }

  private let session: EditSession
  private let names: ReferenceNames
  /// Opens a file that the text names as an attachment.
  private let openFile: (String) throws -> AttachmentContent
  /// The stored value, or the object or array that the value comes to.
  private let place: JSONValue?
  /// The key of the value in `place`; nil if `place` is its former value.
  private let key: String?
  private(set) var files: [File] = []
  private var steps: [BoundValue.Step] = []

  init(_ edits: DraftEdits, near place: JSONValue?, key: String? = nil) {
    session = edits.session
    names = edits.names
    openFile = edits.file
    self.place = place
    self.key = key
  }

  private var definitions: Definitions { session.classes.definitions }

  /// Returns the stored form of a value of a type.
  ///
  /// Throws ``LocatedError`` if the value, or a part of it, does not fit.
  mutating func json(_ new: JSONValue, _ type: PropertyType?) throws -> JSONValue {
    var writer = JSONWriter()
    writer.element(JSONText(try text(new, type)))
    return try JSONDocument(parsing: writer.text, secret: true).root
  }

  private mutating func text(_ new: JSONValue, _ type: PropertyType?) throws -> String {
    do {
      switch new.kind {
      case .string: return try string(new, type)
      case .object where steps.count < DraftWriter.maximumDepth: return try object(new, type)
      case .array where steps.count < DraftWriter.maximumDepth && !session.isPairs(new, type):
        return try array(new, type)
      case .null, .number, .bool, .array, .object: return try checked(new, type)
      }
    } catch let error where !(error is LocatedError) && DraftText.isCorrectable(error) {
      throw LocatedError(offset: new.range.lowerBound, error: error)
    }
  }

  // MARK: - Scalars

  private mutating func string(_ new: JSONValue, _ type: PropertyType?) throws -> String {
    let text = new.string ?? ""
    switch session.shortForm(of: type) {
    case .reference?:
      return try session.reference(to: names.id(of: text, like: samples())).rawText
    case .attachment?:
      guard let name = type?.objectClass else { return new.rawText }
      if let content = try content(of: text, at: new) {
        files.append(File(steps: steps, content: content, offset: new.range.lowerBound))
      }
      return String(
        decoding: try session.initialData(newID: session.edit.newID).json(of: name),
        as: UTF8.self)
    case nil: return try checked(new, type)
    }
  }

  /// Returns the text of a scalar, or of a value that is too deep to be converted. Throws an error of kind `malformed` if it does not fit the type.
  private func checked(_ new: JSONValue, _ type: PropertyType?) throws -> String {
    guard let type else { return new.rawText }
    var value = new
    let converter = session.valueText(name)
    switch type.unwrapped {
    case .date where new.kind == .string:
      value = try converter.json(new.string ?? "", as: PropertyType.date) ?? new
    case .date where new.kind == .number: value = try converter.json(new.rawText, as: PropertyType.date) ?? new
    case .enumeration where new.kind == .string:
      var checker = session.checker
      if !checker.walk(new, as: type).faults.isEmpty {
        value = try converter.json(new.string ?? "", as: type.unwrapped) ?? new
      }
    default: break
    }
    var checker = session.checker
    if let fault = checker.walk(value, as: type).faults.first {
      throw OKitError(.malformed, "invalid value for \(name): \(fault.message)")
    }
    return value.rawText
  }

  private var name: String {
    for step in steps.reversed() { if case .property(let key) = step { return PathComponent.printable(key) } }
    if let key { return PathComponent.printable(key) }
    return place?.key.map { PathComponent.printable($0.string) } ?? "the value"
  }

  // MARK: - Objects and arrays

  private mutating func object(_ new: JSONValue, _ type: PropertyType?) throws -> String {
    let definition = type?.objectClass.flatMap { definitions.classes[$0] }
    if let type, definition == nil, type.unwrapped.isScalar { return try checked(new, type) }
    var writer = JSONWriter()
    try writer.object { writer in
      for (key, value) in new.members {
        let key = key.string
        var memberType = type.flatMap { definitions.type(ofMember: key, in: $0) }
        if let definition, memberType == nil {
          guard let entity = definition.partialEntity, entity.property.isExactly(key) else {
            let error = OKitError(
              .notFound, "\(definition.name) has no property \(PathComponent.printable(key))",
              remedy: .candidates(definition.properties.map(\.key), insteadOf: key))
            throw LocatedError(offset: value.range.lowerBound, error: error)
          }
          memberType = .object(entity.className)
        }
        steps.append(.property(key))
        writer.member(key, JSONText(try text(value, memberType)))
        steps.removeLast()
      }
    }
    return writer.text
  }

  private mutating func array(_ new: JSONValue, _ type: PropertyType?) throws -> String {
    if let type, type.unwrapped.isScalar || type.objectClass != nil { return try checked(new, type) }
    var writer = JSONWriter()
    try writer.array { writer in
      for (index, value) in new.elements.enumerated() {
        steps.append(.index(index))
        writer.element(JSONText(try text(value, type?.unwrapped.element)))
        steps.removeLast()
      }
    }
    return writer.text
  }

  // MARK: - References and attachments

  private func samples() -> [JSONValue] {
    var keys = steps.compactMap { step -> String? in if case .property(let key) = step { key } else { nil } }
    if keys.isEmpty, let key { keys = [key] }
    guard let place else { return [] }
    // The property of an element that comes to an array, beside others that have it.
    if place.kind == .array, keys.count == 1 {
      return place.elements.prefix(100).compactMap { $0[keys[0]] }.flatMap { found in
        found.kind == .array ? Array(found.elements) : [found]
      }
    }
    return ReferenceNames.samples(
      of: keys.first ?? place.key?.string, near: keys.isEmpty ? place.parent ?? place : place)
  }

  /// Returns the bytes of the file that a text such as `@cover.png` names; nil for `@` alone, which names none.
  ///
  /// Throws an error of kind `malformed` for other texts, and ``DraftText/FileFault`` if the file cannot be opened.
  func content(of text: String, at value: JSONValue) throws -> AttachmentContent? {
    guard text.utf8.first == UInt8(ascii: "@") else {
      throw OKitError(
        .malformed,
        "\(PathComponent.printable(text.shortened(to: 40))) does not begin with @; \(name) is an attachment",
        remedy: .words("write @ and the path of a file, such as \"@cover.png\""))
    }
    let path = String(text.dropFirst())
    if path.isEmpty { return nil }
    do {
      // A path as the text of the draft has it. What is stored can be encrypted, and okit may run in another folder.
      if let own = try session.attachmentContent(at: path) { return own }
      return try openFile(path)
    } catch {
      throw DraftText.FileFault(error: error)
    }
  }
}

extension PropertyType {
  /// True for a type whose values are neither objects nor arrays.
  fileprivate var isScalar: Bool {
    switch self {
    case .object, .array, .set, .dictionary, .other, .rawRepresentable, .optional: false
    default: true
    }
  }
}
