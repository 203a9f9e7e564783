import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Removes the values that the binding matches.
  func remove(_ item: EditItem, all: Bool) throws {
    // All values of one array are removed at once. Removing them one by one would take quadratic time.
    var removals: [JSONValue: Set<JSONValue>] = [:]
    for bound in try matches(item, all: all) {
      let slot = try slot(bound, of: item)
      guard let value = slot.value else {
        throw OKitError(.notFound, "no value at \(PathComponent.printable(item.binding.description))")
      }
      try requireRemovable(slot)
      // The key of the entry is removed, too.
      let key = isEntry(slot) ? value.previousElement : nil
      if key == nil { try requirePlainArray(around: slot) }
      guard let container = slot.container, removals[container, default: []].insert(value).inserted else { continue }
      if let key { removals[container]?.insert(key) }
      gone.note(value, store)
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
