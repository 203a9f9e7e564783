import TestSupport
import Testing

@Suite struct HostileZipFilesTests {
  @Test func dataAroundAZipIsRefused() throws {
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

  @Test func differingHeadersAreRefused() throws {
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

  @Test func anUnencryptedEntryAmongOthersIsRefused() throws {
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

  @Test(arguments: [0, 1, 5, 7, 65_534])
  func aWrongEntryCountIsRefused(_ count: Int) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.changeZip = { $0.count = count }
    try siege.refuses(backup, in: .zip, Siege.Use.allCases, naming: "forged.zip")
  }
}
