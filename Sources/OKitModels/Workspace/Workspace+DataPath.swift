import OKitStorage

extension Workspace {
  private static let data = "okit/data/"

  /// Converts a path in the data folder to a path in the workspace.
  package static func dataPath(_ path: String) -> String { data + path }

  /// Converts a path in the workspace to a path in the data folder; nil if it is not in the data folder.
  package static func pathInData(_ path: String) -> String? { path.withoutPrefix(data) }
}
