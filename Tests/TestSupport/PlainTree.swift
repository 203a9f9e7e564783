package import JSONDocument

/// A plain model of a JSON value for comparisons: members by their keys in order, elements, and scalars by their text.
package indirect enum PlainTree: Equatable {
  case object([(key: String, value: PlainTree)])
  case array([PlainTree])
  /// A scalar with its exact text.
  case scalar(String)

  /// Compares members and elements in their order, and texts by their bytes.
  package static func == (left: PlainTree, right: PlainTree) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) { Array($0.key.utf8) == Array($1.key.utf8) && $0.value == $1.value }
    case (.array(let left), .array(let right)): left == right
    case (.scalar(let left), .scalar(let right)): Array(left.utf8) == Array(right.utf8)
    default: false
    }
  }

  /// Creates the model of a value.
  package init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object(value.members.map { ($0.key.string, PlainTree($0.value)) })
    case .array: self = .array(value.elements.map { PlainTree($0) })
    default: self = .scalar(value.rawText)
    }
  }
}
