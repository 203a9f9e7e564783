/// The current line of a validator. Its methods skip white space and strings, and count lines and columns.
struct LineCount {
  var line: Int
  /// The offset of the first byte of the line.
  var start: Int
  /// The number of second and later bytes of UTF-8 sequences in the line.
  var continuations: Int

  /// Returns the position of the first byte that is not white space; if there is none before `limit`, a position from `limit` on.
  @inline(__always)
  mutating func skipSpace(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ shift: Int
  ) -> UnsafeRawPointer {
    Scanner.byte(start) > 0x20 ? start : skipSpaceRun(start, limit, shift)
  }

  @inline(__always)
  private mutating func skipSpaceRun(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ shift: Int
  ) -> UnsafeRawPointer {
    var position = start
    while position < limit {
      let byte = Scanner.byte(position)
      if !byte.isJSONSpace { break }
      position += 1
      if byte != 0x0A { continue }
      line &+= 1
      self.start = Int(bitPattern: position) &+ shift
      continuations = 0
      // Indentation is a run of spaces.
      while position < limit {
        let differing = position.loadUnaligned(as: UInt64.self) ^ 0x2020_2020_2020_2020
        if differing != 0 {
          position += differing.trailingZeroBitCount &>> 3
          break
        }
        position += 8
      }
    }
    return position
  }

  /// Reads a string, and returns the position after its closing quote. Returns nil and counts nothing if the string is invalid or does not end before
  /// `limit`.
  @inline(__always)
  mutating func text(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (position: UnsafeRawPointer, isEscaped: Bool)? {
    // Most keys and many strings are short and plain.
    let special = Scanner.specialBytes((start + 1).loadUnaligned(as: UInt64.self))
    var position = start + 9
    if special != 0 {
      position = start + (1 &+ special.trailingZeroBitCount &>> 3)
      if Scanner.byte(position) == 0x22 { return (position + 1, false) }
    }
    return longText(position, limit)
  }

  @inline(__always)
  private mutating func longText(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (position: UnsafeRawPointer, isEscaped: Bool)? {
    var position = start
    var isEscaped = false
    var continuations = continuations
    text: while position < limit {
      let special = Scanner.specialBytes(position.loadUnaligned(as: SIMD16<Int8>.self))
      if special[0] != 0 {
        position += special[0].trailingZeroBitCount &>> 3
      } else if special[1] != 0 {
        position += 8 &+ special[1].trailingZeroBitCount &>> 3
      } else {
        position += 16
        continue
      }
      let byte = Scanner.byte(position)
      if byte == 0x22 {
        self.continuations = continuations
        return (position + 1, isEscaped)
      }
      if byte == 0x5C {
        if Scanner.byte(position + 1) == 0x75 { isEscaped = true }
        guard let end = Self.escape(position) else { return nil }
        position = end
      } else {
        guard let end = Self.sequences(position, limit, &continuations) else { return nil }
        position = end
      }
    }
    return nil
  }

  @inline(never)
  private static func escape(_ position: UnsafeRawPointer) -> UnsafeRawPointer? {
    try? Scanner(base: position, end: position + ValidatorScan.margin).escape(position)
  }

  /// Reads characters that are not ASCII.
  @inline(__always)
  private static func sequences(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ continuations: inout Int
  ) -> UnsafeRawPointer? {
    var position = start
    var lead = Scanner.byte(position)
    repeat {
      guard let sequence = UTF8Sequence(lead: lead), sequence.secondBytes ~= Scanner.byte(position + 1) else {
        return nil
      }
      for index in 2..<max(sequence.length, 2) where !isContinuation(Scanner.byte(position + index)) { return nil }
      continuations &+= sequence.length &- 1
      position += sequence.length
      lead = Scanner.byte(position)
    } while lead >= 0x80 && position < limit
    return position
  }
}
