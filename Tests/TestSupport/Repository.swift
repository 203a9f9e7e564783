import Foundation

/// The repository that the tests belong to.
package enum Repository {
  /// Its folder: from `OKIT_REPOSITORY` for tests that run from a copy, otherwise the one in which this file was compiled.
  package static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["OKIT_REPOSITORY"] { return folder }
    return #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }()
}
