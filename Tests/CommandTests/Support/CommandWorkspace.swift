import TestSupport
import Testing

/// A workspace on a machine of its own, in which okit runs.
protocol CommandWorkspace {
  var machine: Machine { get }
  var root: String { get }
}

extension CommandWorkspace {
  var data: String { root + "/okit/data" }
  var backups: String { root + "/okit/backup" }
  /// The names of the files and folders of backups, without the records beside them, sorted.
  var backupNames: [String] {
    get throws { try Files.names(in: backups).filter { !$0.hasSuffix(".record.json") }.sorted() }
  }
  var configuration: String { root + "/okit/okit.json" }

  @discardableResult
  func okit(
    _ arguments: String..., status: Int32 = 0, input: [UInt8] = [], with variables: [String: String] = [:],
    at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    try machine.okit(arguments, status: status, input: input, with: variables, in: root, at: location)
  }

  @discardableResult
  func okit(_ arguments: [String], status: Int32 = 0, at location: SourceLocation = #_sourceLocation) throws -> Output {
    try machine.okit(arguments, status: status, in: root, at: location)
  }
}
