import Glibc
import TestSupport
import Testing

/// Workspaces in unusual places: behind links, on other file systems, with files that have attributes.
@Suite struct PlaceTests {
  /// Runs every command that writes once; each time the data must be correct.
  private func exercise(_ shelf: Shelf, at location: SourceLocation = #_sourceLocation) throws {
    func expect(_ generation: Int) throws {
      let out = shelf.machine.path("out")
      try Files.remove(out)
      try shelf.okit("export", "-o", out)
      #expect(try FileTree(out).differences(from: shelf.generation(generation)) == [], sourceLocation: location)
      #expect(try shelf.okit("check").text == "", sourceLocation: location)
    }
    try shelf.okit("encrypt", "gamma")
    try shelf.okit("rekey")
    try shelf.okit("backup", "create", "made", "-r", shelf.recipient)
    try shelf.okit("backup", "create", "folder", "--format", "directory")
    try shelf.okit("backup", "restore", shelf.backups[1], "--yes")
    try expect(2)
    try shelf.okit("backup", "restore", "folder", "--yes")
    try expect(1)
    try shelf.okit("import", shelf.backups[1], "--replace", "--yes")
    try expect(2)
    try shelf.okit("backup", "restore", "made", "alpha", "beta", "gamma", "--yes")
    try expect(1)
    try shelf.okit("decrypt", "--all")
    try expect(1)
    try shelf.okit("export")
    let exported = try FileTree(shelf.root + "/okit/export").without { $0 == ".export.json" }
    #expect(try exported.differences(from: shelf.generation(1)) == [], sourceLocation: location)
    try shelf.okit("export", "--clear")
    try shelf.okit("backup", "verify", "--all")
    #expect(try litter(below: shelf.machine.folder) == [], sourceLocation: location)
  }

  @Test func foldersBehindLinksAreFound() throws {
    let shelf = try Shelf()
    try shelf.machine.trust(shelf.machine.path("elsewhere"))
    for name in ["data", "backup", "export"] {
      let real = shelf.machine.path("elsewhere/\(name)/real")
      try Files.makeFolder(shelf.machine.path("elsewhere/\(name)"))
      if name == "data" { try shelf.machine.run("mv", shelf.data, real) } else { try Files.makeFolder(real) }
      try shelf.machine.run("ln", "-s", real, "\(shelf.root)/okit/\(name)")
    }
    try exercise(shelf)
    for name in ["data", "backup", "export"] {
      let link = try shelf.machine.run("readlink", "\(shelf.root)/okit/\(name)").line
      #expect(link == shelf.machine.path("elsewhere/\(name)/real"))
    }
    #expect(try Files.byteNames(in: shelf.machine.path("elsewhere/backup/real")).count >= 4)
  }

