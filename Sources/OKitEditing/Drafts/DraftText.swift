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

  /// Returns the offset of a value that was stored from the text, by its path in the model. If the text does not have it, returns that of the nearest value
  /// around it.
  func offset(ofPath path: String, in draft: Draft) -> Int {
    if draft.targets.isEmpty {
      // The path of the new value itself is not in the text.
      let steps = Self.steps(path)
      let found = steps.indices.lazy.compactMap { Self.value(at: steps[$0...], in: self.document.root).whole }.first
      return (found ?? document.root).range.lowerBound
    }
    for target in draft.targets {
      guard let rest = path.withoutPrefix(target.path), rest.isEmpty || "/[".utf8.contains(rest.utf8.first ?? 0),
        let root = draft.isList ? document.root[target.path] : document.root
      else { continue }
      return Self.value(at: Self.steps("_\(rest)").dropFirst(), in: root).nearest.range.lowerBound
    }
    return document.root.range.lowerBound
  }

  private static func steps(_ path: String) -> [Binding.Segment.Step] {
    (try? Binding(parsing: path).path?.segments.map(\.step)) ?? []
  }

  /// Returns the value at the end of these steps, and the last one on the way.
  private static func value(
    at steps: ArraySlice<Binding.Segment.Step>, in root: JSONValue
  ) -> (whole: JSONValue?, nearest: JSONValue) {
    var value = root
    for step in steps {
      let next: JSONValue? =
        switch step {
        case .property(let key): value[key]
        case .index(let index): value[index]
        default: nil
        }
      guard let next else { return (nil, value) }
      value = next
    }
    return (value, value)
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
