import JSONDocument
import OKitStorage

/// The strings files of a workspace: `okit/strings/<language>.lproj/Localizable.strings`.
struct LocalizedTexts {
  private static let folder: WorkspacePath = "okit/strings"
  private static let fileName = "Localizable.strings"
  /// The folders for readers without texts in one of their languages.
  private static let fallbacks = ["Base", "en"]

  let workspace: Workspace

  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the texts in the first language that has a file, or else in that of the app; none if there is no file.
  ///
  /// Throws an error of kind `malformed` if the file is not valid or is a link out of the workspace.
  func texts(for languages: [LocaleName]) throws -> [ExactText: String] {
    for name in languages.flatMap(\.folderNames) + Self.fallbacks {
      let path = workspace.storage.absolute(Self.folder.appending("\(name).lproj").appending(Self.fileName))
      guard let found = path.resolved else { continue }
      guard found.lies(in: workspace.root.resolved ?? workspace.root) else {
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
