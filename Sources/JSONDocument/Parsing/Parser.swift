/// Parses a JSON text, and writes its nodes to a tape.
enum Parser {
  /// Parses a whole text.
  ///
  /// This is one big function because its state must stay in registers. It neither recurses nor needs a stack: the `link` of an open array
  /// or object is unused until it is closed, so it holds the index of the parent.
  ///
  /// - Precondition: The bytes are sealed, and there are fewer than `Limits.size`.
  @inline(never)
  static func parse(_ bytes: UnsafeRawBufferPointer, into tape: inout Tape) throws(Fault) {
    guard let base = bytes.baseAddress else { return }
    let scanner = Scanner(base: base, end: base + bytes.count)
    var position = base
    var nodes = tape.base
    var limit = tape.limit
    var count = 0
    var depth = 0
    var deepest = 0
    var open = 0
    var isObject = false

    if bytes.starts(with: byteOrderMark) { position += byteOrderMark.count }
    position = Scanner.skipSpace(position)
    values: while true {
      // A value must begin at `position`.
      if count >= limit {
        try tape.makeRoom(after: count)
        nodes = tape.base
        limit = tape.limit
      }
      let start = position - base
      let first = Scanner.byte(position)
      value: switch first {
      case 0x22:
        var info = Node.string
        position = try scanner.string(position, &info)
        store(nodes, count, start: start, end: position - base, link: open, info)
        count &+= 1
      case 0x7B, 0x5B:
        if depth == Limits.depth { throw scanner.fault(.tooDeep, position) }
        depth &+= 1
        if depth > deepest { deepest = depth }
        isObject = first == 0x7B
        store(nodes, count, start: start, end: 0, link: open, isObject ? Node.object : Node.array)
        open = count
        count &+= 1
        position = Scanner.skipSpace(position + 1)
        if !isObject {
          if Scanner.byte(position) == 0x5D { break value }
          if !beginsValue(Scanner.byte(position)) { throw scanner.fault(.expectedElementOrEnd, position) }
          continue values
        }
        if Scanner.byte(position) == 0x7D { break value }
        if Scanner.byte(position) != 0x22 { throw scanner.fault(.expectedKeyOrEnd, position) }
        position = try key(scanner, position, nodes, &count, open)
        continue values
      case 0x2D, 0x30...0x39:
        var info = Node.number
        position = try scanner.number(position, &info)
        store(nodes, count, start: start, end: position - base, link: open, info)
        count &+= 1
      case 0x74:
        if position.loadUnaligned(as: UInt32.self) != 0x6575_7274 { throw scanner.misspelling(of: "true", position) }
        position += 4
        store(nodes, count, start: start, end: start &+ 4, link: open, Node.bool | Node.isTrue)
        count &+= 1
      case 0x66:
        if (position + 1).loadUnaligned(as: UInt32.self) != 0x6573_6C61 {
          throw scanner.misspelling(of: "false", position)
        }
        position += 5
        store(nodes, count, start: start, end: start &+ 5, link: open, Node.bool)
        count &+= 1
      case 0x6E:
        if position.loadUnaligned(as: UInt32.self) != 0x6C6C_756E { throw scanner.misspelling(of: "null", position) }
        position += 4
        store(nodes, count, start: start, end: start &+ 4, link: open, Node.null)
        count &+= 1
      default: throw scanner.fault(.expectedValue, position)
      }
      if depth == 0 { break values }
      position = Scanner.skipSpace(position)

      // A value in an array or object has ended, or an empty array or object has just begun.
      while true {
        let next = Scanner.byte(position)
        if next == 0x2C {
          position = Scanner.skipSpace(position + 1)
          if !isObject { continue values }
          if Scanner.byte(position) != 0x22 { throw scanner.fault(.expectedKey, position) }
          position = try key(scanner, position, nodes, &count, open)
          continue values
        }
        if next != (isObject ? 0x7D : 0x5D) {
          throw scanner.fault(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, position)
        }
        position += 1
        let node = nodes + open &<< 4
        node.storeBytes(of: UInt32(truncatingIfNeeded: position - base), toByteOffset: 4, as: UInt32.self)
        let outer = Int(node.load(fromByteOffset: 8, as: UInt32.self))
        node.storeBytes(of: UInt32(truncatingIfNeeded: count), toByteOffset: 8, as: UInt32.self)
        depth &-= 1
        if depth == 0 { break values }
        open = outer
        isObject = (nodes + open &<< 4).load(fromByteOffset: 12, as: UInt32.self) == Node.object
        position = Scanner.skipSpace(position)
      }
    }
    position = Scanner.skipSpace(position)
    if position != scanner.end { throw scanner.fault(.trailingText, position) }
    tape.count = count
    tape.depth = deepest
  }

  /// Reads a key, the colon after it, and the white space before its value.
  @inline(__always)
  private static func key(
    _ scanner: Scanner, _ start: UnsafeRawPointer, _ nodes: UnsafeMutableRawPointer, _ count: inout Int, _ open: Int
  ) throws(Fault) -> UnsafeRawPointer {
    var info = Node.key
    let end = try scanner.string(start, &info)
    store(nodes, count, start: start - scanner.base, end: end - scanner.base, link: open, info)
    count &+= 1
    let colon = Scanner.skipSpace(end)
    if Scanner.byte(colon) != 0x3A { throw scanner.fault(.expectedColon, colon) }
    return Scanner.skipSpace(colon + 1)
  }

  /// True if a value can begin with this byte.
  @inline(__always)
  static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x7B, 0x5B, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E: true
    default: false
    }
  }
}
