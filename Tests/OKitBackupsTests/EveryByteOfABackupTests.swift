import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

/// Every damage to a single byte, in small backups of each kind.
@Suite struct EveryByteOfABackupTests {
  /// The encryption and container of a backup.
  enum Seal: String, CaseIterable, CustomTestStringConvertible {
    case password = "an archive with a password"
    case recipient = "an archive for a recipient"
    case zip = "a zip"

    var testDescription: String { rawValue }
  }

  /// A change of one byte of a backup.
  enum Change {
    case flip(Int, UInt8)
    case cut(Int)
    case double(Int)
    case repeatAll

    static func all(of bytes: [UInt8]) -> [Change] {
      bytes.indices.flatMap { index in
        (0..<8).map { flip(index, 1 << $0) } + [flip(index, 0xff), cut(index), double(index)]
      } + [repeatAll]
    }

    func apply(to bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .flip(let index, let mask): bytes[index] ^= mask
      case .cut(let count): bytes.removeSubrange(count...)
      case .double(let index): bytes.insert(bytes[index], at: index)
      case .repeatAll: bytes += bytes
      }
      return bytes
    }
  }

  @Test(arguments: Seal.allCases)
  func aDamagedByteIsRefusedOrHarmless(_ seal: Seal) throws {
    let bench = try Bench(seal)
    let changes = Change.all(of: bench.bytes)
    var refused: [OKitError.Kind: Int] = [:]
    var right = 0
    for change in Effort.sample(300, of: changes.dropLast()) + [.repeatAll] {
      if let kind = try bench.tryOut(change) { refused[kind, default: 0] += 1 } else { right += 1 }
    }
    try bench.expectUntouched()
    // The parts of a zip that are not authenticated, such as times, may change.
    if seal != .zip { #expect(right == 0) }
    #expect(right * 4 < changes.count)
    Effort.report(
      "\(seal.rawValue) of \(bench.bytes.count) bytes: \(bench.bytes.count * 9) flips, \(bench.bytes.count) cuts, "
        + "\(bench.bytes.count + 1) doublings; \(refused[.malformed, default: 0]) refused with 65, "
        + "\(refused[.locked, default: 0]) with 77, \(right) right")
  }

  @Test(arguments: Seal.allCases)
  func anIntactBackupIsAccepted(_ seal: Seal) throws {
    let bench = try Bench(seal)
    #expect(try bench.tryOut(.flip(0, 0)) == nil)
    try bench.expectUntouched()
  }
}

/// A workspace with a small backup, which is changed and tried.
private final class Bench {
  private static let files: [String: [UInt8]] = [
    "a.json": Array(#"{"id":"A","text":"some text"}"#.utf8), "b/P.json": Array(#"{"id":"P"}"#.utf8),
    "b.json": Array(#"{"id":"B","p":{"id":"P"}}"#.utf8), "_data/D.raw": Array("sound".utf8),
  ]

  let bytes: [UInt8]
  private let scene: Scene
  private let path: String
  private let before: Snapshot
  private let manifest: BackupManifest

  init(_ seal: EveryByteOfABackupTests.Seal) throws {
    let source = try TemporaryFolder()
    for (path, bytes) in Self.files { try Files.write(bytes, to: source.file("data/" + path)) }
    scene = try Scene.workspace(of: source.path)
    let made = try scene.backUp(
      "small", seal == .zip ? .zip : .archive, password: seal == .recipient ? nil : "password")
    bytes = try Files.read(made)
    try Files.remove(scene.backups)
    path = scene.folder + "/changed"
    try Files.write(bytes, to: path)
    manifest = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: path)))
    before = try scene.snapshot()
  }

  /// Returns the error of verifying, restoring and importing the changed backup, which must be the same; nil if it is accepted, and then the restored
  /// data must be correct.
  func tryOut(_ change: EveryByteOfABackupTests.Change) throws -> OKitError.Kind? {
    try Files.write(change.apply(to: bytes), to: path)
    let label = Comment(rawValue: "\(change)")
    let verified = kind(label) {
      let found = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: path)))
      #expect(found == manifest, label)
    }
    // An accepted backup is restored after the data is removed.
    if verified == nil {
      for name in Files.namesIfPresent(in: scene.data) { try Files.remove(scene.data + "/" + name) }
    }
    let restored = kind(label) {
      _ = try BackupRestoration(scene.workspace(dryRun: verified != nil)).restore(
        .file(FilePath(text: path)), .init(), unlock: scene.unlock())
    }
    if verified == nil {
      #expect(try scene.snapshot() == before, label)
      try Files.remove(scene.backups)
    }
    let imported = kind(label) {
      let outcome = try ModelImport(scene.workspace(dryRun: true)).run(
        .path(FilePath(text: path)), .init(existingModels: .keep), unlock: scene.unlock())
      #expect(outcome.isProven && outcome.present.count == 2, label)
    }
    #expect(restored == verified, label)
    #expect(imported == verified, label)
    #expect(scene.staged == [], label)
    return verified
  }

  func expectUntouched() throws {
    #expect(try scene.snapshot() == before)
    #expect(Files.namesIfPresent(in: scene.folder) == ["changed", "identity.txt", "okit-cbc.json", "w"])
  }

  /// The kind of the error that `body` throws, which must be that of damage or of a wrong key.
  private func kind(_ label: Comment, _ body: () throws -> Void) -> OKitError.Kind? {
    do {
      try body()
      return nil
    } catch let error as OKitError where error.kind == .malformed || error.kind == .locked {
      return error.kind
    } catch {
      Issue.record("\(label): \(error)")
      return .malformed
    }
  }
}
