import OKitModels
import OKitStorage

/// Watches whole models with their partials: all readable models, or one.
final class WatchedModels: WatchedSubject {
  private let only: ModelName?
  private var models: [ModelName: ModelDocuments] = [:]
  private var classes: EntityClasses?

  /// Watches all models, or only the named one.
  init(only: ModelName?) {
    self.only = only
  }

  /// Reads the models. Throws an error of kind `notFound` if the named model has no file, and the errors of reading it.
  func begin(_ workspace: Workspace, _ reading: WatchedReading) throws {
    if let only {
      models[only] = try read(only, workspace, reading)
    } else {
      models = try readAll(workspace, reading, .everything)
    }
  }

  func changes(
    _ workspace: Workspace, _ reading: WatchedReading, _ touched: ChangedDocuments
  ) throws -> [EntityChange] {
    let old = models
    let new = try readAll(workspace, reading, touched)
    let changes = try Set(old.keys).union(new.keys).sorted().flatMap { name -> [EntityChange] in
      guard touched.contains(name) else { return [] }
      return try ModelComparison(model: name, old: old[name], new: new[name]).changes(try currentClasses(workspace))
    }
    models = new
    return changes
  }

  // MARK: - Reading

  private func readAll(
    _ workspace: Workspace, _ reading: WatchedReading, _ touched: ChangedDocuments
  ) throws -> [ModelName: ModelDocuments] {
    var read: [ModelName: ModelDocuments] = [:]
    for name in try workspace.storedModels() where only == nil || only == name {
      let known = models[name]
      if let known, !touched.contains(name) {
        read[name] = known
        continue
      }
      do {
        read[name] = try self.read(name, workspace, reading)
        reading.warnings.clear(name.description)
      } catch  where UnreadPartial.isTolerable(error) {
        // A model that cannot be read is not removed.
        read[name] = known
        reading.warnings.warn(
          known == nil ? "skipped model \(name): \(error)" : "\(error); continuing with its last known content",
          of: name.description)
      }
    }
    return read
  }

  private func read(_ name: ModelName, _ workspace: Workspace, _ reading: WatchedReading) throws -> ModelDocuments {
    let reader = ModelReader(workspace, kept: reading.kept)
    let documents = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: true)
    for partial in documents.unread {
      reading.warnings.warn("skipped partial \(partial.path): \(partial.error)", of: partial.path.text)
    }
    return documents
  }

  // MARK: - Comparing

  /// Returns the classes with their current definitions. While these are being edited and cannot be parsed, returns the last known ones.
  private func currentClasses(_ workspace: Workspace) throws -> EntityClasses {
    do {
      let current = try EntityClasses(workspace)
      classes = current
      return current
    } catch {
      if let classes { return classes }
      return try EntityClasses(workspace, isReading: true)
    }
  }
}
