/// Finds the keys of one object by their text in constant time, and detects duplicates.
struct KeyTable {
  private struct Slot {
    var hash: UInt32
    /// The index of the key; 0, which is never a key, for an empty slot.
    var key: UInt32
  }

  private let document: JSONDocument
  private var slots: [Slot]
  /// The keys that repeat an earlier one, in their order.
  private(set) var duplicates: [JSONKey] = []

  /// Inserts the keys of an object.
  init(_ object: JSONValue) {
    document = object.document
    let count = object.count
    var capacity = 8
    while capacity < count * 2 { capacity *= 2 }
    slots = Array(repeating: Slot(hash: 0, key: 0), count: capacity)
    for (key, _) in object.members { insert(key) }
  }

  private mutating func insert(_ key: JSONKey) {
    var decoder = StringDecoder(document.rawText(of: key.node))
    let hash = Self.hash(&decoder)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].key != 0 {
      if slots[slot].hash == hash, document.haveEqualText(document.node(Int(slots[slot].key)), key.node) {
        duplicates.append(key)
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(hash: hash, key: UInt32(truncatingIfNeeded: key.index))
  }

  /// Returns the first key with these bytes; nil if there is none.
  func key(_ bytes: UnsafeRawBufferPointer) -> JSONKey? {
    var bytesLeft = bytes.makeIterator()
    let hash = Self.hash { bytesLeft.next() }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].key != 0 {
      let key = JSONKey(document: document, index: Int(slots[slot].key))
      if slots[slot].hash == hash, key.hasBytes(equalTo: bytes) { return key }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func hash(_ decoder: inout StringDecoder) -> UInt32 { hash { decoder.next() } }

  /// Hashes bytes with a seed that differs in each process, so that nobody can create a file with colliding keys.
  private static func hash(_ next: () -> UInt8?) -> UInt32 {
    var hash = seed
    var word: UInt64 = 1
    while let byte = next() {
      word = word &<< 8 | UInt64(byte)
      // The word is full when the marker has arrived in the top byte.
      if word &>> 56 == 1 {
        hash = mix(hash ^ word)
        word = 1
      }
    }
    return UInt32(truncatingIfNeeded: mix(hash ^ word))
  }

  private static let seed = UInt64.random(in: 0...UInt64.max)

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return (product.high ^ product.low) &+ seed
  }
}

extension JSONDocument {
  /// True if two strings or keys have the same decoded text.
  func haveEqualText(_ first: Node, _ second: Node) -> Bool { hasText(of: first, equalTo: second, of: self) }

  /// True if a string or key has the same decoded text as one of another document. Allocates no memory.
  func hasText(of node: Node, equalTo other: Node, of document: JSONDocument) -> Bool {
    if !node.isEscaped { return document.text(of: other, equals: rawText(of: node)) }
    if !other.isEscaped { return text(of: node, equals: document.rawText(of: other)) }
    var left = StringDecoder(rawText(of: node))
    var right = StringDecoder(document.rawText(of: other))
    while let byte = left.next() {
      if right.next() != byte { return false }
    }
    return right.next() == nil
  }

  /// Returns the keys that repeat an earlier key of the same object, in the order of the objects' starts. The first of several equal keys is not
  /// included, because it is the one that counts.
  ///
  /// Takes time proportional to the size of the document, even for a single large object.
  package func duplicateKeys() -> [JSONKey] {
    var duplicates: [JSONKey] = []
    forEachObject { object in
      if object.hasFewMembers {
        object.appendDuplicates(to: &duplicates)
      } else {
        duplicates += KeyTable(object).duplicates
      }
    }
    return duplicates
  }
}

extension JSONValue {
  /// True if comparing all keys with one another is faster than a table.
  var hasFewMembers: Bool {
    var members = members.makeIterator()
    for _ in 0..<12 where members.next() == nil { return true }
    return members.next() == nil
  }

  func appendDuplicates(to duplicates: inout [JSONKey]) {
    let end = Int(node.link)
    var position = index + 1
    while position < end {
      let node = document.node(position)
      var earlier = index + 1
      while earlier < position {
        if document.haveEqualText(document.node(earlier), node) {
          duplicates.append(JSONKey(document: document, index: position))
          break
        }
        earlier = document.node(earlier + 1).next(after: earlier + 1)
      }
      position = document.node(position + 1).next(after: position + 1)
    }
  }
}
