import TestSupport
import Testing

/// Tampered archives that open with the correct key.
@Suite struct HostileArchiveTests {
  /// A change of an archive, and the entry that errors have to name.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entry: String
    /// True if manifest and checksums agree with the change.
    var isConsistent = false
    let apply: @Sendable (inout TarFile) -> Void

    init(
      _ what: String, names entry: String, consistent: Bool = false,
      _ apply: @escaping @Sendable (inout TarFile) -> Void
    ) {
      testDescription = what
      self.entry = entry
      isConsistent = consistent
      self.apply = apply
    }

    /// An entry before the checksums.
    static func added(_ name: String, _ type: Character = "0", link: String = "", consistent: Bool = false) -> Change {
      Change(
        "\(name)\(type == "0" ? "" : " of type \(type)")\(consistent ? ", listed" : "")", names: name,
        consistent: consistent
      ) { tar in
        let entry = TarFile.Entry(name: name, bytes: type == "0" ? Array("{}".utf8) : [], type: type, link: link)
        tar.entries.insert(entry, at: tar.entries.count - 1)
      }
    }
  }

  static let settings = "data/settings.json"
  /// A placeholder in names for the machine's folder.
  private static let folder = "{folder}"

  static let changes: [Change] = [
    .added("data/extra.json"),
    .added("../x"), .added("../x", consistent: true),
    .added("\(folder)/x"), .added("\(folder)/x", consistent: true),
    .added("data/../../x"), .added("data/../../x", consistent: true),
    .added("data//x.json", consistent: true), .added("./data/x.json", consistent: true),
    .added("data/.hidden.json", consistent: true), .added("hooks/run", consistent: true),
    .added("data/link.json", "2", link: "/etc/passwd"), .added("data/link.json", "1", link: settings),
    .added("data/link.json", "2", link: "settings.json", consistent: true),
    .added("data/device.json", "3"), .added("data/pipe.json", "6"),
    Change("renamed", names: "data/other.json") { $0.entries[$0.index(settings)].name = "data/other.json" },
    Change("removed", names: settings) { $0.entries.remove(at: $0.index(settings)) },
    Change("doubled", names: settings) { $0.entries.insert($0.entries[$0.index(settings)], at: 5) },
    Change("doubled, listed", names: settings, consistent: true) {
      $0.entries.insert($0.entries[$0.index(settings)], at: 5)
    },
    Change("changed", names: settings) { $0.entries[$0.index(settings)].bytes[5] ^= 1 },
    Change("shortened", names: settings) { $0.entries[$0.index(settings)].bytes.removeLast() },
    Change("manifest changed", names: "okit-backup.json") { tar in
      let text = String(decoding: tar.entries[0].bytes, as: UTF8.self)
      let changed = text.split(separator: "\"created\": \"2", maxSplits: 1).joined(separator: "\"created\": \"1")
      tar.entries[0].bytes = Array(changed.utf8)
    },
    Change("sums removed", names: "SHA256SUMS") { $0.entries.removeLast() },
    Change("sum removed", names: settings) { tar in
      let lines = String(decoding: tar.entries.last!.bytes, as: UTF8.self).split(separator: "\n")
      let kept = lines.filter { !$0.hasSuffix(settings) }.map { $0 + "\n" }.joined()
      tar.entries[tar.entries.count - 1].bytes = Array(kept.utf8)
    },
    Change("something after the sums", names: "SHA256SUMS") {
      $0.entries.append(TarFile.Entry(name: "data/late.json", bytes: Array("{}".utf8)))
    },
    Change("manifest not first", names: "okit-backup.json") { $0.entries.swapAt(0, 1) },
    Change("nothing but the manifest", names: "SHA256SUMS") { $0.entries.removeLast($0.entries.count - 1) },
  ]

  /// A workspace and its unpacked backup, made once.
  @Test func anUnchangedArchiveIsAccepted() throws {
    let shop = try Bookshop()
    let tar = try shop.opened(shop.sealedBackup())
    #expect(tar.entries.count == 26)
    try shop.okit("backup", "verify", shop.sealed(tar, "same"))
    try shop.okit("backup", "verify", shop.sealed(shop.lied(tar), "recomputed"))
    var longer = tar
    longer.entries.insert(TarFile.Entry(name: "data/extra.json", bytes: Array("{}".utf8)), at: 24)
    // If everything is consistent, anyone with the recipient could have made it.
    try shop.okit("backup", "verify", shop.sealed(shop.lied(longer), "longer"))
  }

  @Test(arguments: changes)
  func aTamperedArchiveIsRefusedEverywhere(_ change: Change) throws {
    let shop = try Bookshop()
    var tar = try shop.opened(shop.sealedBackup())
    change.apply(&tar)
    let folder = shop.machine.folder
    for index in tar.entries.indices {
      tar.entries[index].name = tar.entries[index].name.replacing(Self.folder, with: folder)
    }
    let entry = change.entry.replacing(Self.folder, with: folder)
    let archive = try shop.sealed(change.isConsistent ? shop.lied(tar) : tar, "tampered")
    let before = try everything(shop)
    let identity = try shop.identity
    for arguments in [
      ["backup", "verify", archive], ["backup", "restore", archive, "--yes"],
      ["backup", "restore", archive, "directory", "--yes"], ["import", archive, "--replace", "--yes"],
      ["init", shop.machine.path("new"), "--from", archive, "-i", identity],
    ] {
      let output = try shop.machine.okit(arguments, status: 65, in: shop.root)
      #expect(output.errors.contains(entry), "\(arguments[0]) does not name it: \(output.errors)")
      #expect(output.bytes == [])
    }
    #expect(try everything(shop).differences(from: before) == [])
  }

  /// All files of the machine.
  private func everything(_ shop: Bookshop) throws -> FileTree {
    try FileTree(shop.machine.folder).without {
      $0.hasPrefix("streams") || $0 == "shop/okit/.lock" || $0.hasSuffix(".record.json")
    }
  }

  /// Names of the same length in both places of a zip, and changes by 7-Zip.
  @Test(arguments: [
    ["../a/settings.json"], ["_image double"], ["/ata/settings.json"], ["data/other123.json"], ["data\\settings.json"],
    ["7z", "d", "data/settings.json"], ["7z", "rn", "data/settings.json"], ["7z", "a", "extra.json"],
  ])
  func aTamperedZipIsRefused(_ change: [String]) throws {
    let shop = try Bookshop()
    let password = try shop.password()
    let zip = try shop.okit("backup", "create", "z", "--format", "zip", "--password-file", password).line
    var named = change[0]
    if change[0] == "7z" {
      named = change[2]
      let words = [
        "a": ["a", "-popen sesame", "-mem=AES256", zip, named], "d": ["d", zip, named],
        "rn": ["rn", zip, named, "data/changed.json"],
      ]
      if change[1] == "a" { try shop.machine.write("{}", "extra.json") }
      let line = (["7z"] + words[change[1]]!).map { "'\($0)'" }.joined(separator: " ")
      try shop.machine.shell(line)
      named = change[1] == "rn" ? "data/changed.json" : named
    } else {
      let other =
        "data/"
        + Fixture.image.replacing("18C2086A", with: "313278A2").replacing(
          "5217-8AE9-9C55-97FFF933789F", with: "0465-B548-156E-5CEF45BC8F50")
      if change[0] == "_image double" {
        named = "data/" + Fixture.image
        try replace(other, named, in: zip)
      } else {
        try replace("data/settings.json", change[0], in: zip)
      }
    }
    let before = try everything(shop)
    for arguments in [
      ["backup", "verify", "z"], ["backup", "restore", "z", "--yes"], ["import", zip, "--replace", "--yes"],
      ["init", shop.machine.path("new"), "--from", zip],
    ] {
      let output = try shop.machine.okit(arguments + ["--password-file", password], status: 65, in: shop.root)
      // 7-Zip sorts the entries, so that the manifest is not first any more and is named as well.
      let names = [String(named.split(separator: "\\").last!)] + (change[0] == "7z" ? ["okit-backup.json"] : [])
      #expect(names.contains { output.errors.contains($0) }, "\(arguments[0]): \(output.errors)")
    }
    #expect(try everything(shop).differences(from: before) == [])
  }

  private func replace(_ old: String, _ new: String, in path: String) throws {
    var bytes = try Files.read(path)
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    #expect(old.count == new.count)
    var count = 0
    var place = 0
    while place + old.count <= bytes.count {
      if bytes[place] == old[0], bytes[place..<place + old.count].elementsEqual(old) {
        bytes.replaceSubrange(place..<place + old.count, with: new)
        count += 1
      }
      place += 1
    }
    #expect(count == 2)
    try Files.write(bytes, to: path)
  }
}
