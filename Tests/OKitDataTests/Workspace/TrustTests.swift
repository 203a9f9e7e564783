import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

@Suite struct TrustTests {
  private let scene: Scene
  /// The trust of a user to whom the tests' files do not belong.
  private static let stranger = Trust(callers: [geteuid() == 1 ? 2 : 1])

  init() throws { scene = try SampleShop.scene(.plain) }

  private static func naming(_ folders: String..., callers: Set<UInt32>? = nil) -> Trust {
    let text = Array(#"{"safe": {"folder": [\#(folders.map { JSONText.quote($0) }.joined(separator: ", "))]}}"#.utf8)
    return Trust(callers: callers ?? stranger.callers) {
      try SafeFolders(parsing: JSONBytes(text), path: "config.json")
    }
  }

  private func isWritable(_ trust: Trust) throws -> Bool {
    do {
      try scene.workspace(trust: trust).storage.writing {}
      return true
    } catch let error as OKitError where error.kind == .configuration {
      #expect(error.message.contains("belongs to another user"))
      #expect(error.remedy == .trust(try #require(FilePath(text: scene.root).resolved), settingsPath: nil))
      return false
    }
  }

  // Everybody trusts root, so root's own workspaces belong to no other user.
  @Test(.enabled(if: geteuid() != 0, "root's workspaces are trusted by everybody"))
  func aWorkspaceOfOthersIsOnlyReadUnlessTrusted() throws {
    let before = try scene.snapshot()
    #expect(try !isWritable(Self.stranger))
    #expect(try !isWritable(Self.naming("/elsewhere", scene.root + "x", scene.root + "/okit")))
    #expect(try scene.snapshot() == before)
    #expect(try isWritable(Trust()))
    #expect(try isWritable(Self.naming(scene.root)))
    #expect(try isWritable(Self.naming(scene.root + "/")))
    #expect(try isWritable(Self.naming(scene.folder)))
    #expect(try isWritable(Self.naming("*")))
  }

  @Test(.needsRoot("gives files away"))
  func aWorkspaceWithForeignFilesIsOnlyReadAsRoot() throws {
    for path in ["/okit", "/okit/okit.json", "/okit/data"] {
      try #require(chown(scene.root + path, 1234, 1234) == 0)
      #expect(try !isWritable(Trust()), "\(path)")
      #expect(try isWritable(Trust(callers: [0, 1234])), "\(path)")
      #expect(try isWritable(Self.naming(scene.root)), "\(path)")
      try #require(chown(scene.root + path, 0, 0) == 0)
    }
    #expect(try isWritable(Trust()))
  }

  @Test(.needsRoot("gives files away"))
  func readingLeavesNoTraceAsRoot() throws {
    try Files.remove(scene.root + "/okit/.lock")
    try Files.write("{}", to: scene.data + "/.okit-0123456789abcdef")
    for path in [""] + Files.everything(below: scene.root).map({ "/" + $0 }) {
      try #require(chown(scene.root + path, 1234, 1234) == 0)
    }
    let before = Files.everything(below: scene.root)
    let out = scene.folder + "/out"
    try Files.write("", to: out + "/x")
    _ = try WorkspaceStatus(of: scene.workspace(trust: Trust()))
    let creation = BackupCreation(try scene.workspace(trust: Trust()))
    _ = try creation.create(
      "b", format: .directory, to: .folder(FilePath(text: out)), asStored: true, protection: .none)
    #expect(
      throws: OKitError.self, "into the workspace itself",
      performing: {
        try creation.create(
          "b", format: .directory, to: .folder(nil), asStored: true, protection: .none)
      })
    _ = try ModelExport(scene.workspace(trust: Trust())).export(
      [], to: FilePath(text: scene.folder + "/exported"), forDevice: false)
    #expect(throws: OKitError.self) {
      try ModelExport(scene.workspace(trust: Trust())).export(
        [], to: nil, forDevice: false)
    }
    #expect(Files.everything(below: scene.root) == before)
  }

  // MARK: - Settings

  @Test func safeFoldersAreParsed() throws {
    func folders(_ text: String) throws -> SafeFolders {
      try SafeFolders(parsing: JSONBytes(Array(text.utf8)), path: "config.json")
    }
    for text in ["{}", #"{"safe": {}}"#, #"{"safe": {"folder": []}}"#, #"{"other": 1}"#] {
      #expect(try folders(text) == SafeFolders(), "\(text)")
    }
    let some = try folders(#"{"safe": {"folder": ["/srv/shop/", "/mnt//data"]}}"#)
    for path in ["/srv/shop", "/srv/shop/deep/down", "/mnt/data"] {
      #expect(some.contains(FilePath(text: path)), "\(path)")
    }
    for path in ["/srv", "/srv/shopping", "/mnt", "/"] { #expect(!some.contains(FilePath(text: path)), "\(path)") }
    #expect(try folders(#"{"safe": {"folder": "/srv"}}"#).contains("/srv/shop"))
    #expect(try folders(#"{"safe": {"folder": "*"}}"#).contains("/"))
    #expect(try folders(#"{"safe": {"folder": ["/"]}}"#).contains("/srv"))
    for text in [
      "", "[]", "{", #"{"safe": 1}"#, #"{"safe": {"folder": 1}}"#, #"{"safe": {"folder": [1]}}"#,
      #"{"safe": {"folder": ["srv"]}}"#, #"{"safe": {"folder": ["~/srv"]}}"#, #"{"safe": {"folder": [""]}}"#,
      #"{"safe": {"folder": {"a": "/"}}}"#,
    ] {
      #expect(failure { _ = try folders(text) }?.kind == .configuration, "\(text)")
    }
  }

  @Test func safeFoldersThatOthersCanWriteAreIgnored() throws {
    let (one, two, none) = (scene.folder + "/1.json", scene.folder + "/2.json", scene.folder + "/3.json")
    try Files.write(#"{"safe": {"folder": "/one"}}"#, to: one)
    try Files.write(#"{"safe": {"folder": "/two"}}"#, to: two)
    func read(callers: Set<UInt32> = [geteuid()]) throws -> SafeFolders {
      try SafeFolders(reading: [one, none, two].map { FilePath(text: $0) }, callers: callers)
    }
    for path in [one, two] { try Files.setMode(0o644, path) }
    #expect(try read().contains("/one") && read().contains("/two") && !read().contains("/three"))
    for mode in [0o664, 0o646] as [mode_t] {
      try Files.setMode(mode, two)
      #expect(failure { _ = try read() }?.message == "others can write to \(two)")
    }
    try Files.setMode(0o600, two)
    if geteuid() != 0 {
      #expect(failure { _ = try read(callers: [1]) }?.message == "\(one) belongs to another user")
    }
    try Files.remove(one)
    try Files.link(one, to: two)
    #expect(try read().contains("/two"))
    try Files.remove(two)
    try Files.write("", to: two + "/folder")
    #expect(failure { _ = try read() }?.kind == .configuration)
  }

  // MARK: - Links

  @Test func linksLeadInsideOrToSafeFolders() throws {
    let plain = scene.data + "/plain.json"
    let (inside, outside) = (scene.root + "/inside.json", scene.folder + "/outside/plain.json")
    for target in [inside, outside] { try Files.write(try Files.read(plain), to: target) }
    func link(_ target: String) throws {
      try Files.remove(plain)
      try Files.link(plain, to: target)
    }
    func convert(_ trust: Trust) throws {
      try ModelConversion(scene.workspace(trust: trust)).encrypt(
        .named([.named("plain")])
      ).forEach { _ in }
    }
    try link(inside)
    try convert(Trust())
    #expect(try Files.text(inside).hasPrefix("age-encryption.org"))
    try link(outside)
    let before = try Files.read(outside)
    let own: Set<UInt32> = [geteuid()]
    for trust in [Trust(), Self.naming("/elsewhere", callers: own)] {
      let error = failure { try convert(trust) }
      #expect(error?.kind == .malformed && error?.message.contains("is a symbolic link out of the workspace") == true)
      #expect(error?.remedy == .trust(FilePath(text: outside).resolved ?? "", settingsPath: nil))
    }
    #expect(try Files.read(outside) == before)
    try convert(Self.naming(scene.folder + "/outside", callers: own))
    #expect(try Files.text(outside).hasPrefix("age-encryption.org"))
  }

  @Test(arguments: ["okit", "okit/data", "okit/model", "okit/backup", "okit/export"])
  func linkedFoldersNeedASafeFolder(_ name: String) throws {
    let (place, outside) = (scene.root + "/" + name, scene.folder + "/outside")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Files.move(place, to: outside)
    try Files.link(place, to: outside)
    let error = failure { _ = try scene.workspace(trust: Trust()) }
    #expect(error?.kind == .configuration && error?.message.contains("leads out of the workspace") == true)
    #expect(error?.remedy == .trust(FilePath(text: outside).resolved ?? "", settingsPath: nil))
    _ = try scene.workspace(trust: Self.naming(outside, callers: [geteuid()]))
    // Links within the workspace may have any target.
    try Files.remove(place)
    try Files.move(outside, to: scene.root + "/inside")
    try Files.link(place, to: scene.root + "/inside")
    _ = try scene.workspace(trust: Trust())
  }

  /// A folder on the way is replaced after the link was resolved and before its target is opened.
  @Test func aFolderSwappedForALinkIsNotFollowed() throws {
    let (folder, secret) = (scene.folder + "/folder", scene.folder + "/secret")
    for place in [folder, secret] { try Files.write("{}", to: place + "/a.json") }
    let target = try #require(FilePath("\(folder)/a.json").resolved)
    #expect(try OpenFile("link", at: target).size == 2)
    try Files.move(folder, to: folder + "-away")
    try Files.link(folder, to: secret)
    #expect(failure { _ = try OpenFile("link", at: target) }?.kind == .malformed)
  }

  // MARK: - Notes

  @Test func stagingNotesOfOthersRemoveNothing() throws {
    let staged = scene.folder + "/.okit-0123456789abcdef"
    let note = scene.root + "/okit/.okit-00000000aaaaaaaa.outside"
    func write(_ text: (FileStatus) -> String) throws {
      try Files.write("x", to: staged)
      try Files.write("", to: note)
      let status = try #require(try FileStatus.of(FilePath(text: note)))
      let file = try #require(FileHandle(forWritingAtPath: note))
      try file.write(contentsOf: Data(text(status).utf8))
      try file.close()
    }
    // A path alone, as earlier versions wrote it, and the identity of another file.
    let other = try #require(try FileStatus.of(FilePath(text: scene.root)))
    for text in [staged, OutsideStaging.text(FilePath(text: staged), of: other), "\n" + staged, "0 0\n" + staged, ""] {
      try write { _ in text }
      try scene.recover()
      #expect(Files.exists(staged) && !Files.exists(note), "\(text)")
    }
    let kept = scene.folder + "/kept"
    try Files.write("x", to: kept)
    try write { OutsideStaging.text(FilePath(text: kept), of: $0) }
    try scene.recover()
    #expect(Files.exists(kept) && !Files.exists(note))
    try write { OutsideStaging.text(FilePath(text: staged), of: $0) }
    try scene.recover()
    #expect(!Files.exists(staged) && !Files.exists(note))
  }
}
