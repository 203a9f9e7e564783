import TestSupport
import Testing

/// `backup verify` after the password has changed.
@Suite struct OldPasswordTests {
  private struct Scene {
    let shop: Bookshop
    let files: [String]

    /// Makes backups in both formats, a pair for each password.
    init(_ passwords: [String]) throws {
      shop = try Bookshop()
      var files: [String] = []
      for (index, password) in passwords.enumerated() {
        let file = try shop.password(password, "password\(index)")
        files.append(file)
        try shop.okit("backup", "create", "age\(index)", "--password-file", file)
        try shop.okit("backup", "create", "zip\(index)", "--format", "zip", "--password-file", file)
      }
      self.files = files
    }
  }

  @Test func eachBackupIsReportedBeforeASummary() throws {
    let scene = try Scene(["first", "second"])
    let path = scene.shop.backups + "/age1.tar.zst.age"
    try Files.write(Files.read(path).dropLast(), to: path)
    let output = try scene.shop.okit("backup", "verify", "--all", "--password-file", scene.files[1], status: 65)
    for name in ["age0.tar.zst.age", "zip0.zip"] {
      #expect(output.errors.contains("okit: error: wrong password for \(scene.shop.backups)/\(name)\n"))
    }
    #expect(output.errors.contains("zip1: 24 files, all checksums match\n"))
    #expect(output.errors.contains("4 backups: 1 intact, 1 damaged, 2 not opened\n"))
    #expect(output.errors.contains("--old-password-file"))
    let quiet = try scene.shop.okit("backup", "verify", "--all", "-q", "--password-file", scene.files[1], status: 65)
    #expect(!quiet.errors.contains("4 backups"))
  }

  @Test func aMissingPasswordIsReportedForEachBackupWithOneHint() throws {
    let scene = try Scene(["first"])
    try scene.shop.okit("backup", "create", "plain", "--format", "directory")
    let output = try scene.shop.okit("backup", "verify", "--all", "--no-input", status: 77)
    let lines = output.errors.split(separator: "\n").map(String.init)
    for name in ["age0.tar.zst.age", "zip0.zip"] {
      let path = "\(scene.shop.backups)/\(name)"
      let error = "okit: error: cannot decrypt \(path): missing password, and okit cannot prompt for it"
      #expect(lines.contains(error), "\(output.errors)")
    }
    #expect(
      lines.filter { $0.hasPrefix("okit: hint: ") }
        == ["okit: hint: use --password-file, --password-command or $OKIT_PASSWORD"])
    #expect(lines.last == "3 backups: 1 intact, 2 not opened")
  }

  @Test func aBackupForAnotherIdentityIsNotAboutFormerPasswords() throws {
    let scene = try Scene(["first"])
    let stranger = scene.shop.machine.path("stranger.txt")
    try scene.shop.machine.run("age-keygen", "-o", stranger)
    let foreign = try scene.shop.machine.run("age-keygen", "-y", stranger).line
    try scene.shop.okit("backup", "create", "foreign", "-r", foreign)
    let words = ["backup", "verify", "--all", "--password-file", scene.files[0]]
    #expect(!(try scene.shop.okit(words, status: 77).errors.contains("--old-password-file")))
  }

  @Test func formerPasswordsOpenOlderBackups() throws {
    let scene = try Scene(["first", "second", "third"])
    let words = ["backup", "verify", "--all", "--password-file", scene.files[2]]
    func old(_ index: Int) -> [String] { ["--old-password-file", scene.files[index]] }
    try scene.shop.okit(words, status: 77)
    #expect(try scene.shop.okit(words + old(1), status: 77).errors.contains("6 backups: 4 intact, 2 not opened\n"))
    let all = try scene.shop.okit(words + old(1) + old(0))
    #expect(all.errors.contains("6 backups: 6 intact\n"))
    #expect(!all.errors.contains("error"))
    // Former passwords work without the present one, too.
    try scene.shop.okit(["backup", "verify", "age0"] + old(0))
    try scene.shop.okit(["backup", "verify", "zip0"] + old(0))
    try scene.shop.okit(["backup", "verify", "age0"] + old(1), status: 77)
    // A password file is only read if it is needed.
    let absent = ["--old-password-file", scene.shop.machine.path("absent")]
    try scene.shop.okit(["backup", "verify", "age2", "--password-file", scene.files[2]] + absent)
  }

  @Test func damageIsReportedWhicheverPasswordFits() throws {
    let scene = try Scene(["first", "second"])
    for name in ["age0.tar.zst.age", "zip0.zip"] {
      let path = "\(scene.shop.backups)/\(name)"
      let bytes = try Files.read(path)
      try Files.write(bytes.dropLast(), to: path)
      try scene.shop.okit(
        "backup", "verify", path, "--password-file", scene.files[1], "--old-password-file", scene.files[0], status: 65)
      try Files.write(bytes, to: path)
    }
    let once = try scene.shop.okit(
      "backup", "verify", "age0", "--old-password-file", "-", input: Array("first\n".utf8))
    #expect(once.errors.contains("all checksums match"))
  }

  @Test(arguments: [["age", "zip"], ["zip", "age"], ["age", "directory"], ["directory", "zip"]])
  func aNameIsUniqueAmongBackupsOfAllFormats(_ formats: [String]) throws {
    let shop = try Bookshop()
    let password = try shop.password()
    func create(_ format: String, _ words: String..., status: Int32 = 0) throws -> Output {
      let secret = format == "directory" ? [] : ["--password-file", password]
      return try shop.okit(["backup", "create", "--format", format] + secret + words, status: status)
    }
    let first = try create(formats[0], "nightly").line
    let before = try shop.tree()
    let second = try create(formats[1], "nightly", status: 73)
    #expect(second.errors == "okit: error: \(first) already exists\n")
    _ = try create(formats[1], "nightly", "-n", status: 73)
    let place = shop.backups + "/nightly" + (formats[1] == "zip" ? ".zip" : formats[1] == "age" ? ".tar.zst.age" : "")
    _ = try create(formats[1], "-o", place, status: 73)
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("backup", "verify", "nightly", "--password-file", password)
    // A backup elsewhere is named by its path.
    let elsewhere = shop.machine.path("elsewhere")
    try Files.makeFolder(elsewhere)
    for format in formats { _ = try create(format, "nightly", "-o", elsewhere) }
  }
}
