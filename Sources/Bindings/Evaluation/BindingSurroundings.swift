import Glibc
package import JSONDocument

/// What evaluating bindings needs from outside; asked at most once a segment and value.
///
/// What a method throws ends the evaluation and comes out of it as it is.
package protocol BindingSurroundings {
  /// The root of the model `name`, or of the default model.
  func root(ofModel name: String?) throws -> JSONValue

  /// The entity of this id, which is looked for in the model of `value` first, or in the default model; nil where there is none.
  func entity(_ id: String, near value: JSONValue?) throws -> JSONValue?

  /// What `property`, which `standIn` does not store, gives from a file of its own.
  func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue

  /// The entity that stands for the partial whose root this is; nil of the root of a model.
  func standIn(of root: JSONValue) throws -> JSONValue?

  /// The name of the model that `value` is in; nil where it has none.
  func modelName(of value: JSONValue) throws -> String?

  /// The key under which `object` stores `property`, where its definition gives it another one.
  func storedName(of property: String, in object: JSONValue) throws -> String?

  /// What `object` says under the name of a property that is stored nowhere; nil where it has none that is computed.
  func computed(_ property: String, of object: JSONValue) throws -> BindingValue?

  /// The names of the properties that `object` could have by its definition; nil where it has none.
  func propertyNames(of object: JSONValue) throws -> [String]?

  /// Returns the stored form of the key `name`; nil unless `array` is a dictionary stored as alternating keys and values.
  func dictionaryKey(_ name: String, in array: JSONValue) throws -> DictionaryKey?

  /// What `value` is by its definition; nil where it has none.
  func type(of value: JSONValue) throws -> BindingType?

  /// Returns the raw value of the case `name` as text; nil unless `value` is defined as an enumeration with that case.
  func storedCase(_ name: String, of value: JSONValue) throws -> String?

  /// Why no value of the type that `value` has by its definition is what `text` says; nil where one could be, and without a definition.
  func conditionFault(_ text: String, of value: JSONValue) throws -> ConditionFault?

  /// The text that stands for `text` in the reader's language; nil where there is none.
  func localized(_ text: String) throws -> String?

  /// The value of a function that Bindings does not bring, called on `value`, which is of `entity`; nil where there is no such function.
  func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) throws -> BindingValue?

  /// The names of the functions that Bindings does not bring, for hints.
  func functionNames() -> [String]

  /// A date, in seconds since 2001-01-01T00:00:00Z, as the reader is used to write it.
  func formatted(_ seconds: Double, as style: BindingDateStyle) throws -> String

  /// This moment, in seconds since 2001-01-01T00:00:00Z.
  var now: Double { get }
}

/// A key of a dictionary that is stored as keys and values in turn.
package enum DictionaryKey: Sendable {
  /// The JSON that it is stored as.
  case stored(String)
  /// No key has this name; these are the names that keys can have, if there are only a few.
  case unknown(candidates: [String])
}

/// Why no value of a type can be what a condition asks for.
package struct ConditionFault: Sendable {
  /// The error message, in lower case and without a full stop.
  package let description: String
  /// The values that the condition could ask for, if there are only a few; otherwise empty.
  package let candidates: [String]

  /// A fault with these words.
  package init(_ description: String, candidates: [String] = []) {
    self.description = description
    self.candidates = candidates
  }
}

/// What a definition says of a value, as far as bindings depend on it.
package enum BindingType: Sendable {
  /// A number that is a date.
  case date
  /// An object whose keys are no properties, or an array of keys and values in turn.
  case dictionary
  /// All else.
  case other
}

/// How a date is shown.
package enum BindingDateStyle: String, CaseIterable, Sendable {
  /// A long date.
  case date = "formatDate"
  /// A full date, with the day of the week.
  case fullDate = "formatFullDate"
  /// A short date and a short time.
  case dateTime = "formatDateTime"
  /// A short time.
  case time = "formatTime"
  /// A long date, or "Today" and the like.
  case relativeDate = "formatRelativeDate"
  /// A full date, or "Today" and the like.
  case relativeFullDate = "formatRelativeFullDate"
  /// A short date, or "Today" and the like, and a short time.
  case relativeDateTime = "formatRelativeDateTime"
  /// A short time.
  case relativeTime = "formatRelativeTime"

  /// The date that clocks and a calendar show, in seconds since they showed 2001-01-01, 0 o'clock, in ISO 8601; empty if it is more than
  /// a hundred thousand years away.
  package func iso8601(_ seconds: Double) -> String {
    guard let time = CalendarTime(seconds) else { return "" }
    switch self {
    case .date, .fullDate, .relativeDate, .relativeFullDate: return time.date
    case .dateTime, .relativeDateTime: return "\(time.date) \(time.shortTime)"
    case .time, .relativeTime: return time.shortTime
    }
  }
}

/// What a property that an object does not store gives.
package enum PartialValue {
  /// It is no partial's entity.
  case none
  /// It is, but has no file.
  case absent
  /// It is, and this is the root of its file.
  case entity(JSONValue)
}

extension BindingSurroundings {
  /// The entity that `value` is or is part of: what a function that is called there gets. Dictionaries are none.
  ///
  /// Throws what asking for types throws.
  package func entity(around value: JSONValue) throws -> JSONValue? {
    try BindingWalk(text: "", surroundings: self, start: nil).entity(around: value)
  }
}

/// Of surroundings that know neither other files nor definitions nor a language.
extension BindingSurroundings {
  /// None.
  package func entity(_ id: String, near value: JSONValue?) -> JSONValue? { nil }
  /// None.
  package func partial(_ property: String, of standIn: JSONValue) -> PartialValue { .none }
  /// None.
  package func standIn(of root: JSONValue) -> JSONValue? { nil }
  /// None.
  package func modelName(of value: JSONValue) -> String? { nil }
  /// None.
  package func storedName(of property: String, in object: JSONValue) -> String? { nil }
  /// None.
  package func computed(_ property: String, of object: JSONValue) -> BindingValue? { nil }
  /// None.
  package func propertyNames(of object: JSONValue) -> [String]? { nil }
  /// None.
  package func dictionaryKey(_ name: String, in array: JSONValue) -> DictionaryKey? { nil }
  /// None.
  package func type(of value: JSONValue) -> BindingType? { nil }
  /// None.
  package func storedCase(_ name: String, of value: JSONValue) -> String? { nil }
  /// None.
  package func conditionFault(_ text: String, of value: JSONValue) -> ConditionFault? { nil }
  /// None.
  package func localized(_ text: String) -> String? { nil }
  /// None.
  package func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) -> BindingValue? { nil }
  /// None.
  package func functionNames() -> [String] { [] }

  /// The date as ISO 8601 has it, in UTC.
  package func formatted(_ seconds: Double, as style: BindingDateStyle) -> String { style.iso8601(seconds) }

  /// What the system's clock says.
  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec - 978_307_200) + Double(time.tv_nsec) / 1e9
  }
}
