import JSONDocument
import OKitModels

/// An edit that removes many entities from the workspace. What is there is kept first, as before everything that deletes as a whole.
package enum LargeRemoval {
  /// The number of entities that an edit may remove without a backup.
  package static let limit = 10

  /// Thrown if an edit would remove more entities than confirmed, so that okit can ask after releasing the lock.
  struct Unconfirmed: Error {
    let entities: Int
  }

  /// Counts the ids that existed in the workspace before the edits.
  ///
  /// Reads no file that was not read before, so that `store` has to have read all of them. Few ids are not looked for.
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
  /// Keeps what is there if so many entities are about to be removed that it has to be; returns the name of the backup.
  ///
  /// Throws ``LargeRemoval/Unconfirmed`` unless it is agreed to, and what writing the backup throws.
  @discardableResult
  func prepareRemoval(of entities: Int) throws -> String? {
    guard entities > LargeRemoval.limit else { return nil }
    if entities > agreedRemovals { throw LargeRemoval.Unconfirmed(entities: entities) }
    return try keepBackup()
  }

  /// Does the same for an edit that replaces values in documents that are not live: an entity is removed if it is in none of the old values' documents outside
  /// of these, and in none of the new values.
  @discardableResult
  func prepareReplacing(_ replacements: [(old: JSONValue, new: JSONValue?)]) throws -> String? {
    var going: Set<JSONValue> = []
    var ids: Set<EntityID> = []
    for (old, _) in replacements {
      old.forEachEntity { entity, text in
        guard let id = EntityID(text), text.string?.isEmpty == false else { return }
        ids.insert(id)
        going.insert(entity)
      }
    }
    for (_, new) in replacements { new?.forEachEntity { _, text in EntityID(text).map { _ = ids.remove($0) } } }
    // Few are counted without reading anything else.
    guard ids.count > LargeRemoval.limit else { return nil }
    for model in try store.readableModels().models {
      for document in model.all {
        document.json.forEachEntity { entity, text in
          guard let id = EntityID(text), ids.contains(id), !going.contains(entity) else { return }
          ids.remove(id)
        }
      }
    }
    return try prepareRemoval(of: ids.count)
  }
}
