import Ciphers
import Foundation
import TestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// The kind of an error of the library; nil for any other error, and for none.
func kind(of body: () throws -> Void) -> OKitError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OKitError)?.kind
  }
}

/// The error of the library that `body` throws.
func failure(of body: () throws -> Void) -> OKitError? {
  do {
    try body()
    return nil
  } catch {
    return error as? OKitError
  }
}

extension Scene {
  static let plain = "okit/data/plain.json"

  /// Replaces one file in a transaction; `meanwhile` runs when it is staged and not committed.
  func replace(
    _ path: String = Scene.plain, with text: String = #"{"new":1}"#, calls: any FileSystemCalls = FaultyCalls(),
    meanwhile: () throws -> Void = {}
  ) throws {
    let workspace = try workspace(calls: calls)
    try workspace.storage.writing {
      let old = try workspace.storage.snapshot(path)
      try Transaction.run(workspace.storage, command: "test") { transaction in
        try transaction.replace(path, old: old) { staged in
          try Array(text.utf8).withUnsafeBytes { try staged.write($0) }
        }
        try meanwhile()
      }
    }
  }

  /// Runs a command that writes, with nothing to do: what it recovers from is what is tested.
  func recover(observer: any Observer = SilentObserver(), calls: any FileSystemCalls = FaultyCalls()) throws {
    try workspace(observer: observer, calls: calls).storage.writing {}
  }

  /// Leaves a journal, as a crash does.
  func leave(_ entries: [Journal.Entry]) throws {
    try Files.write(Journal(command: "test", entries: entries).encoded(), to: root + "/okit/.journal")
  }

  var hasJournal: Bool { Files.exists(root + "/okit/.journal") }

  /// Staged names anywhere in the workspace.
  var staged: [String] { Files.everything(below: root).filter { $0.contains(".okit-") } }

  var conflicts: [String] { Files.namesIfPresent(in: backups).filter { $0.hasPrefix("conflict-") } }
}

extension Journal.Fingerprint {
  /// Of the bytes of `text`.
  static func of(text: String) -> Journal.Fingerprint {
    let digest = Array(text.utf8).withUnsafeBytes(SHA256Hasher.hash)
    return Journal.Fingerprint(size: Int64(text.utf8.count), digest: digest)
  }
}

/// Remembers what it is told.
final class RecordingObserver: Observer {
  var notes: [String] = []
  var warnings: [String] = []
  var steps: [String] = []
  /// What the outermost steps that told how many bytes there are had not counted in the end.
  private(set) var remainingBytes: [String: Int64] = [:]
  /// Those that counted more than there are.
  var overcounted: [String] { remainingBytes.filter { $0.value < 0 }.keys.sorted() }
  private var outermost = ""
  /// How many steps are under way, and the bytes that were counted meanwhile.
  private(set) var depth = 0
  private(set) var countedBytes: Int64 = 0
  var onAdvance: () throws -> Void = {}

  func stepBegan(_ label: String, totalBytes: Int64?) {
    steps.append(label)
    if depth == 0 {
      outermost = label
      remainingBytes[label] = totalBytes
    }
    depth += 1
  }
  func advanced(byBytes count: Int64) throws {
    if depth > 0 {
      countedBytes += count
      remainingBytes[outermost]? -= count
    }
    try onAdvance()
  }
  func stepEnded() { depth -= 1 }
  func noted(_ message: String) { notes.append(message) }
  func warned(_ message: String) { warnings.append(message) }
}
