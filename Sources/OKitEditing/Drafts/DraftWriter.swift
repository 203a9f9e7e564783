import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Writes values as JSON with comments, for people.
///
/// The notes about a property stand above it in the first object of its class. References are names, attachments are paths, and a remark shows what
/// stored numbers and codes mean.
struct DraftWriter {
  /// The depth from which values are written as they are stored, so that deeply nested data does not overflow the stack.
  static let maximumDepth = 64

  private let session: EditSession
  private let names: ReferenceNames
  private let rules: WorkspaceRules?
  /// An object of the kind of a new one, which has no place yet; nil for stored values.
  private let sample: JSONValue?
  private(set) var text = ""
  /// True if a property without a value was written.
  private var hasAbsentProperties = false
  /// The classes whose notes were written.
  private var explained: Set<String> = []

  init(_ session: EditSession, sample: JSONValue? = nil) {
    self.session = session
    self.sample = sample
    names = ReferenceNames(session)
    // A mistake in the rules is reported when the text is stored.
    rules = try? session.workspace.rules(by: session.store)
  }

  /// Returns the text under a title and an explanation.
  func text(_ title: String, _ help: [String] = []) -> String {
    var head = DraftWriter(session)
    head.write(
      comment: [title, "An unchanged text changes nothing, and an empty one cancels."] + help
        + (hasAbsentProperties ? ["To give a value to a property that has none, remove the // in front of it."] : []))
    return head.text + text
  }

  /// Writes the notes about the property that `slot` is the place of, if it is one.
  mutating func writeNotes(of slot: BindingSlot) {
    let key: String? =
      switch slot {
      case .value(let value): value.key?.string
      case .member(let key, _): key
      case .entry, .element: nil
      }
    guard let key, let container = slot.container, let place = session.store.place(of: container),
      let definition = session.classes.definition(of: place), let property = definition.property(storedAs: key)
    else { return }
    write(comment: notes(property, definition, container))
  }

  /// The number of candidates that are listed above a property.
  private static let listedCandidates = 20

  /// Returns the notes about a property of an object.
  private func notes(_ property: PropertyDefinition, _ definition: ClassDefinition, _ object: JSONValue) -> [String] {
    var notes = PropertyNotes(of: property, in: session.classes.definitions)
    if let rules { notes.add(rules.notes(property, of: definition.name)) }
    if notes.candidates.isEmpty {
      // What cannot be evaluated is reported when the text is stored.
      let candidates = (try? self.candidates(property, session.store.place(of: object) == nil ? sample : object)) ?? []
      notes.candidates = Array(candidates.prefix(Self.listedCandidates))
      let rest = candidates.count - notes.candidates.count
      if rest > 0 { notes.candidates.append("and \(rest) more") }
    }
    return notes.lines(property.key)
  }

  /// Returns what can be written for a property: what the rules list, or the names of the entities beside those to which similar references refer.
  private func candidates(_ property: PropertyDefinition, _ object: JSONValue?) throws -> [String] {
    guard let object, let place = session.store.place(of: object) else { return [] }
    if let listed = try rules?.suggestions(forMember: property.key, of: place, in: session.store) {
      return listed.map { $0.entity.flatMap(ReferenceNames.name) ?? $0.text }
    }
    let siblings = object.parent.map { Array($0.elements.prefix(100)) } ?? []
    let samples = ([object] + siblings).compactMap { $0[property.key] }.flatMap { value in
      value.kind == .array ? Array(value.elements.prefix(100)) : [value]
    }
    return names.containers(of: samples).flatMap { container in
      container.elements.map { $0 } + container.members.map { $0.value }
    }.compactMap { ReferenceNames.name(of: $0) }
  }

  mutating func write(comment lines: [String], depth: Int = 0) {
    for line in lines { text += Self.margin(depth) + "// " + Self.singleLine(line) + "\n" }
  }

  /// Writes the members of an object whose members are the values to edit.
  mutating func write(targets: [(path: String, value: JSONValue?, type: PropertyType?)]) {
    text += "{\n"
    for (index, target) in targets.enumerated() {
      if index > 0 { text += "\n" }
      text += Self.margin(1) + JSONText.quote(target.path) + ": "
      write(target.value, target.type, depth: 1, isRoot: true, ending: ",")
    }
    text += "}\n"
  }

