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

  /// Whether a type has a static member of this name that is of the same type.
  static func hasConstant(_ name: String, _ type: PropertyType) -> Bool {
    switch type {
    case .integer: ["max", "min", "zero"].contains(name)
    case .float, .double: floatingConstants.contains(name)
    case .decimal: ["zero", "pi", "nan", "quietNaN", "greatestFiniteMagnitude"].contains(name)
    case .date: ["now", "distantPast", "distantFuture"].contains(name)
    default: false
    }
  }

  private static let floatingConstants: Set = [
    "zero", "pi", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude", "leastNonzeroMagnitude",
    "ulpOfOne",
  ]

  /// What such a member is stored as; nil if it is not a number of JSON, or not always the same.
  static func json(of constant: String, type: PropertyType) -> String? {
    switch (type, constant) {
    case (.integer, "zero"), (.float, "zero"), (.double, "zero"), (.decimal, "zero"): "0"
    case (.integer(let type), "max"): "\(type.greatest)"
    case (.integer(let type), "min"): "\(type.least)"
    case (.double, "pi"): NumberLiteral.json(of: Double.pi)
    case (.float, "pi"): NumberLiteral.json(of: Float.pi)
    case (.double, "greatestFiniteMagnitude"): NumberLiteral.json(of: Double.greatestFiniteMagnitude)
    case (.float, "greatestFiniteMagnitude"): NumberLiteral.json(of: Float.greatestFiniteMagnitude)
    case (.double, "leastNormalMagnitude"): NumberLiteral.json(of: Double.leastNormalMagnitude)
    case (.float, "leastNormalMagnitude"): NumberLiteral.json(of: Float.leastNormalMagnitude)
    case (.double, "leastNonzeroMagnitude"): NumberLiteral.json(of: Double.leastNonzeroMagnitude)
    case (.float, "leastNonzeroMagnitude"): NumberLiteral.json(of: Float.leastNonzeroMagnitude)
    case (.double, "ulpOfOne"): NumberLiteral.json(of: Double.ulpOfOne)
    case (.float, "ulpOfOne"): NumberLiteral.json(of: Float.ulpOfOne)
    case (.date, "distantPast"): "-63114076800"
    case (.date, "distantFuture"): "63113904000"
    default: nil
    }
  }

  /// Property wrappers of Apple's frameworks that are not `Codable`, so that what they wrap is not stored.
  static let wrappersWithoutCoding: Set = [
    "AppStorage", "Binding", "Bindable", "Environment", "EnvironmentObject", "FetchRequest", "FocusState",
    "FocusedBinding", "FocusedValue", "GestureState", "Namespace", "ObservedObject", "Published", "Query",
    "ScaledMetric", "SceneStorage", "SectionedFetchRequest", "State", "StateObject", "UIApplicationDelegateAdaptor",
  ]

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
