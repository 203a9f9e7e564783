import JSONDocument
import OKitStorage

/// The places of entities in many documents, by their ids. It contains hashes and indices but no text, so that the documents can be released.
package struct EntityIndex {
  /// The place of an entity.
  package struct Place: Hashable {
    /// The number of the document, as the caller counts them.
    package let document: Int32
    /// The ``JSONValue/index`` of the entity in the document.
    package let node: UInt32

    package init(document: Int32, node: UInt32) {
      self.document = document
      self.node = node
    }
  }

  private struct Entry {
    let hash: UInt64
    let place: Place
  }

  /// A slot of the hash table. A part of the hash is repeated here, because reading each entry that a search passes would take most of its time.
  private struct Slot {
    /// The number of the first entry of an id; 0 if the slot is free.
    var number: UInt32
    /// The low half of the hash.
    var hash: UInt32
  }

  /// The entries, numbered from 1. In chunks, because a large array would need twice its memory whenever it grows.
  private var chunks: [[Entry]] = []
  private var count = 0
  /// A hash table with open addressing.
  private var slots: [Slot] = []
  /// The next entry with the same id, for the few entries that have one.
  private var next: [UInt32: UInt32] = [:]
  /// The last entry with the same id, for the first ones of several.
  private var last: [UInt32: UInt32] = [:]

  private static let chunkBits = 16

  package init() {}

  /// Adds an entity with this id, after the others with the same id.
  package mutating func add(_ id: EntityID, at place: Place) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    append(Entry(hash: id.hash, place: place))
    let number = UInt32(count)
    let slot = slot(of: id.hash)
    let first = slots[slot].number
    guard first != 0 else {
      slots[slot] = Slot(number: number, hash: UInt32(truncatingIfNeeded: id.hash))
      return
    }
    next[last[first] ?? first] = number
    last[first] = number
  }

  /// Returns the entities with this id in the order in which they were added. Lazy: callers usually need only the first, even of a million.
  package func places(of id: EntityID) -> some Sequence<Place> {
    let first = slots.isEmpty ? 0 : slots[slot(of: id.hash)].number
    return sequence(state: first) { number in
      guard number != 0 else { return nil }
      defer { number = next[number] ?? 0 }
      return self[number].place
    }
  }

  /// True if an entity has this id.
  package func contains(_ id: EntityID) -> Bool { !slots.isEmpty && slots[slot(of: id.hash)].number != 0 }

  /// Returns the entities whose id an earlier one has, with the earliest.
  package func duplicates() -> [(place: Place, first: Place)] {
    var duplicates: [(Place, Place)] = []
    for first in last.keys.sorted() {
      var number = first
      while let following = next[number] {
        duplicates.append((self[following].place, self[first].place))
        number = following
      }
    }
    return duplicates
  }

  private subscript(_ number: UInt32) -> Entry {
    let index = Int(number) - 1
    return chunks[index >> Self.chunkBits][index & (1 << Self.chunkBits - 1)]
  }

  private mutating func append(_ entry: Entry) {
    // A small index needs no whole chunk.
    if count & (1 << Self.chunkBits - 1) == 0 {
      chunks.append([])
      if count > 0 { chunks[chunks.count - 1].reserveCapacity(1 << Self.chunkBits) }
    }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }

  /// Returns the slot of the first entry with this hash, or the free slot for it.
  private func slot(of hash: UInt64) -> Int {
    let low = UInt32(truncatingIfNeeded: hash)
    var index = Int(low) & (slots.count - 1)
    while case let slot = slots[index], slot.number != 0, slot.hash != low || self[slot.number].hash != hash {
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  private mutating func grow() {
    let firsts = slots.filter { $0.number != 0 }
    slots = [Slot](repeating: Slot(number: 0, hash: 0), count: max(slots.count * 2, 1024))
    for first in firsts {
      var index = Int(first.hash) & (slots.count - 1)
      while slots[index].number != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = first
    }
  }
}
