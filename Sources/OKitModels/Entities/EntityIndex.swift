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
    /// The number of the next entry with the same id; 0 if there is none.
    var next: UInt32 = 0
    /// The number of the last entry with the same id, set only in the first one; 0 if there is no other.
    var last: UInt32 = 0
  }

  /// The entries. Their numbers start at 1.
  private var entries: [Entry] = []
  /// A hash table with open addressing. It contains the number of the first entry of each id.
  private var slots: [UInt32] = []

  package init() {}

  /// Adds an entity with this id, after the others with the same id.
  package mutating func add(_ id: EntityID, at place: Place) {
    if (entries.count + 1) * 2 > slots.count { grow() }
    entries.append(Entry(hash: id.hash, place: place))
    let number = UInt32(entries.count)
    let slot = slot(of: id.hash)
    let first = slots[slot]
    guard first != 0 else {
      slots[slot] = number
      return
    }
    let last = entries[Int(first) - 1].last
    entries[Int(last == 0 ? first : last) - 1].next = number
    entries[Int(first) - 1].last = number
  }

  /// Returns the entities with this id in the order in which they were added. Lazy: callers usually need only the first, even of a million.
  package func places(of id: EntityID) -> some Sequence<Place> {
    let first = slots.isEmpty ? 0 : slots[slot(of: id.hash)]
    return sequence(state: first) { number in
      guard number != 0 else { return nil }
      let entry = entries[Int(number) - 1]
      number = entry.next
      return entry.place
    }
  }

  /// True if an entity has this id.
  package func contains(_ id: EntityID) -> Bool { !slots.isEmpty && slots[slot(of: id.hash)] != 0 }

  /// Returns the entities whose id an earlier one has, with the earliest.
  package func duplicates() -> [(place: Place, first: Place)] {
    var duplicates: [(Place, Place)] = []
    for first in entries where first.last != 0 {
      var number = first.next
      while number != 0 {
        let entry = entries[Int(number) - 1]
        duplicates.append((entry.place, first.place))
        number = entry.next
      }
    }
    return duplicates
  }

  /// Returns the slot of the first entry with this hash, or the free slot for it.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0, entries[Int(slots[slot]) - 1].hash != hash { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let firsts = slots.filter { $0 != 0 }
    slots = [UInt32](repeating: 0, count: max(slots.count * 2, 1024))
    for number in firsts { slots[slot(of: entries[Int(number) - 1].hash)] = number }
  }
}
