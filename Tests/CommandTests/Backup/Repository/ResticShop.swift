import Glibc
import TestSupport
import Testing

/// A shop with an empty restic repository, whose password okit finds in a variable.
final class ResticShop: CommandWorkspace {
  private static let password = "open sesame"
  let shop: Bookshop
  var machine: Machine { shop.machine }
  var root: String { shop.root }
  let repository: String

  /// Makes the shop. With `isConfigured`, okit.json names the repository; otherwise each command has to.
  init(isConfigured: Bool = true) throws {
    shop = try Bookshop()
    repository = shop.machine.path("repository")
    try EmptyRepository.write(to: repository)
    shop.machine.environment["OKIT_PASSWORD_FILE"] = try shop.password(Self.password)
    if isConfigured { try configure(repository) }
  }

  /// Writes the location of the repository to okit.json.
  func configure(_ location: String) throws {
    let text = try shop.jq(".backup.repository = \"\(location)\"", configuration)
    try Files.write(text, to: configuration)
  }

  /// Runs restic itself.
  @discardableResult
  func restic(_ arguments: String..., status: Int32 = 0, input: [UInt8] = []) throws -> Output {
    try machine.launch(
      ["restic", "--no-cache"] + arguments, input,
      ["RESTIC_PASSWORD": Self.password, "RESTIC_REPOSITORY": repository], nil
    ).ending(with: status, arguments)
  }

  /// The output of `jq -r` for the list of backups.
  func listed(_ filter: String, _ options: String...) throws -> [String] {
    let list = try machine.okit(["backup", "list", "--json"] + options, in: root).bytes
    return try machine.run("jq", "-r", filter, input: list).lines
  }

  /// The names of the backups, sorted.
  func names(_ options: String...) throws -> [String] {
    let list = try machine.okit(["backup", "list", "--json"] + options, in: root).bytes
    return try machine.run("jq", "-r", ".backups[].name", input: list).lines.sorted()
  }

  /// Changes a byte in each file with data.
  func damageData() throws {
    for pack in Files.files(below: repository + "/data").map({ "\(repository)/data/\($0)" }) {
      var bytes = try Files.read(pack)
      bytes[bytes.count / 3] ^= 1
      try Files.setMode(0o600, pack)
      try Files.write(bytes, to: pack)
    }
    try machine.run("rm", "-rf", machine.path("home/.cache"))
  }

  /// Requires that restic has left neither a lock nor a running program.
  func expectNoLeftovers(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try restic("list", "locks").text == "", sourceLocation: location)
    #expect(try running().isEmpty, sourceLocation: location)
  }

  /// The processes that use the repository.
  func running() throws -> [String] { try machine.processes(using: repository) }

  /// Puts a program named `restic` in front of the real one, which is `$restic` there.
  func wrapRestic(_ script: String) throws {
    let real = try machine.run("sh", "-c", "command -v restic").line
    try Files.makeFolder(machine.path("bin"))
    try machine.write("#!/bin/sh\nrestic=\(real)\n\(script)\n", "bin/restic", mode: 0o755)
    machine.environment["PATH"] = "\(machine.path("bin")):\(machine.environment["PATH"] ?? "")"
  }

  /// Starts a restic that locks the repository until its input ends. Returns it and the descriptor of its input.
  func lockByAnother() throws -> (ChildProcess, input: Int32) {
    let fifo = machine.path("fifo")
    try machine.run("mkfifo", fifo)
    let other = try ChildProcess(
      ["sh", "-c", "exec restic --no-cache backup -q --stdin <fifo"],
      environment: machine.environment.merging([
        "RESTIC_PASSWORD": Self.password, "RESTIC_REPOSITORY": repository,
      ]) { $1 }, in: machine.folder,
      streams: [.read("/dev/null"), .write(machine.path("out")), .write(machine.path("err"))])
    let end = open(fifo, O_WRONLY)
    while try restic("list", "locks", "--no-lock").text == "" { usleep(50_000) }
    return (other, end)
  }
}

extension Machine {
  /// The processes of restic that use a repository.
  func processes(using repository: String) throws -> [String] {
    let search = #"grep -lzx -e "RESTIC_REPOSITORY=$1" /proc/[0-9]*/environ 2>/dev/null; true"#
    return try run("sh", "-c", search, "sh", repository).lines
  }
}
