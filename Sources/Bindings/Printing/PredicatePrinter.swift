extension Binding.Predicate {
  /// The text between the brackets.
  var text: String {
    if case .comparison(let comparison) = self { return comparison.text(isAlone: comparison.sign == .equals) }
    return inner
  }

  /// The text of a condition that is a part of another one.
  private var inner: String {
    switch self {
    case .comparison(let comparison): comparison.text(isAlone: false)
    case .all(let conditions): conditions.map(\.operand).joined(separator: " && ")
    case .any(let conditions): conditions.map(\.operand).joined(separator: " || ")
    case .not(let condition): "!(\(condition.inner))"
    }
  }

  private var operand: String {
    switch self {
    case .comparison, .not: inner
    case .all, .any: "(\(inner))"
    }
  }
}

extension Binding.Comparison {
  fileprivate func text(isAlone: Bool) -> String {
    let left = left.textOfLeftSide
    if sign == .isIn { return "\(left) in (\(right.map { $0.text(isAlone: false) }.joined(separator: ", ")))" }
    return left + sign.rawValue + right.map { $0.text(isAlone: isAlone) }.joined()
  }
}

extension Binding.Operand {
  fileprivate func text(isAlone: Bool) -> String {
    switch content {
    case .null: return "null"
    case .nothing: return ""
    case .text(let text): return EscapedText.compared(text, isAlone: isAlone)
    case .parts(let parts): return "{\(Binding(parts: parts).canonicalText)}"
    }
  }

  fileprivate var textOfLeftSide: String {
    guard case .parts(let parts) = content else { return text(isAlone: false) }
    let text = Binding(parts: parts).canonicalText
    return EscapedText.isComparable(text) ? text : "{\(text)}"
  }
}
