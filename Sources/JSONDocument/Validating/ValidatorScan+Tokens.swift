extension ValidatorScan {
  /// Reads a byte of a token, except plain text and digits.
  mutating func token(_ byte: UInt8, at offset: Int) throws(Fault) {
    switch state {
    case .literal: try literalByte(byte, at: offset)
    case .minus:
      if !isDigit(byte) { throw Fault(reason: .expectedDigit, offset: offset) }
      state = byte == 0x30 ? .zero : .integer
    case .point:
      if !isDigit(byte) { throw Fault(reason: .expectedDigit, offset: offset) }
      state = .fraction
    case .exponent where byte == 0x2B || byte == 0x2D: state = .exponentSign
    case .exponent, .exponentSign:
      if !isDigit(byte) { throw Fault(reason: .expectedDigit, offset: offset) }
      state = .exponentDigits
    case .secondByte, .laterByte: try sequenceByte(byte, at: offset)
    default: try escapeByte(byte, at: offset)
    }
  }

  private mutating func literalByte(_ byte: UInt8, at offset: Int) throws(Fault) {
    if byte != literal.utf8Start[progress] { throw Fault(reason: .misspeltLiteral, offset: offset) }
    progress += 1
    if progress == literal.utf8CodeUnitCount { endValue() }
  }

  /// Reads the byte after the digits of a number.
  ///
  /// - Returns: True if the number has ended, so that the byte is not part of it.
  @inline(__always)
  mutating func afterDigits(_ byte: UInt8) -> Bool {
    if byte == 0x2E, state == .integer || state == .zero {
      state = .point
    } else if byte | 0x20 == 0x65, state != .exponentDigits {
      state = .exponent
    } else {
      endValue()
      return true
    }
    return false
  }

  /// Reads a special byte of a string.
  @inline(__always)
  mutating func textByte(_ byte: UInt8, at offset: Int) throws(Fault) {
    if byte == 0x22 {
      if isKey {
        notes.keyEnded(depth, at: offset + 1)
        state = .colon
      } else {
        endValue()
      }
    } else if byte == 0x5C {
      mark = offset
      state = .escape
      if isKey { notes.keyIsEscaped(byNumber: false) }
    } else {
      try beginSequence(byte, at: offset)
    }
  }

  private mutating func beginSequence(_ byte: UInt8, at offset: Int) throws(Fault) {
    if byte < 0x20 { throw Fault(reason: .controlCharacter, offset: offset) }
    guard let sequence = UTF8Sequence(lead: byte) else { throw Fault(reason: .invalidUTF8, offset: offset) }
    if isKey { notes.keyGoesOn(byte) }
    mark = offset
    progress = sequence.length - 1
    secondBytes = sequence.secondBytes
    state = .secondByte
  }

  private mutating func sequenceByte(_ byte: UInt8, at offset: Int) throws(Fault) {
    let isValid = state == .secondByte ? secondBytes ~= byte : isContinuation(byte)
    if !isValid { throw Fault(reason: .invalidUTF8, offset: mark) }
    if isKey { notes.keyGoesOn(byte) }
    progress -= 1
    state = progress == 0 ? .text : .laterByte
    // Only complete sequences count, so that an error inside of one has the column of its first byte.
    if progress == 0 { continuations += offset - mark }
  }

  private mutating func escapeByte(_ byte: UInt8, at offset: Int) throws(Fault) {
    switch (state, byte) {
    case (.escape, 0x22), (.escape, 0x5C), (.escape, 0x2F), (.escape, 0x62), (.escape, 0x66), (.escape, 0x6E),
      (.escape, 0x72), (.escape, 0x74):
      state = .text
    case (.escape, 0x75):
      if isKey { notes.keyIsEscaped(byNumber: true) }
      beginHexDigits(.hexDigits)
    case (.escape, _): throw Fault(reason: .unknownEscape, offset: offset)
    case (.lowBackslash, 0x5C): state = .lowLetter
    case (.lowLetter, 0x75): beginHexDigits(.lowHexDigits)
    case (.lowBackslash, _), (.lowLetter, _): throw Fault(reason: .loneSurrogate, offset: mark)
    default: try hexDigit(byte, at: offset)
    }
  }

  private mutating func beginHexDigits(_ next: ValidatorState) {
    state = next
    progress = 4
    codeUnit = 0
  }

  private mutating func hexDigit(_ byte: UInt8, at offset: Int) throws(Fault) {
    guard let digit = hexValue(byte) else { throw Fault(reason: .expectedHexDigit, offset: offset) }
    codeUnit = codeUnit << 4 | digit
    progress -= 1
    if progress > 0 { return }
    let isLow = codeUnit & 0xFC00 == 0xDC00
    if isLow != (state == .lowHexDigits) { throw Fault(reason: .loneSurrogate, offset: mark) }
    state = codeUnit & 0xFC00 == 0xD800 ? .lowBackslash : .text
  }

  @inline(__always)
  static func skipDigits(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) -> UnsafeRawPointer {
    var position = start
    while position < end, isDigit(Scanner.byte(position)) { position += 1 }
    return position
  }

  /// Returns the first byte that is a quote, a backslash, a control character or not ASCII, or the end. A piece has no padding.
  @inline(__always)
  static func skipPlainText(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) -> UnsafeRawPointer {
    var position = start
    while end - position >= 16 {
      let special = Scanner.specialBytes(position.loadUnaligned(as: SIMD16<Int8>.self))
      if special[0] != 0 { return position + special[0].trailingZeroBitCount &>> 3 }
      if special[1] != 0 { return position + (8 &+ special[1].trailingZeroBitCount &>> 3) }
      position += 16
    }
    while position < end {
      let byte = Scanner.byte(position)
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      position += 1
    }
    return position
  }
}
