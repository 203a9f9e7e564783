import Bindings
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

/// Watches the values of bindings. Each value is read again if a document that it depends on changed.
final class WatchedBindings: WatchedSubject {
  /// A value of a binding.
  private struct Value {
    /// The path where the value is stored; the binding itself for a computed value.
    let path: String
    let model: ModelName
    let id: String?
    let content: BindingValue

    /// True if both values look the same. The text is only computed if they are not the same stored value.
    func isSame(as other: Value) -> Bool {
      if let stored = content.stored, stored == other.content.stored { return true }
      return content.text.utf8.elementsEqual(other.content.text.utf8)
    }

    var json: JSONValue? {
      if content.isAbsent { return nil }
      if let stored = content.stored { return stored }
      return try? JSONDocument(parsing: content.json).root
    }
  }

  private let bindings: [Binding]
  private let model: ModelName?
  private var values: [[Value]] = []
  private var seen: [DocumentDependencies] = []

  /// Watches the values of `bindings`. A binding that names no model starts in `model`.
  init(_ bindings: [Binding], model: ModelName?) {
    self.bindings = bindings
    self.model = model
  }

  /// Reads the values. Throws `BindingError` and the errors of reading.
  func begin(_ workspace: Workspace, _ reading: WatchedReading) throws {
    let store = EntityStore(workspace, kept: reading.kept)
    (values, seen) = ([], [])
    for binding in bindings {
      let (found, looked) = try self.values(of: binding, in: store)
      values.append(found)
      seen.append(looked)
    }
  }

  func changes(
    _ workspace: Workspace, _ reading: WatchedReading, _ touched: ChangedDocuments
  ) throws -> [EntityChange] {
    // Throws without a data folder, because then the values are unknown rather than removed.
    _ = try workspace.storedModels()
    let store = EntityStore(workspace, kept: reading.kept)
    var changes: [EntityChange] = []
    var (newValues, newSeen) = (values, seen)
    for (number, binding) in bindings.enumerated() where seen[number].isTouched(by: touched) {
      do {
        let (found, looked) = try self.values(of: binding, in: store)
        changes += Self.changes(from: values[number], to: found)
        (newValues[number], newSeen[number]) = (found, looked)
        reading.warnings.clear(binding.description)
      } catch  where Self.isMissing(error) {
        // The path has no value any more. It could reappear in any document.
        changes += Self.changes(from: values[number], to: [])
        newValues[number] = []
        newSeen[number].noteEverything()
        reading.warnings.clear(binding.description)
      } catch  where UnreadPartial.isTolerable(error) {
        reading.warnings.warn(
          "\(PathComponent.printable(binding.description)): \(error)", of: binding.description)
      }
    }
    (values, seen) = (newValues, newSeen)
    return changes
  }

  private static func isMissing(_ error: any Error) -> Bool {
    error is BindingError || (error as? OKitError)?.kind == .notFound
  }

  private func values(of binding: Binding, in store: EntityStore) throws -> ([Value], DocumentDependencies) {
    store.seen = DocumentDependencies()
    let bound = try binding.matches(in: StoreEvaluationContext(store: store, model: model))
    let start = try binding.model.map { try ModelName($0) } ?? store.startModel(model)
    let values = zip(bound, try store.places(of: bound, from: start)).map { bound, place in
      Value(
        path: bound.isStored ? place.path : binding.description, model: place.model, id: bound.entity?["id"]?.string,
        content: bound.content)
    }
    return (values, store.seen)
  }

  /// Returns the changes between two lists of values, matched by their paths.
  private static func changes(from old: [Value], to new: [Value]) -> [EntityChange] {
    var before = Dictionary(old.map { (ExactText($0.path), $0) }) { first, _ in first }
    let staying = new.compactMap { value -> EntityChange? in
      let former = before.removeValue(forKey: ExactText(value.path))
      if former?.isSame(as: value) ?? value.content.isAbsent { return nil }
      return change(from: former, to: value)
    }
    let gone = old.compactMap { value in
      before.removeValue(forKey: ExactText(value.path)).flatMap {
        $0.content.isAbsent ? nil : change(from: $0, to: nil)
      }
    }
    return gone + staying
  }

  private static func change(from old: Value?, to new: Value?) -> EntityChange? {
    guard let value = new ?? old else { return nil }
    return EntityChange(
      kind: .changed, model: value.model, path: value.path, formerPath: nil, id: value.id, old: old?.json,
      new: new?.json)
  }
}
