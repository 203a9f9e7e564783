import TestSupport
import Testing

extension ExampleTrial {
  /// `backup`.
  static let backups = [
    ExampleTrial(
      "okit backup create", person: newPassword, says: ["/okit/backup/"],
      check: { scene, _ in try isOneThatOpens(scene) }),
    ExampleTrial(
      "okit backup create -C shop", in: .aboveShop, person: newPassword, says: ["/okit/backup/"],
      check: { scene, _ in try isOneThatOpens(scene) }),
    ExampleTrial(
      "okit backup create -r \(ExampleScene.stranger)", says: [".tar.zst.age"],
      check: { scene, output in
        try scene.shop.okit("backup", "verify", output.line, status: 77)
        try #expect(Files.text(output.line).hasPrefix("age-encryption.org/v1\n-> X25519 "))
      }),
    ExampleTrial(
      "okit backup create --format zip --password-file ~/.backup-password",
      prepare: { try $0.machine.write(ExampleScene.password + "\n", "home/.backup-password") }, says: [".zip"],
      check: { scene, output in try scene.machine.run("7z", "t", "-p" + ExampleScene.password, output.line) }),
    ExampleTrial(
      "okit backup create --repository ~/backups", prepare: { try $0.repository() },
      person: answers(("assword", ExampleScene.password)), says: ["in "],
      check: { scene, _ in try scene.inRepository("verify") }),
    ExampleTrial(
      "okit backup list --folder ~/usb", in: .elsewhere,
      prepare: { scene in
        try scene.namedBackup()
        try Files.makeFolder(scene.machine.path("home/usb"))
        try scene.shop.okit("backup", "copy", "--all", "--to", scene.machine.path("home/usb"))
      }, says: [ExampleScene.backup, "age"]),
    ExampleTrial(
      "okit backup repository init --repository ~/backups", person: newPassword,
      check: { scene, _ in try scene.inRepository("create") }),
    ExampleTrial(
      "okit backup repository check", prepare: { try $0.repository(isConfigured: true) },
      person: answers(("assword", ExampleScene.password)), says: ["no problems in the repository"]),
    ExampleTrial(
      "okit backup repository check --read-data", prepare: { try $0.repository(isConfigured: true) },
      person: answers(("assword", ExampleScene.password)), says: ["no problems in the repository"]),
    ExampleTrial(
      "okit backup repository unlock", prepare: { try $0.repository(isConfigured: true) },
      person: answers(("assword", ExampleScene.password)), says: ["removed old locks"]),
    ExampleTrial("okit backup list", prepare: { try $0.namedBackup() }, says: [ExampleScene.backup, "age"]),
    ExampleTrial(
      "okit backup list --json", prepare: { try $0.namedBackup() },
      check: { scene, output in
        let name = try scene.machine.run("jq", "-r", ".backups[0].name", input: output.bytes)
        #expect(name.line == ExampleScene.backup)
      }),
    ExampleTrial(
      "okit backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12", prepare: { try $0.backups(for: 400) },
      says: ["remove", "daily", "monthly"],
      check: { scene, _ in try #expect((12...23).contains(scene.directoryBackups())) }),
    ExampleTrial(
      "okit backup prune --keep-within 30d -n", prepare: { try $0.backups(for: 400) },
      says: ["remove", "within"],
      check: { scene, output in
        try #expect(output.errors.contains("would be removed") && scene.directoryBackups() == 27)
      }),
    ExampleTrial(
      "okit backup prune --verified",
      prepare: { scene in
        try scene.backups(for: 60)
        try Files.edit(
          scene.shop.configuration, "\"version\": 1,", "\"version\": 1, \"backup\": {\"keep\": {\"last\": 1}},")
        try scene.shop.okit("backup", "verify", "day-30")
      },
      says: ["last (not verified)", "remove"],
      check: { scene, _ in try #expect(scene.directoryBackups() == 3) }),
    ExampleTrial(
      "okit backup create --if-changed --prune",
      prepare: { scene in
        try scene.backups(for: 60)
        try Files.edit(
          scene.shop.configuration, "\"version\": 1,",
          "\"version\": 1, \"backup\": {\"format\": \"directory\", \"keep\": {\"last\": 2}},")
      }, says: ["/okit/backup/"],
      check: { scene, _ in
        try #expect(scene.shop.backupNames.count == 2)
        let again = try scene.shop.okit("backup", "create", "--if-changed", "--prune")
        #expect(again.text == "" && again.errors.contains("nothing has changed"))
      }),
    ExampleTrial(
      "okit backup status", prepare: { try $0.namedBackup() }, says: ["good: newest \(ExampleScene.backup)"]),
    ExampleTrial(
      "okit backup status --max-age 26h --max-verified 8d",
      prepare: { scene in
        try scene.namedBackup()
        try scene.shop.okit("backup", "verify", ExampleScene.backup)
      }, says: ["good: newest \(ExampleScene.backup)"]),
    ExampleTrial(
      "okit backup copy \(ExampleScene.backup) --to ~/usb",
      prepare: { scene in
        try scene.namedBackup()
        try Files.makeFolder(scene.machine.path("home/usb"))
      }, check: { scene, _ in try #expect(Files.names(in: scene.machine.path("home/usb")).count == 2) }),
    ExampleTrial(
      "okit backup copy --all --to ~/usb",
      prepare: { scene in
        try scene.namedBackup()
        try Files.makeFolder(scene.machine.path("home/usb"))
      }, check: { scene, _ in try #expect(Files.names(in: scene.machine.path("home/usb")).count == 2) }),
    ExampleTrial(
      "okit backup copy --all --to ~/backups",
      prepare: { scene in
        try scene.namedBackup()
        try scene.repository()
      }, person: answers(("assword", ExampleScene.password)),
      check: { scene, _ in try scene.inRepository("verify") }),
    ExampleTrial(
      "okit backup rekey --all -r \(ExampleScene.stranger)", prepare: { try $0.namedBackup() },
      check: { scene, _ in try scene.shop.okit("backup", "verify", status: 77) }),
    ExampleTrial(
      "okit backup rekey \(ExampleScene.backup) --password-file old.txt --new-password-file new.txt",
      prepare: { scene in
        try scene.write(ExampleScene.password + "\n", "old.txt")
        try scene.write("another one\n", "new.txt")
        try scene.protectedBackup(ExampleScene.backup)
      }, check: { scene, _ in try scene.shop.okit("backup", "verify", "--password-file", "new.txt") }),
    ExampleTrial(
      "okit backup pin \(ExampleScene.backup)", prepare: { try $0.namedBackup() },
      check: { scene, output in
        #expect(output.errors == "pinned \(ExampleScene.backup)\n")
        try #expect(scene.shop.okit("backup", "list").text.contains("pinned"))
      }),
    ExampleTrial(
      "okit backup unpin \(ExampleScene.backup)",
      prepare: { scene in
        try scene.namedBackup()
        try scene.shop.okit("backup", "pin", ExampleScene.backup)
      },
      check: { scene, output in
        #expect(output.errors == "unpinned \(ExampleScene.backup)\n")
        try #expect(!scene.shop.okit("backup", "list").text.contains("pinned"))
      }),
    ExampleTrial(
      "okit backup show \(ExampleScene.backup)", prepare: { try $0.protectedBackup(ExampleScene.backup) },
      person: answers(("assword", ExampleScene.password)), says: ["default", "directory", "13 files"]),
    ExampleTrial(
      "okit backup verify",
      prepare: { scene in
        try Files.makeFolder(scene.shop.backups)
        try scene.write("no backup", "okit/backup/older.tar.zst.age")
        try scene.machine.run("touch", "-d", "2020-01-01", scene.shop.backups + "/older.tar.zst.age")
        try scene.namedBackup()
      },
      check: { _, output in
        #expect((output.text + output.errors).contains("\(ExampleScene.backup): 13 files, all checksums match"))
      }),
    ExampleTrial(
      "okit backup verify --restore-test",
      prepare: { try $0.shop.okit("backup", "create", "b", "--format", "directory") },
      check: { _, output in #expect(output.errors.contains("all checksums match; no problems in 3 restored models")) }),
    ExampleTrial(
      "okit backup verify ./shop.tar.zst.age -i identity.txt", in: .elsewhere,
      prepare: { scene in
        try scene.archive("shop", in: .elsewhere)
        try Files.write(Files.read(scene.shop.identity), to: scene.folder(.elsewhere) + "/identity.txt")
      },
      check: { _, output in #expect((output.text + output.errors).contains("13 files, all checksums match")) }),
    ExampleTrial(
      "okit backup verify --all --password-file pass.txt",
      prepare: { scene in
        try scene.write(ExampleScene.password + "\n", "pass.txt")
        try scene.protectedBackup("first")
        try scene.namedBackup()
      },
      check: { _, output in
        for name in ["first", ExampleScene.backup] {
          #expect((output.text + output.errors).contains("\(name): 13 files, all checksums match"))
        }
      }),
    ExampleTrial(
      "okit backup verify --all --password-file pass.txt --old-password-file old.txt",
      prepare: { scene in
        try scene.write(ExampleScene.password + "\n", "old.txt")
        try scene.protectedBackup("first")
        try scene.write("another one\n", "pass.txt")
        try scene.shop.okit("backup", "create", "second", "--password-file", "pass.txt")
      },
      check: { _, output in #expect((output.text + output.errors).contains("2 backups: 2 intact")) }),
    ExampleTrial(
      "okit backup restore \(ExampleScene.backup)", prepare: { try $0.mishap() }, person: answers(("[y/N]", "y")),
      check: { scene, _ in try #expect(scene.value("name") == "The Corner Bookshop") }),
    ExampleTrial(
      "okit backup restore \(ExampleScene.backup) --yes", prepare: { try $0.mishap() },
      check: { scene, _ in try #expect(scene.value("name") == "The Corner Bookshop") }),
    ExampleTrial(
      "okit backup restore ./shop.tar.zst.age directory",
      prepare: { scene in
        try scene.archive("shop", in: .shop)
        try scene.shop.okit("set", "name", "Books", "directory:authors[0]/name", "Nobody")
      }, person: answers(("[y/N]", "y")),
      check: { scene, _ in
        try #expect(scene.shop.okit("get", "name", "directory:authors[0]/name").text == "Books\nUrsula K. Le Guin\n")
      }),
    ExampleTrial(
      "okit backup delete \(ExampleScene.backup) --yes", prepare: { try $0.namedBackup() },
      check: { scene, _ in try #expect(Files.byteNames(in: scene.shop.backups) == []) }),
  ]

  private static let newPassword = answers(("assword", ExampleScene.password), ("again", ExampleScene.password))

  private static func isOneThatOpens(_ scene: ExampleScene) throws {
    try #expect(scene.shop.backupNames.count == 1)
    try scene.shop.okit("backup", "verify", with: ["OKIT_PASSWORD": ExampleScene.password])
  }
}

extension ExampleScene {
  /// Creates a backup `day-N` for every 15th of the last `days` days.
  fileprivate func backups(for days: Int) throws {
    for day in stride(from: 0, through: days, by: 15) {
      try shop.okit(
        "backup", "create", "day-\(day)", "--format", "directory",
        with: ["SOURCE_DATE_EPOCH": String(1_763_640_000 - day * 86_400)])
    }
  }

  /// Creates a repository in `~/backups`, and writes it to okit.json if `isConfigured`.
  fileprivate func repository(isConfigured: Bool = false) throws {
    try inRepository("repository", "init")
    guard isConfigured else { return }
    try Files.edit(
      shop.configuration, "\"version\": 1,",
      "\"version\": 1, \"backup\": {\"repository\": \"\(machine.path("home/backups"))\"},")
  }

  /// Runs a command for backups in `~/backups`.
  fileprivate func inRepository(_ words: String...) throws {
    let place = ["--repository", machine.path("home/backups")]
    try machine.okit(["backup"] + words + place, with: ["OKIT_PASSWORD": Self.password], in: shop.root)
  }

  /// The number of backups that are folders.
  fileprivate func directoryBackups() throws -> Int {
    try shop.backupNames.count { $0.hasPrefix("day-") }
  }
}
