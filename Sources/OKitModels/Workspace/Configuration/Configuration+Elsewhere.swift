package import JSONDocument
package import OKitStorage

/// The configuration of a workspace whose files are shown at another place.
extension Configuration {
  /// Returns the text with these `definitions` instead.
  package func bytes(definitions: [String]) throws -> JSONBytes {
    var edit = ConfigurationEdit(self)
    if definitions != self.definitions { edit.setDefinitions(definitions) }
    return try edit.bytes() ?? document.bytes
  }

  /// Returns the `definitions` of a workspace at `root`, with absolute paths for those that are not in its `okit/model`, which can move with it.
  package func definitions(from root: FilePath) -> [String] {
    definitions.map { path in
      let isInModel = FilePath(path, in: root).lies(in: WorkspaceLayout.model.absolute(in: root))
      return isInModel && !path.pathComponents.contains("..") ? path : FilePath(path, in: root).text
    }
  }
}
