import Ciphers
import Foundation
import OKitModels
package import OKitStorage
import TestSupport

/// The kind of an error of the library; nil for any other error, and for none.
package func kind(of body: () throws -> Void) -> OKitError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OKitError)?.kind
  }
}

/// The error of the library that `body` throws.
package func failure(of body: () throws -> Void) -> OKitError? {
  do {
    try body()
    return nil
  } catch {
    return error as? OKitError
  }
}

extension Scene {
  package static let plain = "okit/data/plain.json"

  /// Replaces one file in a transaction; `meanwhile` runs when it is staged and not committed.
  package func replace(
    _ path: String = Scene.plain, with text: String = #"{"new":1}"#, calls: any FileSystemCalls = FaultyCalls(),
    meanwhile: () throws -> Void = {}
  ) throws {
    let workspace = try workspace(calls: calls)
    try workspace.storage.writing {
      let old = try workspace.storage.snapshot(WorkspacePath(text: path))
      try Transaction.run(workspace.storage, command: "test") { transaction in
        try transaction.replace(WorkspacePath(text: path), old: old) { staged in
          try Array(text.utf8).withUnsafeBytes { try staged.write($0) }
        }
        try meanwhile()
      }
    }
  }

  /// Runs a command that writes, with nothing to do: what it recovers from is what is tested.
  package func recover(observer: any Observer = SilentObserver(), calls: any FileSystemCalls = FaultyCalls()) throws {
    try workspace(observer: observer, calls: calls).storage.writing {}
  }

  package var hasJournal: Bool { Files.exists(root + "/okit/.journal") }

  /// Staged names anywhere in the workspace.
  package var staged: [String] { Files.everything(below: root).filter { $0.contains(".okit-") } }

  package var conflicts: [String] { Files.namesIfPresent(in: backups).filter { $0.hasPrefix("conflict-") } }
}

extension Journal.Fingerprint {
  /// Of the bytes of `text`.
  package static func of(text: String) -> Journal.Fingerprint {
    let digest = Array(text.utf8).withUnsafeBytes(SHA256Hasher.hash)
    return Journal.Fingerprint(size: Int64(text.utf8.count), digest: digest)
  }
}

/// Remembers what it is told.
package final class RecordingObserver: Observer {
  package var notes: [String] = []
  package var warnings: [String] = []
  package var steps: [String] = []
  /// What the outermost steps that told how many bytes there are had not counted in the end.
  package private(set) var remainingBytes: [String: Int64] = [:]
  /// Those that counted more than there are.
  package var overcounted: [String] { remainingBytes.filter { $0.value < 0 }.keys.sorted() }
  private var outermost = ""
  /// How many steps are under way, and the bytes that were counted meanwhile.
  package private(set) var depth = 0
  package private(set) var countedBytes: Int64 = 0
  package var onAdvance: () throws -> Void = {}

  package init() {}

  package func stepBegan(_ label: String, totalBytes: Int64?) {
    steps.append(label)
    if depth == 0 {
      outermost = label
      remainingBytes[label] = totalBytes
    }
    depth += 1
  }
  package func advanced(byBytes count: Int64) throws {
    if depth > 0 {
      countedBytes += count
      remainingBytes[outermost]? -= count
    }
    try onAdvance()
  }
  package func stepEnded() { depth -= 1 }
  package func noted(_ message: String) { notes.append(message) }
  package func warned(_ message: String) { warnings.append(message) }
}
