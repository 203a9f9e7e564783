import Glibc
import TestSupport
import Testing

extension Warehouse {
  /// The memory that okit needs without data: its code, its libraries, the buffers of zstd's threads.
  static let base = 96 << 20

  /// Runs okit in the workspace, and records an issue unless it ends as expected within `bound` bytes of memory.
  @discardableResult
  func okit(
    _ arguments: String..., within bound: Int, status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    try okit(arguments, within: bound, status: status, at: location)
  }

  /// Runs okit in the workspace, and records an issue unless it ends as expected within `bound` bytes of memory.
  @discardableResult
  func okit(
    _ arguments: [String], within bound: Int, status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    let label = "scale: \(stock.files) files, \((stock.largeModel + stock.largeAttachment) >> 20) MiB in one"
    let (output, memory) = try machine.measure(label, arguments, status: status, in: root, at: location)
    // A sanitizer needs several times as much memory.
    #expect(
      memory <= bound || ChildProcess.Limits.isSanitized,
      "\(arguments.prefix(3)) took \(memory >> 20) MiB of \(bound >> 20)", sourceLocation: location)
    return output
  }

  // MARK: - Expectations

  /// Expects no findings, and no skipped checks.
  func expectSound(_ check: Output, at location: SourceLocation = #_sourceLocation) {
    let models = stock.models + (stock.largeModel > 0 ? 1 : 0)
    let words = models == 1 ? "1 model" : "\(models) models"
    #expect(
      check.errors.contains("no problems in \(words), \(stock.files) files"), "\(check.errors.prefix(300))",
      sourceLocation: location)
  }

  /// Expects `folder` to be equal to the source, byte for byte.
  func expectSource(in folder: String, at location: SourceLocation = #_sourceLocation) throws {
    let difference = try machine.shell("diff -rq -x .export.json '\(source)' '\(folder)' | head -5")
    #expect(difference.text == "", sourceLocation: location)
  }

  /// Expects all files of the data folder to be stored in the age format.
  func expectEncrypted(at location: SourceLocation = #_sourceLocation) throws {
    let plain = try machine.shell("grep -rL '^age-encryption.org/v1$' '\(data)' | head -5 || true")
    #expect(plain.text == "", sourceLocation: location)
    let count = try machine.shell("find '\(data)' -type f | wc -l").line
    #expect(count == "\(stock.files)", sourceLocation: location)
  }

  /// Expects no staged files anywhere.
  func expectNoLitter(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try machine.run("find", machine.folder, "-name", ".okit-*").text == "", sourceLocation: location)
  }

  // MARK: - Changes to undo

  /// Changes models, which then have to be restored.
  func spoil(_ names: String...) throws {
    for name in names { try Files.write("{}", to: "\(data)/\(name).json") }
  }

  /// Removes the backups that commands kept.
  func removeKept() throws {
    for name in try Files.byteNames(in: backups).map({ String(decoding: $0, as: UTF8.self) })
    where name.hasPrefix("before-") {
      try Files.remove("\(backups)/\(name)")
    }
  }
}
