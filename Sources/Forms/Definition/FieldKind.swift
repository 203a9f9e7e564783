/// The way in which a person enters the value of a field.
package enum FieldKind: String, CaseIterable, Sendable {
  /// One line of text.
  case text
  /// Several lines of text.
  case multiline
  /// Text that is not shown.
  case secure
  /// Text with a fixed pattern, such as a telephone number.
  case formatted
  /// Text with values to choose from.
  case suggestions
  /// A number.
  case number
  /// A number between two bounds.
  case slider
  /// A number that changes by steps.
  case stepper
  /// A number of seconds, entered as hours and minutes.
  case duration
  /// A number of stars.
  case rate
  /// Yes or no.
  case `switch`
  /// A day.
  case date
  /// A time of the day.
  case time
  /// A day with a time.
  case dateTime
  /// One of several values.
  case choice
  /// Any number of several values.
  case choices
  /// Any number of values that a person types.
  case list
  /// An image or other file.
  case picture
  /// Any number of images or other files.
  case pictures
  /// A function to call after the values were stored.
  case action
  /// A value that is only shown.
  case note

  /// True if the value is a number.
  package var isNumber: Bool { [.number, .slider, .stepper, .duration, .rate].contains(self) }
  /// True if the value is a date.
  package var isDate: Bool { [.date, .time, .dateTime].contains(self) }
  /// True if the value is a text that a person types freely.
  package var isText: Bool { [.text, .multiline, .secure, .formatted, .suggestions].contains(self) }
  /// True if the field has files.
  package var isFiles: Bool { self == .picture || self == .pictures }
  /// True if the field has a value that a person can change.
  package var isEntry: Bool { self != .action && self != .note }
}
