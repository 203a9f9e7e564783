import Foundation
import Testing

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite("Reading a backup")
struct BackupReaderTests {
  /// The error of verifying the forgery in each container; restoring it fails the same way and changes nothing.
  private func errors(
    _ forgery: Forgery, _ containers: [Forgery.Container] = Forgery.Container.allCases
  ) throws -> [OKitError?] {
    try containers.map { container in
      let scene = try Corner.scene(.plain)
      let path = try forgery.write(container, in: scene)
      let before = try scene.snapshot()
      let error = failure { _ = try BackupInspection(unlock: scene.unlock()).verify(path) }
      let restoring = failure {
        _ = try BackupRestoration(scene.workspace()).restore(
          path, .init(), unlock: scene.unlock())
      }
      #expect(restoring == error, "\(container)")
      if error != nil { #expect(try scene.snapshot() == before, "\(container)") }
      #expect(scene.staged == [], "\(container)")
      #expect(
        Disk.names(in: scene.folder).filter { !["w", "forged", "identity.txt", "okit-cbc.json"].contains($0) } == [])
      return error
    }
  }

  private func expectMalformed(
    _ forgery: Forgery, naming name: String, _ containers: [Forgery.Container] = Forgery.Container.allCases
  ) throws {
    for error in try errors(forgery, containers) {
      #expect(error?.kind == .malformed)
      #expect(error?.message.contains(name) == true, "\(String(describing: error))")
    }
  }

  @Test("one that is right")
  func right() throws {
    #expect(try errors(Forgery()) == [nil, nil, nil])
  }

  @Test("whose manifest is not first")
  func manifestLater() throws {
    var forgery = Forgery()
    forgery.rearrange = { $0.swapAt(0, 1) }
    try expectMalformed(forgery, naming: "okit-backup.json", [.archive])
    forgery.rearrange = { $0.removeFirst() }
    try expectMalformed(forgery, naming: "okit-backup.json", [.folder, .archive])
  }

  @Test("with a file that the manifest does not have")
  func added() throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.bytes.count) }
    forgery.files.append(("data/extra.json", [1]))
    try expectMalformed(forgery, naming: "data/extra.json")
  }

  @Test("without a file that the manifest has")
  func missing() throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.bytes.count) } + [("data/gone.json", 0)]
    try expectMalformed(forgery, naming: "data/gone.json")
  }

  @Test("with a file that the manifest has twice")
  func claimedTwice() throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.bytes.count) } + [("data/a.json", 10)]
    try expectMalformed(forgery, naming: "data/a.json")
  }

  @Test("with a file of another name")
  func renamed() throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.bytes.count) }
    forgery.files[2].name = "data/c.json"
    try expectMalformed(forgery, naming: "data/c.json")
  }

  @Test("with a file of another size", arguments: [9, 11, 0])
  func size(_ size: Int) throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.name == "data/a.json" ? size : $0.bytes.count) }
    try expectMalformed(forgery, naming: "data/a.json")
  }

  @Test("with a byte changed")
  func sum() throws {
    var forgery = Forgery()
    forgery.sums = forgery.entries.last?.bytes
    forgery.files[1].bytes[7] ^= 1
    try expectMalformed(forgery, naming: "data/a.json")
  }

  @Test("with another manifest than the sums know")
  func manifestSum() throws {
    var forgery = Forgery()
    forgery.sums = forgery.entries.last?.bytes
    forgery.manifest = forgery.manifestBytes() + [0x0a]
    try expectMalformed(forgery, naming: "okit-backup.json")
  }

  @Test("whose sums are missing, early or no list")
  func sums() throws {
    var forgery = Forgery()
    forgery.rearrange = { $0.removeLast() }
    try expectMalformed(forgery, naming: "SHA256SUMS")
    forgery.rearrange = { $0.swapAt($0.count - 2, $0.count - 1) }
    try expectMalformed(forgery, naming: "SHA256SUMS", [.archive])
    forgery.rearrange = { _ in }
    forgery.sums = Array("nothing".utf8)
    try expectMalformed(forgery, naming: "SHA256SUMS")
  }

  @Test("whose sums lack a file, or have one more")
  func sumsOfOthers() throws {
    var forgery = Forgery()
    let right = try #require(forgery.entries.last?.bytes)
    let lines = String(decoding: right, as: UTF8.self).split(separator: "\n")
    for (index, name) in ["okit-backup.json", "okit.json", "data/a.json", "data/b.json"].enumerated() {
      forgery.sums = Array(lines.indices.filter { $0 != index }.map { lines[$0] + "\n" }.joined().utf8)
      try expectMalformed(forgery, naming: name)
    }
    forgery.sums = right + Array("\(String(repeating: "00", count: 32))  data/more.json\n".utf8)
    try expectMalformed(forgery, naming: "data/more.json")
  }

  @Test(
    "with a path where no backup keeps files",
    arguments: [
      "../x", "/x", "data/../../x", "hooks/post-restore", "data/.hidden", "okit-backup.json", "data/a//b",
    ])
  func hostilePath(_ path: String) throws {
    var forgery = Forgery()
    forgery.claimed = forgery.files.map { ($0.name, $0.bytes.count) } + [(path, 0)]
    try expectMalformed(forgery, naming: path)
  }

  @Test("that is a folder with a link in it")
  func link() throws {
    let scene = try Corner.scene(.plain)
    let path = try Forgery().write(.folder, in: scene)
    try Disk.remove(path + "/data/a.json")
    try Disk.write(#"{"id":"A"}"#, to: scene.folder + "/outside")
    try Disk.link(path + "/data/a.json", to: scene.folder + "/outside")
    let error = failure { _ = try BackupInspection(unlock: scene.unlock()).verify(path) }
    #expect(error?.kind == .malformed)
    #expect(error?.message.contains("data/a.json") == true)
  }
}
