import JSONDocument
import OKitModels

/// The limit for removing entities without a backup. An edit that removes more first makes a backup, as `okit model delete` does.
package enum LargeRemoval {
  /// The number of entities that an edit may remove without a backup.
  package static let limit = 10

  /// Thrown if an edit would remove more entities than confirmed, so that okit can ask after releasing the lock.
  struct Unconfirmed: Error {
    let entities: Int
  }

  /// Returns the number of `ids` that existed before the edits.
  ///
  /// Reads no further files, so `store` must have read all documents. If there are at most `limit` ids, returns their number without searching.
  static func count(of ids: Set<EntityID>, in store: EntityStore) -> Int {
    guard ids.count > limit else { return ids.count }
    var former: Set<EntityID> = []
    for document in store.readDocuments {
      document.json.parsed.forEachEntity { _, text in
        if let id = EntityID(text), ids.contains(id), text.string?.isEmpty == false { former.insert(id) }
      }
    }
    return former.count
  }
}

extension WorkspaceEdit {
  /// Makes a safety backup if so many entities are about to be removed that it is required, and returns its name; nil if it is not required.
  ///
  /// Throws ``LargeRemoval/Unconfirmed`` unless the removal is confirmed, and the errors of writing the backup.
  @discardableResult
  func prepareRemoval(of entities: Int) throws -> String? {
    guard entities > LargeRemoval.limit else { return nil }
    if entities > agreedRemovals { throw LargeRemoval.Unconfirmed(entities: entities) }
    return try makeSafetyBackup()
  }

  /// Does the same for an edit that is about to replace values. An entity counts as removed if it exists only in the old values.
  @discardableResult
  func prepareReplacing(_ replacements: [(old: JSONValue, new: JSONValue?)]) throws -> String? {
    var removed: Set<JSONValue> = []
    var ids: Set<EntityID> = []
    for (old, _) in replacements {
      old.forEachEntity { entity, text in
        guard let id = EntityID(text), text.string?.isEmpty == false else { return }
        ids.insert(id)
        removed.insert(entity)
      }
    }
    for (_, new) in replacements { new?.forEachEntity { _, text in EntityID(text).map { _ = ids.remove($0) } } }
    // A small number requires no backup and no further reading.
    guard ids.count > LargeRemoval.limit else { return nil }
    for model in try store.readableModels().models {
      for document in model.all {
        document.json.forEachEntity { entity, text in
          guard let id = EntityID(text), ids.contains(id), !removed.contains(entity) else { return }
          ids.remove(id)
        }
      }
    }
    return try prepareRemoval(of: ids.count)
  }
}
