import Foundation
import JSONDocument
import TestSupport
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

/// One thing that can happen to the bytes of a file.
struct Damage: CustomStringConvertible, Sendable {
  enum Kind: Hashable, Sendable {
    case flip(bit: Int)
    /// Everything from the byte on is gone.
    case cut
    /// The byte is there twice.
    case double
  }

  /// Relative to the data folder.
  let path: String
  let index: Int
  let kind: Kind

  var description: String { "\(kind) at \(index) of \(path)" }

  /// Every damage of files, each given by its path and size.
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

  /// Whether `found` is what the manual says that the framework's cipher does not notice: a changed byte of an attachment spoils its own
  /// block of 16 bytes and the same bit of the next one, and nothing else.
  func isUnnoticeable(_ found: [String: [UInt8]], for right: [String: [UInt8]]) -> Bool {
    if case .cut = kind, path.hasPrefix("_data"), index == right[path]?.count {
      // Of this size it is taken for data that are not encrypted; `okit check` finds that its model is.
      var others = found
      others[path] = right[path]
      return others == right && found[path]?.count == index
    }
    guard case .flip = kind, path.hasPrefix("_"), let changed = found[path], let old = right[path] else { return false }
    let start = index / 16 * 16
    // The first block of an image says that it is one.
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
  /// Everything that the model `shop` holds, decrypted, by path in the data folder.
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

  /// Every damage that the files of the model `shop` can take.
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
