import JSONDocument
import OKitStorage
import Rules

/// Adds rules to the file of a class. Everything else in the file stays as it is.
struct RuleFileEdit {
  /// The keywords whose values are lists that grow by what is added.
  private static let lists: Set<String> = ["required", "x-okit-predicates"]
  /// The keywords that are one rule together, so that a new one must not join a part of another.
  private static let conditional: Set<String> = ["if", "then", "else"]

  private let path: WorkspacePath
  private let document: JSONDocument
  /// The rules in comments of the Swift source, which only people change.
  private let comments: RuleSource?
  private let isReplacing: Bool

  private let isNew: Bool

  /// An edit of the text of a file; `document` is nil for a file that does not exist yet.
  init(_ path: WorkspacePath, _ document: JSONDocument?, comments: RuleSource?, replacing isReplacing: Bool) throws {
    self.path = path
    isNew = document == nil
    self.document = try (document ?? JSONDocument(parsing: "{}")).live()
    self.comments = comments
    self.isReplacing = isReplacing
  }

  /// The text of the file now; nil if nothing was changed. A new file has each keyword on its own line.
  var changedText: JSONBytes? {
    guard document.isChanged else { return nil }
    guard isNew else { return document.currentText.bytes() }
    var writer = JSONWriter(pretty: true)
    writer.element(document.root)
    return JSONBytes(writer.bytes + [UInt8(ascii: "\n")])
  }

  /// Adds a rule. Throws `JSONEditError` for a file in which a key is repeated.
  func add(_ rule: RuleAddition) throws -> RuleAddition.Outcome {
    if let outcome = outcomeOfComments(rule) { return outcome }
    guard document.root.kind == .object else { return .impossible("\(path) is not an object") }
    guard let key = rule.property else { return try add(rule.members, to: document.root) }
    let properties = try document.root["properties"] ?? document.root.add("properties", "{}")
    guard properties.kind == .object else { return .impossible("'properties' of \(path) is not an object") }
    guard let schema = properties[key] else {
      var writer = JSONWriter()
      writer.object { writer in for member in rule.members { writer.member(member.keyword, JSONText(member.json)) } }
      try properties.add(key, writer.text)
      return .added
    }
    guard schema.kind == .object else {
      return .contradicted(schema.rawText, place: place(of: schema))
    }
    return try add(rule.members, to: schema)
  }

  private func add(_ members: [RuleAddition.Member], to schema: JSONValue) throws -> RuleAddition.Outcome {
    if members.count == 1, Self.lists.contains(members[0].keyword) { return try append(members[0], to: schema) }
    let isConditional = members.contains { Self.conditional.contains($0.keyword) }
    let taken = isConditional ? Self.conditional.sorted().compactMap { schema[$0] } : []
    let existing = (isConditional ? taken : members.compactMap { schema[$0.keyword] })
    let wanted = try members.map { try JSONDocument(parsing: $0.json).root }
    if existing.count == members.count,
      zip(members, wanted).allSatisfy({ schema[$0.keyword].map($1.isSame) ?? false })
    {
      return .present
    }
    if let first = existing.first {
      guard isReplacing, !isConditional else {
        return .contradicted(first.rawText, place: place(of: first))
      }
      let old = first.rawText
      for member in members { try schema.set(member.keyword, to: member.json) }
      return .replaced(old)
    }
    if !isReplacing, let bound = members.lazy.compactMap({ Self.bound(in: schema, excluding: $0) }).first {
      return .contradicted(bound.rawText, place: place(of: bound))
    }
    for member in members { try schema.add(member.keyword, member.json) }
    return .added
  }

  /// Returns the bound of a schema that no value satisfies together with a new one; nil if there is none.
  private static func bound(in schema: JSONValue, excluding new: RuleAddition.Member) -> JSONValue? {
    guard let bound = new.oppositeKeyword.flatMap({ schema[$0] }) else { return nil }
    return new.excludes(bound) ? bound : nil
  }

  private func append(_ member: RuleAddition.Member, to schema: JSONValue) throws -> RuleAddition.Outcome {
    let wanted = try JSONDocument(parsing: member.json).root
    guard let list = schema[member.keyword] else {
      try schema.add(member.keyword, member.json)
      return .added
    }
    guard list.kind == .array else { return .contradicted(list.rawText, place: place(of: list)) }
    let new = wanted.elements.filter { element in !list.elements.contains { Self.isSame($0, element) } }
    for element in new { try list.insert(element.rawText) }
    return new.isEmpty ? .present : .added
  }

  /// True for equal elements, and for a predicate that has a message or a severity, too.
  private static func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if old.isSame(as: new) { return true }
    return new.kind == .object && old["predicate"]?.string == new["predicate"]?.string
  }

  /// Returns the outcome for a rule that a comment has or contradicts; nil if the comments do not concern it.
  private func outcomeOfComments(_ rule: RuleAddition) -> RuleAddition.Outcome? {
    guard let comments, let key = rule.property, let schema = comments.document.root["properties"]?[key] else {
      return nil
    }
    for member in rule.members {
      guard let existing = schema[member.keyword], let wanted = try? JSONDocument(parsing: member.json).root else {
        continue
      }
      if existing.isSame(as: wanted) { return .present }
      let place = comments.position(of: existing)
      return .contradicted(existing.rawText, place: "\(comments.path):\(place.line):\(place.column)")
    }
    return nil
  }

  private func place(of value: JSONValue) -> String {
    // A value that was added now is in no file yet.
    guard value.document === document || value.document === document.parsed else { return path.text }
    let place = document.parsed.position(of: value.key?.range.lowerBound ?? value.range.lowerBound)
    return "\(path):\(place.line):\(place.column)"
  }
}
