import JSONDocument
import OKitStorage

/// The strings files of a workspace: `okit/strings/<language>.lproj/Localizable.strings`.
struct LocalizedTexts {
  private static let folder = "okit/strings"
  private static let fileName = "Localizable.strings"
  /// Where texts are for whom none are in a language of theirs.
  private static let fallbacks = ["Base", "en"]

  let workspace: Workspace

  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// The texts in the first of the languages that there is a file for, else in that of the app; none where there is no file.
  ///
  /// Throws an error of kind `malformed` where the file cannot be understood, or lies out of the workspace by a link.
  func texts(for languages: [LocaleName]) throws -> [ExactText: String] {
    for name in languages.flatMap(\.folderNames) + Self.fallbacks {
      let path = workspace.storage.absolute("\(Self.folder)/\(name).lproj/\(Self.fileName)")
      guard let found = Path.resolved(path) else { continue }
      guard Path.lies(found, in: Path.resolved(workspace.root) ?? workspace.root) else {
        throw OKitError(.malformed, "\(path) is a symbolic link out of the workspace, which is not followed")
      }
      let file = try OpenFile(found)
      guard file.size <= Int64(StringsFile.maximumSize) else {
        throw OKitError(.malformed, "\(path) is too large for a strings file")
      }
      return try StringsFile(parsing: file.contents().withUnsafeBytes { Array($0) }, path: path).texts
    }
    return [:]
  }
}
