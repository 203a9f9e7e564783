import CSystem
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct AttributeTests {
  let scene: Scene
  private var target: String { scene.root + "/" + Scene.plain }

  init() throws {
    scene = try SampleShop.scene(.plain)
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o664, 0o200, 0o755] as [mode_t])
  func aReplacedFileKeepsItsMode(_ mode: mode_t) throws {
    try Files.setMode(mode, target)
    if mode & 0o400 == 0, geteuid() != 0 { return }
    try scene.replace()
    #expect(try Files.mode(target) == mode)
    #expect(try Files.text(target) == #"{"new":1}"#)
  }

  @Test func aReplacedFileKeepsItsExtendedAttributes() throws {
    let value: [UInt8] = [0, 1, 2, 0xff]
    let original = try FileHandle(forUpdating: URL(fileURLWithPath: target))
    let descriptor = original.fileDescriptor
    guard okit_set_attribute(descriptor, "user.okit.test", value, value.count) == 0 else { return }
    try #require(okit_set_attribute(descriptor, "user.empty", value, 0) == 0)
    try scene.replace()
    let replaced = try FileHandle(forReadingFrom: URL(fileURLWithPath: target))
    var found = [UInt8](repeating: 7, count: 16)
    #expect(okit_get_attribute(replaced.fileDescriptor, "user.okit.test", &found, found.count) == 4)
    #expect(Array(found.prefix(4)) == value)
    #expect(okit_get_attribute(replaced.fileDescriptor, "user.empty", &found, found.count) == 0)
  }

  @Test(.needsRoot("gives a file to another user"))
  func aReplacedFileKeepsItsOwnerAsRoot() throws {
    try #require(chown(target, 1234, 2345) == 0)
    try scene.replace()
    var status = stat()
    try #require(stat(target, &status) == 0)
    #expect(status.st_uid == 1234)
    #expect(status.st_gid == 2345)
  }

  @Test func aRefusedOwnerOrAttributeIsIgnored() throws {
    let calls = FaultyCalls(refusing: { call in
      call.kind == .setOwner || call.kind == .setAttribute ? EPERM : nil
    })
    if geteuid() == 0 { try #require(chown(target, 1234, 2345) == 0) }
    try scene.replace(calls: calls)
    #expect(try Files.text(target) == #"{"new":1}"#)
  }

  @Test func aLinkToAReplacedFileStays() throws {
    let real = scene.folder + "/elsewhere/real.json"
    try Files.write(try Files.read(target), to: real)
    try Files.remove(target)
    try Files.link(target, to: real)
    let before = try Files.read(real)
    _ = try ModelConversion(scene.workspace()).encrypt(
      .named([.named("plain")]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: target) == real)
    #expect(try scene.open(real) == Snapshot.File(form: .age, plain: before))
    #expect(Files.namesIfPresent(in: scene.folder + "/elsewhere") == ["real.json"])
  }

  @Test func aLinkToNothingIsMalformed() throws {
    try Files.remove(target)
    try Files.link(target, to: "nowhere.json")
    let workspace = try scene.workspace()
    #expect(
      kind {
        try Transaction.run(workspace.storage, command: "test") {
          try $0.replace(WorkspacePath(text: Scene.plain), old: nil) { _ in }
        }
      }
        == .malformed)
    #expect(!Files.exists(scene.data + "/nowhere.json"))
    #expect(scene.staged == [])
  }

  @Test(arguments: ["shop/G1.json", "_image/LOGO.png"])
  func aLinkedPartialOrAttachmentIsNotFollowed(_ path: String) throws {
    let real = scene.folder + "/real"
    try Files.copy(scene.data + "/" + path, to: real)
    try Files.remove(scene.data + "/" + path)
    try Files.link(scene.data + "/" + path, to: real)
    let before = try Files.read(real)
    let error = failure {
      _ = try ModelConversion(scene.workspace()).encrypt(
        .named([SampleShop.shop]))
    }
    #expect(error?.kind == .malformed)
    #expect(try Files.read(real) == before)
    #expect(scene.staged == [])
  }
}
