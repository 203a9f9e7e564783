import TestSupport
import Testing

@Suite struct HostileKindsTests {
  /// An entry that is not a file, or not a valid one.
  struct Kind: CustomTestStringConvertible {
    let testDescription: String
    let type: Character
    var link = ""
    var containers = ForgedBackup.Container.files
  }

  static let kinds = [
    Kind(testDescription: "a symbolic link to the outside", type: "2", link: "/etc/passwd"),
    Kind(testDescription: "a symbolic link within", type: "2", link: "one.json"),
    Kind(testDescription: "a symbolic link to nothing", type: "2", link: "nothing"),
    Kind(testDescription: "a symbolic link to a folder above", type: "2", link: "../.."),
    Kind(testDescription: "a hard link to the outside", type: "1", link: "/etc/passwd", containers: [.archive]),
    Kind(testDescription: "a hard link within", type: "1", link: "data/one.json", containers: [.archive]),
    Kind(testDescription: "a character device", type: "3"), Kind(testDescription: "a block device", type: "4"),
    Kind(testDescription: "a FIFO", type: "6"),
    Kind(testDescription: "a contiguous file", type: "7", containers: [.archive]),
    Kind(testDescription: "a volume label", type: "V", containers: [.archive]),
    Kind(testDescription: "another volume's part", type: "M", containers: [.archive]),
  ]

  @Test(arguments: kinds)
  func anEntryThatIsNoFileIsRefused(_ kind: Kind) throws {
    for container in kind.containers {
      let siege = try Siege()
      for isListed in [true, false] {
        var backup = ForgedBackup()
        backup.add(.init(name: "data/strange.json", type: kind.type, link: kind.link), listed: isListed)
        try siege.refuses(backup, in: container, naming: "data/strange.json")
      }
      var backup = ForgedBackup()
      backup.isBare = true
      backup.add(.init(name: "data/strange.json", type: kind.type, link: kind.link))
      if container == .zip { try siege.refuses(backup, in: .zip, [.importAll], naming: "data/strange.json") }
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aFileBelowALinkIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.add(.init(name: "data/way", type: "2", link: siege.machine.path("outside")), listed: false)
    backup.add(.init(name: "data/way/x.json", bytes: Array("{}".utf8)))
    try siege.refuses(backup, in: container, naming: "data/way")
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aFolderEntryIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    for isListed in [true, false] {
      var backup = ForgedBackup()
      backup.add(.init(name: container == .zip ? "data/folder/" : "data/folder", type: "5"), listed: isListed)
      try siege.refuses(backup, in: container, naming: "data/folder")
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aFileInPlaceOfAFolderIsRefused(_ container: ForgedBackup.Container) throws {
    for names in [["data/x", "data/x/y.json"], ["data/x/y.json", "data/x"], ["data/x/y/z.json", "data/x"]] {
      let siege = try Siege()
      for isBare in [false, true] where !isBare || container == .zip {
        var backup = ForgedBackup()
        backup.isBare = isBare
        for name in names { backup.add(.init(name: name, bytes: Array("{}".utf8))) }
        try siege.refuses(backup, in: container, isBare ? [.importAll] : Siege.Use.whole, naming: "data/x")
      }
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aDuplicateNameIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    for isListed in [true, false] {
      var backup = ForgedBackup()
      backup.add(.init(name: "data/one.json", bytes: Array(#"{"id":"OTHER"}"#.utf8)), listed: isListed)
      try siege.refuses(backup, in: container, naming: "data/one.json")
    }
    for twice in ["okit-backup.json", "SHA256SUMS"] {
      var backup = ForgedBackup()
      backup.rearrange = { entries in entries.append(entries.first { $0.name == twice }!) }
      try siege.refuses(backup, in: container, naming: twice)
    }
    guard container == .zip else { return }
    var backup = ForgedBackup()
    backup.isBare = true
    backup.add(.init(name: "data/one.json", bytes: Array(#"{"id":"OTHER"}"#.utf8)))
    try siege.refuses(backup, in: .zip, [.importAll], naming: "data/one.json")
  }
}
