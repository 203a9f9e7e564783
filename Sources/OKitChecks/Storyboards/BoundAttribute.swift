import Bindings
import OKitStorage
import XcodeFiles

/// The value of an attribute of a screen or a row.
enum BoundAttribute {
  /// The same text always: `#100`.
  case constant(String)
  /// A path to a value.
  case path(Binding)
  /// Several paths or constants, a text that is translated, a negation, or a text that is not a binding.
  case other(String)

  init(_ value: RuntimeAttribute.Value) {
    switch value {
    case .bool(let value): self = .constant(value ? "true" : "false")
    case .number(let text): self = .constant(text)
    case .other: self = .other("it is not a text")
    case .text(let text):
      do {
        let binding = try Binding(parsing: text)
        if binding.parts.count > 1 {
          self = .other("\(PathComponent.printable(text)) has several parts")
        } else if binding.parts[0].isNegated {
          self = .other("\(PathComponent.printable(text)) is negated")
        } else if case .constant(let text) = binding.parts[0].content {
          self = .constant(text)
        } else if binding.path != nil {
          self = .path(binding)
        } else {
          self = .other("\(PathComponent.printable(text)) is a text for translation")
        }
      } catch {
        self = .other("\(PathComponent.printable(text)) is not a binding: \(error)")
      }
    }
  }
}

/// The attributes of a screen or a row by their names.
struct BoundAttributes {
  private let all: [RuntimeAttribute]

  init(_ attributes: [RuntimeAttribute]) {
    all = attributes
  }

  /// Returns the attribute with this name; nil if it is missing or an empty text, which is how Interface Builder clears one.
  func attribute(_ name: String) -> RuntimeAttribute? {
    // The app sets one after the other, so the last one counts.
    guard let found = all.last(where: { $0.name == name }) else { return nil }
    if case .text(let text) = found.value, text.utf8.allSatisfy({ " \t\n\r".utf8.contains($0) }) { return nil }
    return found
  }

  subscript(name: String) -> BoundAttribute? { attribute(name).map { BoundAttribute($0.value) } }

  /// True if one of the attributes exists.
  func has(_ names: String...) -> Bool { names.contains { attribute($0) != nil } }

  /// Returns a text that is not a binding, such as the name of a class.
  func plainText(_ name: String) -> String? {
    if case .text(let text)? = attribute(name)?.value { text } else { nil }
  }

  /// Returns the truth value of an attribute; nil if it depends on the data or is missing.
  func flag(_ name: String) -> Bool? {
    guard case .constant(let text)? = self[name] else { return nil }
    return !["false", "no", "0", ""].contains(text)
  }
}
