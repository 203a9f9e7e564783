import Definitions
import JSONDocument
package import OKitModels
import OKitStorage
import Rules

/// Proposes rules that the data of a workspace conforms to.
package struct RuleInference {
  /// The number of values from which their common shape is no coincidence.
  private static let minimumCount = 5

  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the rules of each class as indented JSON, for the named classes or all with data. A class whose data suggests no rules is missing.
  ///
  /// Throws an error of kind `notFound` for an unknown class, and the errors of reading models.
  package func rules(for names: [String] = []) throws -> [(className: String, json: [UInt8])] {
    try workspace.prepareKeys()
    return try workspace.storage.reading {
      let store = EntityStore(workspace)
      let classes = try store.allClasses()
      for name in names { _ = try classes.requiredClass(name) }
      var found: [String: [String: PropertyValues]] = [:]
      var counts: [String: Int] = [:]
      _ = try store.models([]) { model -> [Never] in
        for document in try store.documents(of: model) {
          guard let root = classes.rootClass(of: document) else { continue }
          var walk = ObjectWalk(document.json.root, as: root.name, in: classes.definitions)
          while let (object, definition) = walk.next() {
            guard
              names.isEmpty
                ? definition.place != nil || !FrameworkClasses.contains(definition.name)
                : names.contains(definition.name)
            else { continue }
            counts[definition.name, default: 0] += 1
            for property in definition.properties where property.key != "id" {
              guard let value = object[property.key], !value.isNull else { continue }
              found[definition.name, default: [:]][property.key, default: PropertyValues()].add(value)
            }
          }
        }
        return []
      }
      return found.keys.sorted().compactMap { name in
        guard let definition = classes.definitions.classes[name] else { return nil }
        return json(of: definition, count: counts[name] ?? 0, found[name] ?? [:]).map { (name, $0) }
      }
    }
  }

  private func json(
    of definition: ClassDefinition, count: Int, _ values: [String: PropertyValues]
  ) -> [UInt8]? {
    var properties: [(key: String, rules: [(keyword: String, json: String)])] = []
    var required: [String] = []
    for property in definition.properties {
      guard let values = values[property.key], values.count >= Self.minimumCount else { continue }
      let rules = values.rules(property.type)
      if !rules.isEmpty { properties.append((property.key, rules)) }
      if property.type.isOptional, values.count == count { required.append(property.key) }
    }
    if properties.isEmpty, required.isEmpty { return nil }
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      if !properties.isEmpty {
        writer.object("properties") { writer in
          for (key, rules) in properties {
            writer.object(key) { writer in
              for (keyword, json) in rules { writer.member(keyword, JSONText(json)) }
            }
          }
        }
      }
      if !required.isEmpty { writer.array("required", of: required) }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

/// The values of one property in all objects of a class.
private struct PropertyValues {
  private(set) var count = 0
  private var minimum: JSONValue?
  private var maximum: JSONValue?
  private var lengths: ClosedRange<Int>?
  private var formats = Set([TextFormat.email, .uri, .date, .dateTime, .uuid])
  private var shape: TextShape?
  private var hasShape = true
  private var isOnlyText = true
  private var isOnlyNumbers = true
  /// The values so far; nil once one occurs twice.
  private var distinct: Set<[UInt8]>? = []

  mutating func add(_ value: JSONValue) {
    count += 1
    if value.kind == .number {
      if let least = minimum { if value.numericOrder(to: least) ?? 0 < 0 { minimum = value } } else { minimum = value }
      if let most = maximum { if value.numericOrder(to: most) ?? 0 > 0 { maximum = value } } else { maximum = value }
    } else {
      isOnlyNumbers = false
    }
    guard let text = value.string else {
      isOnlyText = false
      return
    }
    let length = text.unicodeScalars.count
    lengths = min(lengths?.lowerBound ?? length, length)...max(lengths?.upperBound ?? length, length)
    formats = formats.filter { $0.matches(text) }
    if hasShape {
      let found = TextShape(text)
      if shape == nil { shape = found } else if shape != found { hasShape = false }
    }
    if distinct?.insert(Array(text.utf8)).inserted == false { distinct = nil }
  }

  func rules(_ type: PropertyType) -> [(keyword: String, json: String)] {
    switch type.unwrapped {
    case .enumeration, .date, .uuid, .data: return []
    default: break
    }
    if isOnlyNumbers, let minimum, let maximum {
      let isNegative = minimum.rawText.utf8.first == UInt8(ascii: "-")
      var rules: [(String, String)] = isNegative ? [] : [("minimum", "0")]
      if let bound = RoundBound.above(maximum) { rules.append(("maximum", bound)) }
      return rules
    }
    guard isOnlyText, let lengths else { return [] }
    var rules: [(String, String)] = []
    if lengths.lowerBound > 0 { rules.append(("minLength", "1")) }
    if let format = formats.min(by: { $0.rawValue < $1.rawValue }) {
      rules.append(("format", JSONText.quote(format.rawValue)))
    } else if hasShape, let pattern = shape?.pattern, lengths.lowerBound > 1 {
      rules.append(("pattern", JSONText.quote(pattern)))
    }
    if let distinct, distinct.count == count, count >= 10 { rules.append(("x-okit-unique", "\"model\"")) }
    return rules
  }
}

/// The kinds of the characters in a text, for texts such as ISBNs that all look alike.
private struct TextShape: Equatable {
  private var runs: [(kind: String, count: Int)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.runs.elementsEqual(right.runs) { $0.kind == $1.kind && $0.count == $1.count }
  }

  init(_ text: String) {
    for scalar in text.unicodeScalars {
      let kind: String
      switch scalar {
      case "0"..."9": kind = "[0-9]"
      case "A"..."Z": kind = "[A-Z]"
      case "a"..."z": kind = "[a-z]"
      case "-", "_", "/", " ", ":", "#", "@": kind = String(scalar)
      case ".", "+", "(", ")": kind = "\\\(scalar)"
      default: kind = "?"
      }
      if let last = runs.last, last.kind == kind { runs[runs.count - 1].count += 1 } else { runs.append((kind, 1)) }
    }
  }

  /// The regular expression; nil if it would say too little. Words of the same length by chance have no digits.
  var pattern: String? {
    guard !runs.isEmpty, !runs.contains(where: { $0.kind == "?" }), runs.contains(where: { $0.kind == "[0-9]" }) else {
      return nil
    }
    let pattern = "^" + runs.map { $0.count == 1 ? $0.kind : "\($0.kind){\($0.count)}" }.joined() + "$"
    // The number of repetitions is limited.
    return (try? PortablePattern(pattern)) == nil ? nil : pattern
  }
}

/// Bounds that people would choose.
private enum RoundBound {
  /// Returns the JSON of the smallest number of the form 1, 2 or 5 times a power of ten that is not less than `number`; nil for numbers that are not
  /// positive or very large.
  static func above(_ number: JSONValue) -> String? {
    guard let value = number.double, value > 0, value < 1e15 else { return nil }
    var power = 1
    while power <= 1_000_000_000_000_000 {
      for factor in [1, 2, 5] where Double(factor * power) >= value { return String(factor * power) }
      power *= 10
    }
    return nil
  }
}
