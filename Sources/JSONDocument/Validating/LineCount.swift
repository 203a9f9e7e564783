/// The current line of a validator. Its methods skip white space and strings, and count lines and columns.
struct LineCount {
  var line: Int
  /// The offset of the first byte of the line.
  var start: Int
  /// The number of second and later bytes of UTF-8 sequences in the line.
  var continuations: Int

  /// Returns the place of the first byte that is not white space; if there is none before `limit`, a place from `limit` on.
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
    var place = start
    while place < limit {
      let byte = Scanner.byte(place)
      if !byte.isJSONSpace { break }
      place += 1
      if byte != 0x0A { continue }
      line &+= 1
      self.start = Int(bitPattern: place) &+ shift
      continuations = 0
      // Indentation is a run of spaces.
      while place < limit {
        let differing = place.loadUnaligned(as: UInt64.self) ^ 0x2020_2020_2020_2020
        if differing != 0 {
          place += differing.trailingZeroBitCount &>> 3
          break
        }
        place += 8
      }
    }
    return place
  }

  /// Reads a string, and returns the place after its closing quote. Returns nil and counts nothing if the string is invalid or does not end before
  /// `limit`.
  @inline(__always)
  mutating func text(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (place: UnsafeRawPointer, isEscaped: Bool)? {
    // Most keys and many strings are short and plain.
    let special = Scanner.specialBytes((start + 1).loadUnaligned(as: UInt64.self))
    var place = start + 9
    if special != 0 {
      place = start + (1 &+ special.trailingZeroBitCount &>> 3)
      if Scanner.byte(place) == 0x22 { return (place + 1, false) }
    }
    return longText(place, limit)
  }

  @inline(__always)
  private mutating func longText(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (place: UnsafeRawPointer, isEscaped: Bool)? {
    var place = start
    var isEscaped = false
    var continuations = continuations
    text: while place < limit {
      let special = Scanner.specialBytes(place.loadUnaligned(as: SIMD16<Int8>.self))
      if special[0] != 0 {
        place += special[0].trailingZeroBitCount &>> 3
      } else if special[1] != 0 {
        place += 8 &+ special[1].trailingZeroBitCount &>> 3
      } else {
        place += 16
        continue
      }
      let byte = Scanner.byte(place)
      if byte == 0x22 {
        self.continuations = continuations
        return (place + 1, isEscaped)
      }
      if byte == 0x5C {
        if Scanner.byte(place + 1) == 0x75 { isEscaped = true }
        guard let end = Self.escape(place) else { return nil }
        place = end
      } else {
        guard let end = Self.sequences(place, limit, &continuations) else { return nil }
        place = end
      }
    }
    return nil
  }

  @inline(never)
  private static func escape(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    try? Scanner(base: place, end: place + ValidatorScan.margin).escape(place)
  }

  /// Reads characters that are not ASCII.
  @inline(__always)
  private static func sequences(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ continuations: inout Int
  ) -> UnsafeRawPointer? {
    var place = start
    var lead = Scanner.byte(place)
    repeat {
      guard let sequence = UTF8Sequence(lead: lead), sequence.secondBytes ~= Scanner.byte(place + 1) else { return nil }
      for index in 2..<max(sequence.length, 2) where !isContinuation(Scanner.byte(place + index)) { return nil }
      continuations &+= sequence.length &- 1
      place += sequence.length
      lead = Scanner.byte(place)
    } while lead >= 0x80 && place < limit
    return place
  }
}
