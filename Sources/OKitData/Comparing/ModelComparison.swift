import OKitModels

/// Compares two versions of a model with their partials.
struct ModelComparison {
  let model: ModelName
  /// The old version; nil if there was none.
  let old: ModelDocuments?
  /// The new version; nil if there is none.
  let new: ModelDocuments?

  /// Returns the differences. `classes` tell where partials belong; it is called only if partials differ.
  func changes(_ classes: @autoclosure () throws -> EntityClasses) throws -> [EntityChange] {
    var changes = EntityChanges.between(old: old?.main.json, new: new?.main.json, of: model)
    // When a model appears or disappears, its partials do not count as separate changes.
    guard let old, let new else { return changes }
    var gone = Dictionary(old.all.dropFirst().map { ($0.path, $0) }) { first, _ in first }
    var differing: [(old: ModelDocument?, new: ModelDocument?)] = []
    for partial in new.all.dropFirst() {
      let before = gone.removeValue(forKey: partial.path)
      if before?.json !== partial.json { differing.append((before, partial)) }
    }
    differing = gone.values.sorted { $0.path < $1.path }.map { ($0, nil) } + differing
    if differing.isEmpty { return changes }
    let places = differing.compactMap { ($0.new ?? $0.old)?.root }
    for ((before, after), path) in zip(differing, EntityPaths.paths(of: places, try classes())) {
      changes += EntityChanges.between(old: before?.json, new: after?.json, of: model, at: path)
    }
    return changes
  }
}
