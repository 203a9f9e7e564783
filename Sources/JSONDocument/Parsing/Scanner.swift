/// Reads tokens. The bytes are followed by at least 64 NULs, which no token contains, so no method needs to check for the end.
///
/// Each method takes its start and returns its end. Keeping the current position in memory instead would halve the speed.
struct Scanner {
  let base: UnsafeRawPointer
  let end: UnsafeRawPointer

  @inline(__always)
  static func byte(_ position: UnsafeRawPointer) -> UInt8 { position.load(as: UInt8.self) }

  /// Returns the first byte that is not white space.
  @inline(__always)
  static func skipSpace(_ position: UnsafeRawPointer) -> UnsafeRawPointer {
    byte(position) > 0x20 ? position : skipSpaceRun(position)
  }

  @inline(__always)
  private static func skipSpaceRun(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    var position = start
    while true {
      var next = byte(position)
      guard next.isJSONSpace else { return position }
      position += 1
      next = byte(position)
      if next > 0x20 { return position }
      if next != 0x20 { continue }
      // Indentation usually is a run of spaces.
      while true {
        let differing = position.loadUnaligned(as: UInt64.self) ^ 0x2020_2020_2020_2020
        if differing != 0 {
          position += differing.trailingZeroBitCount &>> 3
          break
        }
        position += 8
      }
    }
  }

  /// Returns the first byte that is a quote, a backslash, a control character or not ASCII.
  @inline(__always)
  static func skipPlainText(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    // Most keys and many strings are shorter than eight bytes.
    let special = specialBytes(start.loadUnaligned(as: UInt64.self))
    if special != 0 { return start + special.trailingZeroBitCount &>> 3 }
    var position = start + 8
    while true {
      let found = specialBytes(position.loadUnaligned(as: SIMD16<Int8>.self))
      if found[0] != 0 { return position + found[0].trailingZeroBitCount &>> 3 }
      if found[1] != 0 { return position + (8 &+ found[1].trailingZeroBitCount &>> 3) }
      position += 16
    }
  }

  /// Marks the special bytes of a word in their top bits. Only the lowest mark is reliable.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) | word)
      & 0x8080_8080_8080_8080
  }

  /// Marks all bits of the special bytes among 16 bytes. As signed numbers, bytes that are not ASCII are also below the space.
  @inline(__always)
  static func specialBytes(_ text: SIMD16<Int8>) -> SIMD2<UInt64> {
    // Constants with explicit types, because literals would select the generic operators, which are 40 times slower.
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    let space = SIMD16<Int8>(repeating: 0x20)
    let isQuote = text .== quote
    let isBackslash = text .== backslash
    let isBelowSpace = text .< space
    return unsafeBitCast(isQuote, to: SIMD2<UInt64>.self) | unsafeBitCast(isBackslash, to: SIMD2<UInt64>.self)
      | unsafeBitCast(isBelowSpace, to: SIMD2<UInt64>.self)
  }

  /// Reads a string from its opening quote and returns the end after its closing quote.
  @inline(__always)
  func string(_ start: UnsafeRawPointer, _ info: inout UInt32) throws(Fault) -> UnsafeRawPointer {
    var position = start + 1
    while true {
      position = Self.skipPlainText(position)
      let next = Self.byte(position)
      if next == 0x22 { return position + 1 }
      if next == 0x5C {
        info |= Node.escaped
        position = try escape(position)
      } else {
        position = try multibyteText(position)
      }
    }
  }

  /// Reads an escape, or both escapes of a surrogate pair, from its backslash.
  @inline(never)
  func escape(_ start: UnsafeRawPointer) throws(Fault) -> UnsafeRawPointer {
    switch Self.byte(start + 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return start + 2
    case 0x75:
      let unit = try hexDigits(start + 2)
      if unit & 0xF800 != 0xD800 { return start + 6 }
      if unit >= 0xDC00 { throw fault(.loneSurrogate, start) }
      if Self.byte(start + 6) != 0x5C { throw fault(.loneSurrogate, start, missing: start + 6) }
      if Self.byte(start + 7) != 0x75 { throw fault(.loneSurrogate, start, missing: start + 7) }
      if try hexDigits(start + 8) & 0xFC00 != 0xDC00 { throw fault(.loneSurrogate, start) }
      return start + 12
    default: throw fault(.unknownEscape, start + 1)
    }
  }

  @inline(__always)
  private func hexDigits(_ start: UnsafeRawPointer) throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      guard let digit = hexValue(Self.byte(start + index)) else { throw fault(.expectedHexDigit, start + index) }
      value = value &<< 4 | digit
    }
    return value
  }

  /// Reads scalars that are not ASCII (RFC 3629, section 4). Throws for a control character.
  @inline(never)
  private func multibyteText(_ start: UnsafeRawPointer) throws(Fault) -> UnsafeRawPointer {
    var position = start
    var lead = Self.byte(position)
    if lead < 0x20 { throw fault(.controlCharacter, position) }
    repeat {
      guard let sequence = UTF8Sequence(lead: lead) else { throw fault(.invalidUTF8, position) }
      guard sequence.secondBytes ~= Self.byte(position + 1) else {
        throw fault(.invalidUTF8, position, missing: position + 1)
      }
      for index in 2..<max(sequence.length, 2) where !isContinuation(Self.byte(position + index)) {
        throw fault(.invalidUTF8, position, missing: position + index)
      }
      position += sequence.length
      lead = Self.byte(position)
    } while lead >= 0x80
    return position
  }

  /// Reads a number from its first digit or minus (RFC 8259, section 6).
  @inline(__always)
  func number(_ start: UnsafeRawPointer, _ info: inout UInt32) throws(Fault) -> UnsafeRawPointer {
    var position = start
    var next = Self.byte(position)
    if next == 0x2D {
      position += 1
      next = Self.byte(position)
    }
    if next == 0x30 {
      position += 1
      next = Self.byte(position)
      if isDigit(next) { throw fault(.leadingZero, position) }
    } else {
      position = try digits(position)
      next = Self.byte(position)
    }
    if next == 0x2E {
      info |= Node.fractional
      position = try digits(position + 1)
      next = Self.byte(position)
    }
    if next | 0x20 == 0x65 {
      info |= Node.fractional
      position += 1
      next = Self.byte(position)
      if next == 0x2B || next == 0x2D { position += 1 }
      position = try digits(position)
    }
    return position
  }

  /// Reads one or more digits.
  @inline(__always)
  private func digits(_ start: UnsafeRawPointer) throws(Fault) -> UnsafeRawPointer {
    if !isDigit(Self.byte(start)) { throw fault(.expectedDigit, start) }
    var position = start + 1
    while isDigit(Self.byte(position)) { position += 1 }
    return position
  }

  /// Returns the fault at the first byte that differs from a literal.
  @inline(never)
  func misspelling(of literal: StaticString, _ start: UnsafeRawPointer) -> Fault {
    var index = 0
    while Self.byte(start + index) == literal.utf8Start[index] { index += 1 }
    return fault(.misspeltLiteral, start + index)
  }

  /// Returns a fault at a position.
  ///
  /// - Parameter missing: The byte that is wrong, if it is not at `position`. If it is after the end, the fault is the unexpected end.
  @inline(__always)
  func fault(
    _ reason: JSONError.Reason, _ position: UnsafeRawPointer, missing: UnsafeRawPointer? = nil
  ) -> Fault {
    if missing ?? position >= end { return Fault(reason: .unexpectedEnd, offset: end - base) }
    return Fault(reason: reason, offset: position - base)
  }
}

extension UInt8 {
  /// True for white space in JSON.
  @inlinable @inline(__always)
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
