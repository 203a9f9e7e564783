import Foundation
import JSONDocument
import OKitChecks
import OKitMigrations
package import OKitModels
import OKitStorage
import TestSupport

/// A shop with books in an array, in a dictionary and in a partial, with attachments, and in each book a member that no class defines.
package enum Stock {
  /// The class that the model `shop` is derived from stands for this.
  package static let kind = "KIND"
  package static let shopProperties = """
    var books: [Book] = []; var byKey: [String: Book] = [:]; var groups: [GroupPartial] = []
      var logo: ModelImage?; var sound: ModelData?
    """
  package static let ids = ["B1", "B2", "B3", "B4"]

  /// The classes, with the properties of a book.
  package static func source(_ book: String = #"var title: String = """#, more: String = "") -> String {
    """
    class Shop: KIND, Codable {
      var id: String!; var name: String = ""
      \(shopProperties)
    }
    class GroupPartial: ModelPartial, Codable {
      var id: String!; var name: String = ""
      var group: Group { return retrieve(Group.self) }
    }
    class Group: ModelEntity, Codable { var id: String!; var name: String = ""; var best: Book? }
    class Book: ModelEntity, Codable { var id: String!; \(book) }
    class Sign: Model, Codable { var id: String!; var title: String = "" }
    \(more)
    func start() { Model.register(Shop.self, name: "shop"); Model.register(Sign.self, name: "plain") }

    """
  }

  package static let logo = SampleAttachment.json("LOGO", "image\\/png", size: Corner.image.count)
  package static let sound = SampleAttachment.json("SOUND", "", size: Corner.sound.count)

  /// The book of this number with these members; N% in them is an id of its own.
  package static func book(_ index: Int, _ members: [String]) -> String {
    let members = members[index % members.count].replacing("N%", with: "N\(index + 1)")
    return #"{"id":"\#(ids[index])","later":[ 1.0 , 2e1 ]\#(members.isEmpty ? "" : "," + members)}"#
  }

  /// The files of the model by their paths below the data folder, in which each book in turn has one of the given texts of members.
  package static func files(_ members: [String] = [#""title":"\#(Corner.secret) one""#, #""title":"two""#]) -> [String:
    String]
  {
    let books = ids.indices.map { book($0, members) }
    return [
      "shop.json": """
      {"id":"SHOP", "name" : "\(Corner.secret) \\u00e9","books":[\(books[0]),
        \(books[1])],"byKey":{"k":\(books[2])},"groups":[\(standIn("G1", "\(Corner.secret) one")),\(standIn("G2", "two"))],\
      "logo":\(logo),"sound":\(sound)}

      """,
      "shop/G1.json": #"{"id":"E1","name":"\#(Corner.secret) one","best":\#(books[3])}"#,
      "shop/G2.json": #"{"id":"E2","name":"two"}"#,
      "_image/LOGO.png": text(Corner.image), "_data/SOUND.raw": text(Corner.sound),
    ]
  }

  package static func standIn(_ id: String, _ name: String) -> String { #"{"id":"\#(id)","name":"\#(name)"}"# }

  /// Bytes as a text, only to be compared.
  package static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: Unicode.ASCII.self) }

  /// A workspace of these files in which the model `shop` is stored in `form`, with what they conform to recorded.
  package static func scene(_ form: StoredForm, _ source: String, _ files: [String: String]) throws -> Scene {
    let scene = try Corner.scene(form, definitions: defined(source, form)) { data in
      for (path, text) in Corner.files where path != "plain.json" && files[path] == nil && text != [] {
        try Files.remove(data + "/" + path)
      }
      for (path, text) in files where !path.hasPrefix("_") { try Files.write(text, to: data + "/" + path) }
    }
    _ = try Migration(scene.workspace()).apply()
    return scene
  }

  /// The classes of a model that is stored in `form`.
  package static func defined(_ source: String, _ form: StoredForm) -> String {
    source.replacing(kind, with: form.isEncrypted ? "ModelEncrypted" : "Model")
  }
}

extension Scene {
  /// The files of the data folder in their form and with what they say, in which new ids are N1, N2 and so on in the order of the text.
  package func stock() throws -> [String: StockFile] {
    let files = try snapshot(namingIDs: true).files.compactMap { path, file in
      path.withoutPrefix("data/").map { ($0, StockFile(form: file.form, text: Stock.text(file.plain))) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  /// Writes a migration of these steps.
  package func addMigration(_ name: String, _ steps: [String], more: String = "") throws {
    try Files.write(
      #"{"version":1,"steps":[\#(steps.joined(separator: ","))]\#(more)}"#, to: root + "/okit/migrations/\(name).json")
  }

  /// What a check finds, but for members that no class defines.
  package func findings() throws -> [String] {
    try WorkspaceCheck(workspace()).run().findings
      .filter { $0.kind != .unknownProperty }.map { "\($0.kind.rawValue) \($0.file): \($0.message)" }
  }
}

extension Files {
  /// The files below `folder` in which plain text of the model `shop` stands.
  package static func spilled(below folder: String) -> [String] {
    files(below: folder).filter { path in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))) ?? Data()
      return bytes.range(of: Data(Corner.secret.utf8)) != nil
    }
  }
}

/// A file in its form, and what it says.
package struct StockFile: Equatable, CustomStringConvertible {
  package let form: StoredForm
  package let text: String

  package init(form: StoredForm, text: String) {
    self.form = form
    self.text = text
  }

  package var description: String { "\(form.rawValue) \(text)" }
}

extension [String: StockFile] {
  /// In what it differs from `other`, file by file.
  package func differences(from other: [String: StockFile]) -> [String] {
    Set(keys).union(other.keys).sorted().filter { self[$0] != other[$0] }.map { path in
      "\(path): \(self[path]?.description ?? "absent"), not \(other[path]?.description ?? "absent")"
    }
  }
}
