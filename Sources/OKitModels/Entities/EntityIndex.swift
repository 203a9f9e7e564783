import JSONDocument
import OKitStorage

/// Where the entities of many documents are, by their ids: hashes and places, no text, so that the documents can go.
package struct EntityIndex {
  /// Where an entity is.
  package struct Place: Hashable {
    /// The number of its document, as its owner counts them.
    package let document: Int32
    /// The entity's ``JSONValue/index`` in it.
    package let node: UInt32

    package init(document: Int32, node: UInt32) {
      self.document = document
      self.node = node
    }
  }

  private struct Entry {
    let hash: UInt64
    let place: Place
    /// The numbers of the next entry with this id and, in the first one, of the last; 0 where there is none.
    var next: UInt32 = 0
    var last: UInt32 = 0
  }

  /// The number of an entry is one more than its place here.
  private var entries: [Entry] = []
  /// The number of the first entry of an id, at the place that its hash names or the next free one.
  private var slots: [UInt32] = []

  package init() {}

  /// Adds the entity that has this id, behind those that have it already.
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

  /// The entities that have this id, in the order in which they were added. They are looked for one by one: of data in which a
  /// million have the same id, mostly the first is enough.
  package func places(of id: EntityID) -> some Sequence<Place> {
    let first = slots.isEmpty ? 0 : slots[slot(of: id.hash)]
    return sequence(state: first) { number in
      guard number != 0 else { return nil }
      let entry = entries[Int(number) - 1]
      number = entry.next
      return entry.place
    }
  }

  /// Whether an entity has this id.
  package func contains(_ id: EntityID) -> Bool { !slots.isEmpty && slots[slot(of: id.hash)] != 0 }

  /// The entities whose id another one had before, with the first that had it.
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

  /// The slot of the first entry with this hash, or the free one where it would be.
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
