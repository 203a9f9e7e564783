extension ValidatorScan {
  /// Reads a byte between tokens, except white space.
  @inline(__always)
  mutating func structure(_ byte: UInt8, at offset: Int) throws(Fault) {
    switch state {
    case .value: try beginValue(byte, orElse: .expectedValue, at: offset)
    case .firstElement:
      if byte == 0x5D { return close(at: offset) }
      try beginValue(byte, orElse: .expectedElementOrEnd, at: offset)
    case .firstKey:
      if byte == 0x7D { return close(at: offset) }
      try beginKey(byte, orElse: .expectedKeyOrEnd, at: offset)
    case .key: try beginKey(byte, orElse: .expectedKey, at: offset)
    case .colon:
      if byte != 0x3A { throw Fault(reason: .expectedColon, offset: offset) }
      state = .value
    case .afterValue:
      if byte == 0x2C {
        notes.separated(depth, at: offset)
        state = isObject ? .key : .value
      } else if byte == (isObject ? 0x7D : 0x5D) {
        close(at: offset)
      } else {
        throw Fault(reason: isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, offset: offset)
      }
    default: throw Fault(reason: .trailingText, offset: offset)
    }
  }

  @inline(__always)
  private mutating func beginKey(_ byte: UInt8, orElse reason: JSONError.Reason, at offset: Int) throws(Fault) {
    if byte != 0x22 { throw Fault(reason: reason, offset: offset) }
    isKey = true
    notes.keyBegins()
    state = .text
  }

  @inline(__always)
  private mutating func beginValue(_ byte: UInt8, orElse reason: JSONError.Reason, at offset: Int) throws(Fault) {
    let kind: JSONKind
    switch byte {
    case 0x22:
      kind = .string
      isKey = false
      state = .text
    case 0x7B, 0x5B:
      kind = byte == 0x7B ? .object : .array
      if depth == Limits.depth { throw Fault(reason: .tooDeep, offset: offset) }
      open(kind, at: offset)
    case 0x2D, 0x30...0x39:
      kind = .number
      state = byte == 0x2D ? .minus : byte == 0x30 ? .zero : .integer
    case 0x74, 0x66, 0x6E:
      kind = byte == 0x6E ? .null : .bool
      literal = byte == 0x74 ? "true" : byte == 0x66 ? "false" : "null"
      progress = 1
      state = .literal
    default: throw Fault(reason: reason, offset: offset)
    }
    if rootKind == nil { rootKind = kind }
  }

  private mutating func open(_ kind: JSONKind, at offset: Int) {
    isObject = kind == .object
    notes.opened(isObject: isObject, depth, at: offset)
    let container = OpenContainer(isObject: isObject, at: offset)
    if depth == open.count { open += repeatElement(container, count: depth) }
    open[depth] = container
    depth += 1
    state = isObject ? .firstKey : .firstElement
  }

  private mutating func close(at offset: Int) {
    notes.closed(depth, open[depth - 1], at: offset)
    depth -= 1
    isObject = depth > 0 && open[depth - 1].isObject
    endValue()
  }

  /// Sets the state after a value.
  @inline(__always)
  mutating func endValue() {
    state = depth == 0 ? .end : .afterValue
  }

  /// Returns the first byte that is not white space, or the end. Counts lines.
  ///
  /// - Parameter shift: The difference between an address and its offset in the text.
  @inline(__always)
  mutating func skipSpace(
    _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ shift: Int
  ) -> UnsafeRawPointer {
    var position = start
    while position < end {
      let byte = Scanner.byte(position)
      if !byte.isJSONSpace { break }
      position += 1
      if byte == 0x0A {
        line += 1
        lineStart = Int(bitPattern: position) + shift
        continuations = 0
      }
    }
    return position
  }
}
