import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitChecks
@testable import OKitModels
@testable import OKitStorage

/// A Bookshop with one thing wrong in each test.
@Suite struct CheckTests {
  let scene: Scene
  private var data: String { scene.data }
  private static let image = "_image/CF8F5225-2405-4A6E-1039-621A098CA997.png"
  private static let group = "directory/5C2C359D-E698-B612-04D1-C71A496E84FF"

  init() throws {
    scene = try Scene.bookshop()
    let conversion = ModelConversion(try scene.workspace())
    _ = try conversion.encrypt(.named([.default]), cipher: .okitCBC)
  }

  private func report(_ names: [ModelName] = [], _ keyring: Keyring? = nil) throws -> WorkspaceCheck.Report {
    try WorkspaceCheck(scene.workspace(keyring: keyring)).run(names)
  }

  /// Expects exactly these findings: kind, model and file.
  private func expect(
    _ wanted: [(Finding.Kind, String?, String)], _ keyring: Keyring? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let findings = try report([], keyring).findings
    let found = findings.map { "\($0.kind.rawValue) \($0.model?.description ?? "-") \($0.file.text)" }
    #expect(found == wanted.map { "\($0.0.rawValue) \($0.1 ?? "-") \($0.2)" }, sourceLocation: location)
    for finding in findings {
      #expect(!finding.message.isEmpty && !finding.message.contains("\n"), sourceLocation: location)
      #expect((finding.line == nil) == (finding.column == nil), sourceLocation: location)
    }
  }

  private func edit(_ path: String, _ change: (String) -> String) throws {
    let old = try Files.text(data + "/" + path)
    try #require(change(old) != old)
    try Files.write(change(old), to: data + "/" + path)
  }

  @Test func anIntactWorkspaceHasNoFindings() throws {
    try expect([])
    let report = try report()
    #expect(report.models == 3)
    #expect(report.files == 22)
    #expect(report.knowsAllModels)
  }

  @Test func hiddenFilesAmongAttachmentsAreIgnored() throws {
    for folder in ["_image", "_data"] { try Files.write("left by a desktop", to: "\(data)/\(folder)/.DS_Store") }
    try expect([])
  }

