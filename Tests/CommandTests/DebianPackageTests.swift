import Glibc
import TestSupport
import Testing

/// The Debian package, built from the tests' binary and installed into a folder. Nothing here needs root.
@Suite struct DebianPackageTests {
  private let machine: Machine
  private let root: String

  init() throws {
    machine = try Machine()
    root = machine.path("root")
    machine.environment["SOURCE_DATE_EPOCH"] = "1763800000"
    machine.environment["DPKG_DEB_COMPRESSOR_TYPE"] = "gzip"
    machine.environment["DPKG_DEB_COMPRESSOR_LEVEL"] = "1"
  }

  @Test func thePackageCanBeInstalledUsedAndRemoved() throws {
    let package = try makePackage()
    for folder in ["updates", "info"] { try Files.makeFolder("\(root)/var/lib/dpkg/\(folder)") }
    try machine.write("", "root/var/lib/dpkg/status")
    try dpkg("--install", package)

    // The files and their modes.
    let commands = ["bin/okit", "bin/okit-cron"]
    let scripts = try Files.names(in: Fixture.examples + "/scripts").map { "share/doc/okit/examples/scripts/\($0)" }
    let store = ["Package.swift", "Sources/store/HTTPStore.swift", "Sources/store/main.swift"]
    let pages = try Files.names(in: Fixture.manual) + ["okit-cron.1"]
    let plain =
      pages.map { "share/man/man\($0.suffix(1))/\($0).gz" }
      + store.map { "share/doc/okit/examples/http/store/\($0)" } + [
        "share/bash-completion/completions/okit", "share/zsh/vendor-completions/_okit",
        "share/fish/vendor_completions.d/okit.fish", "share/doc/okit/changelog.Debian.gz",
        "share/doc/okit/changelog.gz", "share/doc/okit/copyright", "share/doc/okit/examples/cron/crontab",
        "share/doc/okit/examples/systemd/okit-backup.timer", "share/doc/okit/examples/systemd/okit-cron@.service",
        "share/doc/okit/examples/systemd/okit-prune.timer", "share/doc/okit/examples/systemd/okit-serve.service",
        "share/doc/okit/examples/systemd/okit-serve.socket", "share/doc/okit/examples/systemd/okit-status.timer",
        "share/doc/okit/examples/systemd/okit-verify.timer", "share/lintian/overrides/okit",
      ]
    let expected =
      ((commands + scripts + ["share/doc/okit/examples/http/edit-remote"]).map { "755 usr/\($0)" }
      + plain.map { "644 usr/\($0)" }).sorted()
    let found = try machine.run("find", "usr", "-type", "f", "-printf", "%m %p\n", in: root)
    #expect(found.lines.sorted() == expected)
    #expect(try machine.run("find", "usr", "-type", "d", "!", "-perm", "755", in: root).text == "")
    #expect(try dpkg("--verify", "okit").text == "")

    // The installed files work.
    #expect(try machine.run(root + "/usr/bin/okit", "--version").text.hasPrefix("okit "))
    #expect(try machine.run(root + "/usr/bin/okit-cron", "-h").text.hasPrefix("Usage: okit-cron "))
    for page in pages {
      let name = String(page.dropLast(2))
      let shown = try machine.run(
        "man", "--manpath=\(root)/usr/share/man", String(page.suffix(1)), name, with: ["LC_ALL": "C.UTF-8"])
      #expect(shown.text.hasPrefix("\(name.uppercased())(\(page.suffix(1)))"))
      #expect(shown.errors == "")
    }
    let service = try Files.text(root + "/usr/share/doc/okit/examples/systemd/okit-cron@.service")
    #expect(service.contains("\nExecStart=/usr/bin/okit-cron %i\n"))
    let server = try Files.text(root + "/usr/share/doc/okit/examples/systemd/okit-serve.service")
    #expect(server.contains("\nExecStart=/usr/bin/okit serve "))

    try dpkg("--purge", "okit")
    #expect(try Files.names(in: root) == ["var"])
    #expect(try machine.run("find", "var", "-name", "okit*", in: root).text == "")
  }

  @Test func thePackageDependsOnTheLibrariesOfTheBinary() throws {
    let depends = try machine.run("dpkg-deb", "--field", makePackage(), "Depends").line.split(separator: ", ")
    #expect(depends.contains { $0.hasPrefix("libc6 (>= ") })
    #expect(depends.contains { $0.hasPrefix("libzstd1 (>= ") })
    #expect(depends.contains("libicu72"))
  }

  @Test func thePackageIsReproducible() throws {
    let first = try Files.read(makePackage())
    sleep(1)
    #expect(try Files.read(makePackage()) == first)
  }

  @Test func versionAgreesWithTheBinary() throws {
    let other = try machine.write("#!/bin/sh\necho okit 99.0\n", "other", mode: 0o755)
    let output = try machine.run(Self.script, other, machine.path("packages"), status: 1)
    #expect(output.errors.contains("but the binary is okit 99.0"))
  }

  /// `make deb` runs lintian on the release. Only there does the binary find its libraries by name.
  @Test(.enabled(if: access("/usr/bin/lintian", X_OK) == 0, "lintian is not installed"))
  func lintianAcceptsThePackage() throws {
    let output = try machine.run(
      "lintian", "--fail-on", "error,warning", "--suppress-tags", "custom-library-search-path", makePackage())
    #expect(output.text == "")
  }

  @Test func shellcheckAcceptsTheScript() throws {
    #expect(try machine.run("shellcheck", Self.script).text == "")
  }

  private static let script = Fixture.project + "/Scripts/make-deb"

  private func makePackage() throws -> String {
    try machine.run(Self.script, "--allow-unpackaged-libraries", Machine.okit, machine.path("packages")).line
  }

  @discardableResult
  private func dpkg(_ action: String, _ name: String) throws -> Output {
    // The folder contains no dependencies of okit, and its owner may not have sbin in PATH.
    let output = try machine.launch(
      [
        "dpkg", "--root=\(root)", "--log=\(machine.path("log"))", "--force-not-root", "--force-depends",
        "--force-bad-path", action, name,
      ], [], [:], nil)
    output.check(.status(0), ["dpkg", action, name], #_sourceLocation)
    return output
  }
}
