extension ValidatorScan {
  /// So many bytes before its end a piece is left to the automaton, which asks for the end at every byte. No step of the scanners looks
  /// further ahead.
  static let margin = 32

  /// Reads as many whole tokens as it can, up to twice as fast as the automaton, and leaves that the state at the place where it stops. It stops
  /// before whatever is wrong, or goes beyond `limit`: of that the automaton knows more.
  ///
  /// As in the parser, the state has to stay in registers, hence one big function.
  ///
  /// - Parameters:
  ///   - start: Where a value is open, and a value or what comes after one is expected.
  ///   - shift: What makes an address an offset in the text.
  @inline(never)
  mutating func readTokens(
    from start: UnsafeRawPointer, to limit: UnsafeRawPointer, _ shift: Int
  ) -> UnsafeRawPointer {
    var containers: [OpenContainer] = []
    swap(&containers, &open)
    defer { swap(&containers, &open) }
    return containers.withUnsafeMutableBufferPointer { readTokens(from: start, to: limit, shift, $0) }
  }

  @inline(__always)
  private mutating func readTokens(
    from start: UnsafeRawPointer, to limit: UnsafeRawPointer, _ shift: Int,
    _ open: UnsafeMutableBufferPointer<OpenContainer>
  ) -> UnsafeRawPointer {
    var place = start
    var depth = depth
    var isObject = isObject
    var lines = LineCount(line: line, start: lineStart, continuations: continuations)
    var next: ValidatorState
    var isAfterValue = state == .afterValue

    tokens: while true {
      if !isAfterValue {
        next = .value
        place = lines.skipSpace(place, limit, shift)
        if place >= limit { break tokens }
        value: switch Scanner.byte(place) {
        case 0x22:
          guard let end = lines.text(place, limit) else { break tokens }
          place = end.place
        case 0x7B:
          if depth == Limits.depth || depth == open.count { break tokens }
          notes.opened(isObject: true, depth, at: Int(bitPattern: place) &+ shift)
          open[depth] = OpenContainer(isObject: true, at: Int(bitPattern: place) &+ shift)
          depth &+= 1
          isObject = true
          next = .firstKey
          place = lines.skipSpace(place + 1, limit, shift)
          if place >= limit { break tokens }
          if Scanner.byte(place) == 0x7D { break value }
          guard let end = key(place, limit, &lines, depth, shift) else { break tokens }
          next = .colon
          place = lines.skipSpace(end, limit, shift)
          if place >= limit || Scanner.byte(place) != 0x3A { break tokens }
          place += 1
          continue tokens
        case 0x5B:
          if depth == Limits.depth || depth == open.count { break tokens }
          notes.opened(isObject: false, depth, at: Int(bitPattern: place) &+ shift)
          open[depth] = OpenContainer(isObject: false, at: Int(bitPattern: place) &+ shift)
          depth &+= 1
          isObject = false
          next = .firstElement
          place = lines.skipSpace(place + 1, limit, shift)
          if place >= limit { break tokens }
          if Scanner.byte(place) == 0x5D { break value }
          if !Parser.beginsValue(Scanner.byte(place)) { break tokens }
          continue tokens
        case 0x2D, 0x30...0x39:
          guard let end = Self.number(place, limit) else { break tokens }
          place = end
        case 0x74:
          if place.loadUnaligned(as: UInt32.self) != 0x6575_7274 { break tokens }
          place += 4
        case 0x66:
          if (place + 1).loadUnaligned(as: UInt32.self) != 0x6573_6C61 { break tokens }
          place += 5
        case 0x6E:
          if place.loadUnaligned(as: UInt32.self) != 0x6C6C_756E { break tokens }
          place += 4
        default: break tokens
        }
      }
      isAfterValue = false

      // A value has ended, or an empty array or object has just begun.
      while true {
        next = .afterValue
        place = lines.skipSpace(place, limit, shift)
        if place >= limit { break tokens }
        let byte = Scanner.byte(place)
        if byte == 0x2C {
          notes.separated(depth, at: Int(bitPattern: place) &+ shift)
          place += 1
          if !isObject { continue tokens }
          next = .key
          place = lines.skipSpace(place, limit, shift)
          if place >= limit { break tokens }
          guard let end = key(place, limit, &lines, depth, shift) else { break tokens }
          next = .colon
          place = lines.skipSpace(end, limit, shift)
          if place >= limit || Scanner.byte(place) != 0x3A { break tokens }
          place += 1
          continue tokens
        }
        if byte != (isObject ? 0x7D : 0x5D) { break tokens }
        notes.closed(depth, open[depth &- 1], at: Int(bitPattern: place) &+ shift)
        place += 1
        depth &-= 1
        if depth == 0 {
          isObject = false
          next = .end
          break tokens
        }
        isObject = open[depth &- 1].isObject
      }
    }
    state = next
    self.depth = depth
    self.isObject = isObject
    (line, lineStart, continuations) = (lines.line, lines.start, lines.continuations)
    return place
  }

  /// Reads a key, without what comes after it; nil if it is none, or too near to the end.
  @inline(__always)
  private mutating func key(
    _ start: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ lines: inout LineCount, _ depth: Int,
    _ shift: Int
  ) -> UnsafeRawPointer? {
    guard Scanner.byte(start) == 0x22, let end = lines.text(start, limit) else { return nil }
    notes.hasKey(
      UnsafeRawBufferPointer(start: start + 1, count: end.place - start - 2), isEscaped: end.isEscaped, depth,
      at: Int(bitPattern: end.place) &+ shift)
    return end.place
  }

  /// Reads a number that ends before `limit`.
  @inline(__always)
  private static func number(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer? {
    var place = start
    if Scanner.byte(place) == 0x2D { place += 1 }
    if Scanner.byte(place) == 0x30 {
      place += 1
      if isDigit(Scanner.byte(place)) { return nil }
    } else {
      guard let end = digits(place, limit) else { return nil }
      place = end
    }
    if Scanner.byte(place) == 0x2E {
      guard let end = digits(place + 1, limit) else { return nil }
      place = end
    }
    if Scanner.byte(place) | 0x20 == 0x65 {
      place += 1
      if Scanner.byte(place) == 0x2B || Scanner.byte(place) == 0x2D { place += 1 }
      guard let end = digits(place, limit) else { return nil }
      place = end
    }
    return place
  }

  @inline(__always)
  private static func digits(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer? {
    let end = skipDigits(start, limit)
    return end > start && end < limit ? end : nil
  }
}
