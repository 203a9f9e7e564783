/// The text of a Swift file with the positions of its lines.
struct SourceText: Sendable {
  let path: String
  /// The text in UTF-8. Invalid bytes are replaced, so that columns can be counted.
  let bytes: [UInt8]
  /// The first byte after a byte order mark.
  let start: Int
  private let lineStarts: [Int]
  /// For each block of bytes, the number of UTF-8 continuation bytes before it.
  private let continuations: [Int]

  private static let blockSize = 256
  /// The maximum length of a line in an error message, in bytes.
  private static let maximumLineLength = 160

  init(_ source: SwiftSource) {
    path = source.path
    let isValid = String(validating: source.bytes, as: UTF8.self) != nil
    bytes = isValid ? source.bytes : Array(String(decoding: source.bytes, as: UTF8.self).utf8)
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    (lineStarts, continuations) = Self.measure(bytes, from: start)
  }

  private static func measure(_ bytes: [UInt8], from start: Int) -> ([Int], [Int]) {
    var lineStarts = [start]
    var continuations: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % blockSize == 0 { continuations.append(count) }
      if isContinuation(byte) { count += 1 }
      let isNewline = byte == UInt8(ascii: "\n")
      let isLoneReturn =
        byte == UInt8(ascii: "\r") && (offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n"))
      if isNewline || isLoneReturn { lineStarts.append(offset + 1) }
    }
    continuations.append(count)
    return (lineStarts, continuations)
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Returns the line of a byte, counted from 0.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func place(of offset: Int) -> SourcePlace {
    let line = line(of: offset)
    return SourcePlace(path: path, line: line + 1, column: scalars(from: lineStarts[line], to: offset) + 1)
  }

  func error(_ message: String, at offset: Int) -> DefinitionError {
    let line = line(of: offset)
    var range = lineStarts[line]..<(line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count)
    while let last = range.last, bytes[last] == UInt8(ascii: "\n") || bytes[last] == UInt8(ascii: "\r") {
      range = range.dropLast()
    }
    let shown = shownPart(of: range, around: min(max(offset, range.lowerBound), range.upperBound))
    return DefinitionError(
      place: place(of: offset), message: message, lineText: String(decoding: bytes[shown], as: UTF8.self),
      caret: scalars(from: shown.lowerBound, to: min(max(offset, shown.lowerBound), shown.upperBound)))
  }

  private func shownPart(of line: Range<Int>, around offset: Int) -> Range<Int> {
    if line.count <= Self.maximumLineLength { return line }
    var start = max(line.lowerBound, offset - Self.maximumLineLength / 2)
    var end = min(line.upperBound, start + Self.maximumLineLength)
    while start > line.lowerBound, Self.isContinuation(bytes[start]) { start -= 1 }
    while end < line.upperBound, Self.isContinuation(bytes[end]) { end += 1 }
    return start..<end
  }

  private func scalars(from start: Int, to end: Int) -> Int {
    max(0, end - start - (continuationCount(before: end) - continuationCount(before: start)))
  }

  private func continuationCount(before offset: Int) -> Int {
    let block = min(offset / Self.blockSize, continuations.count - 1)
    return bytes[min(block * Self.blockSize, bytes.count)..<min(offset, bytes.count)].reduce(continuations[block]) {
      Self.isContinuation($1) ? $0 + 1 : $0
    }
  }
}

/// A Swift file of an app.
package struct SwiftSource: Sendable {
  /// The path of the file in errors and places.
  package let path: String
  let bytes: [UInt8]

  /// A file with this content.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: UTF-8, with or without a byte order mark and with any line endings. Invalid UTF-8 is read as U+FFFD.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
