import OKitStorage

extension Workspace {
  private static let data = "okit/data/"

  /// A path that is relative to the data folder, as it is relative to the workspace.
  package static func dataPath(_ path: String) -> String { data + path }

  /// A path that is relative to the workspace, as it is relative to the data folder; nil where it does not lie there.
  package static func pathInData(_ path: String) -> String? { path.withoutPrefix(data) }
}
