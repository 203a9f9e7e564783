/// The automaton of a validator: where it is between two bytes.
struct ValidatorScan: Sendable {
  var rootKind: JSONKind?

  var state = ValidatorState.beginning
  var depth = 0
  /// Whether the innermost of what is open is an object.
  var isObject = false
  /// What is open, from the root on. It is longer than `depth`, so that most of the time there is room.
  var open = [OpenContainer](repeating: OpenContainer(isObject: false, at: 0), count: 64)

  /// Whether the string is a key.
  var isKey = false
  /// Where the escape or the UTF-8 sequence began.
  var mark = 0
  /// Hexadecimal digits or bytes of a UTF-8 sequence that are still to come; of a literal, those that were there.
  var progress = 0
  var codeUnit: UInt32 = 0
  var secondBytes: ClosedRange<UInt8> = 0x80...0xBF
  var literal: StaticString = "null"
  var notes: ValidatorNotes

  var line = 1
  var lineStart = 0
  /// The second and later bytes of UTF-8 sequences in the line.
  var continuations = 0

  /// Line and column of an offset in the current line.
  func position(of offset: Int) -> JSONPosition {
    JSONPosition(line: line, column: offset - lineStart - continuations + 1, offset: offset)
  }

  /// Ends the text after a number of bytes.
  mutating func finish(at count: Int) throws(Fault) {
    if state == .byteOrderMark1 || state == .byteOrderMark2 { throw Fault(reason: .expectedValue, offset: 0) }
    // The beginning of a UTF-8 sequence is one column wide.
    if state == .secondByte || state == .laterByte { continuations += count - mark - 1 }
    if depth > 0 || !state.isEndOfRoot { throw Fault(reason: .unexpectedEnd, offset: count) }
  }

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - base: The bytes.
  ///   - size: The number of bytes.
  ///   - offset: The number of bytes in the pieces before.
  mutating func feed(_ base: UnsafeRawPointer, _ size: Int, at offset: Int) throws(Fault) {
    let end = base + size
    let shift = offset - Int(bitPattern: base)
    var place = base
    while place < end {
      if state == .value || state == .afterValue, depth > 0, end - place > Self.margin {
        place = readTokens(from: place, to: end - Self.margin, shift)
      }
      let byte = Scanner.byte(place)
      switch state {
      case .text:
        let start = place
        place = Self.skipPlainText(place, end)
        if isKey { notes.keyGoesOn(UnsafeRawBufferPointer(start: start, count: place - start)) }
        if place < end { try textByte(Scanner.byte(place), at: offset + (place - base)) }
      case .integer, .fraction, .exponentDigits:
        place = Self.skipDigits(place, end)
        if place == end { return }
        // What ends the number is not part of it: it is looked at again.
        if afterDigits(Scanner.byte(place)) { continue }
      case .zero:
        if isDigit(byte) { throw Fault(reason: .leadingZero, offset: offset + (place - base)) }
        if afterDigits(byte) { continue }
      case .value, .firstElement, .firstKey, .key, .colon, .afterValue, .end:
        if byte.isJSONSpace {
          place = skipSpace(place, end, shift)
          continue
        }
        try structure(byte, at: offset + (place - base))
      case .beginning, .byteOrderMark1, .byteOrderMark2:
        if try !markByte(byte) { continue }
      default:
        try token(byte, at: offset + (place - base))
      }
      place += 1
    }
  }

  /// Reads a byte of a byte order mark.
  ///
  /// - Returns: false if there is none, and the byte has to be looked at again.
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
