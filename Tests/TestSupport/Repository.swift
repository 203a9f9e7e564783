import Foundation

/// The repository that the tests belong to.
package enum Repository {
  /// Its folder: where `OKIT_REPOSITORY` says, for tests that run from a copy, otherwise where this file was compiled.
  package static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["OKIT_REPOSITORY"] { return folder }
    return #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }()

  /// The data folder that an app wrote on a device, its key, and some of it decrypted.
  package static let bookshop = folder + "/Tests/Fixtures/bookshop"
}
