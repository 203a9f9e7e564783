import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Removes the values that the bindings match before anything is removed, so that `books[0]` and `books[1]` are two neighbors. If
  /// matches are nested or repeated, removes only the outermost, once. With `all`, matches without a value are passed over.
  func remove(_ items: [EditItem], all: Bool) throws {
    var found: [(bound: BoundValue, item: EditItem, slot: BindingSlot, value: JSONValue)] = []
    var chosen: Set<JSONValue> = []
    for item in items {
      var hasValue = false
      for bound in try matches(item, all: all) {
        let slot = try slot(bound, of: item)
        guard let value = slot.value else { continue }
        hasValue = true
        try requireRemovable(slot)
        if !isEntry(slot) { try requirePlainArray(around: slot) }
        if chosen.insert(value).inserted { found.append((bound, item, slot, value)) }
      }
      guard hasValue else {
        throw OKitError(.notFound, "no value at \(PathComponent.printable(item.binding.description))")
      }
    }
    // All values of one array are removed at once. Removing them one by one would take quadratic time.
    var removals: [JSONValue: Set<JSONValue>] = [:]
    for (bound, item, slot, value) in found {
      guard let container = slot.container,
        items.count == 1 || !sequence(first: container, next: \.parent).contains(where: chosen.contains)
      else { continue }
      removals[container, default: []].insert(value)
      // The key of the entry is removed, too.
      if isEntry(slot), let key = value.previousElement { removals[container]?.insert(key) }
      removedEntities.note(value, store)
      noteTouched(container)
      note(bound, item)
    }
    for (container, values) in removals where container.isAttached {
      try change(container) { try container.removeItems(values) }
    }
  }

  /// Throws an error of kind `usage` or `malformed` for a value that an app requires.
  func requireRemovable(_ slot: BindingSlot) throws {
    guard let container = slot.container else {
      throw OKitError(
        .usage, "cannot remove the root of a model",
        remedy: .words("use 'okit model delete' to delete a model"))
    }
    try requireNoID(slot)
    guard let key = slot.value?.key?.string, let place = store.place(of: container),
      let definition = classes.definition(of: place), let property = definition.property(storedAs: key)
    else { return }
    guard property.isRequired else { return }
    throw OKitError(
      .malformed, "\(PathComponent.printable(key)) of \(definition.name) is required",
      remedy: .words("set it to another value"))
  }
}
