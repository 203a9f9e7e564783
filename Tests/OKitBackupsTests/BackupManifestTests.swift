import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct BackupManifestTests {
  private static let sample = BackupManifest(
    created: 1_795_247_414, workspace: ForgedBackup.id, content: .asStored,
    models: [
      .init(name: .default, kind: .encrypted, form: .okitCBC), .init(name: .named("ä \"x\""), kind: nil, form: .plain),
    ],
    files: [
      .init(path: "okit.json", size: 0, form: .plain), .init(path: "data/default.json", size: 1 << 40, form: .okitCBC),
      .init(path: "model/a/b.swift", size: 1, form: .plain), .init(path: "data/ä \"x\"\\.json", size: 2, form: .age),
      .init(path: "data/ä \"x\".json", size: 3, form: .plain),
    ])

  private func decode(_ text: String) throws -> BackupManifest {
    try BackupManifest(decoding: JSONBytes(text.utf8), of: "b.zip")
  }

  private static var text: String { String(decoding: sample.encoded(), as: UTF8.self) }

  @Test func aManifestIsReadAsWritten() throws {
    #expect(try decode(Self.text) == Self.sample)
    #expect(Self.text.hasSuffix("}\n"))
    for content in [BackupManifest.Content.decrypted, .asStored] {
      let empty = BackupManifest(created: 0, workspace: ForgedBackup.id, content: content, models: [], files: [])
      #expect(try decode(String(decoding: empty.encoded(), as: UTF8.self)) == empty)
    }
  }

  @Test func unknownMembersAreAccepted() throws {
    #expect(try decode(Self.text.replacingOccurrences(of: "{\n", with: "{\n\"new\": [1],\n")) == Self.sample)
  }

  @Test(arguments: [
    (#""version": 1"#, #""version": 0"#), (#""version": 1"#, #""version": "1""#), (#""version": 1"#, #""other": 1"#),
    ("2026-11-21T07:50:14Z", "yesterday"), (#""created""#, #""other""#), (ForgedBackup.id, "x"),
    (#""workspace""#, #""other""#), ("as-stored", "somehow"), (#""content""#, #""other""#),
    (#""models""#, #""other""#),
    (#""files""#, #""other""#), (#""name": "default""#, #""name": "../default""#),
    (#""name": "default""#, #""name": 1"#),
    (#""name": "default""#, #""name": "_data""#), (#""kind": "encrypted""#, #""kind": "secret""#),
    (#""kind": "encrypted""#, #""kind": null"#), (#""form": "okit-cbc""#, #""form": "rot13""#),
    (#""form": "okit-cbc""#, #""other": 1"#), (#""size": 0"#, #""size": -1"#), (#""size": 0"#, #""size": 1.5"#),
    (#""size": 0"#, #""size": "0""#), (#""size": 0"#, #""size": 99999999999999999999"#),
    (#""path": "okit.json""#, #""path": 1"#),
    (#""path": "okit.json""#, #""other": 1"#), ("{", "["), ("}", ""),
  ])
  func aWrongFieldIsMalformed(_ text: String, _ lie: String) throws {
    let changed = Self.text.replacing(text, with: lie, maxReplacements: 1)
    try #require(changed != Self.text)
    let error = failure { _ = try decode(changed) }
    #expect(error?.kind == .malformed)
    #expect(error?.message.hasPrefix("b.zip: ") == true || text == #""name": "default""#)
  }

  @Test func aNewerManifestIsNotUnderstood() {
    #expect(
      kind { _ = try decode(Self.text.replacingOccurrences(of: #""version": 1"#, with: #""version": 3"#)) }
        == .unsupported)
  }

  @Test(arguments: [
    "okit.json", "data/x", "data/a/b/c", "model/x.swift", "data/a\\b", "data/ä", "rules/Book.json", "forms/a.json",
  ])
  func pathsOfBackupFilesAreAccepted(_ path: String) throws {
    try BackupManifest.checkPath(BackupPath(text: path), of: "b")
  }

  @Test(arguments: [
    "", "/", "x", "data", "model", "data/", "data//x", "/data/x", "../x", "data/../x", "data/..", "data/.",
    "data/./x",
    "data/.x", "data/a/.hidden", "hooks/x", "hooks/pre-backup", "okit.json/x", "okit-backup.json", "SHA256SUMS",
    "Data/x",
    "backup/x", ".lock", ".journal", "data/a\0b", "model/../okit.json", "migrations/1", "function/x", "okit/data/x",
    "rules", "rules/", "rules/x", "rules/a/b.json", "rules/.a.json", "forms/x.swift", "functions/a.json",
    "Rules/a.json",
  ])
  func otherPathsAreMalformed(_ path: String) {
    let error = failure { try BackupManifest.checkPath(BackupPath(text: path), of: "b") }
    #expect(error?.kind == .malformed)
    #expect(error?.message.hasPrefix("b: ") == true)
  }

  @Test func aManifestDescribesItsWorkspace() throws {
    let scene = try SampleShop.scene(.age)
    let path = try scene.backUp("b", .archive)
    let manifest = try BackupInspection(unlock: scene.unlock()).manifest(of: .file(FilePath(text: path)))
    #expect(manifest.workspace == (try scene.workspace().configuration?.id))
    #expect(manifest.content == .decrypted)
    #expect(
      manifest.models == [
        .init(name: .named("plain"), kind: nil, form: .plain),
        .init(name: .named("shop"), kind: .encrypted, form: .age),
      ])
    var sizes: [String: Int64] = [:]
    for (path, bytes) in SampleShop.files { sizes["data/" + path] = Int64(bytes.count) }
    sizes["okit.json"] = Int64(try Files.read(scene.root + "/okit/okit.json").count)
    sizes["model/applied.json"] = Int64(try Files.read(scene.appliedPath).count)
    sizes["model/Shop.swift"] = Int64(try Files.read(scene.root + "/okit/model/Shop.swift").count)
    #expect(Dictionary(uniqueKeysWithValues: manifest.files.map { ($0.path.text, $0.size) }) == sizes)
    let forms = Set(manifest.files.filter { $0.form == .age }.map(\.path))
    #expect(
      forms == [
        "data/shop.json", "data/shop/G1.json", "data/shop/G2.json", "data/_image/LOGO.png", "data/_data/SOUND.raw",
      ])
  }
}
