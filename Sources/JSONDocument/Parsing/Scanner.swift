/// Reads tokens. The bytes are followed by at least 64 NULs, which no token contains, so no method needs to check for the end.
///
/// Each method takes its start and returns its end. Keeping the current position in memory instead would halve the speed.
struct Scanner {
  let base: UnsafeRawPointer
  let end: UnsafeRawPointer

  @inline(__always)
  static func byte(_ place: UnsafeRawPointer) -> UInt8 { place.load(as: UInt8.self) }

  /// Returns the first byte that is not white space.
  @inline(__always)
  static func skipSpace(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
    byte(place) > 0x20 ? place : skipSpaceRun(place)
  }

  @inline(__always)
  private static func skipSpaceRun(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    var place = start
    while true {
      var next = byte(place)
      guard next.isJSONSpace else { return place }
      place += 1
      next = byte(place)
      if next > 0x20 { return place }
      if next != 0x20 { continue }
      // Indentation usually is a run of spaces.
      while true {
        let differing = place.loadUnaligned(as: UInt64.self) ^ 0x2020_2020_2020_2020
        if differing != 0 {
          place += differing.trailingZeroBitCount &>> 3
          break
        }
        place += 8
      }
    }
  }

  /// Returns the first byte that is a quote, a backslash, a control character or not ASCII.
  @inline(__always)
  static func skipPlainText(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
    // Most keys and many strings are shorter than eight bytes.
    let special = specialBytes(start.loadUnaligned(as: UInt64.self))
    if special != 0 { return start + special.trailingZeroBitCount &>> 3 }
    var place = start + 8
    while true {
      let found = specialBytes(place.loadUnaligned(as: SIMD16<Int8>.self))
      if found[0] != 0 { return place + found[0].trailingZeroBitCount &>> 3 }
      if found[1] != 0 { return place + (8 &+ found[1].trailingZeroBitCount &>> 3) }
      place += 16
    }
  }

  /// Marks the special bytes of a word in their top bits. Only the lowest mark is reliable.
  @inline(__always)
  private static func specialBytes(_ word: UInt64) -> UInt64 {
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
    var place = start + 1
    while true {
      place = Self.skipPlainText(place)
      let next = Self.byte(place)
      if next == 0x22 { return place + 1 }
      if next == 0x5C {
        info |= Node.escaped
        place = try escape(place)
      } else {
        place = try multibyteText(place)
      }
    }
  }

  /// Reads an escape, or both escapes of a surrogate pair, from its backslash.
  @inline(never)
  private func escape(_ start: UnsafeRawPointer) throws(Fault) -> UnsafeRawPointer {
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
    var place = start
    var lead = Self.byte(place)
    if lead < 0x20 { throw fault(.controlCharacter, place) }
    repeat {
      guard let sequence = UTF8Sequence(lead: lead) else { throw fault(.invalidUTF8, place) }
      guard sequence.secondBytes ~= Self.byte(place + 1) else { throw fault(.invalidUTF8, place, missing: place + 1) }
      for index in 2..<max(sequence.length, 2) where !isContinuation(Self.byte(place + index)) {
        throw fault(.invalidUTF8, place, missing: place + index)
      }
      place += sequence.length
      lead = Self.byte(place)
    } while lead >= 0x80
    return place
  }

  /// Reads a number from its first digit or minus (RFC 8259, section 6).
  @inline(__always)
  func number(_ start: UnsafeRawPointer, _ info: inout UInt32) throws(Fault) -> UnsafeRawPointer {
    var place = start
    var next = Self.byte(place)
    if next == 0x2D {
      place += 1
      next = Self.byte(place)
    }
    if next == 0x30 {
      place += 1
      next = Self.byte(place)
      if isDigit(next) { throw fault(.leadingZero, place) }
    } else {
      place = try digits(place)
      next = Self.byte(place)
    }
    if next == 0x2E {
      info |= Node.fractional
      place = try digits(place + 1)
      next = Self.byte(place)
    }
    if next | 0x20 == 0x65 {
      info |= Node.fractional
      place += 1
      next = Self.byte(place)
      if next == 0x2B || next == 0x2D { place += 1 }
      place = try digits(place)
    }
    return place
  }

  /// Reads one or more digits.
  @inline(__always)
  private func digits(_ start: UnsafeRawPointer) throws(Fault) -> UnsafeRawPointer {
    if !isDigit(Self.byte(start)) { throw fault(.expectedDigit, start) }
    var place = start + 1
    while isDigit(Self.byte(place)) { place += 1 }
    return place
  }

  /// Returns the fault at the first byte that differs from a literal.
  @inline(never)
  func misspelling(of literal: StaticString, _ start: UnsafeRawPointer) -> Fault {
    var index = 0
    while Self.byte(start + index) == literal.utf8Start[index] { index += 1 }
    return fault(.misspeltLiteral, start + index)
  }

  /// Returns a fault at a place.
  ///
  /// - Parameter missing: The byte that is wrong, if it is not at `place`. If it is after the end, the fault is the unexpected end.
  @inline(__always)
  func fault(
    _ reason: JSONError.Reason, _ place: UnsafeRawPointer, missing: UnsafeRawPointer? = nil
  ) -> Fault {
    if missing ?? place >= end { return Fault(reason: .unexpectedEnd, offset: end - base) }
    return Fault(reason: reason, offset: place - base)
  }
}
