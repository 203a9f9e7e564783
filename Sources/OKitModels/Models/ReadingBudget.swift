package import JSONDocument

/// How much of models is read where a look at their beginnings is enough.
package final class ReadingBudget {
  /// More of one document is not looked at: it takes a few milliseconds.
  private static let mostOfOne = 2 << 20

  private var left: Int

  /// Allows for so many bytes, decrypted, of all documents together.
  package init(_ bytes: Int) {
    left = bytes
  }

  /// The first bytes of what `source` reads, and whether they are all of it.
  package func beginning(of source: PlainSource, secret: Bool) throws -> (bytes: JSONBytes, isWhole: Bool) {
    let limit = min(left, Self.mostOfOne)
    let bytes = JSONBytes(capacity: 0, secret: secret)
    defer { left -= bytes.count }
    while bytes.count < limit {
      let count = try bytes.append(atMost: min(limit - bytes.count, 1 << 16)) { try source.read(into: $0) }
      if count == 0 { return (bytes, true) }
    }
    return (bytes, false)
  }
}