  @Test func namesWithControlCharactersAreFound() throws {
    try Files.write("{}", to: data + "/a\nb.json")
    try Files.makeFolder(data + "/c\td")
    try Files.write(#"{"id":"M","list":[{"id":"e\tf"}]}"#, to: data + "/m.json")
    try Files.makeFolder(data + "/m")
    try Files.write(#"{"id":"P"}"#, to: data + "/m/e\tf.json")
    try expect([
      (.name, nil, "okit/data/a\nb.json"), (.name, nil, "okit/data/c\td"), (.name, "m", "okit/data/m.json"),
    ])
  }

  @Test(.enabled(if: geteuid() != 0, "root reads and writes everything"))
  func anUnreadableFileIsFound() throws {
    try Files.setMode(0, data + "/settings.json")
    try expect([(.unreadable, "settings", "okit/data/settings.json")])
  }

  @Test func aFileThatNoKeyOpensIsFound() throws {
    try expect([(.undecryptable, "default", "okit/data/default.json")], scene.keyring(frameworkKey: false))
    #expect(try !report([], scene.keyring(frameworkKey: false)).knowsAllModels)
  }

  @Test func aMalformedModelIsFoundWithItsPosition() throws {
    try edit("settings.json") { $0.replacingOccurrences(of: "{\"name\":\"1 Minute\"", with: "\n{\"name\":1 Minute\"") }
    try expect([(.malformed, "settings", "okit/data/settings.json")])
    let finding = try #require(try report().findings.first)
    #expect(finding.line == 2)
    #expect(finding.column == 11)
  }

  @Test func aMalformedPartialIsFoundByItsPath() throws {
    try Files.write("{", to: data + "/" + Self.group + ".json")
    try expect([(.malformed, "directory", "okit/data/\(Self.group).json")])
  }

  @Test func aDuplicateIDIsFoundBesideAnUnreadablePartial() throws {
    try Files.write("{", to: data + "/" + Self.group + ".json")
    try edit("directory.json") {
      $0.replacingOccurrences(
        of: "17389F93-0560-597F-A7E3-3A5F3B515A90", with: "9A3200D4-2D75-3FF6-7FD4-0921DDE9CEEC")
    }
    try expect([
      (.duplicateID, "directory", "okit/data/directory.json"),
      (.malformed, "directory", "okit/data/\(Self.group).json"),
    ])
  }

  @Test func aModelThatIsNoObjectIsFound() throws {
    try Files.write("[]", to: data + "/settings.json")
    try expect([(.malformed, "settings", "okit/data/settings.json")])
  }

  @Test func aTruncatedModelIsFound() throws {
    let bytes = try Files.read(data + "/default.json")
    try Files.write(bytes.prefix(1000), to: data + "/default.json")
    try expect([(.malformed, "default", "okit/data/default.json")])
  }

  @Test func aDuplicateKeyIsFoundWithItsPosition() throws {
    try edit("settings.json") {
      $0.replacingOccurrences(of: #""protection":true"#, with: "\n\"encryption\":false,\"protection\":true")
    }
    try expect([(.duplicateKey, "settings", "okit/data/settings.json")])
    let finding = try #require(try report().findings.first)
    #expect(finding.line == 2)
    #expect(finding.column == 1)
  }

  @Test func filesStoredInTheWrongFormAreFound() throws {
    let conversion = ModelConversion(try scene.workspace())
    let (model, image) = (try Files.read(data + "/settings.json"), try Files.read(Fixture.plainImage))
    let group = try Files.read(data + "/" + Self.group + ".json")
    _ = try conversion.encrypt(.named([.named("settings"), .named("directory")]), cipher: .age)
    try Files.write(model, to: data + "/settings.json")
    try Files.write(group, to: data + "/" + Self.group + ".json")
    try Files.write(image, to: data + "/" + Self.image)
    try expect([
      (.form, "default", "okit/data/" + Self.image), (.form, "directory", "okit/data/\(Self.group).json"),
      (.form, "settings", "okit/data/settings.json"),
    ])
  }

  @Test(arguments: [
    "okit/.okit-0123456789abcdef", "okit/data/.okit-0123456789abcdef", "okit/data/directory/.okit-0123456789abcdef",
    "okit/data/_image/.okit-0123456789abcdef", "okit/data/_data/.okit-0123456789abcdef",
    "okit/backup/.okit-0123456789abcdef", "okit/model/.okit-0123456789abcdef", "okit/data/default.json~",
    "okit/data/default.json.tmp", "okit/data/directory/x.json.bak", "okit/data/.default.json.swp",
    "okit/data/_image/x.png~",
  ])
  func stagedAndForeignFilesAreFound(_ path: String) throws {
    try Files.write("x", to: scene.root + "/" + path)
    let findings = try report().findings
    #expect(findings.map(\.file.text) == [path])
    #expect(findings.map(\.kind) == [.leftover])
  }

  @Test func aConflictIsFound() throws {
    try Files.write("x", to: scene.backups + "/conflict-20261121T075014Z-default.json")
    try expect([(.conflict, nil, "okit/backup/conflict-20261121T075014Z-default.json")])
  }

  @Test(arguments: ["kept/here", "../outside"])
  func conflictsAndLeftoversAreFoundInAConfiguredBackupFolder(_ folder: String) throws {
    let configuration = scene.root + "/okit/okit.json"
    let text = try Files.text(configuration).replacing(
      "{", with: #"{"backup":{"folder":"\#(folder)"},"#, maxReplacements: 1)
    try Files.write(text, to: configuration)
    for name in ["conflict-20261121T075014Z-default.json", ".okit-00000000000000ff"] {
      try Files.write("x", to: "\(scene.root)/\(folder)/\(name)")
    }
    try expect([
      (.leftover, nil, folder + "/.okit-00000000000000ff"),
      (.conflict, nil, folder + "/conflict-20261121T075014Z-default.json"),
    ])
  }

  @Test func aMissingAttachmentFileIsFound() throws {
    try Files.remove(data + "/" + Self.image)
    try expect([(.missingAttachment, "default", "okit/data/default.json")])
    #expect(try report().findings.first?.message.contains("CF8F5225-2405-4A6E-1039-621A098CA997") == true)
  }

  @Test func orphanedAttachmentFilesAreFound() throws {
    try Files.write("x", to: data + "/_image/OTHER.png")
    try Files.write("x", to: data + "/_data/OTHER.raw")
    try expect([
      (.orphanedAttachment, nil, "okit/data/_data/OTHER.raw"), (.orphanedAttachment, nil, "okit/data/_image/OTHER.png"),
    ])
    #expect(try report([], scene.keyring(frameworkKey: false)).findings.map(\.kind) == [.undecryptable])
  }

  @Test func anAttachmentOfTheWrongSizeIsFound() throws {
    let conversion = ModelConversion(try scene.workspace())
    _ = try conversion.decrypt(.named([.default]))
    try Files.write(try Files.read(Fixture.plainImage) + [0], to: data + "/" + Self.image)
    try expect([(.size, "default", "okit/data/default.json")])
    let finding = try #require(try report().findings.first)
    #expect(finding.message == "okit/data/\(Self.image) has 71 bytes, but its entity says 70")
    #expect(finding.path == "default:books[0]/icon")
  }

  @Test func anImageThatDoesNotDecryptIsFound() throws {
    let path = data + "/" + Self.image
    var bytes = try Files.read(path)
    bytes[bytes.count - 1] ^= 0xff
    try Files.write(bytes, to: path)
    try expect([(.malformed, "default", "okit/data/" + Self.image)])
  }

  @Test func aMissingPartialIsFound() throws {
    try Files.remove(data + "/\(Self.group).json")
    try expect([(.missingPartial, "directory", "okit/data/directory.json")])
    let finding = try #require(try report().findings.first)
    let text = try Files.text(data + "/directory.json")
    let place = try #require(text.range(of: #""5C2C359D-E698-B612-04D1-C71A496E84FF""#))
    #expect(finding.line == 1)
    #expect(finding.column == text[..<place.lowerBound].unicodeScalars.count + 1)
  }

  @Test func orphanedPartialsAreFound() throws {
    try Files.write("{}", to: data + "/directory/OTHER.json")
    try Files.write("{}", to: data + "/nobody/X.json")
    try expect([
      (.orphanedPartial, "directory", "okit/data/directory/OTHER.json"),
      (.orphanedPartial, "nobody", "okit/data/nobody/X.json"),
    ])
  }

  @Test func unusableNamesAreFound() throws {
    try Files.write("{}", to: data + "/_data.json")
    try Files.write("{}", to: data + "/.json")
    let findings = try report().findings
    #expect(findings.map(\.file.text) == ["okit/data/.json", "okit/data/_data.json"])
    #expect(findings.map(\.kind) == [.name, .name])
  }

  @Test func strayFilesAreFound() throws {
    try Files.write("x", to: data + "/notes.txt")
    try FileManager.default.createDirectory(atPath: data + "/_image/folder", withIntermediateDirectories: true)
    try #require(mkfifo(data + "/pipe", 0o600) == 0)
    try expect([
      (.stray, nil, "okit/data/_image/folder"), (.stray, nil, "okit/data/notes.txt"), (.stray, nil, "okit/data/pipe"),
    ])
  }

  @Test func oneModelCanBeCheckedAlone() throws {
    try Files.write("[]", to: data + "/settings.json")
    try Files.write("x", to: data + "/notes.txt")
    #expect(try report([.named("directory")]).findings == [])
    #expect(try report([.named("settings")]).findings.map(\.kind) == [.malformed])
    #expect(kind { _ = try report([.named("nobody")]) } == .notFound)
  }

  @Test func linksFifosAndFoldersInPlaceOfModelsAreReported() throws {
    try Files.link(data + "/dangling.json", to: "nowhere")
    try #require(mkfifo(data + "/pipe.json", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: data + "/folder.json", withIntermediateDirectories: true)
    let findings = try report().findings
    #expect(Set(findings.map(\.file.text)).isSuperset(of: ["okit/data/dangling.json", "okit/data/pipe.json"]))
  }
}
