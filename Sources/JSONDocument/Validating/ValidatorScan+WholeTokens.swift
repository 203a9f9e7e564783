extension ValidatorScan {
  /// The number of bytes at the end of a piece that are left to the state machine, which checks for the end at every byte. The scanners look at most
  /// this far ahead.
  static let margin = 32

  /// Reads whole tokens, up to twice as fast as the state machine, and sets the state for the position where it stops. It stops before an error and
  /// before a token that goes beyond `limit`, which the state machine then reads.
  ///
  /// It is one big function, as in the parser, because the state must stay in registers.
  ///
  /// - Parameters:
  ///   - start: A position inside of an object or array, where a value or what follows one is expected.
  ///   - shift: The difference between an offset in the text and its address.
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
    var position = start
    var depth = depth
    var isObject = isObject
    var lines = LineCount(line: line, start: lineStart, continuations: continuations)
    var next: ValidatorState
    var isAfterValue = state == .afterValue

    tokens: while true {
      if !isAfterValue {
        next = .value
        position = lines.skipSpace(position, limit, shift)
        if position >= limit { break tokens }
        value: switch Scanner.byte(position) {
        case 0x22:
          guard let end = lines.text(position, limit) else { break tokens }
          position = end.position
        case let byte where byte == 0x7B || byte == 0x5B:
          if depth == Limits.depth || depth == open.count { break tokens }
          isObject = byte == 0x7B
          let offset = Int(bitPattern: position) &+ shift
          notes.opened(isObject: isObject, depth, at: offset)
          open[depth] = OpenContainer(isObject: isObject, at: offset)
          depth &+= 1
          next = isObject ? .firstKey : .firstElement
          position = lines.skipSpace(position + 1, limit, shift)
          if position >= limit { break tokens }
          if Scanner.byte(position) == (isObject ? 0x7D : 0x5D) { break value }
          if isObject {
            if let stop = keyAndColon(&position, limit, &lines, depth, shift, expecting: next) {
              next = stop
              break tokens
            }
          } else if !Parser.beginsValue(Scanner.byte(position)) {
            break tokens
          }
          continue tokens
        case 0x2D, 0x30...0x39:
          guard let end = Self.number(position, limit) else { break tokens }
          position = end
        case 0x74:
          if position.loadUnaligned(as: UInt32.self) != 0x6575_7274 { break tokens }
          position += 4
        case 0x66:
          if (position + 1).loadUnaligned(as: UInt32.self) != 0x6573_6C61 { break tokens }
          position += 5
        case 0x6E:
          if position.loadUnaligned(as: UInt32.self) != 0x6C6C_756E { break tokens }
          position += 4
        default: break tokens
        }
      }
      isAfterValue = false

      // A value has ended, or an empty array or object has just begun.
      while true {
        next = .afterValue
        position = lines.skipSpace(position, limit, shift)
        if position >= limit { break tokens }
        let byte = Scanner.byte(position)
        if byte == 0x2C {
          notes.separated(depth, at: Int(bitPattern: position) &+ shift)
          position += 1
          if !isObject { continue tokens }
          next = .key
          position = lines.skipSpace(position, limit, shift)
          if position >= limit { break tokens }
          if let stop = keyAndColon(&position, limit, &lines, depth, shift, expecting: next) {
            next = stop
            break tokens
          }
          continue tokens
        }
        if byte != (isObject ? 0x7D : 0x5D) { break tokens }
        notes.closed(depth, open[depth &- 1], at: Int(bitPattern: position) &+ shift)
        position += 1
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
    return position
  }

  /// Reads a key and its colon, and moves `position` past the bytes that were read. Returns the state at `position` if something is missing, or too
  /// near to the end; nil if both were read.
  @inline(__always)
  private mutating func keyAndColon(
    _ position: inout UnsafeRawPointer, _ limit: UnsafeRawPointer, _ lines: inout LineCount, _ depth: Int, _ shift: Int,
    expecting key: ValidatorState
  ) -> ValidatorState? {
    guard Scanner.byte(position) == 0x22, let end = lines.text(position, limit) else { return key }
    notes.hasKey(
      UnsafeRawBufferPointer(start: position + 1, count: end.position - position - 2), isEscaped: end.isEscaped, depth,
      at: Int(bitPattern: end.position) &+ shift)
    position = lines.skipSpace(end.position, limit, shift)
    if position >= limit || Scanner.byte(position) != 0x3A { return .colon }
    position += 1
    return nil
  }

  /// Reads a number that ends before `limit`.
  @inline(__always)
  private static func number(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer? {
    var position = start
    if Scanner.byte(position) == 0x2D { position += 1 }
    if Scanner.byte(position) == 0x30 {
      position += 1
      if isDigit(Scanner.byte(position)) { return nil }
    } else {
      guard let end = digits(position, limit) else { return nil }
      position = end
    }
    if Scanner.byte(position) == 0x2E {
      guard let end = digits(position + 1, limit) else { return nil }
      position = end
    }
    if Scanner.byte(position) | 0x20 == 0x65 {
      position += 1
      if Scanner.byte(position) == 0x2B || Scanner.byte(position) == 0x2D { position += 1 }
      guard let end = digits(position, limit) else { return nil }
      position = end
    }
    return position
  }

  @inline(__always)
  private static func digits(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer? {
    let end = skipDigits(start, limit)
    return end > start && end < limit ? end : nil
  }
}
