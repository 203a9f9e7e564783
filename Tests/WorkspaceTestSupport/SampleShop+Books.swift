import JSONDocument
import OKitChecks
import OKitMigrations
package import OKitModels
import OKitStorage
import TestSupport

/// The shop with books in an array, in a dictionary and in a partial, since migrations change all places of a class. Each book has a member that no
/// class defines.
extension SampleShop {
  /// A placeholder for the superclass of the model `shop`.
  package static let kind = "KIND"
  package static let properties = """
    var books: [Book] = []; var byKey: [String: Book] = [:]; var groups: [GroupPartial] = []
      var logo: ModelImage?; var sound: ModelData?
    """
  package static let bookIDs = ["B1", "B2", "B3", "B4"]

  /// The classes, with the properties of a book.
  package static func bookClasses(_ book: String = #"var title: String = """#, more: String = "") -> String {
    """
    class Shop: KIND, Codable {
      var id: String!; var name: String = ""
      \(properties)
    }
    \(groupPartialClass)
    class Group: ModelEntity, Codable { var id: String!; var name: String = ""; var best: Book? }
    class Book: ModelEntity, Codable { var id: String!; \(book) }
    \(signClass)
    \(more)
    \(registration)

    """
  }

  /// Returns the book with this index and one of `members`; N% in it becomes N and its number.
  package static func book(_ index: Int, _ members: [String]) -> String {
    let members = members[index % members.count].replacing("N%", with: "N\(index + 1)")
    return #"{"id":"\#(bookIDs[index])","later":[ 1.0 , 2e1 ]\#(members.isEmpty ? "" : "," + members)}"#
  }

  /// Returns the files of the model by their paths below the data folder. The books have the given texts of members in turn.
  package static func bookFiles(
    _ members: [String] = [#""title":"\#(secret) one""#, #""title":"two""#]
  ) -> [String: String] {
    let books = bookIDs.indices.map { book($0, members) }
    return [
      "shop.json": """
      {"id":"SHOP", "name" : "\(secret) \\u00e9","books":[\(books[0]),
        \(books[1])],"byKey":{"k":\(books[2])},"groups":[\(standIn("G1", "\(secret) one")),\(standIn("G2", "two"))],\
      "logo":\(logoJSON),"sound":\(soundJSON)}

      """,
      "shop/G1.json": #"{"id":"E1","name":"\#(secret) one","best":\#(books[3])}"#,
      "shop/G2.json": #"{"id":"E2","name":"two"}"#,
      "_image/LOGO.png": text(image), "_data/SOUND.raw": text(sound),
    ]
  }

  /// Returns bytes as a text, only for comparisons.
  package static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: Unicode.ASCII.self) }

  /// Returns a workspace of these files with a record of their definitions, in which the model `shop` is stored in `form`.
  package static func bookScene(_ form: StoredForm, _ source: String, _ files: [String: String]) throws -> Scene {
    let scene = try scene(form, definitions: resolved(source, form)) { data in
      for path in self.files.keys where path != "plain.json" && files[path] == nil {
        try Files.remove(data + "/" + path)
      }
      for (path, text) in files where !path.hasPrefix("_") { try Files.write(text, to: data + "/" + path) }
    }
    _ = try Migration(scene.workspace()).apply()
    return scene
  }

  /// Returns the classes of a model that is stored in `form`.
  package static func resolved(_ source: String, _ form: StoredForm) -> String {
    source.replacing(kind, with: form.isEncrypted ? "ModelEncrypted" : "Model")
  }
}

extension Scene {
  /// The files of the data folder with their form and content. New ids are replaced by N1, N2 and so on, in the order of the text.
  package func contents() throws -> [String: Snapshot.File] {
    let files = try snapshot(namingIDs: true).files.compactMap { path, file in
      path.withoutPrefix("data/").map { ($0, Snapshot.File(form: file.form, text: SampleShop.text(file.plain))) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  /// Writes a migration with these steps.
  package func addMigration(_ name: String, _ steps: [String], more: String = "") throws {
    try Files.write(
      #"{"version":1,"steps":[\#(steps.joined(separator: ","))]\#(more)}"#, to: root + "/okit/migrations/\(name).json")
  }

  /// The findings of a check.
  package func allFindings() throws -> [String] { try lines(WorkspaceCheck(workspace()).run().findings) }

  /// The findings of a check, without undefined members.
  package func findings() throws -> [String] {
    try lines(WorkspaceCheck(workspace()).run().findings.filter { $0.kind != .unknownProperty })
  }

  private func lines(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.kind.rawValue) \($0.file): \($0.message)" }
  }
}

extension [String: Snapshot.File] {
  /// Returns the differences from `other`, file by file.
  package func differences(from other: [String: Snapshot.File]) -> [String] {
    Set(keys).union(other.keys).sorted().filter { self[$0] != other[$0] }.map { path in
      "\(path): \(self[path]?.description ?? "absent"), not \(other[path]?.description ?? "absent")"
    }
  }
}
