import Bindings
package import JSONDocument
import OKitModels
import OKitStorage

/// The text that a person made from a draft.
package struct DraftText {
  /// The text without its comments.
  package let document: JSONDocument
  private let bytes: [UInt8]

  /// Parses a text. Throws ``DraftFaults`` if it is not JSON with comments, or has a key twice.
  package init(_ text: [UInt8], isSecret: Bool) throws {
    bytes = text
    do {
      document = try CommentedJSON.document(parsing: text, secret: isSecret)
    } catch {
      throw Self.faults(
        [(error.position.offset, OKitError(.malformed, "the text is not valid JSON: \(error)"))], in: text)
    }
    let repeated = document.duplicateKeys()
    if !repeated.isEmpty { throw faults(repeated.map { ($0.range.lowerBound, Self.repeatedKey($0)) }) }
  }

  private static func repeatedKey(_ key: JSONKey) -> OKitError {
    OKitError(.malformed, "the key \(PathComponent.printable(key.string.shortened(to: 40))) is given more than once")
  }

  /// Returns the faults at these offsets in the text.
  package func faults(_ faults: [(offset: Int, error: any Error)]) -> DraftFaults { Self.faults(faults, in: bytes) }

  private static func faults(_ faults: [(offset: Int, error: any Error)], in text: [UInt8]) -> DraftFaults {
    var (line, position) = (1, 0)
    return DraftFaults(
      faults: faults.sorted { $0.offset < $1.offset }.map { offset, error in
        while position < min(offset, text.count) {
          if text[position] == UInt8(ascii: "\n") { line += 1 }
          position += 1
        }
        return DraftFault(line: line, error: (error as? FileFault)?.error ?? error)
      })
  }

  /// True if another text can be stored although this one cannot be.
  static func isCorrectable(_ error: any Error) -> Bool {
    switch error {
    case let error as OKitError: [.usage, .malformed, .notFound, .exists].contains(error.kind) && !error.isCommitted
    case is BindingError: true
    // A file that the text names cannot be opened.
    case is FileFault: true
    default: false
    }
  }

  /// A file that cannot be stored as an attachment.
  struct FileFault: Error {
    let error: any Error
  }
}
