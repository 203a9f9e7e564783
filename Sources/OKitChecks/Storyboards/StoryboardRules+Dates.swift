import Bindings
import Definitions
import JSONDocument
import OKitModels
import Rules
import XcodeFiles

/// The bounds of date pickers.
extension StoryboardRules {
  mutating func takeDates(_ field: Field) {
    guard field.type == .date else {
      return skip(field, "\(field.name) is \(field.property.type), not a date; skipped")
    }
    takeBound("minDatePath", "x-okit-minimum", ">=", field.row.control?.minimumDate, field)
    takeBound("maxDatePath", "x-okit-maximum", "<=", field.row.control?.maximumDate, field)
  }

  /// Takes the bound in the attribute `name`, or else that of the control itself, in seconds since 2001-01-01T00:00:00Z.
  private mutating func takeBound(_ name: String, _ keyword: String, _ sign: String, _ seconds: String?, _ field: Field)
  {
    switch field.attributes[name] {
    case nil:
      guard let seconds else { return }
      guard let number = try? JSONDocument(parsing: seconds).root, number.kind == .number,
        let bound = DateBound(BindingValue.date(number).text)
      else {
        return skip(field, "\(keyword): the date \(JSONText.quote(seconds)) of the control is not valid; skipped")
      }
      take(field, .init(keyword, JSONText.quote(bound.text)))
    case .constant(let text)?:
      // A date relative to today has a meaning only for okit.
      guard let digit = text.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit, let bound = DateBound(text)
      else {
        return skip(
          field, "\(name): \(JSONText.quote(text)) is not a date such as 2026-01-31T00:00:00Z; skipped")
      }
      take(field, .init(keyword, JSONText.quote(bound.text)))
    case .path(let binding)?: takeCondition(name, sign, binding, field) { $0 == .date }
    case .other(let reason)?: skip(field, "\(name): \(reason); skipped")
    }
  }
}
