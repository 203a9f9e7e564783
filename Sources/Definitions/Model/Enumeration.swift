/// An enumeration with raw values.
package struct Enumeration: Equatable, Sendable {
  /// The type of the raw values.
  package enum RawType: Equatable, Sendable {
    /// Strings.
    case string
    /// Whole numbers in the range of an integer type.
    case integer(IntegerType)
  }

  /// A case of an enumeration.
  package struct Case: Equatable, Sendable {
    /// The name in Swift.
    package let name: String
    /// The JSON of its raw value, a string or number.
    package let json: String

    /// A case and the JSON of its raw value.
    package init(name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  /// The name; `Outer.Inner` for a nested enumeration.
  package let name: String
  /// The type of the raw values.
  package let rawType: RawType
  /// The cases in the order of their declarations.
  package let cases: [Case]
  /// The documentation comment, without the comment signs.
  package var note: String?
  /// The place of the declaration.
  package var place: SourcePlace?

  /// An enumeration with these cases.
  package init(name: String, rawType: RawType, cases: [Case], note: String? = nil, place: SourcePlace? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.note = note
    self.place = place
  }
}

extension Enumeration.RawType {
  /// The raw type with a Swift name; nil if no raw type has that name.
  init?(text: String) {
    if text == "String" {
      self = .string
    } else if let type = IntegerType(rawValue: text) {
      self = .integer(type)
    } else {
      return nil
    }
  }

  /// The name in Swift.
  var text: String {
    switch self {
    case .string: "String"
    case .integer(let type): type.rawValue
    }
  }
}
