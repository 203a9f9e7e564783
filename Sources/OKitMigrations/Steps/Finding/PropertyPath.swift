import Definitions
import OKitStorage

/// The path of a property from a class, such as `Book.address.city`; of a nested class the name has dots, too.
struct PropertyPath: Equatable {
  /// As it is written.
  let text: String
  /// What is between the dots, at least two names.
  let components: [String]

  /// Takes a text apart; nil where it is no path.
  init?(_ text: String) {
    let components = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard components.count >= 2, components.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.text = text
    self.components = components
  }

  /// The class that it begins with, by the longest name that is one, and the names behind that; nil where `definitions` have no such class.
  func resolved(in definitions: Definitions) -> (className: String, names: [String])? {
    for count in stride(from: components.count - 1, through: 1, by: -1) {
      let name = components.prefix(count).joined(separator: ".")
      if definitions.classes[name] != nil { return (name, Array(components.dropFirst(count))) }
    }
    return nil
  }
}
