import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Sets `darkMode` of the settings, which is computed from another property, like `okit settings set` does. Returns false if `bound` is
  /// anything else.
  func setDarkMode(_ bound: BoundValue, _ item: EditItem) throws -> Bool {
    guard case .bool = bound.content, bound.isStored, let root = bound.entity, let value = item.value,
      case .property(FrameworkClasses.darkMode)? = bound.path.last
    else { return false }
    let json = try json(value, .bool, .member(FrameworkClasses.darkMode, of: root))
    guard let wanted = json?.bool else {
      throw OKitError(
        .malformed, "'\(FrameworkClasses.darkMode)' must be true or false, not \(json?.rawText ?? "null")")
    }
    guard let name = FrameworkSettings.themeName(turningDark: wanted, in: root) else { return true }
    let slot = root["themeName"].map { BindingSlot.value($0) } ?? .member("themeName", of: root)
    try change(root) { try slot.set(name) }
    note(bound, item)
    return true
  }

  /// Warns if the edit changes the setting for encryption, because the stored models stay as they are.
  func warnOfStoredForms(_ slot: BindingSlot, _ new: JSONValue) throws {
    guard case .value(let value) = slot, let root = value.parent, value.key.map({ $0 == "encryption" }) ?? false,
      try store.isSettings(root)
    else { return }
    warnings.append(
      Warning(
        "the stored models do not change",
        remedy: .words(
          "run 'okit settings set encryption \(new.bool == true ? "on" : "off")' to change both")))
  }
}
