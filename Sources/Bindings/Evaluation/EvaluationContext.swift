package import JSONDocument

/// The data outside of a binding that its evaluation needs. Each method is called at most once for each segment and value.
///
/// An error that a method throws ends the evaluation and is rethrown unchanged.
package protocol EvaluationContext {
  /// Returns the root of the model `name`, or of the default model if `name` is nil.
  func root(ofModel name: String?) throws -> JSONValue

  /// Returns the entity with this id; nil if there is none. The search starts in the model of `value`, or in the default model.
  func entity(_ id: String, near value: JSONValue?) throws -> JSONValue?

  /// Returns the content of `property` if it is a partial, which has a file of its own. `standIn` does not store the property.
  func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue

  /// Returns the entity that stands for the partial with this root; nil for the root of a model.
  func standIn(of root: JSONValue) throws -> JSONValue?

  /// Returns the name of the model that `value` is in; nil if it has none.
  func modelName(of value: JSONValue) throws -> String?

  /// Returns the key under which `object` stores `property`; nil if the definition gives it no other key.
  func storedName(of property: String, in object: JSONValue) throws -> String?

  /// Returns the value of the computed property `property`, which is not stored; nil if `object` has no such property.
  func computed(_ property: String, of object: JSONValue) throws -> BindingValue?

  /// Returns the names of the properties that the definition of `object` has; nil without a definition.
  func propertyNames(of object: JSONValue) throws -> [String]?

  /// Returns the stored form of the key `name`; nil unless `array` is a dictionary stored as alternating keys and values.
  func dictionaryKey(_ name: String, in array: JSONValue) throws -> DictionaryKey?

  /// Returns the type of `value` by its definition; nil without a definition.
  func type(of value: JSONValue) throws -> BindingType?

  /// Returns the type that the definition gives to the values at `slot`; nil without a definition.
  func comparedType(at slot: BindingSlot) throws -> ComparedType?

  /// Returns why no value of the defined type at `slot` can equal `text`; nil if one can, and nil without a definition.
  func conditionFault(_ text: String, at slot: BindingSlot) throws -> ConditionFault?

  /// Returns the class of the elements of an array or dictionary by its definition; nil without a definition.
  func elementClass(of container: JSONValue) throws -> String?

  /// Returns the type that the definition gives to what `keys` lead to from objects of a class; nil if they do not only lead to stored values.
  func declaredType(at keys: [String], inClass name: String) throws -> DeclaredType?

  /// Returns `text` without differences of case, diacritics and width.
  func folded(_ text: String) throws -> String

  /// Returns the translation of `text` to the reader's language; nil if there is none.
  func localized(_ text: String) throws -> String?

  /// Returns the result of a function that is not built in, called on `value`, which is part of `entity`; nil if there is no such function.
  func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) throws -> BindingValue?

  /// Returns the description of a function that is not built in, for a call from `entity`; nil if it has none.
  func describedFunction(_ name: String, of entity: JSONValue?) throws -> DescribedFunction?

  /// Returns the names of the functions that are not built in.
  func functionNames() -> [String]

  /// Returns a date, in seconds since 2001-01-01T00:00:00Z, in the format of the reader's language.
  func formatted(_ seconds: Double, as style: BindingDateStyle) throws -> String

  /// Returns a date, in seconds since 2001-01-01T00:00:00Z, by a pattern (Unicode TR 35); nil if the pattern is not valid.
  func formatted(_ seconds: Double, pattern: String) throws -> String?

  /// Returns a number, given as JSON, by a pattern (Unicode TR 35); nil if the pattern is not valid.
  func formatted(number: String, pattern: String) throws -> String?

  /// The current time, in seconds since 2001-01-01T00:00:00Z.
  var now: Double { get }
}

/// A key of a dictionary that is stored as alternating keys and values.
package enum DictionaryKey: Sendable {
  /// The key exists as this JSON.
  case stored(String)
  /// No key has this name. The candidates are the possible names if there are only a few; otherwise they are empty.
  case unknown(candidates: [String])
}

/// The reason why no value of a type can match a condition.
package struct ConditionFault: Sendable {
  /// The error message, in lower case and without a full stop.
  package let description: String
  /// The values that could match if there are only a few; otherwise empty.
  package let candidates: [String]

  /// A fault with this error message.
  package init(_ description: String, candidates: [String] = []) {
    self.description = description
    self.candidates = candidates
  }
}

/// The part of a value's defined type that bindings depend on.
package enum BindingType: Sendable {
  /// A number that is a date.
  case date
  /// An object whose keys are not properties, or an array of alternating keys and values.
  case dictionary
  /// Any other type.
  case other
}

/// The defined type of a value, as far as comparisons depend on it.
package enum ComparedType: Sendable {
  /// A case of an enumeration.
  package struct Case: Sendable {
    /// The name in Swift.
    package let name: String
    /// The raw value.
    package let raw: JSONValue

    /// A case with a raw value.
    package init(name: String, raw: JSONValue) {
      self.name = name
      self.raw = raw
    }
  }

  /// `true` or `false`.
  case bool
  /// A number.
  case number
  /// A date, stored as a number.
  case date
  /// A string.
  case text
  /// An enumeration with raw values.
  case enumeration([Case])
  /// A reference to an entity.
  case reference
  /// Any other object, an array or a dictionary.
  case container
  /// A type that the definitions do not describe.
  case unknown

  /// True for an enumeration.
  var isEnumeration: Bool { if case .enumeration = self { true } else { false } }

  /// Returns the raw value of the case with a name; nil if the type has no such case.
  func rawValue(ofCase name: String) -> JSONValue? {
    guard case .enumeration(let cases) = self else { return nil }
    return cases.first { $0.name.utf8.elementsEqual(name.utf8) }?.raw
  }

  /// Returns the name of the case with a raw value; nil if the type has no such case.
  func caseName(of value: BindingValue) -> String? {
    guard case .enumeration(let cases) = self, let stored = value.stored else { return nil }
    return cases.first { stored.isSame(as: $0.raw) }?.name
  }

  /// The names of the cases of an enumeration; empty for other types.
  var caseNames: [String] { if case .enumeration(let cases) = self { cases.map(\.name) } else { [] } }
}

