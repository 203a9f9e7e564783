import JSONDocument
import OKitModels
import OKitStorage

/// The files of some models as of their last exchange with the server.
struct CommonVersions {
  /// The files by their paths in the data folder.
  private(set) var files: [DataPath: CommonState.File]
  private let states: [CommonState]
  /// The paths in the states, where they differ.
  private var paths: [DataPath: DataPath] = [:]
  private let reader: CommonDocuments

  /// Joins the states of models. Several of them can have the same attachment: then a version counts that one of the sides still has, if there is one.
  init(_ states: [CommonState], _ local: LocalCopies, _ remote: RemoteFiles, _ reader: CommonDocuments) {
    self.states = states
    self.reader = reader
    var files: [DataPath: CommonState.File] = [:]
    for (path, file) in states.lazy.flatMap(\.files) {
      let present = [local.attachments[path], remote.attachments[path]?.file?.content]
      if files[path] == nil || present.contains(file.content) { files[path] = file }
    }
    self.files = files
  }

  /// The paths of the documents.
  var documents: some Sequence<DataPath> { files.keys.lazy.filter { ModelName(document: $0) != nil } }

  /// Returns a document; nil if there was none.
  ///
  /// Throws the errors of reading it.
  func document(_ path: DataPath) throws -> JSONDocument? {
    try files[path] == nil ? nil : reader.document(paths[path] ?? path)
  }

  /// Returns the versions with the paths under which the documents are merged.
  func renamed(_ paths: PartialPaths) -> CommonVersions {
    var versions = self
    versions.files = paths.renamed(files)
    for path in files.keys where paths.path(path) != path { versions.paths[paths.path(path)] = path }
    return versions
  }

  /// The states of other models on the same server.
  ///
  /// Throws the errors of reading them.
  var others: [CommonState] {
    get throws {
      let models = states.map(\.model)
      return try states.first?.others(in: reader.workspace).filter { !models.contains($0.model) } ?? []
    }
  }
}

/// Reads the documents of common states, each of them once.
final class CommonDocuments {
  let workspace: Workspace
  private var documents: [DataPath: JSONDocument] = [:]

  init(in workspace: Workspace) { self.workspace = workspace }

  /// Returns the common version of a document that a state has.
  ///
  /// Throws the errors of reading it.
  func document(_ path: DataPath) throws -> JSONDocument? {
    guard let model = ModelName(document: path) else { return nil }
    if let known = documents[path] { return known }
    let file = try OpenFile(workspace.storage.absolute(CommonState.place(of: path, model)))
    let document = try ModelReader(workspace).document(file).document
    documents[path] = document
    return document
  }
}
