import Definitions
import JSONDocument
import OKitModels

/// An object that a draft shows as one string.
enum ShortForm {
  /// A reference, by the name or id of its entity.
  case reference
  /// An attachment, by `@` and the path of its file.
  case attachment
}

extension EditSession {
  /// Returns the short form of a stored value; nil if a draft shows it in full.
  func shortForm(of value: JSONValue, _ type: PropertyType?) -> ShortForm? {
    guard value.kind == .object else { return nil }
    if let form = shortForm(of: type) {
      // Other members of a reference would not be seen.
      if case .reference = form { return value.hasOnlyReference ? form : nil }
      return form
    }
    guard type == nil else { return nil }
    if value["refKey"]?.kind == .string, value.hasOnlyReference { return .reference }
    return store.place(of: value).flatMap { AttachmentObject($0) } == nil ? nil : .attachment
  }

  /// Returns the short form of the values of a type; nil without a definition, and for other types.
  func shortForm(of type: PropertyType?) -> ShortForm? {
    guard let role = type?.objectClass.flatMap({ classes.definitions.classes[$0] })?.role else { return nil }
    if role == .reference { return .reference }
    return role.isAttachment ? .attachment : nil
  }

  /// True if the array is a dictionary of this type that is stored as alternating keys and values.
  func isPairs(_ array: JSONValue, _ type: PropertyType?) -> Bool {
    guard array.kind == .array, case .dictionary? = type?.unwrapped else { return false }
    return true
  }
}

extension JSONValue {
  fileprivate var hasOnlyReference: Bool { members.allSatisfy { $0.key == "id" || $0.key == "refKey" } }
}
