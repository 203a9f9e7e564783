import Glibc

extension JSONDocument {
  /// The text of a live document with the changes made so far. Bytes outside of the changes stay the same, and new values get the layout of their
  /// surroundings. Takes time proportional to the items of the changed objects and arrays.
  package var currentText: CurrentText {
    CurrentText(
      document: parsed, splices: edits?.splices(of: self) ?? [], range: 0..<bytes.count)
  }
}

/// The text of a document or value with changes, which is written only when it is requested.
package struct CurrentText {
  /// The parsed document.
  let document: JSONDocument
  /// The changes in the order of the text.
  let splices: [Splice]
  /// The range of the parsed text that contains the document or value.
  let range: Range<Int>

  /// Returns the text.
  ///
  /// - Returns: The bytes, which are secret if those of the document are.
  package func bytes() -> JSONBytes {
    // Enough capacity from the start avoids copying a large text again for a few bytes at its end.
    let growth = splices.reduce(256) { $0 + $1.growth }
    let output = JSONBytes(capacity: range.count + max(growth, 256), secret: document.bytes.isSecret)
    write { output.append($0) }
    return output
  }

  /// True if the text has the same bytes as the parsed text.
  package var isUnchanged: Bool {
    struct Difference: Error {}
    var offset = range.lowerBound
    do {
      try write { piece in
        guard offset + piece.count <= range.upperBound, let start = piece.baseAddress,
          start == document.base + offset || memcmp(start, document.base + offset, piece.count) == 0
        else { throw Difference() }
        offset += piece.count
      }
    } catch {
      return false
    }
    return offset == range.upperBound
  }

  /// Passes the text to a closure, in pieces of any size.
  ///
  /// - Parameter body: Receives the pieces, which are valid only during the call.
  /// - Throws: Rethrows the errors of `body`.
  package func write<Failure: Error>(to body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    defer { withExtendedLifetime(document) {} }
    let output = JSONBytes(capacity: 4096, secret: document.bytes.isSecret)
    var offset = range.lowerBound
    for splice in splices {
      if offset < splice.range.lowerBound { try body(document.slice(offset..<splice.range.lowerBound)) }
      offset = splice.range.upperBound
      for piece in splice.pieces {
        switch piece {
        case .bytes(let bytes): output.append(bytes)
        case .value(let value, let layout):
          var formatter = Formatter(value, layout.style, margin: layout.margin)
          while formatter.write(to: output, limit: JSONWriter.pieceSize) {
            try output.withUnsafeBytes(body)
            output.removeAll()
          }
        }
      }
      if output.count > 0 { try output.withUnsafeBytes(body) }
      output.removeAll()
    }
    if offset < range.upperBound { try body(document.slice(offset..<range.upperBound)) }
  }
}
