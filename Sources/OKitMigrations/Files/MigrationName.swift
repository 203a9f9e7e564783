import OKitModels
import OKitStorage

/// The name of a migration file without its extension, such as `0007-titles`.
package struct MigrationName: Equatable {
  /// The maximum number of bytes after the number.
  package static let maximumLength = 100

  package let text: String
  /// The number that it begins with, at least 1.
  package let number: Int

  /// Parses a name. Throws an error of kind `configuration`.
  package init(_ text: String) throws {
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "-") }
    let rest = text.utf8.dropFirst(digits.count)
    guard let number = MigrationNumber.number(of: text) else { throw Self.wrong(text, "it needs a number and a name") }
    guard number > 0, number < Int(Int32.max) else {
      throw Self.wrong(text, "the number must be from 0001 to \(Int32.max)")
    }
    if let fault = Self.fault(of: String(decoding: rest.dropFirst(), as: UTF8.self)) { throw Self.wrong(text, fault) }
    self.text = text
    self.number = number
  }

  /// Creates the name of a new file, with `name` after the number. Throws an error of kind `usage`.
  package init(number: Int, name: String) throws {
    if let fault = Self.fault(of: name) {
      throw OKitError(.usage, "\(PathComponent.printable(name)) is not a valid migration name: \(fault)")
    }
    let digits = String(number)
    text = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "-" + name
    self.number = number
  }

  /// Returns the fault of the part after the number; nil if it is valid.
  package static func fault(of name: String) -> String? {
    if let fault = PathComponent.fault(of: name) { return fault }
    if name.utf8.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
    let isPrintable = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        false
      default: true
      }
    }
    return isPrintable ? nil : "it contains white space or unprintable characters"
  }

  private static func wrong(_ text: String, _ reason: String) -> OKitError {
    OKitError(
      .configuration,
      "\(PathComponent.printable("\(WorkspaceLayout.migrations)/\(text).json")) is not a valid name of a migration: \(reason)",
      remedy: .words("use a name such as 0007-NAME.json"))
  }
}
