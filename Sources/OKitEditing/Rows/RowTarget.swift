import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The array that rows are imported into.
final class RowTarget {
  /// The place of the array, which can be missing.
  private(set) var array: BindingSlot
  /// The elements before the import.
  let elements: [JSONValue]
  /// The class of the elements; nil without a definition.
  let className: String?

  /// Throws an error of kind `usage` if the binding does not lead to one array of objects.
  init(_ binding: Binding, _ session: EditSession) throws {
    let item = EditItem(binding)
    let text = PathComponent.printable(binding.description)
    let bound = try session.matches(item, all: nil)[0]
    let slot = try session.slot(bound, of: item)
    let type = session.type(of: slot)
    array = slot
    className = (type?.unwrapped.element).flatMap(\.objectClass)
    if let value = slot.value, !value.isNull {
      guard value.kind == .array, !session.isPairs(value) else {
        throw OKitError(
          .usage, "\(text) is not an array",
          remedy: .words("rows are imported into arrays only; use 'okit set' for dictionaries and single values"))
      }
      elements = Array(value.elements)
    } else {
      guard type?.unwrapped.element != nil else { throw OKitError(.usage, "\(text) has no value, and is not an array") }
      elements = []
    }
    guard className != nil || type == nil, elements.allSatisfy({ $0.kind == .object }) else {
      throw OKitError(.usage, "the elements of \(text) are not objects")
    }
  }

  /// Returns the array, which is created if it is missing.
  func existingArray(_ session: EditSession) throws -> JSONValue {
    if let value = array.value, !value.isNull { return value }
    guard let container = array.container else { throw OKitError(.usage, "a model is not an array") }
    session.noteTouched(container)
    let new = try session.change(container) { try array.set("[]") }
    array = .value(new)
    return new
  }
}
