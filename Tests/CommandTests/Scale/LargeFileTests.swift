import Glibc
import TestSupport
import Testing

/// Every command with one large file: a gibibyte in a whole campaign.
@Suite struct LargeFileTests {
  private static let size = Effort.isWhole ? 1 << 30 : 48 << 20

  @Test func aLargeModelIsInMemoryAtMostOnce() throws {
    // The text, and a tape of about 1.4 times its size. Streaming needs no more memory.
    try go(through: .init(models: 1, largeModel: Self.size), reading: Warehouse.base + Self.size * 13 / 5)
  }

  @Test func aLargeAttachmentIsNeverInMemory() throws {
    try go(through: .init(models: 1, largeAttachment: Self.size), reading: Warehouse.base)
  }

  @Test func aModelThatIsTooLargeIsRefusedUnread() throws {
    let warehouse = try Warehouse(.init(models: 2))
    try warehouse.okit("init", "--data", warehouse.source, within: Warehouse.base)
    try warehouse.okit("key", "generate", within: Warehouse.base)
    // It begins as JSON; the rest is a hole.
    let path = warehouse.data + "/model0.json"
    try Files.write((#"{"id": "M"# + String(repeating: " ", count: 1000)), to: path)
    try #require(truncate(path, 5 << 30) == 0)
    let words = "the text has 5368709120 bytes; the limit is"
    for arguments in [["get", "model0:name"], ["encrypt", "model0"], ["export"]] {
      let output = try warehouse.okit(arguments, within: Warehouse.base, status: 65)
      #expect(output.errors.hasPrefix("okit: error: \(path): \(words)"), "\(output.errors)")
    }
    let check = try warehouse.okit("check", within: Warehouse.base, status: 1)
    #expect(check.text.contains("okit/data/model0.json: malformed") && check.text.contains(words), "\(check.text)")
    #expect(try warehouse.okit("status", within: Warehouse.base).text.contains("damaged"))
    try warehouse.expectNoLitter()
  }

  /// Runs every command. Those that look for the files of a model may use `reading` bytes of memory, all others hardly any.
  private func go(through stock: Warehouse.Stock, reading: Int) throws {
    let warehouse = try Warehouse(stock)
    let machine = warehouse.machine
    let passing = Warehouse.base
    let password = try machine.write("open sesame\n", "password")
    let out = machine.path("out")
    let large = stock.largeModel > 0 ? "large" : Warehouse.name(0)

    try warehouse.okit("init", "--data", warehouse.source, within: passing)
    try warehouse.okit("key", "import", Fixture.key, within: passing)
    let recipient = try warehouse.okit("key", "generate", within: passing).line
    try warehouse.okit("status", within: passing)
    // An index of 24 bytes for each entity of about 95 bytes.
    warehouse.expectSound(try warehouse.okit("check", within: reading + stock.largeModel / 4))
    if stock.largeModel > 0 {
      #expect(try warehouse.okit("get", "large:books[7]/name", within: reading).line == "book 7")
    }
    try warehouse.okit("encrypt", "--all", within: reading)
    try warehouse.expectEncrypted()
    try warehouse.okit("status", within: passing)
    try warehouse.okit("rekey", within: reading)
    try warehouse.expectEncrypted()

    try warehouse.okit("backup", "create", "sealed", "-r", recipient, within: reading)
    try warehouse.okit("backup", "create", "zipped", "--format", "zip", "--password-file", password, within: reading)
    // An encrypted model that stays encrypted is not opened.
    try warehouse.okit("backup", "create", "stored", "-r", recipient, "--as-stored", within: passing)
    try warehouse.okit("backup", "create", "folder", "--format", "directory", within: passing)
    for name in ["sealed", "zipped", "stored", "folder"] {
      try warehouse.okit("backup", "show", name, "--password-file", password, within: passing)
      try warehouse.okit("backup", "verify", name, "--password-file", password, within: passing)
      try warehouse.spoil(Warehouse.name(0))
      try warehouse.okit("backup", "restore", name, "--password-file", password, "--yes", within: passing)
      try warehouse.expectEncrypted()
      try warehouse.removeKept()
    }
    try warehouse.okit("backup", "restore", "sealed", large, "--yes", within: reading)
    try warehouse.removeKept()
    try warehouse.okit("decrypt", "--all", within: reading)
    try warehouse.expectSource(in: warehouse.data)

    let sealed = warehouse.backups + "/sealed.tar.zst.age"
    try warehouse.okit("import", sealed, "--merge", within: reading)
    try warehouse.spoil(Warehouse.name(0))
    try warehouse.okit("import", sealed, "--replace", "--yes", within: reading)
    try warehouse.removeKept()
    try warehouse.okit("decrypt", "--all", within: reading)
    try warehouse.expectSource(in: warehouse.data)
    try warehouse.okit("export", within: reading)
    try warehouse.expectSource(in: warehouse.root + "/okit/export")
    try warehouse.okit("export", "--clear", within: passing)

    try warehouse.okit("encrypt", "--all", "--cipher", "okit-cbc", within: reading)
    try warehouse.okit("status", within: passing)
    try warehouse.okit("backup", "create", "cbc", "-r", recipient, within: reading)
    try warehouse.okit("backup", "verify", "cbc", within: passing)
    try warehouse.okit("decrypt", "--all", within: reading)
    try warehouse.expectSource(in: warehouse.data)

    let again = machine.path("again")
    let identity = try machine.run("find", machine.path("config"), "-name", "identity.txt").line
    try warehouse.okit("init", again, "--from", sealed, "-i", identity, within: passing)
    try warehouse.okit("export", "-C", again, "-o", out, within: reading)
    try warehouse.expectSource(in: out)
    try warehouse.expectNoLitter()
  }
}
