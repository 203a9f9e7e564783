package import JSONDocument

/// Parses the rules of classes.
///
/// All sources are parsed first, because a `$ref` can lead to another one. Then ``finish()`` finds the targets of references. Schemas can be used only
/// while their parser exists, because references can form a circle and do not keep their targets.
package final class SchemaParser {
  /// The maximum nesting depth of schemas.
  static let maximumDepth = 64

  /// Identifies a schema in a source.
  private struct Key: Hashable {
    let source: ObjectIdentifier
    let index: Int
  }

  private let sourceOfClass: (String) -> RuleSource?
  private var schemas: [Key: Schema] = [:]
  private var references: [(reference: SchemaReference, json: JSONValue, source: RuleSource)] = []
  var depth = 0
  /// False inside a schema that need not be valid, such as an alternative.
  var isRequired = true
  private let collectsMistakes: Bool
  /// The mistakes that were found; empty unless the parser collects them.
  package private(set) var mistakes: [RuleError] = []

  /// A parser. `sourceOfClass` returns the source for a `$ref` to the file of another class.
  ///
  /// - Parameter collectsMistakes: Pass true to leave out what is not understood and collect it in ``mistakes``, instead of throwing the first error. Do
  ///   not check values with schemas that have mistakes.
  package init(collectsMistakes: Bool = false, sourceOfClass: @escaping (String) -> RuleSource? = { _ in nil }) {
    self.collectsMistakes = collectsMistakes
    self.sourceOfClass = sourceOfClass
  }

  /// Parses the schema of a class. Throws ``RuleError`` for anything that is not understood.
  package func parse(_ source: RuleSource) throws(RuleError) -> Schema {
    do throws(RuleError) {
      return try schema(source.document.root, in: source)
    } catch {
      try note(error)
      return Schema(source.document.root, in: source)
    }
  }

  /// Collects a mistake, or throws it.
  private func note(_ mistake: RuleError) throws(RuleError) {
    guard collectsMistakes else { throw mistake }
    mistakes.append(mistake)
  }

  /// Finds the targets of references. Throws ``RuleError`` for a reference to nothing, and for one that leads to itself.
  package func finish() throws(RuleError) {
    do throws(RuleError) { try findTargets() } catch { try note(error) }
  }

  private func findTargets() throws(RuleError) {
    var number = 0
    // A target that nothing else uses is parsed now, and can contain more references.
    while number < references.count {
      let (reference, json, source) = references[number]
      number += 1
      do throws(RuleError) {
        reference.target = try target(of: reference.text, at: json, in: source)
      } catch { try note(error) }
    }
    // Without all targets, no end can be found.
    guard mistakes.isEmpty else { return }
    let ordered = schemas.values.sorted { ($0.source.path, $0.json.index) < ($1.source.path, $1.json.index) }
    try requireEnds(of: ordered)
  }

  /// Parses a schema in a source. References in it can be used after ``finish()``.
  package func schema(_ json: JSONValue, in source: RuleSource) throws(RuleError) -> Schema {
    let key = Key(source: ObjectIdentifier(source), index: json.index)
    if let known = schemas[key] { return known }
    let schema = Schema(json, in: source)
    schemas[key] = schema
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw RuleError("schemas are nested too deeply", at: json, in: source)
    }
    switch json.kind {
    case .bool:
      if json.bool == false { schema.rules = [Rule(keyword: "false", json: json, assertion: .never)] }
    case .object:
      var seen: Set<ExactText> = []
      for (key, value) in json.members {
        let keyword = key.string
        do throws(RuleError) {
          guard seen.insert(ExactText(keyword)).inserted else {
            throw RuleError("\(keyword) is a duplicate", at: value, in: source)
          }
          try parse(keyword, value, into: schema)
        } catch { try note(error) }
      }
    default:
      throw RuleError("a schema is an object, true or false", at: json, in: source)
    }
    return schema
  }

  /// Parses a schema that need not be valid.
  func alternative(_ json: JSONValue, in source: RuleSource) throws(RuleError) -> Schema {
    let before = isRequired
    isRequired = false
    defer { isRequired = before }
    return try schema(json, in: source)
  }

  // MARK: - References

  func reference(_ json: JSONValue, in source: RuleSource) throws(RuleError) -> SchemaReference {
    guard let text = json.string else { throw RuleError("$ref is a string", at: json, in: source) }
    let reference = SchemaReference(text)
    references.append((reference, json, source))
    return reference
  }

  private func target(of text: String, at json: JSONValue, in source: RuleSource) throws(RuleError) -> Schema {
    var pieces = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var target = source
    if let file = pieces.first, !file.isEmpty {
      let name = String(file).withoutSuffix(".json") ?? String(file)
      guard let other = sourceOfClass(name) else {
        throw RuleError("no rules in \(file); write '#/…' for a place in this file", at: json, in: source)
      }
      target = other
    }
    pieces.removeFirst()
    var value = target.document.root
    let pointer = pieces.first.map(String.init) ?? ""
    if !pointer.isEmpty {
      guard pointer.hasPrefix("/") else {
        throw RuleError("\(text) is not a JSON Pointer such as #/$defs/name", at: json, in: source)
      }
      for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard let key = Self.unescaped(step),
          let next = value.kind == .array ? Int(key).flatMap({ value[$0] }) : value[key]
        else { throw RuleError("\(text) leads to nothing", at: json, in: source) }
        value = next
      }
    }
    return try schema(value, in: target)
  }

  /// Returns a step of a pointer in a URI fragment as a key; nil for invalid escapes.
  private static func unescaped(_ step: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = step.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let code = UInt8(String(decoding: Array(rest.prefix(2)), as: UTF8.self), radix: 16), rest.count >= 2
        else { return nil }
        bytes.append(code)
        rest.removeFirst(2)
      case UInt8(ascii: "~"):
        guard let code = rest.popFirst() else { return nil }
        switch code {
        case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
        default: return nil
        }
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Throws if a schema applies itself to the same value, which would never end, or if too many others are applied to a value one after the other.
  private func requireEnds(of schemas: [Schema]) throws(RuleError) {
    let fault = Cycle.fault(
      from: schemas, maximumLength: Self.maximumDepth, id: { ObjectIdentifier($0) }, next: \.appliedToSameValue)
    switch fault {
    case .endless(let schema)?: throw RuleError("this schema leads to itself", at: schema.json, in: schema.source)
    case .tooLong(let schema)?:
      throw RuleError(
        "more than \(Self.maximumDepth) schemas lead from one to the next here", at: schema.json, in: schema.source)
    case nil: return
    }
  }
}

extension Schema {
  /// The schemas that this one applies to the same value.
  fileprivate var appliedToSameValue: [Schema] {
    rules.flatMap { rule -> [Schema] in
      switch rule.assertion {
      case .all(let schemas), .any(let schemas), .exactlyOne(let schemas): schemas
      case .not(let schema): [schema]
      case .conditional(let condition, let then, let otherwise): [condition] + [then, otherwise].compactMap { $0 }
      case .reference(let reference): reference.target.map { [$0] } ?? []
      default: []
      }
    }
  }
}
