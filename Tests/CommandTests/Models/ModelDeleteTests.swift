import TestSupport
import Testing

@Suite struct ModelDeleteTests {
  @Test func deletingAModelRemovesItsFilesAndKeepsABackup() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let before = try shop.tree()
    try shop.okit("model", "delete", "directory", status: 64)
    let output = try shop.okit("model", "delete", "directory", "--yes")
    #expect(output.errors.hasPrefix("deleted model directory, 4 files\nprevious data kept as backup before-delete-"))
    #expect(try shop.jq(".models.directory | tojson", shop.configuration) == "null")
    #expect(try Files.names(in: shop.data) == ["_image", "default.json", "settings.json"])
    let kept = try #require(try Files.names(in: shop.backups).first { $0.hasPrefix("before-delete-") })
    try shop.okit("backup", "restore", kept, "directory", "--yes")
    let after = try shop.tree().without { $0.hasPrefix("okit/backup") }
    #expect(after.differences(from: before) == [])
  }

  @Test func theQuestionCountsTheFiles() throws {
    let shop = try Bookshop()
    let asked = try Terminal(shop.machine, ["okit", "model", "delete", "directory"], in: shop.root)
    try asked.answer(("Delete model 'directory' (1 file, 3 partials)? [y/N] ", "n"))
    #expect(try asked.end() == .status(1))
  }

  @Test func sharedAttachmentsStay() throws {
    let shop = try Bookshop()
    try shop.okit("decrypt", "--all")
    let icon = try shop.machine.run("jq", "-c", "{icon: .books[0].icon}", shop.data + "/default.json").text
    try Files.write(icon, to: shop.data + "/other.json")
    try shop.okit("model", "delete", "default", "--yes")
    #expect(try Files.names(in: shop.data + "/_image").count == 1)
    try shop.okit("check")
  }

  @Test func deletingAModelKeepsTheDefinitions() throws {
    let shop = try Bookshop()
    try shop.define()
    let output = try shop.okit("model", "delete", "directory", "--yes")
    #expect(output.errors.contains("the definition of Directory was not removed"))
    #expect(try shop.okit("model", "list").lines.contains { $0.hasPrefix("directory  Directory") })
  }

  @Test func anUnknownOrLockedModelIsNotDeleted() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    try shop.okit("model", "delete", "nothing", "--yes", status: 66)
    try shop.okit("model", "delete", "default", "--yes", status: 77)
    let output = try shop.okit("model", "delete", "directory", "--dry-run")
    #expect(output.errors == "would delete model directory, 4 files\n")
    #expect(try shop.tree().differences(from: before) == [])
  }
}
