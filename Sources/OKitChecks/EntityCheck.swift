import JSONDocument
import OKitModels
import OKitStorage

/// The check of ids and references, which must wait until every document was read.
extension CheckRun {
  /// Records the entities of `document` and, if requested, its references. Objects in `values` are not entities.
  func collectEntities(of document: ModelDocument, except values: Set<JSONValue>, withReferences: Bool) {
    let number = Int32(documents.count)
    documents.append(SeenDocument(model: document.model, path: document.path, stamp: document.opened.file.stamp))
    document.json.forEachEntity { entity, text in
      guard !text.hasString(equalTo: ""), values.isEmpty || !values.contains(entity), let id = EntityID(text) else {
        return
      }
      index.add(id, at: EntityIndex.Place(document: number, node: UInt32(entity.index)))
      owners.note(entity, text)
    }
    owners.note(document.json)
    guard withReferences else { return }
    document.json.forEachReference { reference, text in
      guard !text.hasString(equalTo: ""), let key = EntityID(text) else { return }
      references.append(
        SeenReference(key: key, place: EntityIndex.Place(document: number, node: UInt32(reference.index))))
    }
  }

  /// Reports duplicate ids and dangling references. Checks no references unless all models could be read, because any model could contain the target.
  func checkEntities(reported: Set<ModelName>) throws {
    let duplicates = index.duplicates()
    // One of two entities with the same id may have lost its own id.
    if !duplicates.isEmpty { owners.mayBeIncomplete = true }
    let dangling = knowsAllModels ? references.filter { !index.contains($0.key) } : []
    guard !duplicates.isEmpty || !dangling.isEmpty else { return }
    let concerned = Set((duplicates.flatMap { [$0.place, $0.first] } + dangling.map(\.place)).map(\.document))
    let reopened = try reopen(concerned)
    func place(_ place: EntityIndex.Place) -> EntityPlace? {
      reopened[place.document].map { EntityPlace(document: $0, value: $0.json.value(at: Int(place.node))) }
    }
    var faults: [(ModelDocument, ValueFault)] = []
    let pairs = duplicates.compactMap { pair -> (EntityPlace, EntityPlace)? in
      guard let here = place(pair.place), let there = place(pair.first),
        reported.contains(here.document.model) || reported.contains(there.document.model)
      else { return nil }
      return (here, there)
    }
    for ((here, there), other) in zip(pairs, EntityPaths.paths(of: pairs.map(\.1), classes)) {
      // Different ids can have the same hash, although that is very unlikely.
      guard let id = here.value["id"], there.value["id"]?.hasString(equalTo: id.string ?? "") ?? false else { continue }
      faults.append(
        (
          here.document,
          ValueFault(kind: .duplicateID, value: id, message: "duplicate id \(id.shown): also the id of \(other)")
        ))
    }
    for reference in dangling {
      guard let here = place(reference.place), let key = here.value["refKey"] else { continue }
      faults.append(
        (here.document, ValueFault(kind: .danglingReference, value: key, message: "no entity has the id \(key.shown)")))
    }
    report(faults)
  }

  /// Reads documents again. Throws an error of kind `busy` if one has changed.
  private func reopen(_ numbers: Set<Int32>) throws -> [Int32: ModelDocument] {
    var reopened: [Int32: ModelDocument] = [:]
    let models = Dictionary(grouping: numbers) { documents[Int($0)].model }
    for (name, numbers) in models {
      let model = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: true)
      let byPath = Dictionary(model.all.map { ($0.path, $0) }) { first, _ in first }
      for number in numbers {
        let seen = documents[Int(number)]
        guard let document = byPath[seen.path], document.opened.file.stamp == seen.stamp else {
          throw OKitError.changedMeanwhile(workspace.storage.absolute(seen.path))
        }
        reopened[number] = document
      }
    }
    return reopened
  }
}
