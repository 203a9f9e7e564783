import Glibc
import TestSupport
import Testing

/// Repositories behind other programs: `rclone serve restic`, and sshd.
@Suite struct RemoteRepositoryTests {
  /// A program that listens on the loopback until it is deinitialized.
  private final class Server {
    private let child: ChildProcess

    init(_ words: [String], _ machine: Machine, port: Int) throws {
      child = try ChildProcess(
        words, environment: machine.environment, in: machine.folder,
        streams: [.read("/dev/null"), .write(machine.path("server.out")), .write(machine.path("server.err"))])
      try machine.run(
        "sh", "-c", "for i in $(seq 300); do nc -z 127.0.0.1 \(port) && exit; sleep 0.1; done; cat server.err; exit 1")
    }

    func end() {
      kill(child.id, SIGKILL)
      _ = child.wait()
    }

    deinit { end() }
  }

  /// Returns a port that nobody uses.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) + getsockname(descriptor, address, &length)
      }
    }
    guard result == 0 else { throw Files.Failure("no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private func exercise(_ shop: ResticShop) throws {
    let name = try shop.okit("get", "books[0]/name").line
    try shop.okit("backup", "create", "a", "--note", "remote")
    #expect(try shop.names() == ["a"])
    try shop.okit("backup", "verify", "--all", "--restore-test")
    try shop.okit("set", "books[0]/name", "Changed")
    try shop.okit("backup", "create", "b", "--if-changed")
    try shop.okit("backup", "restore", "a", "--yes")
    #expect(try shop.okit("get", "books[0]/name").line == name)
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try shop.names().filter { !$0.hasPrefix("before-") } == ["b"])
  }

  @Test func rclone() throws {
    let shop = try ResticShop()
    let port = try Self.freePort()
    let server = try Server(
      ["rclone", "serve", "restic", "--addr", "127.0.0.1:\(port)", shop.repository], shop.machine, port: port)
    try shop.configure("rest:http://127.0.0.1:\(port)/")
    try exercise(shop)
    server.end()
    let failed = try shop.okit("backup", "list", status: 75)
    #expect(failed.errors.hasPrefix("okit: error:") && failed.errors.split(separator: "\n").count == 1)
  }

  @Test func aServerThatRequiresAPassword() throws {
    let shop = try ResticShop()
    let port = try Self.freePort()
    let server = try Server(
      [
        "rclone", "serve", "restic", "--user", "ada", "--pass", "a/b:c", "--addr", "127.0.0.1:\(port)",
        shop.repository,
      ], shop.machine, port: port)
    defer { server.end() }
    try shop.configure("rest:http://127.0.0.1:\(port)/")
    try shop.okit("backup", "create", "a", status: 77)
    shop.machine.environment["RESTIC_REST_USERNAME"] = "ada"
    shop.machine.environment["RESTIC_REST_PASSWORD"] = "a/b:c"
    try shop.okit("backup", "create", "a")
    try shop.okit("backup", "verify", "a")
    #expect(try shop.names() == ["a"])
    let other = shop.machine.path("other")
    try shop.okit("backup", "repository", "init", "--repository", other)
    try shop.okit("backup", "copy", "a", "--to", other)
    #expect(try shop.okit("backup", "show", "a", "--repository", other).text.contains("default"))
  }

  /// In a repository that only takes new files, restic cannot remove the snapshots with the former tags.
  @Test func aRepositoryThatOnlyTakesNewFiles() throws {
    let shop = try ResticShop()
    let port = try Self.freePort()
    let server = try Server(
      ["rclone", "serve", "restic", "--append-only", "--addr", "127.0.0.1:\(port)", shop.repository], shop.machine,
      port: port)
    try shop.configure("rest:http://127.0.0.1:\(port)/")
    for name in ["a", "b"] {
      #expect(try !shop.okit("backup", "create", name).errors.contains("warning"))
    }
    #expect(try shop.names() == ["a", "b"])
    #expect(try !shop.okit("backup", "verify", "--all").errors.contains("warning"))
    #expect(try shop.okit("backup", "pin", "a").errors == "pinned a\n")
    let states = try shop.listed(#".backups[] | "\(.name) \(.pinned) \(.verified.intact)""#)
    #expect(states.sorted() == ["a true true", "b false true"])
    for refused in [
      try shop.okit("backup", "unpin", "a", status: 77), try shop.okit("backup", "delete", "b", "--yes", status: 77),
    ] {
      #expect(refused.errors.contains("only takes new files, so nothing in it can be removed"))
    }
    #expect(try shop.listed(#".backups[] | "\(.name) \(.pinned)""#).sorted() == ["a true", "b false"])
    // Each has its versions: without the last tag, complete and verified; one was pinned, and not unpinned.
    #expect(try shop.machine.run("ls", "\(shop.repository)/snapshots").lines.count == 3 + 3 + 2)
    // Remains of a killed backup stay, and nobody tries to remove them.
    try shop.restic(
      "backup", "-q", "--stdin", "--stdin-filename", "c.tar", "--tag", "okit-started=2020-01-01T00:00:00Z", "--tag",
      "okit-workspace=\(shop.shop.jq(".id", shop.configuration))", input: [1])
    let pruned = try shop.okit("backup", "prune", "--keep-last", "5")
    #expect(!pruned.errors.contains("warning"))
    #expect(try shop.okit("backup", "show", "a").text.contains("default"))
    try shop.expectNoLeftovers()
    server.end()
  }

  @Test(.needsRoot("sshd lets nobody without a shell log in")) func sshdAsRoot() throws {
    let shop = try ResticShop()
    let machine = shop.machine
    let port = try Self.freePort()
    for key in ["host", "user"] {
      try machine.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", machine.path(key))
    }
    let user = try machine.run("id", "-un").line
    try machine.write(
      """
      ListenAddress 127.0.0.1:\(port)
      HostKey \(machine.path("host"))
      AuthorizedKeysFile \(machine.path("user.pub"))
      PidFile none
      StrictModes no
      UsePAM no
      Subsystem sftp internal-sftp
      """, "sshd_config")
    // sshd needs this folder, which usually the service makes that starts it.
    try machine.run("mkdir", "-p", "/run/sshd")
    let sshd = try Server(["/usr/sbin/sshd", "-D", "-e", "-f", machine.path("sshd_config")], machine, port: port)
    // ssh reads the settings of the account, whatever HOME is, so restic finds a program with settings of its own.
    try Files.makeFolder(machine.path("bin"))
    try machine.write(
      """
      #!/bin/sh
      exec /usr/bin/ssh -F none -p \(port) -i \(machine.path("user")) -o BatchMode=yes -o StrictHostKeyChecking=no \
      -o UserKnownHostsFile=\(machine.path("known")) "$@"
      """, "bin/ssh", mode: 0o755)
    machine.environment["PATH"] = "\(machine.path("bin")):\(machine.environment["PATH"] ?? "")"
    try shop.configure("sftp:\(user)@127.0.0.1:\(shop.repository)")
    try exercise(shop)
    sshd.end()
    try shop.okit("backup", "list", status: 75)
  }
}
