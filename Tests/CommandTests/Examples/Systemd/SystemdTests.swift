import TestSupport
import Testing

/// The service and its timer, checked by systemd, and the service's commands, run with its environment.
@Suite struct SystemdTests {
  private static let folder = Fixture.examples + "/systemd"
  private static let program = "/usr/local/bin/okit-cron"

  private static let installed = Fixture.examples + "/cron/okit-cron"

  private let scene: ExampleScene
  private let unit: UnitFile

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "cron")
    unit = UnitFile(
      try Files.text(Self.folder + "/okit-cron@.service").replacing("/srv/shop", with: scene.shop.root).replacing(
        Self.program, with: Self.installed))
    try Files.makeFolder(scene.machine.path("credentials"))
    // systemd copies credentials to a folder, for which %d stands.
    for credential in unit["LoadCredential"] {
      let name = try #require(credential.split(separator: ":").first)
      try scene.machine.write(ExampleScene.password + "\n", "credentials/\(name)", mode: 0o400)
    }
  }

  /// The variables that systemd would give the service.
  private var environment: [String: String] {
    var variables = ["PATH": scene.machine.environment["PATH"]!]
    variables["RESTIC_CACHE_DIR"] = scene.machine.environment["RESTIC_CACHE_DIR"]
    for setting in unit["Environment"] {
      let parts = setting.replacing("%d", with: scene.machine.path("credentials")).split(separator: "=", maxSplits: 1)
      variables[String(parts[0])] = String(parts[1])
    }
    return variables
  }

  private func run(_ instance: String, through tool: [String] = []) throws -> Output {
    let lines = unit["ExecStart"]
    #expect(lines.count == 1)
    let words = lines[0].replacing("%i", with: instance).split(separator: " ").map(String.init)
    return try scene.machine.launch(tool + words, [], environment, "/")
  }

  @Test func systemdVerifiesTheUnits() throws {
    try Files.makeFolder(scene.machine.path("units"))
    for name in try Files.names(in: Self.folder) {
      // systemd checks that the program exists.
      let text = try Files.text("\(Self.folder)/\(name)").replacing(Self.program, with: Self.installed)
        .replacing("/usr/local/bin/okit ", with: Machine.okit + " ")
      try scene.machine.write(text, "units/\(name)", mode: 0o644)
    }
    let names = [
      "okit-backup.timer", "okit-cron@.service", "okit-prune.timer", "okit-serve.service", "okit-serve.socket",
      "okit-status.timer", "okit-verify.timer",
    ]
    #expect(try Files.names(in: Self.folder) == names)
    // It also checks the manual pages that the units name.
    try Files.makeFolder(scene.machine.path("man"))
    try scene.machine.run("ln", "-s", Fixture.manual, scene.machine.path("man/man1"))
    scene.machine.environment["MANPATH"] = scene.machine.path("man")
    let output = try scene.machine.shell("systemd-analyze verify ./*", in: scene.machine.path("units"))
    #expect(output.text + output.errors == "")
    for (word, time) in [
      ("backup", "03:00:00"), ("verify", "04:45:00"), ("prune", "05:30:00"), ("status", "09:00:00"),
    ] {
      let timer = UnitFile(try Files.text("\(Self.folder)/okit-\(word).timer"))
      #expect(timer["Unit"] == ["okit-cron@\(word).service"])
      let next = try scene.machine.run("systemd-analyze", "calendar", "--iterations=2", timer["OnCalendar"][0])
      #expect(next.text.contains("Next elapse") && next.text.contains(time))
    }
  }

  @Test func theServiceMakesABackup() throws {
    for instance in ["backup", "verify", "status"] {
      let output = try run(instance)
      #expect(output.end == .status(0))
      #expect(output.text + output.errors == "")
    }
    #expect(try scene.shop.backupNames.count == 1)
    try scene.shop.okit("backup", "verify", with: ["OKIT_PASSWORD": ExampleScene.password])
  }

  @Test func aDamagedBackupFailsTheService() throws {
    _ = try run("backup")
    let path = try scene.shop.backups + "/" + #require(Files.names(in: scene.shop.backups).first)
    try Files.write(Files.read(path).dropLast(), to: path)
    let output = try run("verify")
    #expect(output.end == .status(65))
    #expect(output.errors.contains("okit: error: "))
  }

  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer makes other calls"))
  func theServiceIsHardened() throws {
    #expect(unit["ReadWritePaths"] == [scene.shop.root])
    let called = try calls(of: ["backup", "verify", "prune", "status"], "\"keep\": {\"last\": 1}")
    #expect(called.contains("renameat2") || called.contains("renameat") || called.contains("rename"))
    let allowed = try allowedCalls(of: unit)
    #expect(allowed.count > 100)
    #expect(called.subtracting(allowed).sorted() == [])
  }

  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer makes other calls"))
  func aRepositoryNeedsNothingElse() throws {
    let repository = scene.machine.path("repository")
    try EmptyRepository.write(to: repository)
    scene.machine.environment["RESTIC_CACHE_DIR"] = scene.machine.path("cache")
    let called = try calls(of: ["backup"], "\"repository\": \"\(repository)\"")
    #expect(called.contains("futex"))
    // restic asks for more open files, and goes on without.
    #expect(called.subtracting(try allowedCalls(of: unit)).subtracting(["prlimit64", "setrlimit"]).sorted() == [])
    #expect(!Files.exists(scene.shop.backups))
    let listed = try scene.shop.okit("backup", "list", with: ["OKIT_PASSWORD": ExampleScene.password])
    #expect(listed.lines.count == 2)
  }

  /// Runs services, with `settings` of backups, and returns the system calls that their programs made.
  private func calls(of instances: [String], _ settings: String) throws -> Set<String> {
    let record = scene.machine.path("calls")
    try Files.edit(scene.shop.configuration, "\"version\": 1,", "\"version\": 1, \"backup\": {\(settings)},")
    for instance in instances {
      let output = try run(instance, through: ["strace", "-f", "-qq", "-A", "-o", record])
      #expect(output.end == .status(0), "\(instance): \(output.errors)")
    }
    return Set(try Files.text(record).matches(of: /(?m)^\d+ +(\w+)\(/).map { String($0.1) })
  }

  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer makes other calls"))
  func theServerIsHardened() throws {
    let unit = UnitFile(try Files.text(Self.folder + "/okit-serve.service"))
    #expect(unit["ReadWritePaths"] == ["/srv/shop"] && unit["Type"] == ["notify"])
    let record = scene.machine.path("calls")
    let words = ["--tokens", try scene.machine.write("0123456789abcdef write\n", "tokens")]
    // With -D, signals reach the server.
    let tracer = ["strace", "-D", "-f", "-qq", "-o", record]
    let server = try Served(scene.machine, scene.shop.root, words, through: tracer)
    let token = ["-H", "Authorization: Bearer 0123456789abcdef"]
    #expect(try server.get("/settings.json", token[0], token[1]).status == 200)
    #expect(try server.request("PUT", "/_data/A.raw", body: [1], type: nil, token[0], token[1]).status == 201)
    let large = [UInt8](repeating: 1, count: 3_000_000)
    #expect(try server.request("PUT", "/_data/B.raw", body: large, type: nil, token[0], token[1]).status == 201)
    #expect(try server.get("/_data/B.raw", token[0], token[1]).bytes == large)
    #expect(server.stop() == .status(0))
    let called = Set(try Files.text(record).matches(of: /(?m)^\d+ +(\w+)\(/).map { String($0.1) })
    #expect(called.contains("epoll_wait") || called.contains("epoll_pwait"))
    #expect(called.subtracting(try allowedCalls(of: unit)).sorted() == [])
  }

  /// The system calls that a unit allows.
  private func allowedCalls(of unit: UnitFile) throws -> Set<String> {
    var allowed: Set<String> = []
    for filter in unit["SystemCallFilter"] {
      for name in filter.drop(while: { $0 == "~" }).split(separator: " ") {
        let calls = try members(of: String(name))
        if filter.hasPrefix("~") { allowed.subtract(calls) } else { allowed.formUnion(calls) }
      }
    }
    return allowed
  }

  /// The system calls in a group of systemd.
  private func members(of name: String) throws -> Set<String> {
    let lines = try scene.machine.run("systemd-analyze", "syscall-filter", name).lines.dropFirst()
    let words = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return try words.reduce(into: []) { calls, word in
      if word.hasPrefix("@") { try calls.formUnion(members(of: String(word))) } else { calls.insert(String(word)) }
    }
  }
}
