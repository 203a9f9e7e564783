import TestSupport
import Testing

/// A workspace in which hostile archives are tried, and which detects changes to anything around it.
final class Siege {
  let machine = try! Machine()
  let root: String
  let recipient: String
  private let identity: String
  private let password: String
  private var before: FileTree

  /// A workspace with the models `one` and `two`, in `place` or on the machine's own disk.
  init(in place: String? = nil) throws {
    // A program that trusted the size in an archive would exceed this.
    machine.memory = 512 << 20
    root = place ?? machine.path("w")
    try Files.makeFolder(root + "/okit/data/_data")
    try Files.write(#"{"id":"ONE","title":"mine"}"#, to: root + "/okit/data/one.json")
    try Files.write(#"{"id":"TWO","title":"mine as well"}"#, to: root + "/okit/data/two.json")
    try Files.write("a sound of mine", to: root + "/okit/data/_data/MINE.raw")
    try Files.makeFolder(machine.path("outside"))
    try machine.okit("init", root)
    identity = machine.path("identity.txt")
    recipient = try machine.okit("key", "generate", "-o", identity, in: root).line
    password = try machine.write(ForgedBackup.password + "\n", "password")
    before = try Self.everything(machine, root)
  }

  /// Everything on the machine except the files that tests need for themselves.
  private static func everything(_ machine: Machine, _ root: String) throws -> FileTree {
    try FileTree(machine.folder).without {
      $0.hasPrefix("streams") || $0.hasPrefix("forged") || $0.hasSuffix("okit/.lock")
    }
  }

  /// A use of an archive.
  enum Use: CaseIterable {
    case show, verify, restore, restoreOne, importAll, initFrom

    /// All uses except `show`, which reads only up to the manifest.
    static let whole = allCases.filter { $0 != .show }
  }

  func arguments(_ use: Use, _ archive: String) -> [String] {
    let words: [String] =
      switch use {
      case .show: ["backup", "show", archive]
      case .verify: ["backup", "verify", archive]
      case .restore: ["backup", "restore", archive, "--yes"]
      case .restoreOne: ["backup", "restore", archive, "one", "--yes"]
      case .importAll: ["import", archive, "--replace", "--yes"]
      case .initFrom: ["init", root + "-new", "--from", archive]
      }
    return words + ["--password-file", password, "-i", identity]
  }

  /// Tries an archive in all uses. Each must end with the status and one error line that contains `fragment`, and change nothing.
  func refuses(
    _ archive: String, status: Int32 = 65, _ uses: [Use] = Use.whole, naming fragment: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for use in try chosen(of: uses, for: archive) {
      let output = try machine.okit(arguments(use, archive), status: status, in: root, at: location)
      check(output, fragment, "\(use)", location)
      #expect(output.bytes == [], "\(use)", sourceLocation: location)
      let changes = try Self.everything(machine, root).differences(from: before)
      #expect(changes == [], "\(use)", sourceLocation: location)
      #expect(!Files.exists(root + "-new"), "\(use)", sourceLocation: location)
    }
  }

  /// All uses in a whole campaign, else the first and another one, which depends on the case.
  private func chosen(of uses: [Use], for archive: String) throws -> [Use] {
    guard !Effort.isWhole, uses.count > 2 else { return uses }
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(try Files.size(archive)))
    return [uses[0], uses.dropFirst().randomElement(using: &generator)!]
  }

  /// Expects one line of error, and at most one hint; a name in them must not affect a terminal.
  private func check(_ output: Output, _ fragment: String, _ use: Comment, _ location: SourceLocation) {
    let lines = output.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count >= 2 && lines.last == "", use, sourceLocation: location)
    #expect(lines.first?.hasPrefix("okit: error: ") == true, use, sourceLocation: location)
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("okit: hint: ") }, use, sourceLocation: location)
    #expect(lines.count <= 3, use, sourceLocation: location)
    let isTame = output.errors.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control && !$0.properties.isBidiControl
    }
    #expect(isTame, "\(use): \(output.errors.debugDescription)", sourceLocation: location)
    #expect(output.errors.contains(fragment), "\(use): \(output.errors.debugDescription)", sourceLocation: location)
  }

  /// Writes a forged backup and tries it.
  func refuses(
    _ backup: ForgedBackup, in container: ForgedBackup.Container, status: Int32 = 65, _ uses: [Use] = Use.whole,
    naming fragment: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let archive = try backup.write(container, to: machine.folder, recipient: recipient)
    try refuses(archive, status: status, uses, naming: fragment, at: location)
  }

  /// Restores a forged backup, which must be accepted, and returns the data folder.
  func restored(
    _ backup: ForgedBackup, from container: ForgedBackup.Container, at location: SourceLocation = #_sourceLocation
  ) throws -> FileTree {
    let archive = try backup.write(container, to: machine.folder, recipient: recipient)
    try machine.okit(arguments(.verify, archive), in: root, at: location)
    try machine.okit(arguments(.restore, archive), in: root, at: location)
    return try FileTree(root + "/okit/data")
  }
}
