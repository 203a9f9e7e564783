import TestSupport
import Testing

@Suite struct HostileTarFilesTests {
  /// Headers before `data/one.json`, and the text that an error must contain.
  struct Override: CustomTestStringConvertible {
    let testDescription: String
    let before: [UInt8]
    var shown = "forged.tar.zst.age"
  }

  static let overrides = [
    Override(
      testDescription: "its name, to the outside", before: TarFile.pax(("path", "data/../../x")), shown: "data/../../x"),
    Override(testDescription: "its name, to an absolute one", before: TarFile.pax(("path", "/tmp/x")), shown: "/tmp/x"),
    Override(
      testDescription: "its name, to another's", before: TarFile.pax(("path", "data/two.json")), shown: "two.json"),
    Override(testDescription: "its name, twice", before: TarFile.pax(("path", "data/one.json"), ("path", "x"))),
    Override(
      testDescription: "its name and again its name", before: TarFile.pax(("path", "x")) + TarFile.pax(("path", "y"))),
    Override(testDescription: "its size, to less", before: TarFile.pax(("size", "1")), shown: "data/one.json"),
    Override(testDescription: "its size, to more", before: TarFile.pax(("size", "1000")), shown: "data/one.json"),
    Override(testDescription: "its size, to a negative one", before: TarFile.pax(("size", "-29"))),
    Override(testDescription: "its size, to a huge one", before: TarFile.pax(("size", "999999999999999999999999"))),
    Override(testDescription: "its time, to no number", before: TarFile.pax(("mtime", "soon"))),
    Override(testDescription: "its time, to a huge one", before: TarFile.pax(("mtime", "99999999999999999999"))),
    Override(
      testDescription: "its name by GNU's L, to the outside", before: TarFile.long("L", "../../x"), shown: "../../x"),
    Override(testDescription: "its name by GNU's L, twice", before: TarFile.long("L", "x") + TarFile.long("L", "y")),
    Override(
      testDescription: "its name by GNU's L and by pax", before: TarFile.long("L", "x") + TarFile.pax(("path", "y"))),
    Override(testDescription: "its target by GNU's K", before: TarFile.long("K", "/etc/passwd")),
    Override(
      testDescription: "its map, as GNU's sparse 0.0",
      before: TarFile.pax(("GNU.sparse.size", "1000"), ("GNU.sparse.numblocks", "0")), shown: "data/one.json"),
    Override(
      testDescription: "its map, as GNU's sparse 0.1",
      before: TarFile.pax(("GNU.sparse.map", "0,29"), ("GNU.sparse.size", "29")), shown: "data/one.json"),
    Override(
      testDescription: "its map, as GNU's sparse 1.0",
      before: TarFile.pax(("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.name", "../x")),
      shown: "data/one.json"),
    Override(
      testDescription: "all names to come",
      before: TarFile.encoded(.init(name: "g", bytes: Array("20 path=data/x.json\n".utf8), type: "g"))),
    Override(
      testDescription: "nothing, in a record that is none",
      before: TarFile.encoded(.init(name: "x", bytes: Array("99 path=x\n".utf8), type: "x"))),
    Override(
      testDescription: "nothing, a hundred times",
      before: (0..<100).flatMap { _ in TarFile.encoded(.init(name: "g", bytes: Array("12 comment=\n".utf8), type: "g"))
      }),
  ]

  @Test(arguments: overrides)
  func anOverridingHeaderIsRefused(_ change: Override) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.files[1].before = change.before
    try siege.refuses(backup, in: .archive, naming: change.shown)
  }

  @Test func harmlessOverridesAreAccepted() throws {
    for before in [
      TarFile.pax(("path", "data/one.json"), ("size", "29"), ("mtime", "-1.5")), TarFile.long("L", "data/one.json"),
      TarFile.pax(("linkpath", "/etc/passwd"), ("uid", "0"), ("SCHILY.xattr.user.x", "y")),
    ] {
      var backup = ForgedBackup()
      backup.files[1].before = before
      let tree = try Siege().restored(backup, from: .archive)
      #expect(tree["one.json"] == .file(backup.files[1].bytes))
      #expect(tree.fileCount == 3)
    }
  }

  @Test(arguments: ["gnu", "posix --sparse-version=0.0", "posix --sparse-version=0.1", "posix"])
  func sparseFilesAreRefused(_ format: String) throws {
    let siege = try Siege()
    let path = siege.machine.path("forged")
    try Files.makeFolder(siege.machine.path("forged-folder/data/_data"))
    for entry in try ForgedBackup().entries() {
      try Files.write(entry.bytes, to: siege.machine.path("forged-folder/" + entry.name))
    }
    let line =
      "truncate -s 10M data/one.json && tar -c -S --format=\(format) okit-backup.json okit.json data SHA256SUMS"
    let sealed = "(\(line)) | zstd -qc | age -r \(siege.recipient) > '\(path)'"
    try siege.machine.shell(sealed, in: siege.machine.path("forged-folder"))
    try siege.refuses(path, naming: "data")
  }

  @Test func aTarWithoutItsEndOrWithMoreBehindIsRefused() throws {
    let siege = try Siege()
    let changes: [(inout [UInt8]) -> Void] = [
      { $0.removeLast(1_024) }, { $0.removeLast(512) }, { $0.removeLast(1) }, { $0 += [1] },
      { $0 += [UInt8](repeating: 0, count: 512) + [1] },
      { tar in tar += TarFile(entries: [.init(name: "data/late.json", bytes: [1])]).bytes },
      { tar in tar += tar },
    ]
    for change in changes {
      var backup = ForgedBackup()
      backup.changeTar = change
      try siege.refuses(backup, in: .archive, naming: "forged.tar.zst.age")
    }
  }
}
