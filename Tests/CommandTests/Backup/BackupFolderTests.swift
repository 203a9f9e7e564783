import TestSupport
import Testing

/// Commands for backups with `--folder`, in a workspace and without one.
@Suite struct BackupFolderTests {
  /// 2025-11-20T12:00:00Z.
  private static let noon = 1_763_640_000
  private static let day = 86_400

  /// A machine that keeps the backups of two workspaces in one folder, but has no workspace.
  private final class Keeper {
    let machine: Machine
    let shops: [Bookshop]
    let usb: String

    init() throws {
      machine = try Machine()
      usb = machine.path("usb")
      try Files.makeFolder(usb)
      var shops: [Bookshop] = []
      for (index, name) in ["a", "b"].enumerated() {
        let shop = try Bookshop()
        let text = try shop.jq(".id = \"ED1C9A22-3167-4009-85BE-99FEF2F2636\(index)\"", shop.configuration)
        try Files.write(text, to: shop.configuration)
        try shop.okit("key", "import", Fixture.key)
        for number in 0..<4 {
          let time = noon + number * day + index
          try shop.machine.okit(
            [
              "backup", "create", "\(name)\(number)", "--folder", usb, "--password-file", shop.password(), "--tag",
              name,
            ], with: ["SOURCE_DATE_EPOCH": String(time)], in: shop.root)
        }
        shops.append(shop)
      }
      self.shops = shops
      machine.environment["OKIT_PASSWORD_FILE"] = try machine.write("open sesame\n", "password")
    }

    @discardableResult
    func okit(_ words: String..., status: Int32 = 0, at location: SourceLocation = #_sourceLocation) throws -> Output {
      try machine.okit(["backup"] + words + ["--folder", usb], status: status, in: machine.folder, at: location)
    }

    func names() throws -> [String] {
      let list = try okit("list", "--json").bytes
      return try machine.run("jq", "-r", ".backups[].name", input: list).lines.sorted()
    }
  }

  @Test func everyCommandWorksWithoutAWorkspace() throws {
    let keeper = try Keeper()
    #expect(try keeper.names() == ["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"])
    #expect(try keeper.okit("show", "a1").text.contains("default"))
    #expect(try keeper.okit("status").text.hasPrefix("good: newest a3"))
    try keeper.okit("status", "--max-verified", "1h", status: 1)
    try keeper.okit("verify", "--all")
    try keeper.okit("status", "--max-verified", "1h")
    try keeper.okit("pin", "a0")
    try keeper.okit("unpin", "a0")
    try keeper.okit("pin", "a0")
    let copies = keeper.machine.path("copies")
    try Files.makeFolder(copies)
    try keeper.okit("copy", "--all", "--to", copies)
    #expect(try Files.names(in: copies).count == 16)
    try keeper.okit("rekey", "a0", "-n", "--new-password-file", keeper.machine.write("new\n", "new"))
    try keeper.okit("rekey", "a0", "--new-password-file", keeper.machine.write("new\n", "new"))
    try keeper.okit("verify", "a0", status: 77)
    try keeper.okit("verify", "a0", "--password-file", keeper.machine.path("new"))
    try keeper.okit("delete", "a0", "b0", "--yes")
    #expect(try keeper.names() == ["a1", "a2", "a3", "b1", "b2", "b3"])
    #expect(try !Files.names(in: keeper.usb).contains { $0.hasPrefix("a0") })
    let shown = try keeper.machine.okit(
      "get", "books[0]/name", "--at", "a1", "--folder", keeper.usb, in: keeper.machine.folder)
    #expect(try shown.line == keeper.shops[0].okit("get", "books[0]/name").line)
    let difference = try keeper.machine.okit("diff", "a1", "b1", "--folder", keeper.usb, in: keeper.machine.folder)
    #expect(difference.text == "")
    // Nothing else is in the folder.
    #expect(try Files.names(in: keeper.usb).count == 12)
  }

