import JSONDocument
import OKitStorage

extension JSONValue {
  /// Checks the member `version` of a file that okit writes at `path`. Throws `malformed` if it is missing, and an error of kind `unsupported` if it is
  /// above `newest`.
  func requireVersion(upTo newest: Int, _ path: FilePath, otherwise malformed: OKitError) throws {
    guard let version = self["version"]?.int, version >= 1 else { throw malformed }
    guard version <= newest else {
      throw OKitError(.unsupported, "\(path) was made by a newer okit (version \(version))")
    }
  }
}
