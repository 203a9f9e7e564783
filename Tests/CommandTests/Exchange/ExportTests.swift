import TestSupport
import Testing

/// Exported models.
@Suite struct ExportTests {
  @Test func anExportIsDecryptedUntilCleared() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let before = try FileTree(shop.data)
    let output = try shop.okit("export")
    #expect(output.text == shop.root + "/okit/export\n")
    #expect(output.errors.contains("--clear"))
    let exported = try FileTree(shop.root + "/okit/export").without { $0 == ".export.json" }
    #expect(try exported.entries == plainFixture(shop))
    #expect(try Files.mode(shop.root + "/okit/export") & 0o077 == 0)
    #expect(try shop.okit("status").text.contains("okit/export"))
    #expect(try shop.okit("export", status: 73).errors.contains("--clear"))
    try shop.okit("export", "--clear", "default", status: 64)
    #expect(try shop.okit("export", "--clear").errors.contains("22 files"))
    #expect(try Files.byteNames(in: shop.root + "/okit/export") == [])
    #expect(try !shop.okit("status").text.contains("okit/export"))
    #expect(try FileTree(shop.data).differences(from: before) == [])
    #expect(try shop.okit("export", "--clear").errors.contains("already empty"))
  }

  @Test func anExportForADeviceIsEqualByteForByte() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    try shop.okit("export", "--cipher", "okit-cbc", "-o", shop.machine.path("device"))
    #expect(try FileTree(shop.machine.path("device")).differences(from: FileTree(Fixture.data)) == [])
    // The kind of the models shows that the app encrypts them, though they were never encrypted here.
    try shop.okit("decrypt", "default")
    try shop.machine.shell(
      #"jq '.models.default.kind = "encrypted"' "$file" > new && cat new > "$file""#,
      with: ["file": shop.configuration])
    try shop.okit("export", "--cipher", "okit-cbc", "-o", shop.machine.path("again"))
    #expect(try FileTree(shop.machine.path("again")).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test func onlyNamedModelsAreExported() throws {
    let shop = try Bookshop()
    try shop.okit("export", "directory", "-o", shop.machine.path("out"))
    let expected = try FileTree(Fixture.data).without { !$0.hasPrefix("directory") }
    #expect(try FileTree(shop.machine.path("out")).differences(from: expected) == [])
    try shop.okit("export", "absent", "-o", shop.machine.path("none"), status: 66)
    try shop.okit("export", "directory", "-o", shop.machine.path("out"), status: 73)
    try shop.okit("export", "--cipher", "age", status: 64)
    try shop.okit("export", "-n", "-o", shop.machine.path("none"))
    #expect(!Files.exists(shop.machine.path("none")))
  }

  @Test func aFolderCanBeNamedWithASlashAtItsEnd() throws {
    let shop = try Bookshop()
    let out = shop.machine.path("out")
    try Files.makeFolder(out)
    try shop.okit("export", "-o", out + "/")
    #expect(try FileTree(out).entries == plainFixture(shop))
    try shop.okit("export", "-o", shop.machine.path("new") + "/")
    #expect(try FileTree(shop.machine.path("new")).entries == plainFixture(shop))
    try shop.okit("backup", "create", "b", "-o", out + "/", "-r", shop.recipient)
    #expect(Files.exists(out + "/b.tar.zst.age"))
    try shop.machine.okit("init", shop.machine.path("w") + "/", "--data", Fixture.data + "/")
    #expect(try FileTree(shop.machine.path("w/okit/data")).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test func aFileOrALinkToNothingIsNotReplaced() throws {
    let shop = try Bookshop()
    let file = try shop.machine.write("mine", "file")
    let link = shop.machine.path("link")
    try shop.machine.run("ln", "-s", "gone", link)
    for path in [file, link, link + "/"] {
      let place = path == file ? file : link
      for words in [["export", "-o", path], ["export", "-n", "-o", path]] {
        let output = try shop.okit(words, status: 73)
        #expect(output.errors == "okit: error: \(place) already exists and is not a folder\n")
      }
    }
    #expect(try Files.text(file) == "mine")
    #expect(try shop.machine.run("readlink", link).line == "gone")
  }

  @Test func withoutTheKeyNothingIsWritten() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    try shop.okit("export", status: 77)
    try shop.okit("export", "-o", shop.machine.path("out"), status: 77)
    try shop.okit("export", "settings", "-o", shop.machine.path("settings"))
    #expect(!Files.exists(shop.machine.path("out")))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func aDataFolderWithoutAConfigurationIsRead() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("app/okit"))
    try machine.run("cp", "-r", Fixture.data, machine.path("app/okit/data"))
    let app = machine.path("app")
    let environment = ["OKIT_CBC_KEY": Fixture.key]
    try machine.okit("status", in: app)
    try machine.okit("check", with: environment, in: app)
    #expect(try machine.okit("get", "books[0]/name", with: environment, in: app).text == "Dispossessed 0\n")
    try machine.okit("export", "--cipher", "okit-cbc", "-o", machine.path("out"), with: environment, in: app)
    #expect(try FileTree(machine.path("out")).differences(from: FileTree(Fixture.data)) == [])
    try machine.okit("encrypt", "default", status: 78, with: environment, in: app)
    #expect(try FileTree(app + "/okit/data").differences(from: FileTree(Fixture.data)) == [])
  }
}