  /// Without a workspace, the backups of each one must be in order.
  @Test func statusNoticesEachSeries() throws {
    let keeper = try Keeper()
    #expect(try keeper.okit("status").text.hasPrefix("good: newest a3, "))
    let verdict = "no backup was verified in the last 1h: newest"
    try keeper.okit("verify", "a3")
    let first = try keeper.okit("status", "--max-verified", "1h", status: 1).text
    #expect(first.hasPrefix("\(verdict) b3, ") && first.contains("never verified"), "\(first)")
    try keeper.okit("verify", "b3")
    try keeper.okit("status", "--max-verified", "1h")
    for name in ["b0", "b1", "b2", "b3"] {
      let path = "\(keeper.usb)/\(name).tar.zst.age"
      var bytes = try Files.read(path)
      bytes[bytes.count - 1] ^= 1
      try Files.write(bytes, to: path)
    }
    try keeper.okit("verify", "--all", status: 65)
    let last = try keeper.okit("status", status: 1).text
    #expect(last.hasPrefix("no intact backup; damaged: b3, b2, b1, b0; workspace "), "\(last)")
    let json = try keeper.okit("status", "--json", status: 1).bytes
    #expect(
      try keeper.machine.run("jq", "-c", "[.good, .newest, .backups, .damaged[0]]", input: json).line
        == #"[false,null,4,"b3"]"#)
  }

