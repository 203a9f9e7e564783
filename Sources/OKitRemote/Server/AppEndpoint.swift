import Glibc
import JSONDocument
import OKitModels
import OKitStorage
import XcodeFiles

/// The endpoint that an app gives the framework: `OKitModelEndpointUrl` in its `Info.plist`.
enum AppEndpoint {
  private static let fileName = "Info.plist"
  private static let key = "OKitModelEndpointUrl"

  /// Returns the URL in the first `Info.plist` that has one, in the folders of the app's Swift files or the folders around these; nil if there is none.
  ///
  /// Throws an error of kind `malformed` if such a file cannot be read, and of kind `configuration` if it belongs to somebody else, who could then
  /// choose where credentials go.
  static func url(of workspace: Workspace) throws -> String? {
    var seen: Set<FilePath> = []
    for file in try workspace.definitions().files {
      for folder in [file.parent, file.parent.parent] where seen.insert(folder).inserted {
        if let url = try url(at: folder.appending(fileName)) { return url }
      }
    }
    return nil
  }

  private static func url(at path: FilePath) throws -> String? {
    let file: OpenFile
    do {
      file = try OpenFile(path, followingLinks: true)
    } catch let error as SystemError where error.isMissing { return nil }
    guard [0, getuid()].contains(file.status.raw.st_uid) else {
      throw OKitError(.configuration, "\(path) belongs to another user")
    }
    let bytes = try file.size > Int64(InfoPropertyList.maximumSize) ? nil : file.contents()
    do {
      guard let bytes else { throw PropertyListError.tooLarge }
      return try InfoPropertyList(parsing: bytes.withUnsafeBytes { Array($0) }).texts[key]
    } catch let error as PropertyListError {
      if error == .noLibrary { throw OKitError(.unsupported, "\(path): \(error)") }
      throw OKitError(.malformed, "\(path)\(error.line.map { ":\($0)" } ?? ""): \(error)")
    }
  }
}
