import Archives
import Ciphers
import Foundation
import Testing

@testable import OKitBackups
@testable import OKitStorage

/// The entries of a backup as somebody could forge them.
struct Forgery {
  /// Where the entries are put.
  enum Container: CaseIterable, Sendable { case folder, archive, zip }

  typealias Entry = (name: String, bytes: [UInt8])

  var files: [Entry] = [
    ("okit.json", Array(#"{"version":1,"id":"\#(ConfigurationTests.id)"}"#.utf8)),
    ("data/a.json", Array(#"{"id":"A"}"#.utf8)), ("data/b.json", Array(#"{"id":"B"}"#.utf8)),
  ]
  /// What the manifest says, where it is not the files; with each path its size.
  var claimed: [(path: String, size: Int)]?
  var manifest: [UInt8]?
  var sums: [UInt8]?
  /// Changes the order or number of the entries at last.
  var rearrange: (inout [Entry]) -> Void = { _ in }

  func manifestBytes() -> [UInt8] {
    let claimed = claimed ?? files.map { ($0.name, $0.bytes.count) }
    let list = claimed.map { #"{"path":"\#($0.path)","size":\#($0.size),"form":"json"}"# }.joined(separator: ",")
    let text =
      #"{"version":1,"created":"2026-11-21T07:50:14Z","workspace":"\#(ConfigurationTests.id)","#
      + #""content":"decrypted","models":[{"name":"a","form":"json"},{"name":"b","form":"json"}],"files":[\#(list)]}"#
    return Array(text.utf8)
  }

  var entries: [Entry] {
    let manifest = manifest ?? manifestBytes()
    var right = Checksums()
    for (name, bytes) in [("okit-backup.json", manifest)] + files {
      right.add(name, bytes.withUnsafeBytes(SHA256Hasher.hash))
    }
    var entries: [Entry] = [("okit-backup.json", manifest)] + files + [("SHA256SUMS", sums ?? right.encoded())]
    rearrange(&entries)
    return entries
  }

  /// Writes the backup; a folder orders its entries itself.
  func write(_ container: Container, in scene: Scene) throws -> String {
    let path = scene.folder + "/forged"
    switch container {
    case .folder:
      for (name, bytes) in entries { try Disk.write(bytes, to: path + "/" + name) }
    case .archive:
      var sealed: [UInt8] = []
      let encryptor = try AgeEncryptor(recipients: try scene.identities.map(\.recipient)) { sealed += $0 }
      try add(to: TarZstdWriter(threads: 0) { try encryptor.write($0) })
      try encryptor.finish()
      try Disk.write(sealed, to: path)
    case .zip:
      var bytes: [UInt8] = []
      let password = Array("password".utf8)
      try password.withUnsafeBytes { password in try add(to: ZipWriter(password: password) { bytes += $0 }) }
      try Disk.write(bytes, to: path)
    }
    return path
  }

  private func add(to sink: any BackupSink) throws {
    for (name, bytes) in entries {
      var rest = bytes[...]
      try sink.addFile(name, size: Int64(bytes.count), modified: 0) { Bytes.give(&rest, into: $0) }
    }
    try sink.finish()
  }
}
