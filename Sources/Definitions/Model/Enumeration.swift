/// An enumeration with raw values that properties have as their type.
package struct Enumeration: Equatable, Sendable {
  /// What its cases are stored as.
  package enum RawType: Equatable, Sendable {
    /// JSON strings.
    case string
    /// Whole numbers within the range of a type.
    case integer(IntegerType)
  }

  /// One of its cases.
  package struct Case: Equatable, Sendable {
    /// Its name in Swift.
    package let name: String
    /// What it is stored as, a JSON string or number.
    package let json: String

    /// A case and what it is stored as.
    package init(name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  /// Its name; of a nested one `Outer.Inner`.
  package let name: String
  /// What its cases are stored as.
  package let rawType: RawType
  /// Its cases in their order.
  package let cases: [Case]
  /// Its documentation comment, without the comment's signs.
  package var note: String?
  /// Where it is declared.
  package var place: SourcePlace?

  /// An enumeration of these parts.
  package init(name: String, rawType: RawType, cases: [Case], note: String? = nil, place: SourcePlace? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.note = note
    self.place = place
  }
}

extension Enumeration.RawType {
  /// The raw type that a text means; nil where it means none.
  init?(text: String) {
    if text == "String" {
      self = .string
    } else if let type = IntegerType(rawValue: text) {
      self = .integer(type)
    } else {
      return nil
    }
  }

  /// Its name in Swift.
  var text: String {
    switch self {
    case .string: "String"
    case .integer(let type): type.rawValue
    }
  }
}
