/// What Swift and Foundation bring, as far as models hold it.
enum WellKnownTypes {
  /// Types without generic arguments, by name.
  static let scalars: [String: PropertyType] = {
    var types: [String: PropertyType] = [
      "String": .string, "Character": .string, "Substring": .string, "Bool": .bool, "Float": .float, "Float32": .float,
      "Double": .double, "Float64": .double, "CGFloat": .double, "TimeInterval": .double, "Decimal": .decimal,
      "Date": .date, "Data": .data, "URL": .url, "UUID": .uuid,
    ]
    for type in IntegerType.allCases { types[type.rawValue] = .integer(type) }
    return types
  }()

  /// Modules whose name can stand in front of these types.
  static let modules: Set = ["Swift", "Foundation", "CoreGraphics", "CoreFoundation", "UIKit", "SwiftUI", "OKit"]

  /// Static members of numbers that are numbers of the same type.
  static let constants: Set = ["max", "min", "zero", "pi", "infinity", "nan", "greatestFiniteMagnitude"]

  /// Members whose type is the same whatever they are of.
  static let members: [String: PropertyType] = [
    "uuidString": .string, "absoluteString": .string, "localized": .string, "uppercased": .string,
    "lowercased": .string, "capitalized": .string, "description": .string, "count": .integer(.int),
    "timeIntervalSince1970": .double, "timeIntervalSinceReferenceDate": .double, "timeIntervalSinceNow": .double,
  ]

  /// Whether an initializer of a type with this label can fail.
  static func canFail(_ type: PropertyType, label: String?) -> Bool {
    switch (type, label) {
    case (.url, "string"), (.uuid, "uuidString"), (.data, "base64Encoded"), (.decimal, "string"): true
    default: false
    }
  }
}
