import TestSupport
import Testing

/// The lines of the crontab, run as cron runs them.
@Suite struct CronTests {
  private static let path = Fixture.examples + "/cron/crontab"

  private let scene: ExampleScene
  private let crontab: Crontab

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "cron")
    try scene.machine.write(ExampleScene.password + "\n", "password")
    crontab = try Crontab(Files.text(Self.path))
  }

  /// Runs a line with the crontab's own environment, its paths set.
  private func run(_ word: String) throws -> Output {
    let entry = try #require(crontab.entries.first { $0.command.hasSuffix(word) })
    var variables = crontab.variables
    for (name, value) in [
      "OKIT_ROOT": scene.shop.root, "OKIT_PASSWORD_FILE": scene.machine.path("password"),
      "PATH": scene.machine.environment["PATH"]!,
    ] {
      #expect(variables.updateValue(value, forKey: name) != nil, "\(name) is not in the crontab")
    }
    return try scene.machine.launch(["/bin/sh", "-c", entry.command], [], variables, scene.machine.path("home"))
  }

  private var archives: [String] {
    get throws { try Files.names(in: scene.shop.backups).filter { $0.hasSuffix(".tar.zst.age") } }
  }

  @Test func cronAcceptsTheCrontab() throws {
    try scene.machine.run("crontab", "-n", Self.path)
    #expect(
      crontab.entries.map(\.command) == ["okit-cron backup", "okit-cron verify", "okit-cron prune", "okit-cron status"])
    #expect(crontab.entries[0].times[2...] == ["*", "*", "*"])
    #expect(crontab.entries[1].times[2...] == ["*", "*", "0"])
    // cron would replace it with a line feed.
    #expect(crontab.entries.allSatisfy { !$0.command.contains("%") })
  }

  @Test func aGoodBackupIsSilent() throws {
    for word in ["backup", "verify"] {
      let output = try run(word)
      #expect(output.end == .status(0))
      #expect(output.text + output.errors == "")
    }
    let name = try #require(archives.first)
    #expect(name.wholeMatch(of: /\d{8}T\d{6}Z\.tar\.zst\.age/) != nil)
    try scene.shop.okit("backup", "verify", "--all", with: ["OKIT_PASSWORD": ExampleScene.password])
  }

  @Test func oldBackupsAreRemovedByTheRules() throws {
    for name in ["a", "b", "c"] { try scene.shop.okit("backup", "create", name, "--format", "directory") }
    let refused = try run("prune")
    #expect(refused.end == .status(64) && refused.errors.contains("no rules"))
    try Files.edit(
      scene.shop.configuration, "\"version\": 1,", "\"version\": 1, \"backup\": {\"keep\": {\"last\": 1}},")
    try scene.shop.okit("backup", "verify", "c")
    let output = try run("prune")
    #expect(output.end == .status(0) && output.text + output.errors == "")
    #expect(try scene.shop.backupNames == ["c"])
  }

  @Test func aMissingBackupIsReported() throws {
    let none = try run("status")
    #expect(none.end == .status(1))
    #expect(none.errors.hasPrefix("no backup\nokit-cron: 'status' of "))
    #expect(try run("backup").end == .status(0))
    let good = try run("status")
    #expect(good.end == .status(0) && good.text + good.errors == "")
  }

  @Test func noBackupIsDeleted() throws {
    for name in ["20200101T000000Z", "29991231T235959Z", "mine"] {
      try scene.shop.okit("backup", "create", name, "--format", "directory")
    }
    #expect(try run("backup").end == .status(0))
    #expect(try scene.shop.backupNames.count == 4)
  }

  @Test func aFindingIsReportedAndTheBackupMade() throws {
    try scene.shop.okit("remove", "@FANTASY", "--force")
    let output = try run("backup")
    #expect(output.end == .status(1))
    #expect(output.text.contains("dangling-reference"))
    #expect(output.errors.contains("okit-cron: 'backup' of \(scene.shop.root)"))
    #expect(try archives.count == 1)
  }

  @Test func aDamagedBackupIsReported() throws {
    #expect(try run("backup").end == .status(0))
    let path = try scene.shop.backups + "/" + #require(archives.first)
    try Files.write(Files.read(path) + [0], to: path)
    let output = try run("verify")
    #expect(output.end == .status(65))
    #expect(output.errors.contains(path) && output.errors.contains("exited with status 65"))
  }

  @Test func theNewBackupIsVerified() throws {
    let old = try scene.shop.okit("backup", "create", "29991231T235959Z", "--format", "directory").line
    try Files.write("damaged", to: old + "/okit.json")
    try scene.machine.run("touch", "-d", "2999-12-31", old)
    #expect(try run("backup").end == .status(0))
    #expect(try run("verify").end == .status(65))
  }

  @Test func withoutAPasswordNoBackupIsMade() throws {
    for name in ["20200101T000000Z", "20200102T000000Z"] {
      try scene.shop.okit("backup", "create", name, "--format", "directory")
    }
    try Files.remove(scene.machine.path("password"))
    let output = try run("backup")
    #expect(output.end != .status(0))
    #expect(output.errors.contains("password"))
    #expect(try scene.shop.backupNames.count == 2)
  }

  @Test func installPutsOKitCronBesideOKit() throws {
    let target = scene.machine.path("installed")
    try scene.machine.run(
      "make", "-s", "-C", Fixture.project, "install", "OKIT=\(Machine.okit)", "DESTDIR=\(target)", "PREFIX=/usr/local")
    let programs = try Files.names(in: target + "/usr/local/bin")
    #expect(programs == ["okit", "okit-cron"])
    #expect(try Files.mode(target + "/usr/local/bin/okit-cron") == 0o755)
    #expect(crontab.variables["PATH"]?.split(separator: ":").contains("/usr/local/bin") == true)
    let help = try scene.machine.run(target + "/usr/local/bin/okit-cron", "-h")
    #expect(help.text.hasPrefix("Usage: okit-cron "))
  }
}
