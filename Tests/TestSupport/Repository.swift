import Foundation

/// The repository that the tests belong to.
package enum Repository {
  /// Its folder: where `OKIT_REPOSITORY` says, for tests that run from a copy, otherwise where this file was compiled.
  package static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["OKIT_REPOSITORY"] { return folder }
    return #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }()
}
