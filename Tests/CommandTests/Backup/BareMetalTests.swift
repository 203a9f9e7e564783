import TestSupport
import Testing

/// A new machine with an archive and the secret that opens it, and nothing else.
@Suite struct BareMetalTests {
  private static let models = #".models | map("\(.name) \(.form) \(.access)") | join("\n")"#

  @Test(arguments: ["age", "zip"])
  func theArchiveAndItsPasswordRestoreTheWorkspace(_ format: String) throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let archive = try shop.okit("backup", "create", "b", "--format", format, "--password-file", shop.password()).line
    let new = try Machine()
    let name = archive.split(separator: "/").last!
    try new.run("cp", archive, new.path(String(name)))
    let password = try new.write("open sesame\n", "password")
    // Encrypted models cannot be encrypted again without a key; the error says so and suggests the next step.
    let refused = try new.okit("init", "w", "--from", String(name), "--password-file", password, status: 77)
    #expect(refused.errors.contains("--decrypted"))
    try new.okit("init", "w", "--from", String(name), "--password-file", new.write("wrong", "wrong"), status: 77)
    #expect(!Files.exists(new.path("w")))

    try new.okit("init", "w", "--from", String(name), "--password-file", password, "--decrypted")
    #expect(try FileTree(new.path("w/okit/data")).entries == plainFixture(shop))
    let root = new.path("w")
    #expect(try new.okit("get", "books[0]/name", in: root).text == "Dispossessed 0\n")
    #expect(try new.okit("get", "directory:authors[3]/name", in: root).text == "村上春樹\n")
    let json = try new.okit("status", "--json", in: root).bytes
    #expect(
      try new.run("jq", "-r", Self.models, input: json).line
        == "default json open\ndirectory json open\nsettings json open")
    // The new workspace now works like any other, with a new key.
    try new.okit("key", "generate", in: root)
    try new.okit("encrypt", "default", "directory", in: root)
    #expect(try new.okit("get", "books[0]/name", in: root).text == "Dispossessed 0\n")
    try new.okit("check", in: root)
    try new.okit("backup", "create", with: ["OKIT_PASSWORD": "new"], in: root)
  }

  @Test func theArchiveAndAnIdentityRestoreTheWorkspace() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "directory", "--cipher", "age")
    let archive = try shop.sealedBackup()
    let new = try Machine()
    try new.run("cp", archive, new.path("b.age"))
    try new.run("cp", shop.identity, new.path("identity.txt"))
    try new.okit("init", "w", "--from", "b.age", status: 77)
    #expect(!Files.exists(new.path("w")))
    try new.okit("init", "w", "--from", "b.age", "-i", "identity.txt")
    let root = new.path("w")
    #expect(try shop.jq(".id", root + "/okit/okit.json") == shop.id)
    #expect(try shop.jq(".recipients[0]", root + "/okit/okit.json") == shop.recipient)
    let identity = new.path("identity.txt")
    #expect(try new.okit("get", "books[0]/name", "-i", identity, in: root).text == "Dispossessed 0\n")
    #expect(
      try new.run("age", "-d", "-i", identity, root + "/okit/data/default.json").bytes
        == Fixture.bytes("expected/default.json"))
    try new.okit("get", "books[0]/name", status: 77, in: root)
    try new.okit("key", "import", identity, in: root)
    #expect(try new.okit("get", "books[0]/name", in: root).text == "Dispossessed 0\n")
    try new.okit("export", "-o", new.path("out"), in: root)
    #expect(try FileTree(new.path("out")).entries == plainFixture(shop))
    try new.okit("check", in: root)
  }

  @Test func restoreWorksInANewWorkspace() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    let archive = try shop.sealedBackup()
    let new = try Machine()
    try new.run("cp", shop.identity, new.path("identity.txt"))
    try new.okit("init", "w")
    let root = new.path("w")
    try new.okit("backup", "restore", archive, "--yes", "-i", new.path("identity.txt"), in: root)
    #expect(try new.okit("get", "books[0]/name", "-i", new.path("identity.txt"), in: root).text == "Dispossessed 0\n")
    try new.okit("export", "-o", new.path("out"), "-i", new.path("identity.txt"), in: root)
    #expect(try FileTree(new.path("out")).entries == plainFixture(shop))
  }

  @Test func aBackupCanBeOpenedWithoutOKit() throws {
    let shop = try Bookshop()
    let archive = try shop.sealedBackup()
    let new = try Machine()
    try new.run("cp", shop.identity, new.path("identity.txt"))
    try new.shell("age -d -i identity.txt '\(archive)' | zstd -dc | tar xf -")
    try new.run("sha256sum", "--quiet", "-c", "SHA256SUMS", in: new.folder)
    let name = try new.run("jq", "-r", ".authors[3].name", new.path("data/directory.json")).line
    #expect(name == "村上春樹")
    #expect(try FileTree(new.path("data")).entries == plainFixture(shop))
  }
}
