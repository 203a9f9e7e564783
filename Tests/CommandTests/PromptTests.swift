import TestSupport
import Testing

/// Questions on a terminal.
@Suite struct PromptTests {
  private func creating(_ shop: Bookshop, _ options: String...) throws -> Terminal {
    try Terminal(shop.machine, ["okit", "backup", "create", "z", "--format", "zip"] + options, in: shop.root)
  }

  @Test func aNewPasswordIsAskedForTwiceAndNotShown() throws {
    let shop = try Bookshop()
    let terminal = try creating(shop)
    try terminal.answer(("assword", "typed secret"), ("again", "typed secret"))
    #expect(try terminal.end() == .status(0))
    #expect(!terminal.transcript.contains("typed secret"))
    try shop.machine.run("7z", "t", "-ptyped secret", shop.backups + "/z.zip")
    // To open a backup, the password is asked for once.
    let verify = try Terminal(shop.machine, ["okit", "backup", "verify", "z"], in: shop.root)
    try verify.answer(("assword", "typed secret"))
    #expect(try verify.end() == .status(0))
    #expect(!verify.transcript.contains("again"))
  }

  @Test func aPasswordMismatchCreatesNoBackup() throws {
    let shop = try Bookshop()
    let terminal = try creating(shop)
    try terminal.answer(("assword", "one"), ("again", "two"))
    #expect(try terminal.end() == .status(64))
    #expect(terminal.transcript.contains("do not match"))
    let empty = try creating(shop)
    try empty.answer(("assword", ""))
    #expect(try empty.end() == .status(64))
    #expect(!Files.exists(shop.backups + "/z.zip"))
  }

  @Test func aWrongPasswordExitsWith77() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "z", "--format", "zip", with: ["OKIT_PASSWORD": "right"])
    let verify = try Terminal(shop.machine, ["okit", "backup", "verify", "z"], in: shop.root)
    try verify.answer(("assword", "wrong"))
    #expect(try verify.end() == .status(77))
  }

  @Test func thePromptUsesTheTerminalIfTheStreamsAreRedirected() throws {
    let shop = try Bookshop()
    let (output, errors) = (shop.machine.path("stdout"), shop.machine.path("stderr"))
    let terminal = try Terminal(
      shop.machine, ["okit", "backup", "create", "z", "--format", "zip"], in: shop.root, output: output, errors: errors)
    try terminal.answer(("assword", "secret"), ("again", "secret"))
    #expect(try terminal.end() == .status(0))
    #expect(try Files.text(output) == shop.backups + "/z.zip\n")
    #expect(try !Files.text(errors).contains("assword for"))
  }

  @Test func noInputNeverAsks() throws {
    let shop = try Bookshop()
    let terminal = try creating(shop, "--no-input")
    #expect(try terminal.end() == .status(77))
    try shop.okit("backup", "create", "z", "--format", "directory")
    let delete = try Terminal(shop.machine, ["okit", "backup", "delete", "z", "--no-input"], in: shop.root)
    #expect(try delete.end() == .status(64))
  }

  @Test func aMissingPasswordWithoutATerminalExitsWith77AndAHint() throws {
    let shop = try Bookshop()
    let output = try shop.okit("backup", "create", "z", "--format", "zip", status: 77)
    #expect(output.errors.contains("--password-file"))
  }

  @Test func interruptingAPromptRestoresTheTerminal() throws {
    let shop = try Bookshop()
    let terminal = try Terminal(
      shop.machine, ["sh", "-c", "stty -a > before; '\(Machine.okit)' backup create z; stty -a > after; echo ended"],
      in: shop.root)
    try terminal.wait(for: "assword")
    terminal.type("\u{3}")
    _ = try terminal.end()
    let after = shop.root + "/after"
    // The signal may end the shell as well. Then its terminal is gone and cannot be compared.
    if Files.exists(after) { #expect(try Files.text(after) == Files.text(shop.root + "/before")) }
    #expect(try !Files.exists(shop.backups) || Files.byteNames(in: shop.backups) == [])
  }

  @Test func restoreAsksBeforeReplacing() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup()
    try Files.write("{}", to: shop.data + "/settings.json")
    let refused = try Terminal(shop.machine, ["okit", "backup", "restore", "sealed"], in: shop.root)
    try refused.answer(("[y/N]", ""))
    #expect(try refused.end() != .status(0))
    #expect(try Files.text(shop.data + "/settings.json") == "{}")
    let agreed = try Terminal(shop.machine, ["okit", "backup", "restore", "sealed"], in: shop.root)
    try agreed.answer(("[y/N]", "yes"))
    #expect(try agreed.end() == .status(0))
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
  }
}
