import Foundation
import JSONDocument
import TestSupport
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

/// Damage to one byte or the end of a file.
struct Damage: CustomStringConvertible, Sendable {
  enum Kind: Hashable, Sendable {
    case flip(bit: Int)
    /// Removes the byte and all after it.
    case cut
    /// Repeats the byte.
    case double
  }

  /// The path of the file in the data folder.
  let path: String
  let index: Int
  let kind: Kind

  var description: String { "\(kind) at \(index) of \(path)" }

  /// Every damage to files, each given by its path and size.
  static func all(of files: [(path: String, size: Int)]) -> [Damage] {
    files.flatMap { file in
      (0..<file.size).flatMap { index in
        ((0..<8).map { Kind.flip(bit: $0) } + [.cut, .double]).map { Damage(path: file.path, index: index, kind: $0) }
      }
    }
  }

  func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    switch kind {
    case .flip(let bit): bytes[index] ^= 1 << bit
    case .cut: bytes.removeSubrange(index...)
    case .double: bytes.insert(bytes[index], at: index)
    }
    return bytes
  }

  /// Runs `body` while a file of `scene` is damaged.
  func inflict<Result>(on scene: Scene, _ body: () throws -> Result) throws -> Result {
    let place = scene.data + "/" + path
    let whole = try Files.read(place)
    try Files.write(applied(to: whole), to: place)
    defer { try? Files.write(whole, to: place) }
    return try body()
  }

  /// True if the framework's cipher cannot detect the damage, as the manual says: a changed byte of an attachment changes only its own block of 16
  /// bytes and the same bit of the next one.
  func isUnnoticeable(_ found: [String: [UInt8]], for right: [String: [UInt8]]) -> Bool {
    if case .cut = kind, path.hasPrefix("_data"), index == right[path]?.count {
      // A file of this size is read as unencrypted data; `okit check` finds that its model is encrypted.
      var others = found
      others[path] = right[path]
      return others == right && found[path]?.count == index
    }
    guard case .flip = kind, path.hasPrefix("_"), let changed = found[path], let old = right[path] else { return false }
    let start = index / 16 * 16
    // The first block of an image shows its format.
    if path.hasPrefix("_image"), start == 0 { return false }
    var others = found
    others[path] = old
    let isSame = { (from: Int, to: Int) in
      changed.dropLast(changed.count - to).dropFirst(from).elementsEqual(old.prefix(to).dropFirst(from))
    }
    let end = min(start + 32, old.count)
    return others == right && isSame(0, min(start, changed.count))
      && (changed.count == old.count ? isSame(end, old.count) : end >= old.count - 16)
  }
}

extension SampleShop {
  /// The files of the model `shop`, by path in the data folder.
  static let shopFiles = files.filter { $0.key != "plain.json" }
}

extension Scene {
  /// The decrypted files of the model `shop`, by path in the data folder.
  func shopContent() throws -> [String: [UInt8]] {
    let model = try model("shop")
    var content: [String: [UInt8]] = [:]
    for document in model.documents {
      content[DataPath(document.path)?.text ?? ""] = Array(document.opened.document.bytes)
    }
    for attachment in model.attachments {
      let file = try OpenFile(FilePath(text: data).appending(attachment.path))
      let form = try attachment.form(of: file, host: model.main.opened.form)
      var bytes: [UInt8] = []
      try attachment.decrypt(file, form: form, keyring: keyring()) { bytes += $0 }
      content[attachment.path.text] = bytes
    }
    return content
  }

  /// Every damage to the files of the model `shop`.
  func shopDamages() throws -> [Damage] {
    Damage.all(of: try SampleShop.shopFiles.keys.sorted().map { ($0, try Files.read(data + "/" + $0).count) })
  }

  /// The bytes of every file of the workspace.
  func rawFiles() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in Files.files(below: root) where !path.hasSuffix("/.lock") {
      files[path] = try Files.read(root + "/" + path)
    }
    return files
  }
}