  /// Writes one value. At the root, an attachment is an object, so that all of its members can be edited, and so is a new reference.
  mutating func write(
    _ value: JSONValue?, _ type: PropertyType?, depth: Int = 0, isRoot: Bool = false, ending: String = ""
  ) {
    guard let value else {
      text += "null\(ending)\n"
      return
    }
    if depth < Self.maximumDepth, let form = session.shortForm(of: value, type),
      !isRoot || form == .reference && sample == nil
    {
      return write(short(value, form), ending)
    }
    switch value.kind {
    case .object where depth < Self.maximumDepth && !value.isEmptyContainer || type?.objectClass != nil:
      writeObject(value, type, depth)
      text += ending + "\n"
    case .array where depth < Self.maximumDepth && !value.isEmptyContainer && !session.isPairs(value, type):
      text += "[\n"
      for element in value.elements {
        text += Self.margin(depth + 1)
        write(element, type?.unwrapped.element, depth: depth + 1, ending: ",")
      }
      text += Self.margin(depth) + "]" + ending + "\n"
    case .object, .array:
      let lines = String(decoding: JSONWriter.pretty(value), as: UTF8.self).split(separator: "\n")
      text += lines.joined(separator: "\n" + Self.margin(depth)) + ending + "\n"
    default: write(scalar(value, type), ending)
    }
  }

  private mutating func write(_ value: (json: String, remark: String?), _ ending: String) {
    text += value.json + ending + (value.remark.map { "  // " + Self.singleLine($0) } ?? "") + "\n"
  }

  // MARK: - Objects

  private mutating func writeObject(_ value: JSONValue, _ type: PropertyType?, _ depth: Int) {
    let definition = type?.objectClass.flatMap { session.classes.definitions.classes[$0] }
    let explains = definition.map { explained.insert($0.name).inserted } ?? false
    text += "{\n"
    if let place = partialPath(of: value, definition) {
      write(
        comment: ["other values of this entity are in its partial: okit edit \(ShellWord.quoted(place))"],
        depth: depth + 1)
    }
    var isFirst = true
    for property in definition?.properties ?? [] {
      if explains, let definition {
        if !isFirst { text += "\n" }
        write(comment: notes(property, definition, value), depth: depth + 1)
      }
      isFirst = false
      writeMember(property.key, value[property.key], property.type, depth + 1)
    }
    for (key, member) in value.members where definition?.property(storedAs: key.string) == nil && key.isFirst {
      if let definition { write(comment: ["not a property of \(definition.name)"], depth: depth + 1) }
      let memberType = type.flatMap { session.classes.definitions.type(ofMember: key.string, in: $0) }
      writeMember(key.string, member, memberType, depth + 1)
    }
    text += Self.margin(depth) + "}"
  }

  private mutating func writeMember(_ key: String, _ value: JSONValue?, _ type: PropertyType?, _ depth: Int) {
    text += Self.margin(depth)
    guard let value else {
      hasAbsentProperties = true
      text += "// \(JSONText.quote(key)): null,\n"
      return
    }
    text += JSONText.quote(key) + ": "
    write(value, type, depth: depth, ending: ",")
  }

  /// Returns the path to the other values of a stand-in; nil for any other object.
  private func partialPath(of value: JSONValue, _ definition: ClassDefinition?) -> String? {
    guard definition == nil || definition?.role == .partial, let place = session.store.place(of: value),
      (try? session.store.partial(of: place)) ?? nil != nil
    else { return nil }
    return BoundValue.Step.text(
      of: .property(session.classes.partialProperty(of: place)),
      behind: EntityPaths.paths(of: [place], session.classes)[0])
  }

  // MARK: - Scalars

  /// Returns the text for a reference or an attachment, and a remark.
  private func short(_ value: JSONValue, _ form: ShortForm) -> (json: String, remark: String?) {
    switch form {
    case .reference:
      let (text, remark) = names.shown(value)
      return (JSONText.quote(text), remark)
    case .attachment:
      let object = session.store.place(of: value).flatMap { AttachmentObject($0) }
      return (JSONText.quote("@" + path(of: object)), object.map(remark) ?? "no bytes yet")
    }
  }

  private func path(of object: AttachmentObject?) -> String {
    guard let object, !object.isInline, let path = (try? object.path(in: session.workspace)) ?? nil else { return "" }
    return WorkspacePath(path).text
  }

  private func remark(_ object: AttachmentObject) -> String {
    let format = object.format.isEmpty ? "" : object.format + ", "
    return "\(format)\(object.declaredSize) bytes\(object.isInline ? ", stored in the entity" : "")"
  }

  private func scalar(_ value: JSONValue, _ type: PropertyType?) -> (json: String, remark: String?) {
    switch (value.kind, type?.unwrapped) {
    case (.number, .date?):
      let date = BindingValue.date(value).text
      return (value.rawText, date == value.rawText ? nil : date)
    case (_, .enumeration(let name)?):
      let found = session.classes.definitions.enumerations[name]?.cases.first { found in
        (try? JSONDocument(parsing: found.json))?.root.isSame(as: value) ?? false
      }
      return (Self.text(of: value), found?.name)
    default: return (Self.text(of: value), nil)
    }
  }

  /// Returns the JSON of a scalar. A string has no escapes that it does not need.
  private static func text(of value: JSONValue) -> String {
    value.string.map { JSONText.quote($0) } ?? value.rawText
  }

  private static func margin(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// Returns a text that does not end its comment.
  private static func singleLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 0x20 || [0x7f, 0x85, 0x2028, 0x2029].contains($0.value) ? " " : $0 }))
  }
}
