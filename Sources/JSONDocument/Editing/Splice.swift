import Glibc

/// A range of a document and its replacement.
struct Splice {
  /// A part of the replacement.
  enum Piece {
    case bytes([UInt8])
    case value(JSONValue, LayoutFinder.Layout)
  }

  var range: Range<Int>
  var pieces: [Piece] = []

  /// The approximate number of added bytes, without the white space for the layout of new values.
  var growth: Int {
    pieces.reduce(-range.count) { sum, piece in
      switch piece {
      case .bytes(let bytes): sum + bytes.count
      case .value(let value, _): sum + value.range.count
      }
    }
  }

  /// Appends bytes to the replacement, merging them with preceding bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard case .bytes(var before)? = pieces.last else { return pieces.append(.bytes(Array(bytes))) }
    // The array must not be referenced twice, or appending would copy it.
    pieces[pieces.count - 1] = .bytes([])
    before += bytes
    pieces[pieces.count - 1] = .bytes(before)
  }
}

extension JSONEditor {
  /// Returns all edits as splices that do not overlap, in the order of the text.
  func splices() -> [Splice] {
    let finder = LayoutFinder(document: document)
    var splices: [Splice] = []
    for (index, new) in replacements {
      let old = document.value(at: index)
      let layout = finder.replacement(of: old, kind: new.kind)
      splices.append(Splice(range: old.range, pieces: [.value(new, layout)]))
    }
    for (index, key) in renamings {
      let old = JSONKey(document: document, index: index)
      if old == key { continue }
      splices.append(Splice(range: old.range, pieces: [.bytes(Array(JSONWriter.quote(key).utf8))]))
    }
    for index in changed {
      var changes = ContainerChanges(document.value(at: index), finder, removals, insertions[index] ?? Insertions())
      splices += changes.splices()
    }
    // If two splices start at the same offset, the empty one comes first: an insertion precedes the replacement of the next value.
    return splices.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Returns the new text.
  ///
  /// - Returns: The bytes, which are secret if those of the document are.
  package func apply() -> JSONBytes {
    let splices = splices()
    // Enough capacity from the start avoids copying a large text again for a few bytes at its end.
    let growth = splices.reduce(256) { $0 + $1.growth }
    let output = JSONBytes(capacity: document.bytes.count + max(growth, 256), secret: document.bytes.isSecret)
    apply(splices, within: 0..<document.bytes.count) { output.append($0) }
    return output
  }

  /// Returns the new text of an object or array that is neither replaced nor removed.
  func apply(to container: JSONValue) -> JSONBytes {
    let output = JSONBytes(capacity: container.range.count + 256, secret: document.bytes.isSecret)
    // Only edits between its brackets. An edit directly after the closing bracket belongs to its parent.
    let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    let splices = splices().filter {
      inside.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= inside.upperBound
    }
    apply(splices, within: container.range) { output.append($0) }
    return output
  }

  /// True if the new text has the same bytes as the old one.
  package var changesNothing: Bool {
    struct Difference: Error {}
    var offset = 0
    do {
      try apply { piece in
        guard offset + piece.count <= document.bytes.count, let start = piece.baseAddress,
          start == document.base + offset || memcmp(start, document.base + offset, piece.count) == 0
        else { throw Difference() }
        offset += piece.count
      }
    } catch {
      return false
    }
    return offset == document.bytes.count
  }

  /// Passes the new text to a closure, in pieces of any size.
  ///
  /// - Parameter body: Receives the pieces, which are valid only during the call.
  /// - Throws: Rethrows the errors of `body`.
  package func apply<Failure: Error>(
    to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try apply(splices(), within: 0..<document.bytes.count, to: body)
  }

  private func apply<Failure: Error>(
    _ splices: [Splice], within range: Range<Int>, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
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
