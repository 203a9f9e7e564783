import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension ValueConversion {
  /// Converts a value that is not a container. Both types are not optional.
  package func scalar(
    _ value: JSONValue, from: PropertyType, to: PropertyType, mapping: Mapping = { _ in nil }
  ) -> Conversion {
    if let json = mapping(value) { return json == value.rawText ? .same : .replaced(json) }
    switch (from, to) {
    case (_, .other): return .same
    case (.object(let old), .object(let new)) where !succession.allows(old, new): return .fails
    case (_, .object): return value.kind == .object ? .same : .fails
    case (.enumeration(let oldName), .enumeration(let newName)):
      if let old = oldCases[oldName], let new = newCases[newName] {
        return enumerationCase(value, old, new)
      }
    case (.date, .string): return dateText(value)
    default: break
    }
    guard value.kind != .object, value.kind != .array, !value.isNull else { return .fails }
    if rules.fault(of: value, as: to) == nil { return isKnown(to) ? .same : .fails }
    for json in candidates(value, to) {
      guard let root = try? JSONDocument(parsing: json).root else { continue }
      if rules.fault(of: root, as: to) == nil { return .replaced(json) }
    }
    return .fails
  }

  /// Returns true if there are rules for a type.
  private func isKnown(_ type: PropertyType) -> Bool {
    switch type {
    case .array, .set, .dictionary, .object, .optional: false
    default: true
    }
  }

  /// Returns the possible JSON of a value, the most likely first.
  private func candidates(_ value: JSONValue, _ type: PropertyType) -> [String] {
    switch type {
    case .string: return value.kind == .string ? [] : [JSONText.quote(value.rawText)]
    case .bool:
      if value.kind == .number { return value.int == 0 ? ["false"] : value.int == 1 ? ["true"] : [] }
      switch value.string {
      case "true", "1": return ["true"]
      case "false", "0": return ["false"]
      default: return []
      }
    case .integer, .float, .double, .decimal:
      if let bool = value.bool { return [bool ? "1" : "0"] }
      return value.string.flatMap(Self.number).map { [$0] } ?? []
    case .date:
      // A word such as 'now' is not a date here.
      guard let text = value.string, text.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false else { return [] }
      return DateText.json(text, now: 0).map { [$0] } ?? []
    case .enumeration(let name): return cases(value, name)
    case .rawRepresentable(_, let raw): return candidates(value, raw)
    default: return []
    }
  }

  /// Returns the text if it is exactly one JSON number.
  private static func number(_ text: String) -> String? {
    guard let root = try? JSONDocument(parsing: text).root, root.kind == .number, root.range.count == text.utf8.count
    else { return nil }
    return text
  }

  /// Returns the JSON of the cases that a text or number can mean, by their raw value or by their name.
  private func cases(_ value: JSONValue, _ name: String) -> [String] {
    guard let enumeration = new.enumerations[name] else { return [] }
    let text = value.string ?? value.rawText
    let stored = enumeration.rawType == .string ? JSONText.quote(text) : text
    return [stored]
      + enumeration.cases.filter { value.kind == .string && $0.name.isExactly(text) }.map(\.json)
  }

  // MARK: - Enumerations

  /// Finds a case by its name. If the new enumeration lacks the name, the value stays if it is the raw value of a new name.
  private func enumerationCase(_ value: JSONValue, _ old: EnumerationCases, _ new: EnumerationCases) -> Conversion {
    guard let oldCase = old.first(storedAs: value) else {
      // A value that was not a case before can be one now.
      return new.first(storedAs: value) == nil ? .fails : .same
    }
    if let newCase = new.first(called: oldCase.name) {
      return newCase.isStored(as: value) ? .same : .replaced(newCase.json)
    }
    guard let newCase = new.first(storedAs: value) else { return .fails }
    return old.first(called: newCase.name) == nil ? .same : .fails
  }

  // MARK: - Dates

  /// Returns a date as ISO 8601 in UTC, with all digits of its fraction.
  private func dateText(_ value: JSONValue) -> Conversion {
    if value.kind == .string { return .same }
    guard value.kind == .number, let (seconds, fraction) = Self.parts(ofDate: value.rawText),
      let whole = try? JSONDocument(parsing: String(seconds)).root
    else { return .fails }
    let text = BindingValue.date(whole).text
    guard text.utf8.last == UInt8(ascii: "Z") else { return .fails }
    let plain = text.withoutSuffix("Z") ?? text
    let written = fraction.isEmpty ? text : "\(plain.withoutSuffix(".000") ?? plain).\(fraction)Z"
    // The text must be read as the same number, or the conversion would lose something.
    guard let back = DateText.json(written, now: 0), let root = try? JSONDocument(parsing: back).root,
      root.double == value.double
    else { return .fails }
    return .replaced(JSONText.quote(written))
  }

  /// Returns the seconds, rounded down, and the digits of the fraction; nil for exponents and large numbers.
  private static func parts(ofDate text: String) -> (seconds: Int, fraction: String)? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let pieces = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."))
    guard pieces.count <= 2, let first = pieces.first, let seconds = Int(String(decoding: first, as: UTF8.self)) else {
      return nil
    }
    guard pieces.count == 2 else { return (isNegative ? -seconds : seconds, "") }
    let digits = String(decoding: pieces[1], as: UTF8.self)
    guard digits.utf8.count <= 17, let fraction = Int(digits) else { return nil }
    guard fraction > 0 else { return (isNegative ? -seconds : seconds, "") }
    guard isNegative else { return (seconds, trimmed(digits)) }
    let power = (0..<digits.utf8.count).reduce(1) { power, _ in power * 10 }
    let rest = String(power - fraction)
    return (-seconds - 1, trimmed(String(repeating: "0", count: digits.utf8.count - rest.utf8.count) + rest))
  }

  /// Returns the digits of a fraction without trailing zeros.
  private static func trimmed(_ digits: String) -> String {
    var bytes = Array(digits.utf8)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