  @Test func aModelThatIsGoneIsReportedInEachPlace() throws {
    let shop = try Bookshop()
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let words = ["backup", "create", "--folder", usb, "-r", try shop.recipient]
    try shop.machine.okit(words + ["a"], in: shop.root)
    try shop.okit("model", "delete", "settings", "--yes")
    let warning = "warning: model settings was in the last backup, 'a.tar.zst.age', and is not in this one\n"
    #expect(try shop.machine.okit(words + ["b"], in: shop.root).errors.contains(warning))
    #expect(
      try shop.okit("backup", "status", "--folder", usb).errors.contains(
        "model settings was in the backup before, and is not in the newest one"))
  }

  /// Without a workspace, the backups of each workspace are a series of their own.
  @Test func pruningKeepsTheNewestOfEachWorkspace() throws {
    let keeper = try Keeper()
    let plan = try keeper.okit("prune", "--keep-last", "2", "-n", "--json").bytes
    #expect(try keeper.machine.run("jq", "-r", ".removed[]", input: plan).lines.sorted() == ["a0", "a1", "b0", "b1"])
    try keeper.okit("prune", status: 64)
    try keeper.okit("prune", "--keep-last", "2")
    #expect(try keeper.names() == ["a2", "a3", "b2", "b3"])
    // In a workspace, only its own backups are removed.
    let shop = keeper.shops[0]
    try shop.okit("backup", "prune", "--keep-last", "1", "--folder", keeper.usb)
    #expect(try keeper.names() == ["a3", "b2", "b3"])
    #expect(try shop.okit("backup", "status", "--folder", keeper.usb).text.contains("1 backup\n"))
  }

  @Test func aWorkspaceUsesAnotherFolder() throws {
    let keeper = try Keeper()
    let shop = keeper.shops[0]
    let name = try shop.okit("get", "books[0]/name").line
    try shop.okit("set", "books[0]/name", "Changed")
    try shop.okit("backup", "restore", "a2", "--folder", keeper.usb, "--password-file", shop.password(), "--yes")
    #expect(try shop.okit("get", "books[0]/name").line == name)
    #expect(try shop.backupNames.count == 1)
    let create = ["backup", "create", "--if-changed", "--folder", keeper.usb, "--format", "directory"]
    let first = try shop.okit(create).line
    #expect(first.hasPrefix(keeper.usb + "/"))
    #expect(try shop.okit(create).errors.contains("nothing has changed since"))
    // Another folder has no backup yet.
    #expect(
      try shop.okit("backup", "create", "--if-changed", "--format", "directory").line.hasPrefix(shop.backups + "/"))
    #expect(try shop.okit(create).errors.contains("nothing has changed since"))
    try shop.okit("backup", "create", "--prune", "--folder", keeper.usb, "--format", "directory", status: 64)
  }

  @Test func nothingIsWrittenWhereADiskIsMissing() throws {
    let shop = try Bookshop()
    let disk = shop.machine.path("disk")
    let folder = disk + "/backups"
    try Files.makeFolder(disk)
    try Files.write(
      shop.jq(".backup = {folder: \"\(folder)\", keep: {last: 1}}", shop.configuration), to: shop.configuration)
    try shop.okit("backup", "list", status: 66)
    try Files.makeFolder(folder)
    #expect(try shop.okit("backup", "list").text == "")
    let create = ["backup", "create", "--format", "directory"]
    #expect(try shop.okit(create + ["a"]).line == folder + "/a")
    try Files.move(disk, to: disk + ".away")
    try Files.makeFolder(disk)
    let commands = [
      create, create + ["-n"], create + ["--if-changed"], create + ["--prune"],
      ["backup", "list"], ["backup", "status"], ["backup", "verify"], ["backup", "show", "a"],
      ["backup", "prune", "--keep-last", "1"], ["backup", "delete", "a", "--yes"], ["backup", "pin", "a"],
      ["backup", "restore", "a", "--yes"], ["import", shop.data, "--replace", "--yes"],
    ]
    for words in commands {
      let errors = try shop.okit(words, status: 66).errors
      #expect(errors.contains("the backup folder \(folder) is missing"), "\(words)")
      #expect(errors.contains("mount its disk"), "\(words)")
    }
    let warning = "okit: warning: the backup folder \(folder) is missing"
    for words in [["status"], ["log"]] { #expect(try shop.okit(words).errors.contains(warning), "\(words)") }
    try shop.okit("set", "books[0]/price", "1.5")
    try shop.okit("encrypt", "--all")
    #expect(try Files.names(in: disk) == [])
    try Files.makeFolder(folder)
    #expect(try shop.okit(create + ["b"]).line == folder + "/b")
    try Files.remove(disk)
    try Files.move(disk + ".away", to: disk)
    #expect(try shop.okit("backup", "show", "a").text.contains("default"))
  }

  /// The folder is where the disk is mounted, so without it, it is an empty folder.
  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func nothingIsWrittenToAnEmptyMountPointAsRoot() throws {
    let shop = try Bookshop()
    let disk = try SmallDisk(shop.machine, megabytes: 8)
    try Files.write(
      shop.jq(".backup = {folder: \"\(disk.folder)\", keep: {last: 1}}", shop.configuration), to: shop.configuration)
    let create = ["backup", "create", "--format", "directory"]
    try shop.okit(create + ["a"])
    try shop.okit(create + ["--if-changed"])
    try shop.machine.run("umount", disk.folder)
    let commands = [
      create, create + ["--if-changed", "--prune"], ["backup", "status"], ["backup", "verify", "--all"],
    ]
    for words in commands + [["backup", "prune"], ["backup", "list"]] {
      let errors = try shop.okit(words, status: 66).errors
      #expect(errors.contains("was on the file system mounted at '\(disk.folder)'"), "\(words): \(errors)")
    }
    #expect(try Files.names(in: disk.folder) == [])
    try Files.remove(shop.root + "/okit/.last-backup.json")
    try shop.okit(create + ["b"])
    #expect(try Files.names(in: disk.folder).first == "b")
  }

  @Test func aFolderInTheWorkspaceIsCreatedAgain() throws {
    let shop = try Bookshop()
    try Files.write(shop.jq(".backup.folder = \"mine\"", shop.configuration), to: shop.configuration)
    let create = ["backup", "create", "--format", "directory"]
    try shop.okit(create)
    try Files.remove(shop.root + "/mine")
    try shop.okit(create)
    try Files.remove(shop.root + "/mine")
    #expect(
      try shop.okit("backup", "copy", "--all", "--to", shop.machine.folder).errors == "no backups to copy\n")
  }

  @Test func unusableFolders() throws {
    let keeper = try Keeper()
    let file = try keeper.machine.write("x", "file")
    for (folder, status) in [("missing", 66), (file, 66), ("", 64)] as [(String, Int32)] {
      for words in [["list"], ["verify"], ["prune", "--keep-last", "1"], ["delete", "a0", "--yes"]] {
        try keeper.machine.okit(
          ["backup"] + words + ["--folder", folder], status: status, in: keeper.machine.folder)
      }
    }
    try keeper.machine.okit("backup", "list", "--folder", keeper.usb, "--repository", "x", status: 64)
    let data = keeper.shops[0].data
    try keeper.shops[0].okit("backup", "create", "--folder", data, "--format", "directory", status: 64)
    #expect(try keeper.names().count == 8)
  }
}
