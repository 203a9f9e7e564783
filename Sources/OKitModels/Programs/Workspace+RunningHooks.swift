import JSONDocument
import OKitStorage

extension Workspace {
  /// Runs `body` with the exclusive lock, as `Storage.writing(_:)` does. Then runs the hooks for the changes of entities, and warns of values that violate
  /// rules. Use it for operations that add, replace or remove whole files.
  package func writingAndRunningHooks<Result>(
    _ body: () throws -> Result
  ) throws -> Result {
    let result = try writingAndRunningEntityHooks(body)
    if !isDryRun { try warnOfViolations() }
    return result
  }

  private func writingAndRunningEntityHooks<Result>(_ body: () throws -> Result) throws -> Result {
    let hooks = try EntityHooks(self)
    guard hooks.runAfterChanges else { return try writing(body) }
    let before = try allDocuments()
    let result = try writing(body)
    try observer.warnOnFailure(to: "run the hooks for the changes") {
      try run(hooks, from: before, to: allDocuments())
    }
    return result
  }

  private typealias AllDocuments = (documents: [WorkspacePath: ModelDocument], unread: Set<ModelName>)

  private func run(_ hooks: EntityHooks, from before: AllDocuments, to after: AllDocuments) throws {
    var versions = DocumentVersions()
    // The changes of a model that cannot be read are unknown.
    let unknown = before.unread.union(after.unread)
    for path in Set(before.documents.keys).union(after.documents.keys).sorted() {
      let (old, new) = (before.documents[path], after.documents[path])
      guard let model = (old ?? new)?.model, !unknown.contains(model) else { continue }
      versions.add(path, old: old?.json, new: new?.json)
    }
    try hooks.run(versions)
  }

  private func allDocuments() throws -> AllDocuments {
    guard try FileStatus.of(storage.dataFolder, followingLinks: true)?.kind == .folder else { return ([:], []) }
    return try readingEntities { store in
      let (models, unread) = try store.readableModels()
      let documents = models.flatMap(\.all)
      return (
        Dictionary(documents.map { ($0.path, $0) }) { first, _ in first }, Set(unread.errors.map(\.name))
      )
    }
  }
}
