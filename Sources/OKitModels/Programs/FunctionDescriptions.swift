import JSONDocument
package import OKitStorage

/// The descriptions of the functions of a workspace. A file is read when its function is first needed.
package final class FunctionDescriptions {
  private static let ending = ".json"

  private let workspace: Workspace
  private var known: [String: FunctionDescription?] = [:]

  /// The descriptions in `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the path of the file that describes a function.
  package static func path(of name: String) -> WorkspacePath {
    WorkspaceProgram.Kind.function.folder.appending(name + ending)
  }

  /// Returns the reason why no function can have this name; nil if one can.
  package static func fault(ofName name: String) -> String? {
    if let fault = PathComponent.fault(ofNew: name, ending: ending) { return fault }
    return name.hasSuffix(ending) ? "it ends in \(ending)" : nil
  }

  /// Returns the names of all functions, sorted: those of programs and those with a description.
  package static func names(in workspace: Workspace) -> [String] {
    let described = describedNames(in: workspace)
    let programs = WorkspaceProgram.names(.function, in: workspace)
    if described.isEmpty { return programs }
    var seen: Set<ExactText> = []
    return (programs + described).filter { seen.insert(ExactText($0)).inserted }.sorted {
      ExactText($0) < ExactText($1)
    }
  }

  /// Returns the names of the functions that have a file with a description, sorted.
  package static func describedNames(in workspace: Workspace) -> [String] {
    WorkspaceProgram.files(.function, in: workspace).compactMap { $0.withoutSuffix(ending) }
      .filter { fault(ofName: $0) == nil }
  }

  /// Returns the description of a function; nil if it has none.
  ///
  /// Throws an error of kind `configuration` if the file cannot be read or is not valid.
  package func description(of name: String) throws -> FunctionDescription? {
    if let description = known[name] { return description }
    let description = try read(name)
    known[name] = .some(description)
    return description
  }

  private func read(_ name: String) throws -> FunctionDescription? {
    guard Self.fault(ofName: name) == nil else { return nil }
    let path = Self.path(of: name)
    let place = workspace.storage.absolute(path)
    guard try FileStatus.of(place) != nil else { return nil }
    guard let target = place.resolved, target.lies(in: workspace.root.resolved ?? workspace.root) else {
      throw OKitError(.configuration, "\(path) is a symbolic link that leads out of the workspace, or to nothing")
    }
    do {
      let file = try OpenFile(place, at: target)
      guard file.size <= FunctionDescription.maximumSize else {
        throw OKitError(.configuration, "\(path) is too large for a function")
      }
      let document = try JSONDocument(parsingRecord: file.contents(), path: path.text)
      return try FunctionDescription(name, parsing: document, path: path.text)
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.configuration, error.detail, at: error.place, excerpt: error.excerpt)
    }
  }
}