/// The type of values that need not exist.
package struct DeclaredType {
  /// The type.
  let type: ComparedType
  /// Returns why no value of the type can equal a text; nil if one can.
  let fault: (String) -> ConditionFault?

  /// A type.
  package init(_ type: ComparedType, fault: @escaping (String) -> ConditionFault?) {
    self.type = type
    self.fault = fault
  }
}

/// A format for dates.
package enum BindingDateStyle: String, CaseIterable, Sendable {
  /// A long date.
  case date = "formatDate"
  /// A full date, with the day of the week.
  case fullDate = "formatFullDate"
  /// A short date and a short time.
  case dateTime = "formatDateTime"
  /// A short time.
  case time = "formatTime"
  /// A long date, or a word such as "Today".
  case relativeDate = "formatRelativeDate"
  /// A full date, or a word such as "Today".
  case relativeFullDate = "formatRelativeFullDate"
  /// A short date, or a word such as "Today", and a short time.
  case relativeDateTime = "formatRelativeDateTime"
  /// A short time.
  case relativeTime = "formatRelativeTime"

  /// Returns the date in ISO 8601.
  ///
  /// - Parameter seconds: Local seconds since 2001-01-01T00:00:00, as clocks and calendars show them.
  /// - Returns: An empty text if the date is more than a hundred thousand years away.
  package func iso8601(_ seconds: Double) -> String {
    guard let time = CalendarTime(seconds) else { return "" }
    switch self {
    case .date, .fullDate, .relativeDate, .relativeFullDate: return time.date
    case .dateTime, .relativeDateTime: return "\(time.date) \(time.shortTime)"
    case .time, .relativeTime: return time.shortTime
    }
  }
}

/// The content of a property that an object does not store.
package enum PartialValue {
  /// The property is not a partial.
  case none
  /// The property is a partial without a file.
  case absent
  /// The property is a partial, and this is the root of its file.
  case entity(JSONValue)
}

extension EvaluationContext {
  /// Returns the entity that `value` is or is part of. A function called on `value` receives it. Dictionaries are not entities.
  ///
  /// Throws the errors of `type(of:)`.
  package func entity(around value: JSONValue) throws -> JSONValue? {
    try BindingEvaluator(text: "", context: self, start: nil).entity(around: value)
  }
}

extension EvaluationContext {
  /// True if the keys of an object, or every other element of an array, are not properties but keys of a dictionary.
  ///
  /// Throws the errors of `type(of:)`.
  package func isDictionary(_ value: JSONValue) throws -> Bool {
    if value.kind == .array { return try type(of: value) == .dictionary }
    return try BindingEvaluator(text: "", context: self, start: nil).isDictionary(value)
  }
}

/// Defaults for contexts without other files, definitions and languages.
extension EvaluationContext {
  /// Returns nil.
  package func entity(_ id: String, near value: JSONValue?) -> JSONValue? { nil }
  /// Returns `none`.
  package func partial(_ property: String, of standIn: JSONValue) -> PartialValue { .none }
  /// Returns nil.
  package func standIn(of root: JSONValue) -> JSONValue? { nil }
  /// Returns nil.
  package func modelName(of value: JSONValue) -> String? { nil }
  /// Returns nil.
  package func storedName(of property: String, in object: JSONValue) -> String? { nil }
  /// Returns nil.
  package func computed(_ property: String, of object: JSONValue) -> BindingValue? { nil }
  /// Returns nil.
  package func propertyNames(of object: JSONValue) -> [String]? { nil }
  /// Returns nil.
  package func dictionaryKey(_ name: String, in array: JSONValue) -> DictionaryKey? { nil }
  /// Returns nil.
  package func type(of value: JSONValue) -> BindingType? { nil }
  /// Returns nil.
  package func comparedType(at slot: BindingSlot) -> ComparedType? { nil }
  /// Returns nil.
  package func conditionFault(_ text: String, at slot: BindingSlot) -> ConditionFault? { nil }
  /// Returns nil.
  package func elementClass(of container: JSONValue) -> String? { nil }
  /// Returns nil.
  package func declaredType(at keys: [String], inClass name: String) -> DeclaredType? { nil }
  /// Returns `text` in lower case.
  package func folded(_ text: String) -> String { text.lowercased() }
  /// Returns nil.
  package func localized(_ text: String) -> String? { nil }
  /// Returns nil.
  package func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) -> BindingValue? { nil }
  /// Returns nil.
  package func describedFunction(_ name: String, of entity: JSONValue?) -> DescribedFunction? { nil }
  /// Returns no names.
  package func functionNames() -> [String] { [] }

  /// Returns the date in ISO 8601 and UTC.
  package func formatted(_ seconds: Double, as style: BindingDateStyle) -> String { style.iso8601(seconds) }

  /// Returns the date in ISO 8601 and UTC.
  package func formatted(_ seconds: Double, pattern: String) -> String? { BindingDateStyle.dateTime.iso8601(seconds) }

  /// Returns the number.
  package func formatted(number: String, pattern: String) -> String? { number }

  /// The time of the system's clock.
  package var now: Double { DateText.now }
}
