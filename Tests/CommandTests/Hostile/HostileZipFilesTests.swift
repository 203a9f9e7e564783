import TestSupport
import Testing

@Suite("A hostile zip")
struct HostileZipFilesTests {
  @Test("with data before it, or after it")
  func dataAround() throws {
    let siege = try Siege()
    let changes: [(inout ZipFile) -> Void] = [
      { $0.suffix = [0, 1] }, { $0.suffix = Array("#!/bin/sh".utf8) }, { zip in zip.suffix = zip.bytes },
      { $0.prefix = Array("PK self-extracting".utf8) },
    ]
    for change in changes {
      for isBare in [true, false] {
        var backup = ForgedBackup()
        backup.isBare = isBare
        backup.changeZip = change
        try siege.refuses(backup, in: .zip, isBare ? [.importAll] : Siege.Use.allCases, naming: "forged.zip")
      }
    }
  }

  @Test("whose local and central headers differ")
  func twoHeaders() throws {
    let siege = try Siege()
    let changes: [(inout ZipFile.Entry) -> Void] = [
      { $0.local.name = Array("data/two.json".utf8) }, { $0.local.name = Array("../../x.json".utf8) },
      { $0.local.name = Array("data/ONE.json".utf8) }, { $0.local.size += 1 }, { $0.local.crc ^= 1 },
      { $0.local.compressedSize -= 1 }, { $0.local.method = 8 }, { $0.local.flags &= ~1 },
    ]
    for change in changes {
      for isBare in [true, false] {
        var backup = ForgedBackup()
        backup.isBare = isBare
        backup.changeZip = { zip in change(&zip.entries[zip.index("data/one.json")]) }
        try siege.refuses(backup, in: .zip, isBare ? [.importAll] : Siege.Use.allCases, naming: "data/one.json")
      }
    }
  }

  @Test("with an entry that is not encrypted among those that are")
  func unencrypted() throws {
    let siege = try Siege()
    let bytes = Array(#"{"id":"ONE","title":"foiled"}"#.utf8)
    let plain = try ZipFile.encrypted([bytes], password: nil, method: "Copy").entries[0]
    for isBare in [true, false] {
      var backup = ForgedBackup()
      backup.isBare = isBare
      backup.changeZip = { zip in
        let index = zip.index("data/one.json")
        var entry = plain
        entry.change { $0.name = Array("data/one.json".utf8) }
        (entry.mode, entry.attributes) = (zip.entries[index].mode, zip.entries[index].attributes)
        zip.entries[index] = entry
      }
      try siege.refuses(backup, in: .zip, isBare ? [.importAll] : Siege.Use.allCases, naming: "data/one.json")
    }
  }

  @Test("whose end record counts too few or too many entries", arguments: [0, 1, 5, 7, 65_534])
  func count(_ count: Int) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.changeZip = { $0.count = count }
    try siege.refuses(backup, in: .zip, Siege.Use.allCases, naming: "forged.zip")
  }
}
