/// Bytes to look for in the strings of a document.
package struct StringSearch {
  /// The bytes, all ASCII if case is ignored.
  private let needle: [UInt8]
  fileprivate let ignoresCase: Bool

  /// A search for exactly these bytes, in UTF-8; nil without any.
  package init?(exactly needle: [UInt8]) {
    if needle.isEmpty { return nil }
    self.needle = needle
    ignoresCase = false
  }

  /// A search for an ASCII text in any case; nil if the text is empty or not ASCII. Strings with other characters may also contain it in another form.
  package init?(ignoringCaseOf needle: [UInt8]) {
    guard !needle.isEmpty, needle.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.needle = needle.map(Self.lowercased)
    ignoresCase = true
  }

  fileprivate static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// The first and the last byte, each in both cases.
  fileprivate var ends: (first: [UInt8], last: [UInt8]) {
    (cases(of: needle.first ?? 0), cases(of: needle.last ?? 0))
  }

  private func cases(of byte: UInt8) -> [UInt8] {
    let isLetter = ignoresCase && UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    return [byte, isLetter ? byte & 0xDF : byte]
  }

  fileprivate var count: Int { needle.count }

  /// True if a string with this byte may contain the text in another form, because of an escape or another character.
  @inline(__always)
  fileprivate func isUncertain(_ byte: UInt8) -> Bool { byte == 0x5C || ignoresCase && byte >= 0x80 }

  /// True if the bytes are at a position of `text`.
  fileprivate func isFound(at start: Int, in text: UnsafeRawBufferPointer) -> Bool {
    guard start + needle.count <= text.count else { return false }
    return needle.indices.allSatisfy { index in
      let byte = text[start + index]
      return (ignoresCase ? Self.lowercased(byte) : byte) == needle[index]
    }
  }

  /// True if `text` contains the bytes.
  fileprivate func isContained(in text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= needle.count else { return false }
    return (0...(text.count - needle.count)).contains { isFound(at: $0, in: text) }
  }
}

/// Scans a text for places at which something could be found.
private struct HitScan {
  private typealias Block = SIMD16<Int8>

  private let search: StringSearch
  private let text: UnsafeRawBufferPointer
  private let first: (Block, Block)
  private let last: (Block, Block)
  private let distance: Int
  /// All bits set if characters other than ASCII are candidates.
  private let high: SIMD2<UInt64>

  init(_ search: StringSearch, _ text: UnsafeRawBufferPointer) {
    self.search = search
    self.text = text
    func block(_ byte: UInt8) -> Block { Block(repeating: Int8(bitPattern: byte)) }
    let ends = search.ends
    first = (block(ends.first[0]), block(ends.first[1]))
    last = (block(ends.last[0]), block(ends.last[1]))
    distance = max(search.count - 1, 0)
    high = SIMD2(repeating: search.ignoresCase ? .max : 0)
  }

  /// Returns the next position of the bytes, or of a byte that can be part of another form of them.
  func next(from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let end = text.count &- distance &- Block.scalarCount
    var position = start
    while position <= end {
      let found = candidates(base + position)
      if found[0] | found[1] != 0 {
        if let hit = hit(found[0], at: position) ?? hit(found[1], at: position &+ 8) { return hit }
      }
      position &+= Block.scalarCount
    }
    while position < text.count {
      if isHit(position) { return position }
      position += 1
    }
    return nil
  }

  /// Returns the first hit among the marked bytes of a word.
  private func hit(_ marks: UInt64, at position: Int) -> Int? {
    var left = marks
    while left != 0 {
      let offset = left.trailingZeroBitCount &>> 3
      if isHit(position &+ offset) { return position &+ offset }
      left &= ~(0xFF &<< UInt64(truncatingIfNeeded: offset &<< 3))
    }
    return nil
  }

  private func isHit(_ position: Int) -> Bool {
    search.isUncertain(text[position]) || search.isFound(at: position, in: text)
  }

  /// Marks all bits of the bytes in a block that may be a hit. The masks are combined as words, because the compiler takes masks of several types
  /// apart.
  @inline(__always)
  private func candidates(_ position: UnsafeRawPointer) -> SIMD2<UInt64> {
    func bits(_ mask: SIMDMask<Block>) -> SIMD2<UInt64> { unsafeBitCast(mask, to: SIMD2<UInt64>.self) }
    let backslash = Block(repeating: 0x5C)
    let zero = Block(repeating: 0)
    let block = position.loadUnaligned(as: Block.self)
    let end = position.loadUnaligned(fromByteOffset: distance, as: Block.self)
    let (isFirst, isOtherFirst) = (block .== first.0, block .== first.1)
    let (isLast, isOtherLast) = (end .== last.0, end .== last.1)
    let (isBackslash, isHigh) = (block .== backslash, block .< zero)
    return (bits(isFirst) | bits(isOtherFirst)) & (bits(isLast) | bits(isOtherLast)) | bits(isBackslash)
      | bits(isHigh) & high
  }
}

extension JSONDocument {
  /// Calls a closure with every string of the parsed text that contains what is searched for, and with every string that may contain it in another
  /// form, because it has escapes, or characters other than ASCII in a search that ignores case. In the order of the text; keys are not searched.
  ///
  /// The text is scanned as a whole, which is faster than looking at each string.
  ///
  /// - Parameter body: Receives a string, and true if it contains what is searched for.
  /// - Throws: Rethrows the errors of `body`, which end the search.
  package func forEachString(
    with search: StringSearch, _ body: (_ string: JSONValue, _ isCertain: Bool) throws -> Void
  ) rethrows {
    defer { withExtendedLifetime(self) {} }
    let text = bytes.buffer
    var position = 0
    var index = 0
    let scan = HitScan(search, text)
    while let hit = scan.next(from: position) {
      index = node(before: hit, from: index)
      let found = node(index)
      guard hit < Int(found.end), found.kindBits == Node.string || found.isKey else {
        position = hit + 1
        continue
      }
      position = Int(found.end)
      if found.isKey { continue }
      let content = slice(found.textRange)
      if search.isContained(in: content), !content.contains(0x5C) {
        try body(JSONValue(document: self, index: index), true)
      } else if content.contains(where: search.isUncertain) {
        try body(JSONValue(document: self, index: index), false)
      }
    }
  }

  /// Returns the index of the last node that begins at or before an offset. `start` is the index of a node before it.
  private func node(before offset: Int, from start: Int) -> Int {
    var (low, step) = (start, 1)
    while low + step < nodeCount, Int(node(low + step).start) <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step, nodeCount)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(node(middle).start) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
