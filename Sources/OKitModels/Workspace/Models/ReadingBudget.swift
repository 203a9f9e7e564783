package import JSONDocument

/// A limit for reading only the beginnings of models.
package final class ReadingBudget {
  /// The maximum number of bytes of one document, which takes a few milliseconds.
  private static let maximumDocumentBytes = 2 << 20

  private var left: Int

  /// A limit of this number of decrypted bytes for all documents together.
  package init(_ bytes: Int) {
    left = bytes
  }

  /// Returns the first bytes of `source`. `isWhole` is true if there are no more.
  package func beginning(of source: PlainSource, secret: Bool) throws -> (bytes: JSONBytes, isWhole: Bool) {
    let limit = min(left, Self.maximumDocumentBytes)
    let bytes = JSONBytes(capacity: 0, secret: secret)
    defer { left -= bytes.count }
    while bytes.count < limit {
      let count = try bytes.append(atMost: min(limit - bytes.count, 1 << 16)) { try source.read(into: $0) }
      if count == 0 { return (bytes, true) }
    }
    return (bytes, false)
  }
}
