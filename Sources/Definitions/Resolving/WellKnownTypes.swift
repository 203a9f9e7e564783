/// The types of Swift and Foundation that models can contain.
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

  /// Modules whose names can precede these types.
  static let modules: Set = ["Swift", "Foundation", "CoreGraphics", "CoreFoundation", "UIKit", "SwiftUI", "OKit"]

  /// True if a type has a static member with this name and its own type.
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

  /// Returns the JSON of such a member; nil if it is not a JSON number or not constant.
  static func json(of constant: String, type: PropertyType) -> String? {
    switch (type, constant) {
    case (.integer, "zero"), (.float, "zero"), (.double, "zero"), (.decimal, "zero"): "0"
    case (.integer(let type), "max"): "\(type.maximum)"
    case (.integer(let type), "min"): "\(type.minimum)"
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

  /// Property wrappers of Apple's frameworks that are not `Codable`. Swift does not store the properties that they wrap.
  static let wrappersWithoutCoding: Set = [
    "AppStorage", "Binding", "Bindable", "Environment", "EnvironmentObject", "FetchRequest", "FocusState",
    "FocusedBinding", "FocusedValue", "GestureState", "Namespace", "ObservedObject", "Published", "Query",
    "ScaledMetric", "SceneStorage", "SectionedFetchRequest", "State", "StateObject", "UIApplicationDelegateAdaptor",
  ]

  /// Members that have the same type in every type.
  static let members: [String: PropertyType] = [
    "uuidString": .string, "absoluteString": .string, "localized": .string, "uppercased": .string,
    "lowercased": .string, "capitalized": .string, "description": .string, "count": .integer(.int),
    "timeIntervalSince1970": .double, "timeIntervalSinceReferenceDate": .double, "timeIntervalSinceNow": .double,
  ]

  /// True if an initializer of a type with this label is failable.
  static func canFail(_ type: PropertyType, label: String?) -> Bool {
    switch (type, label) {
    case (.url, "string"), (.uuid, "uuidString"), (.data, "base64Encoded"), (.decimal, "string"): true
    default: false
    }
  }
}
