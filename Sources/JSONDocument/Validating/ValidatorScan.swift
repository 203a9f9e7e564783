/// The state machine of a validator.
struct ValidatorScan: Sendable {
  var rootKind: JSONKind?

  var state = ValidatorState.beginning
  var depth = 0
  /// True if the innermost open container is an object.
  var isObject = false
  /// The open objects and arrays, from the root. Only the first `depth` elements count; the others are spare room.
  var open = [OpenContainer](repeating: OpenContainer(isObject: false, at: 0), count: 64)

  /// True if the current string is a key.
  var isKey = false
  /// The offset at which the escape or UTF-8 sequence began.
  var mark = 0
  /// The number of missing hexadecimal digits or bytes of a UTF-8 sequence; for a literal, the number of bytes read.
  var progress = 0
  var codeUnit: UInt32 = 0
  var secondBytes: ClosedRange<UInt8> = 0x80...0xBF
  var literal: StaticString = "null"
  var notes: ValidatorNotes

  var line = 1
  var lineStart = 0
  /// The number of second and later bytes of UTF-8 sequences in the current line.
  var continuations = 0

  /// Returns the line and column of an offset in the current line.
  func position(of offset: Int) -> JSONPosition {
    JSONPosition(line: line, column: offset - lineStart - continuations + 1, offset: offset)
  }

  /// Ends the text, which has `count` bytes.
  mutating func finish(at count: Int) throws(Fault) {
    if state == .byteOrderMark1 || state == .byteOrderMark2 { throw Fault(reason: .expectedValue, offset: 0) }
    // An incomplete UTF-8 sequence counts as one column.
    if state == .secondByte || state == .laterByte { continuations += count - mark - 1 }
    if depth > 0 || !state.isEndOfRoot { throw Fault(reason: .unexpectedEnd, offset: count) }
  }

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - base: The bytes.
  ///   - size: The number of bytes.
  ///   - offset: The number of bytes in the previous pieces.
  mutating func feed(_ base: UnsafeRawPointer, _ size: Int, at offset: Int) throws(Fault) {
    let end = base + size
    let shift = offset - Int(bitPattern: base)
    var position = base
    while position < end {
      if state == .value || state == .afterValue, depth > 0, end - position > Self.margin {
        position = readTokens(from: position, to: end - Self.margin, shift)
      }
      let byte = Scanner.byte(position)
      switch state {
      case .text:
        let start = position
        position = Self.skipPlainText(position, end)
        if isKey { notes.keyGoesOn(UnsafeRawBufferPointer(start: start, count: position - start)) }
        if position < end { try textByte(Scanner.byte(position), at: offset + (position - base)) }
      case .integer, .fraction, .exponentDigits:
        position = Self.skipDigits(position, end)
        if position == end { return }
        // The byte after a number is not part of it, so it is read again.
        if afterDigits(Scanner.byte(position)) { continue }
      case .zero:
        if isDigit(byte) { throw Fault(reason: .leadingZero, offset: offset + (position - base)) }
        if afterDigits(byte) { continue }
      case .value, .firstElement, .firstKey, .key, .colon, .afterValue, .end:
        if byte.isJSONSpace {
          position = skipSpace(position, end, shift)
          continue
        }
        try structure(byte, at: offset + (position - base))
      case .beginning, .byteOrderMark1, .byteOrderMark2:
        if try !markByte(byte) { continue }
      default:
        try token(byte, at: offset + (position - base))
      }
      position += 1
    }
  }

  /// Reads a byte of a byte order mark.
  ///
  /// - Returns: False if there is none, so that the byte must be read again.
  private mutating func markByte(_ byte: UInt8) throws(Fault) -> Bool {
    switch (state, byte) {
    case (.beginning, 0xEF): state = .byteOrderMark1
    case (.byteOrderMark1, 0xBB): state = .byteOrderMark2
    case (.byteOrderMark2, 0xBF):
      lineStart = byteOrderMark.count
      state = .value
    case (.beginning, _):
      state = .value
      return false
    default: throw Fault(reason: .expectedValue, offset: 0)
    }
    return true
  }
}
