import JSONDocument

/// The text on the right side of a comparison, with the number, boolean and date that it can mean.
struct ComparedText {
  let text: String
  private let number: JSONValue?
  private let bool: Bool?
  private let date: JSONValue?

  init(_ text: String, now: () -> Double) {
    self.text = text
    number = Self.number(text)
    bool = Bool(typed: text)
    date = DateText.json(text, relativeTo: now).flatMap(Self.number)
  }

  /// True if the text is a number.
  var isNumber: Bool { number != nil }

  private static func number(_ text: String) -> JSONValue? {
    guard let root = try? JSONDocument(parsing: text).root, root.kind == .number else { return nil }
    return root
  }

  /// True if the text means a value of this type. The name of an enumeration case takes precedence, as it does when a value is set.
  func isEqual(to value: BindingValue, as type: ComparedType?) throws -> Bool {
    if let raw = type?.rawValue(ofCase: text), let stored = value.stored { return stored.isSame(as: raw) }
    switch value {
    case .absent: return false
    case .text(let found): return found.utf8.elementsEqual(text.utf8)
    case .list: return value.text.utf8.elementsEqual(text.utf8)
    case .bool(let found): return bool == found
    case .number, .date: return relation(of: value, as: type) == .equal
    case .json(let stored):
      switch stored.kind {
      case .string: return stored.hasString(equalTo: text)
      case .number: return relation(of: value, as: type) == .equal
      case .bool: return bool == stored.bool
      case .object:
        return stored["refKey"]?.hasString(equalTo: text) ?? stored.isCase(text)
          || value.text.utf8.elementsEqual(text.utf8)
      case .array, .null: return value.text.utf8.elementsEqual(text.utf8)
      }
    }
  }

  /// True if a value of the same kind as `value` could equal the text.
  func canEqual(_ value: BindingValue) -> Bool {
    switch value {
    case .bool: bool != nil
    case .number: number != nil
    case .date: number != nil || date != nil
    case .json(let stored):
      switch stored.kind {
      case .number: number != nil || date != nil
      case .bool: bool != nil
      default: true
      }
    default: true
    }
  }

  /// Returns what the text is not but would have to be to be ordered among values of a type; nil if it can.
  func missingName(for type: ComparedType) -> String? {
    switch type {
    case .number: number == nil ? "a number" : nil
    case .date:
      date == nil && (number == nil || DateText.isLikeCalendarDate(text)) ? "a date; write a day as 2026-01-31" : nil
    case .enumeration(let cases):
      cases.contains {
        $0.name.utf8.elementsEqual(text.utf8) || ($0.raw.string ?? $0.raw.rawText).utf8.elementsEqual(text.utf8)
      }
        || number != nil && cases.first?.raw.kind == .number ? nil : "a case"
    default: nil
    }
  }

  /// Returns the order of a value and the text; nil if they have none.
  func relation(of value: BindingValue, as type: ComparedType?) -> ValueRelation? {
    if let string = value.string {
      return ValueRelation(string, type?.rawValue(ofCase: text)?.string ?? text)
    }
    guard let wanted = wantedNumber(for: value, as: type) else { return nil }
    if let stored = value.stored { return stored.numericOrder(to: wanted).map { ValueRelation($0) } }
    guard let found = value.number else { return nil }
    return BindingNumber(wanted).map { ValueRelation(found, $0) }
  }

  private func wantedNumber(for value: BindingValue, as type: ComparedType?) -> JSONValue? {
    switch type {
    case .date: date ?? number
    case .enumeration: type?.rawValue(ofCase: text).flatMap { $0.kind == .number ? $0 : nil } ?? number
    case nil, .unknown: if case .date = value { date ?? number } else { number ?? date }
    default: number
    }
  }
}

extension JSONValue {
  /// True if it is an enumeration with associated values whose case has this name and no values.
  fileprivate func isCase(_ name: String) -> Bool {
    guard let content = self[name], content.kind == .object, content.isEmptyContainer else { return false }
    return members.allSatisfy { $0.value == content }
  }
}
