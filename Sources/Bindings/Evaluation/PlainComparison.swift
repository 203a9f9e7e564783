package import JSONDocument

/// A comparison of stored numbers or texts of one document with a constant, on the bytes of the document.
final class PlainComparison {
  private let document: JSONDocument
  /// The indices of the compared values, one for each element; 0 if none is stored.
  private let indices: [UInt32]
  private let sign: ComparisonOperator
  private let text: [UInt8]
  private let isNumber: Bool

  init(_ document: JSONDocument, _ indices: [UInt32], _ sign: ComparisonOperator, _ text: ComparedText) {
    self.document = document
    self.indices = indices
    self.sign = sign
    self.text = Array(text.text.utf8)
    isNumber = text.isNumber
  }

  /// True if the element with a number meets the comparison; nil if only an evaluation can tell.
  func isMet(by element: Int) -> Bool? {
    let index = indices[element]
    guard index > 0, let (kind, bytes) = document.plainBytes(at: index) else { return nil }
    return text.withUnsafeBytes { text in
      switch kind {
      case .number where isNumber: sign.holds(JSONValue.orderOfNumbers(bytes, text))
      case .string where sign == .equals: bytes.count == text.count && bytes.elementsEqual(text)
      case .string where sign == .differs: bytes.count != text.count || !bytes.elementsEqual(text)
      default: nil
      }
    }
  }
}

extension ComparisonOperator {
  /// True if the operator applies to values in this order; nil if it does not depend on an order.
  fileprivate func holds(_ order: Int) -> Bool? {
    switch self {
    case .equals: order == 0
    case .differs: order != 0
    case .isLess: order < 0
    case .isAtMost: order <= 0
    case .isGreater: order > 0
    case .isAtLeast: order >= 0
    case .contains, .hasPrefix, .hasSuffix, .isIn: nil
    }
  }
}

extension ComparisonEvaluation {
  /// Returns the same comparison for many elements of a document; nil if it needs an evaluation for each. Both give the same results, once the
  /// comparison is possible.
  func plain(_ document: JSONDocument, _ elements: [UInt32]) throws -> PlainComparison? {
    guard isPossible, let text = onlyText, let indices = storedIndices(document, elements) else { return nil }
    if let first = indices.first(where: { $0 > 0 }) {
      switch try storedType(of: document.value(at: Int(first))) {
      case .date?, .enumeration?, .reference?, .container?: return nil
      default: break
      }
    }
    return PlainComparison(document, indices, sign, text)
  }
}

extension ConditionEvaluation {
  /// Returns the values that meet the condition. Calls `check` often. Throws its errors and those of ``isMet(by:)``.
  package func matching(_ values: [JSONValue], check: () throws -> Void) throws -> [JSONValue] {
    var found: [JSONValue] = []
    // The comparisons learn from the first values whether they are possible.
    var next = 0
    while next < values.count, !evaluation.isProven {
      try check()
      if try isMet(by: values[next]) { found.append(values[next]) }
      next += 1
    }
    let start = next
    guard start < values.count, let plain = try evaluation.plain(values[start...]) else {
      return try found
        + values[start...].filter { value in
          try check()
          return try isMet(by: value)
        }
    }
    for number in start..<values.count {
      try check()
      if try plain(number - start) ?? isMet(by: values[number]) { found.append(values[number]) }
    }
    return found
  }
}