  @Test func aRelativeBackupFolderCanBeOutside() throws {
    let shelf = try Shelf()
    let configuration = shelf.root + "/okit/okit.json"
    let text = try shelf.machine.run("jq", #".backup = {"folder": "../beside"}"#, configuration).text
    try Files.write(text, to: configuration)
    try shelf.okit("backup", "create", "made", "-r", shelf.recipient, status: 66)
    try Files.makeFolder(shelf.machine.path("beside"))
    try exercise(shelf)
    #expect(try Files.byteNames(in: shelf.machine.path("beside")).count >= 4)
  }

  @Test(arguments: ["okit/data", "okit/model", "okit/migrations"])
  func aBackupAmongTheBackedUpFilesIsRefused(_ folder: String) throws {
    let shelf = try Shelf()
    let path = "\(shelf.root)/\(folder)"
    if !Files.exists(path) { try Files.makeFolder(path) }
    let before = try FileTree(shelf.root)
    for target in [folder, folder + "/backup.tar.zst.age"] {
      let refused = try shelf.machine.okit(
        "backup", "create", "-r", shelf.recipient, "-o", target, status: 64, in: shelf.root)
      #expect(refused.errors.contains("a backup must not be inside the "), "\(refused.errors)")
    }
    #expect(try FileTree(shelf.root).differences(from: before) == [])
  }

  /// A mount point cannot be exchanged, so a restore replaces file by file.
  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func aDataFolderCanBeAMountPointAsRoot() throws {
    let shelf = try Shelf()
    try shelf.machine.run("cp", "-a", shelf.data, shelf.machine.path("copy"))
    let disk = try SmallDisk(shelf.machine, megabytes: 8, on: shelf.data)
    try shelf.machine.run("cp", "-a", shelf.machine.path("copy") + "/.", shelf.data)
    try exercise(shelf)
    withExtendedLifetime(disk) {}
  }

  @Test(
    .needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"),
    arguments: ["data", "backup", "export", "okit"])
  func foldersCanBeOnAnotherFileSystemAsRoot(_ name: String) throws {
    let shelf = try Shelf()
    let disk = try SmallDisk(shelf.machine, megabytes: 8)
    let place = name == "okit" ? shelf.root + "/okit" : "\(shelf.root)/okit/\(name)"
    try Files.makeFolder(place)
    try shelf.machine.run("mv", place, disk.folder + "/real")
    try shelf.machine.run("ln", "-s", disk.folder + "/real", place)
    try shelf.machine.trust(disk.folder)
    try exercise(shelf)
  }

  @Test(arguments: ["alpha.json", "alpha/alpha-part-1.json", "_image/alpha-0.png"])
  func hardLinksAndReadOnlyFilesAreNotReplaced(_ path: String) throws {
    let shelf = try Shelf()
    let before = try FileTree(shelf.data)
    for words in [["rekey"], ["decrypt", "alpha"], ["import", shelf.backups[1], "--replace", "--yes"]] {
      let file = "\(shelf.data)/\(path)"
      try shelf.machine.run("ln", file, shelf.machine.path("second"))
      let linked = try shelf.machine.okit(words, status: 74, in: shelf.root).errors
      #expect(linked.contains(file) && linked.contains("hard links"), "\(linked)")
      try Files.remove(shelf.machine.path("second"))
      #expect(chmod(file, 0o444) == 0)
      let sealed = try shelf.machine.okit(words, status: 74, in: shelf.root).errors
      #expect(sealed.contains("\(file) is read-only"), "\(sealed)")
      #expect(try Files.mode(file) == 0o444)
      #expect(chmod(file, 0o644) == 0)
      #expect(try FileTree(shelf.data).differences(from: before) == [])
      #expect(try litter(below: shelf.root) == [])
    }
  }

  @Test func modesAttributesAndAccessListsAreKept() throws {
    let shelf = try Shelf()
    let modes: [(String, mode_t)] = [
      ("alpha.json", 0o640), ("alpha/alpha-part-0.json", 0o604), ("_image/alpha-0.png", 0o755), ("gamma.json", 0o666),
    ]
    for (path, mode) in modes { #expect(chmod("\(shelf.data)/\(path)", mode) == 0) }
    let file = shelf.data + "/alpha/alpha-part-1.json"
    let hasAttributes = (try? shelf.machine.run("setfattr", "-n", "user.origin", "-v", "device", file)) != nil
    let hasLists = (try? shelf.machine.run("setfacl", "-m", "u:1234:rw,g:2345:r", file)) != nil
    let isRoot = geteuid() == 0
    if isRoot { #expect(chown(file, 1234, 2345) == 0) }
    for words in [
      ["rekey"], ["decrypt", "--all"], ["encrypt", "--all"], ["import", shelf.backups[1], "--replace", "--yes"],
      ["backup", "restore", shelf.backups[1], "--yes"],
    ] {
      try shelf.machine.okit(words, in: shelf.root)
      for (path, mode) in modes { #expect(try Files.mode("\(shelf.data)/\(path)") == mode, "\(words): \(path)") }
      if hasAttributes {
        let value = try shelf.machine.run("getfattr", "--only-values", "-n", "user.origin", file).text
        #expect(value == "device", "\(words)")
      }
      if hasLists {
        let list = try shelf.machine.run("getfacl", "-n", "-c", "-p", file).text
        #expect(list.contains("user:1234:rw-") && list.contains("group:2345:r--"), "\(words): \(list)")
      }
      if isRoot {
        #expect(try shelf.machine.run("stat", "-c", "%u:%g", file).line == "1234:2345", "\(words)")
      }
    }
  }

  // MARK: - As another user

  /// Runs a line in `sh` as an unprivileged user, who owns the machine.
  private func asNobody(_ shelf: Shelf, _ line: String) throws -> Output {
    let okit = shelf.machine.path("okit-command")
    if !Files.exists(okit) { try shelf.machine.run("cp", Machine.okit, okit) }
    #expect(chmod(shelf.machine.folder, 0o755) == 0)
    guard geteuid() == 0 else { return try shelf.machine.launch(["sh", "-c", line], [], ["okit": okit], shelf.root) }
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try shelf.machine.launch(user + ["sh", "-c", line], [], ["okit": okit], shelf.root)
  }

  private func give(_ shelf: Shelf) throws {
    if geteuid() == 0 { try shelf.machine.run("chown", "-R", "65534:65534", shelf.machine.folder) }
  }

  @Test func unwritableFoldersAreReportedAndUnchanged() throws {
    let shelf = try Shelf()
    try give(shelf)
    let before = try FileTree(shelf.root).without { $0 == "okit/.lock" }
    let changes = ["rekey", "decrypt alpha", "encrypt gamma", "backup restore '\(shelf.backups[1])' --yes"]
    for folder in ["okit/data", "okit/data/alpha", "okit/data/_image", "okit"] {
      #expect(chmod("\(shelf.root)/\(folder)", 0o555) == 0)
      for words in changes where folder != "okit/data/alpha" && folder != "okit/data/_image" || words.contains("alpha")
      {
        let output = try asNobody(shelf, "$okit \(words)")
        // A restore of the whole folder replaces it and does not write into it.
        if words.contains("restore"), folder == "okit/data", output.end == .status(0) { continue }
        #expect(output.end == .status(74), "\(folder), \(words): \(output.end) \(output.errors)")
        #expect(output.errors.contains("Permission denied") || output.errors.contains("read-only"), "\(output.errors)")
        #expect(!output.errors.contains(".okit-"), "\(output.errors)")
        #expect(
          try FileTree(shelf.root).without { $0 == "okit/.lock" }.differences(from: before) == [], "\(folder), \(words)"
        )
      }
      // Reading needs no write permission.
      #expect(try asNobody(shelf, "$okit get alpha:generation gamma:generation").text == "1\n1\n")
      #expect(try asNobody(shelf, "$okit check").end == .status(0))
      #expect(chmod("\(shelf.root)/\(folder)", 0o755) == 0)
      if try FileTree(shelf.root).differences(from: before).contains(where: { $0.contains("before-restore") }) {
        return
      }
    }
  }

  @Test func dryRunsNeedNoWritePermission() throws {
    let shelf = try Shelf()
    let source = try shelf.machine.write(#"{"id":"NEW"}"#, "new.json")
    try give(shelf)
    for (path, mode) in [(".lock", 0), ("data", 0o555), ("", 0o555)] as [(String, mode_t)] {
      #expect(chmod("\(shelf.root)/okit/\(path)", mode) == 0)
    }
    for words in [
      "backup restore '\(shelf.backups[1])'", "import '\(source)'", "import '\(source)' --as gamma --replace",
      "set gamma:generation 2", "encrypt gamma", "model delete gamma",
    ] {
      let output = try asNobody(shelf, "$okit \(words) -n")
      #expect(output.end == .status(0), "\(words): \(output.errors)")
    }
  }

  @Test func aWorkspaceThatTheUserMayNotReadIsNotMissing() throws {
    let shelf = try Shelf()
    try give(shelf)
    #expect(chmod(shelf.root + "/okit", 0) == 0)
    for place in ["", "-C '\(shelf.root)' "] {
      let output = try asNobody(shelf, "$okit \(place)status")
      #expect(output.end == .status(74), "\(output.end)")
      #expect(output.errors.hasPrefix("okit: error: cannot read \(shelf.root)/okit"), "\(output.errors)")
      #expect(output.errors.hasSuffix(": Permission denied\n"), "\(output.errors)")
    }
    let inside = try asNobody(shelf, "mkdir -p a/b && cd a/b && $okit status")
    #expect(inside.errors == "okit: error: cannot read \(shelf.root)/okit: Permission denied\n")
    #expect(chmod(shelf.root + "/okit", 0o755) == 0)
  }

  @Test func aModelWithoutReadPermissionIsUnreadableAndNotDamaged() throws {
    let shelf = try Shelf()
    try give(shelf)
    #expect(chmod(shelf.data + "/gamma.json", 0) == 0)
    let output = try asNobody(shelf, "$okit status --json | jq -r '.models[] | select(.name == \"gamma\").access'")
    #expect(output.line == "unreadable", "\(output.errors)")
  }

  @Test(.needsRoot("acts as another user")) func anotherUsersWorkspaceCanBeReadButNotChangedAsRoot() throws {
    let shelf = try Shelf()
    try shelf.machine.run("chmod", "-R", "a+rX", shelf.root)
    shelf.machine.environment["XDG_CONFIG_HOME"] = shelf.machine.path("nowhere")
    let before = try FileTree(shelf.root)
    let seen = try asNobody(shelf, "$okit get gamma:generation")
    #expect(seen.text == "1\n", "\(seen.end) \(seen.errors)")
    let status = try asNobody(shelf, "$okit status")
    #expect(status.end == .status(0), "\(status.end) \(status.errors)")
    for words in ["encrypt gamma", "decrypt gamma", "key add \(shelf.recipient)x", "backup restore x --yes", "rekey"] {
      let output = try asNobody(shelf, "$okit \(words)")
      #expect([64, 66, 74, 77].map(ChildProcess.End.status).contains(output.end), "\(words): \(output.errors)")
    }
    #expect(try FileTree(shelf.root).differences(from: before) == [])
    // An unreadable file is reported as such.
    #expect(chmod(shelf.data + "/gamma.json", 0o600) == 0)
    let refused = try asNobody(shelf, "$okit get gamma:generation")
    #expect(refused.end == .status(74) && refused.errors.contains("gamma.json: Permission denied"), "\(refused.errors)")
  }
}
