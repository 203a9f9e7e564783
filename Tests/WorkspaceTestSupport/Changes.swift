import Ciphers
import Foundation
import OKitModels
package import OKitStorage
import TestSupport

/// Returns the kind of the library's error that `body` throws; nil for other errors, and for none.
package func kind(of body: () throws -> Void) -> OKitError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OKitError)?.kind
  }
}

/// Returns the library's error that `body` throws.
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

  /// Replaces one file in a transaction; `meanwhile` runs when the file is staged and not committed.
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

  /// Runs a writing command that has nothing to do, for its recovery.
  package func recover(observer: any Observer = SilentObserver(), calls: any FileSystemCalls = FaultyCalls()) throws {
    // A killed command runs in this process, so threads of it may hold its lock for a moment.
    try workspace(observer: observer, calls: calls, lockTimeout: .seconds(30)).storage.writing {}
  }

  package var hasJournal: Bool { Files.exists(root + "/okit/.journal") }

  /// Staged names anywhere in the workspace.
  package var staged: [String] { Files.everything(below: root).filter { $0.contains(".okit-") } }

  package var conflicts: [String] { Files.namesIfPresent(in: backups).filter { $0.hasPrefix("conflict-") } }
}

extension Journal.Fingerprint {
  /// Returns the fingerprint of `text`.
  package static func of(text: String) -> Journal.Fingerprint {
    let digest = Array(text.utf8).withUnsafeBytes(SHA256Hasher.hash)
    return Journal.Fingerprint(size: Int64(text.utf8.count), digest: digest)
  }
}

/// Records all events.
package final class RecordingObserver: Observer {
  package var notes: [String] = []
  package var warnings: [String] = []
  package var steps: [String] = []
  /// The bytes that were announced and not counted, for each outermost step that announced any.
  package private(set) var remainingBytes: [String: Int64] = [:]
  /// The steps that counted more bytes than they announced.
  package var overcounted: [String] { remainingBytes.filter { $0.value < 0 }.keys.sorted() }
  private var outermost = ""
  /// The number of running steps, and the bytes that were counted in steps.
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
