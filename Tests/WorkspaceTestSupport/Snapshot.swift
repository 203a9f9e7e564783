package import Ciphers
import Foundation
import JSONDocument
package import OKitModels
import OKitStorage
import TestSupport

/// The content of a workspace, independent of its ciphertext: every file with its form and its decrypted bytes.
package struct Snapshot: Equatable {
  package struct File: Equatable, CustomStringConvertible {
    package let form: StoredForm
    package let plain: [UInt8]

    package init(form: StoredForm, plain: [UInt8]) {
      self.form = form
      self.plain = plain
    }

    package init(form: StoredForm, text: String) { self.init(form: form, plain: Array(text.utf8)) }

    package var text: String { String(decoding: plain, as: UTF8.self) }
    package var description: String { "\(form.rawValue) \(text)" }
  }

  /// The files by path below `okit/`, and those outside of the workspace by path below the scene's folder.
  package var files: [String: File] = [:]
  /// The backups that were requested by name.
  package var backups: Set<String> = []

  /// Returns a short description of the differences from `other`.
  package func differences(from other: Snapshot) -> String {
    let paths = Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    let named = paths.map { "\($0) (\(Self.short(files[$0])), not \(Self.short(other.files[$0])))" }
    return (named + backups.symmetricDifference(other.backups).sorted()).joined(separator: "; ")
  }

  private static func short(_ file: File?) -> String {
    file.map { "\($0.form.rawValue) of \($0.plain.count) bytes" } ?? "absent"
  }
}

extension Snapshot {
  /// Replaces random ids in data by N1, N2 and so on, in the order of the text.
  fileprivate mutating func nameIDs() {
    let id = /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/
    var names: [Substring: String] = [:]
    func named(_ text: String) -> String { text.replacing(id) { names[$0.0] ?? String($0.0) } }
    // A model's own file comes before its partials.
    let documents = files.keys.filter { $0.hasPrefix("data/") && $0.hasSuffix(".json") }
      .sorted { ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1) }
    for path in documents {
      let text = String(decoding: files[path]?.plain ?? [], as: UTF8.self)
      for match in text.matches(of: id) where names[match.0] == nil { names[match.0] = "N\(names.count + 1)" }
    }
    let pairs = files.map { path, file in
      let isText = file.plain.allSatisfy { $0 < 0x80 }
      let plain = isText ? Array(named(String(decoding: file.plain, as: UTF8.self)).utf8) : file.plain
      return (named(path), File(form: file.form, plain: plain))
    }
    files = Dictionary(uniqueKeysWithValues: pairs)
  }
}

extension Scene {
  /// Returns the current content of the workspace without the times of its history. It can leave out the workspace's id, which is new each time,
  /// replace ids in data, and include files `outside` of the workspace and the `records` of its backups. Throws if a file cannot be decrypted.
  package func snapshot(hidingID: Bool = false, namingIDs: Bool = false, outside: Bool = false, records: Bool = false)
    throws -> Snapshot
  {
    var snapshot = Snapshot()
    for path in Files.files(below: folder) {
      let components = path.split(separator: "/")
      if components.contains(where: { $0.hasPrefix(".okit-") }) { continue }
      guard let inside = path.withoutPrefix("w/okit/") else {
        if outside, records || !path.hasSuffix(".record.json") {
          snapshot.files["../" + path] = try open(folder + "/" + path)
        }
        continue
      }
      if let orphan = inside.wholeMatch(of: /backup\/orphans-[0-9TZ]+\/(.+)/) {
        snapshot.files["backup/orphans/\(orphan.1)"] = try open(folder + "/" + path)
      }
      // The facts about the last backup may be missing after a fault.
      if [".lock", ".journal", ".last-backup.json"].contains(inside) || ["backup", ".steps"].contains(components[2]) {
        continue
      }
      snapshot.files[inside] = try open(folder + "/" + path)
    }
    if hidingID, let configuration = snapshot.files["okit.json"] {
      let text = String(decoding: configuration.plain, as: UTF8.self).replacing(/"id":\s*"[-0-9A-F]{36}"/, with: "ID")
      snapshot.files["okit.json"] = Snapshot.File(form: configuration.form, plain: Array(text.utf8))
    }
    if let history = snapshot.files["history.json"] {
      let text = String(decoding: history.plain, as: UTF8.self)
        .replacing(/[0-9]{8}T[0-9]{6}Z(-[0-9]+)?|[0-9-]{10}T[0-9:]{8}Z/, with: "TIME")
        // Two ciphertexts are never equal.
        .replacing(/"[0-9a-f]{64}"/, with: "SUM")
      snapshot.files["history.json"] = Snapshot.File(form: history.form, plain: Array(text.utf8))
    }
    if let kept = snapshot.files[".verified"] {
      // The copies of a scene are in other folders.
      let text = String(decoding: kept.plain, as: UTF8.self)
        .replacing(/[0-9-]{10}T[0-9:]{8}Z/, with: "TIME").replacing(
          /"(path|modified)": ("[^"]*"|[0-9]+)/, with: "PLACE")
      snapshot.files[".verified"] = Snapshot.File(form: .plain, text: text)
    }
    if namingIDs { snapshot.nameIDs() }
    snapshot.backups = Set(
      backupNames.filter { !$0.hasPrefix("before-") && !$0.hasPrefix("orphans-") && !$0.hasPrefix(".") })
    for name in snapshot.backups where records {
      let path = "backup/\(name).record.json"
      guard Files.exists("\(root)/okit/\(path)") else { continue }
      let text = try Files.text("\(root)/okit/\(path)").replacing(/[0-9-]{10}T[0-9:]{8}Z/, with: "TIME")
      snapshot.files[path] = Snapshot.File(form: .plain, text: text)
    }
    return snapshot
  }

  /// Reads a file and decrypts it with the scene's keys.
  package func open(_ path: String) throws -> Snapshot.File {
    let stored = try Files.read(path)
    if stored.starts(with: "age-encryption.org/v1".utf8) {
      let plain = try Bytes.age(stored, with: identities)
      return Snapshot.File(form: .age, plain: plain)
    }
    let isText = stored.allSatisfy { $0 < 0x80 }
    if isText || stored.starts(with: SampleAttachment.pngSignature) || path.contains("/data/") == false {
      return Snapshot.File(form: .plain, plain: stored)
    }
    guard let plain = try? Bytes.okitCBC(stored, with: frameworkKey) else {
      return Snapshot.File(form: .plain, plain: stored)
    }
    return Snapshot.File(form: .okitCBC, plain: plain)
  }
}

/// Decrypts bytes in memory.
package enum Bytes {
  package static func age(_ stored: [UInt8], with identities: [X25519Identity]) throws -> [UInt8] {
    let decryptor = try AgeDecryptor(identities: identities, source: source(stored))
    return try readAll { try decryptor.read(into: $0) }
  }

  package static func okitCBC(_ stored: [UInt8], with key: OKitCBCKey) throws -> [UInt8] {
    let decryptor = OKitCBCDecryptor(key, source: source(stored))
    return try readAll { try decryptor.read(into: $0) }
  }
}
