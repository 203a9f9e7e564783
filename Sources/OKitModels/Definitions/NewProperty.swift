package import Definitions
import OKitStorage

/// An argument of `okit model create`: `NAME:TYPE` or `NAME:TYPE=DEFAULT`.
package struct NewProperty: Sendable {
  /// The name of the property.
  package let name: String
  /// The type of the property.
  package let type: PropertyType
  /// The default in Swift; nil for the usual default of the type.
  let defaultText: String?

  /// Parses an argument. The default of a string needs no quotes.
  ///
  /// Throws an error of kind `usage`.
  package init(parsing text: String) throws {
    let bytes = Array(text.utf8)
    func wrong(_ detail: String) -> OKitError {
      OKitError(
        .usage, "\(PathComponent.printable(text)) is not a property: \(detail)",
        remedy: .words("write a property as NAME:TYPE or NAME:TYPE=DEFAULT, such as 'title:String' or 'books:[Book]'")
      )
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw wrong("it has no type") }
    let rest = bytes[(colon + 1)...]
    let equals = rest.firstIndex(of: UInt8(ascii: "="))
    name = String(decoding: bytes[..<colon], as: UTF8.self).trimmed
    guard SwiftIdentifier.isValid(name) else { throw wrong("\(PathComponent.printable(name)) is not a valid name") }
    guard !FrameworkClasses.isInherited(name) else {
      throw OKitError(
        .usage, "the property \(name) already exists in every entity",
        remedy: .words("choose another name, such as \(name)Text"))
    }
    let typeText = String(decoding: rest[..<(equals ?? rest.endIndex)], as: UTF8.self).trimmed
    guard let type = PropertyType(parsing: typeText) else {
      throw wrong("\(PathComponent.printable(typeText)) is not a type")
    }
    self.type = type
    guard let equals else {
      defaultText = nil
      return
    }
    let value = String(decoding: rest[(equals + 1)...], as: UTF8.self)
    if type.unwrapped == .string, value.utf8.first != UInt8(ascii: "\""), value != "nil" {
      defaultText = SwiftIdentifier.literal(value)
    } else {
      guard !value.trimmed.isEmpty else { throw wrong("the default after = is empty") }
      guard !value.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) else {
        throw wrong("its default has several lines")
      }
      defaultText = value.trimmed
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = utf8.drop(while: isSpace)
    return String(decoding: start.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
  }
}
