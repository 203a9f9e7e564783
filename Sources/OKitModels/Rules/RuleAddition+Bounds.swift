package import JSONDocument
import Rules

extension RuleAddition.Member {
  /// The keyword of the bound on the other side, such as `maximum` for `minimum`; nil for a rule that is no bound.
  package var oppositeKeyword: String? {
    switch keyword {
    case "minimum": "maximum"
    case "maximum": "minimum"
    case "x-okit-minimum": "x-okit-maximum"
    case "x-okit-maximum": "x-okit-minimum"
    default: nil
    }
  }

  /// True if no value satisfies this bound together with `bound`, the value of the keyword of the other side.
  package func excludes(_ bound: JSONValue) -> Bool {
    guard let own = try? JSONDocument(parsing: json).root else { return false }
    let (minimum, maximum) = keyword.hasSuffix("minimum") ? (own, bound) : (bound, own)
    if let order = minimum.numericOrder(to: maximum) { return order > 0 }
    guard let first = minimum.string.flatMap({ DateBound($0) }), let last = maximum.string.flatMap({ DateBound($0) })
    else { return false }
    return first.isAlwaysAfter(last)
  }
}
