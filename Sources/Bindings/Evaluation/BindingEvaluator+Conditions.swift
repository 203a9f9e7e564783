import JSONDocument

extension BindingEvaluator {
  /// Returns the elements in which `part` leads to a value that matches `text`.
  ///
  /// Throws an error of kind `notFound` if no element matches and the definitions say that none can.
  func matching(
    _ part: Binding.Part, _ text: String, _ elements: [BindingCursor], _ segment: Binding.Segment
  ) throws -> [BindingCursor] {
    let wanted = ConditionText(text) { context.now }
    let found = try elements.filter { element in
      try values(of: part, in: element).contains { try isMatch($0, wanted) }
    }
    if found.isEmpty { try requireMeaning(of: text, part, elements, segment) }
    return found
  }

  private func values(of part: Binding.Part, in cursor: BindingCursor) throws -> [BindingValue] {
    do {
      return try branch(from: cursor.value).cursors(at: part).map { try dated($0.value) }
    } catch let error as BindingError where error.kind == .wrongKind && cursor.object != cursor.value.stored {
      // A condition on a property cannot match the numbers in an array of mixed values.
      return []
    }
  }

  /// True if a value matches a condition.
  ///
  /// The name of an enumeration case takes precedence, as it does when a value is set. Otherwise the value matches by its printed or stored text,
  /// or by any other text that would set the same value.
  private func isMatch(_ value: BindingValue, _ wanted: ConditionText) throws -> Bool {
    if case .json(let stored) = value, let json = try context.storedCase(wanted.text, of: stored) {
      return value.text.utf8.elementsEqual(json.utf8)
    }
    return value.text.utf8.elementsEqual(wanted.text.utf8) || wanted.isValue(value)
  }

  // MARK: - Faults

  private func requireMeaning(
    of text: String, _ part: Binding.Part, _ elements: [BindingCursor], _ segment: Binding.Segment
  ) throws {
    guard !text.isEmpty else { return }
    var fault: ConditionFault?
    for element in elements {
      for value in try values(of: part, in: element) where !value.isAbsent {
        guard let stored = value.stored, let found = try context.conditionFault(text, of: stored) else {
          return try requireDoubleQuotes(text, segment)
        }
        fault = fault ?? found
      }
    }
    if let fault {
      throw BindingError(
        .notFound, fault.description, in: self.text, at: range(of: text, in: segment), candidates: fault.candidates)
    }
    try requireDoubleQuotes(text, segment)
  }

  /// Throws if a text is in single quotes, because they count as part of the text.
  private func requireDoubleQuotes(_ text: String, _ segment: Binding.Segment) throws {
    let range = range(of: text, in: segment)
    let bytes = Array(self.text.utf8)
    let isQuoted = range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "\"")
    guard text.utf8.count > 1, text.utf8.first == UInt8(ascii: "'"), text.utf8.last == UInt8(ascii: "'"), !isQuoted
    else { return }
    throw BindingError(
      .notFound, "no value equals \(text) with its single quotes; put a text in double quotes", in: self.text, at: range
    )
  }

  /// Returns the range of the condition's text in the binding, or of the whole condition if the text is spelled differently there.
  private func range(of text: String, in segment: Binding.Segment) -> Range<Int> {
    let bytes = Array(self.text.utf8)
    let (wanted, whole) = (Array(text.utf8), segment.range)
    guard wanted.count <= whole.count, whole.upperBound <= bytes.count else { return whole }
    for start in stride(from: whole.upperBound - wanted.count, through: whole.lowerBound, by: -1)
    where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return start..<start + wanted.count
    }
    return whole
  }
}

/// The text of a condition, with the number, boolean and date that it can mean.
private struct ConditionText {
  let text: String
  private let number: BindingNumber?
  private let bool: Bool?
  private let date: BindingNumber?

  init(_ text: String, now: () -> Double) {
    func number(_ text: String) -> BindingNumber? {
      guard let root = try? JSONDocument(parsing: text).root, root.kind == .number else { return nil }
      return BindingNumber(root)
    }
    self.text = text
    self.number = number(text)
    bool = Bool(typed: text)
    date = DateText.json(text, now: now()).flatMap(number) ?? self.number
  }

  /// True if the text means the value without being its text: numbers match by size, and references by the id that they refer to.
  func isValue(_ value: BindingValue) -> Bool {
    switch value {
    case .absent, .text, .list: return false
    case .number(let found): return number.map(found.isSame) ?? false
    case .bool(let found): return bool == found
    case .date: return isSame(value.number, date)
    case .json(let stored):
      switch stored.kind {
      case .number: return isSame(value.number, number)
      case .bool: return bool == stored.bool
      case .object: return stored["refKey"]?.hasString(equalTo: text) ?? stored.isCase(text)
      case .string, .array, .null: return false
      }
    }
  }

  private func isSame(_ found: BindingNumber?, _ wanted: BindingNumber?) -> Bool {
    guard let found, let wanted else { return false }
    return found.isSame(as: wanted)
  }
}

extension JSONValue {
  /// True if it is an enumeration with associated values whose case has this name and no values.
  fileprivate func isCase(_ name: String) -> Bool {
    guard let content = self[name], content.kind == .object, content.isEmptyContainer else { return false }
    return members.allSatisfy { $0.value == content }
  }
}

extension BindingNumber {
  fileprivate func isSame(as other: BindingNumber) -> Bool {
    if case .decimal(let one, let exponent) = self, case .decimal(let second, exponent) = other { return one == second }
    return description == other.description
  }
}
