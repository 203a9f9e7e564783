import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// Commands that change values by their path.
extension Operation {
  private static func path(_ text: String) throws -> Binding { try Binding(parsing: text) }

  private static func editing(
    _ name: String, _ form: StoredForm = .age, references: ReferencePolicy = .refuse,
    _ run: @escaping @Sendable (EditSession) throws -> Void
  ) -> Operation {
    Operation(name: name, scene: { try SampleShop.withAlbums(form) }) { scene, workspace in
      _ = try workspace.edit("edit", model: SampleShop.shop, references: references, run)
    }
  }

  /// An edit that keeps a backup of the previous data.
  private static func largeRemoval(
    _ name: String, _ form: StoredForm = .age, references: ReferencePolicy = .refuse,
    _ run: @escaping @Sendable (EditSession) throws -> Void
  ) -> Operation {
    Operation(
      name: name,
      scene: {
        let scene = try SampleShop.withAlbums(form)
        let guests = try (0..<12).map { try item("album:guests", #"{"id":"MANY\#($0)","name":"KEEPSECRET \#($0)"}"#) }
        _ = try scene.workspace().edit("add") { try $0.add(guests) }
        return scene
      }, keepsOld: true
    ) { scene, workspace in
      _ = try workspace.edit("edit", model: .named("album"), references: references, run)
    }
  }

  /// A call of a function for all entities at a path. Programs run before the workspace is locked.
  private static func calling(_ name: String, _ path: String, _ form: StoredForm = .age) -> Operation {
    Operation(
      name: name,
      scene: {
        let scene = try SampleShop.withAlbums(form)
        try scene.addProgram("functions/rename")
        return scene
      }
    ) { scene, workspace in
      let programs = ProgramStub { line in
        let entity = (try? JSONDocument(parsing: line))?.root["entity"]?.rawText ?? ""
        return entity.replacingOccurrences(of: "KEEPSECRET", with: "KEEPSECRET renamed")
      }
      let batch = try EntityCall(workspace, model: SampleShop.shop, programs: programs).runAll(self.path(path))
      #expect(batch.calls.count == 2)
    }
  }

  /// Rows that change a stand-in with its partial, add another one and remove the others.
  private static let rowsText = "id,name\nG1,KEEPSECRET renamed\nG3,KEEPSECRET three\n"
  private static var rows: RowImport {
    get throws {
      var rows = RowImport(into: try path("groups"), key: try path("id"))
      rows.removesOthers = true
      return rows
    }
  }

  /// An edit of values as text, in which the person writes `new` for each `old`.
  private static func draft(
    _ name: String, _ form: StoredForm, _ path: String, _ changes: [(old: String, new: String)]
  ) -> Operation {
    Operation(name: name, scene: { try SampleShop.withAlbums(form) }) { scene, workspace in
      let request = DraftRequest(try self.path(path), model: SampleShop.shop)
      let draft = try workspace.draft(request)
      var text = String(decoding: draft.text, as: UTF8.self)
      for (old, new) in changes { text = text.replacingOccurrences(of: old, with: new) }
      let image = SampleAttachment.pngSignature + Array("KEEPSECRET".utf8)
      _ = try workspace.store(Array(text.utf8), of: draft, request) { _ in AttachmentContent(image) }
    }
  }

  /// The answers to the form of an entity.
  private static func form(_ name: String, _ form: StoredForm, _ path: String, _ answers: String) -> Operation {
    Operation(name: name, scene: { try SampleShop.withAlbums(form) }) { _, workspace in
      let request = FormRequest(DraftRequest(try self.path(path), model: SampleShop.shop))
      let image = SampleAttachment.pngSignature + Array("KEEPSECRET".utf8)
      let answers = try FormAnswers(JSONDocument(parsing: answers).root)
      _ = try workspace.store(request, answers) { _ in AttachmentContent(image) }
    }
  }

  static func item(_ path: String, _ json: String) throws -> EditItem {
    try EditItem(self.path(path), .json(JSONDocument(parsing: json).root))
  }

  static let edits = [
    editing("set through a partial") {
      try $0.set([item("groups[0]/group/guests[0]/name", #""KEEPSECRET visitor""#)])
    },
    editing("set in several files", .okitCBC) {
      try $0.set([
        item("name", #""KEEPSECRET shop""#), item("groups[0]/group/name", #""KEEPSECRET group""#),
        item("plain:title", #""closed""#), item("owner", #"{"id":"OWNER","name":"KEEPSECRET keeper"}"#),
      ])
    },
    editing("add of a partial") {
      try $0.add([
        // The class of the partial's entity has no id, so each run gives the same result.
        item("groups", #"{"id":"G3","name":"KEEPSECRET three"}"#),
        item("groups[0]/group/guests", #"{"id":"GUEST2","name":"KEEPSECRET guest"}"#),
      ])
    },
    editing("add at the top of a partial", .okitCBC) {
      try $0.add([item("groups[0]/group/guests", #"{"id":"GUEST2","name":"KEEPSECRET guest"}"#)], at: .index(0))
    },
    editing("remove --nullify with partials and attachments", references: .clear) {
      try $0.remove(
        [path("groups[0]"), path("logo"), path("sound"), path("owner")])
    },
    editing("remove --force", .okitCBC, references: .leave) {
      try $0.remove([path("groups[*]"), path("logo")], all: true)
    },
    editing("move of a partial to a model of another form") {
      try $0.move(path("groups[0]"), to: path("album:groups"))
    },
    editing("move of an attachment to a model of another form", .okitCBC) {
      try $0.move(path("logo"), to: path("album:logo"))
    },
    editing("move out of a partial") { try $0.move(path("groups[0]/group/guests[0]"), to: path("album:guests")) },
    largeRemoval("set that removes many entities") { edit in
      try edit.set([item("guests", "[]")])
    },
    largeRemoval("remove of many entities", .okitCBC, references: .leave) { edit in
      try edit.remove([path("guests[*]")], all: true)
    },
    calling("call of a function for the entities of two partials", "groups[*]/group/rename()"),
    calling("call of a function in the other cipher", "groups[*]/group/rename()", .okitCBC),
    editing("import of rows") { _ = try $0.importRows(rows, from: .of(text: rowsText), named: "rows.csv") },
    editing("import of rows in the other cipher", .okitCBC) {
      _ = try $0.importRows(rows, from: .of(text: rowsText), named: "rows.csv")
    },
    draft("edit of a partial as text", .age, "groups[0]/group", [("\"name\": \"", "\"name\": \"KEEPSECRET ")]),
    draft("edit of an attachment as text", .okitCBC, ".", [("\"logo\": \"@", "\"logo\": \"@new")]),
    form("form of a partial", .age, "groups[0]/group", #"{"name": "KEEPSECRET group"}"#),
    form("form with an attachment", .okitCBC, ".", #"{"name": "KEEPSECRET shop", "logo": "new.png"}"#),
    editing("move within an array", .okitCBC) { try $0.move(path("groups[1]"), to: path("groups[0]")) },
  ]
}

extension SampleShop {
  /// The workspace with the classes of `shop`, another encrypted model in the other cipher that receives moved values, and references from a plain
  /// model.
  static func withAlbums(_ form: StoredForm) throws -> Scene {
    let scene = try defined(form)
    let album = """
      class Album: ModelEncrypted, Codable {
        var id: String!
        var groups: [GroupPartial] = []
        var guests: [Guest] = []
        var logo: ModelImage?
      }
      class Sign: Model, Codable {
        var id: String!
        var title: String = ""
        var guest = ModelRef()
        var owner = ModelRef()
      }
      func startAlbums() {
        Model.register(Album.self, name: "album")
        Model.register(Sign.self, name: "plain")
      }

      """
    try Files.write(album, to: scene.root + "/okit/model/Album.swift")
    try Files.write(
      #"{"id":"PLAIN","title":"open","guest":{"id":"R1","refKey":"GUEST"},"owner":{"id":"R2","refKey":"OWNER"}}"#,
      to: scene.data + "/plain.json")
    try Files.write(#"{"id":"ALBUM","groups":[],"guests":[]}"#, to: scene.data + "/album.json")
    _ = try ModelConversion(scene.workspace()).encrypt(
      .named([.named("album")]), cipher: form == .age ? .okitCBC : .age)
    return scene
  }
}
