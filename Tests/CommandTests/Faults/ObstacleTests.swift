import Glibc
import TestSupport
import Testing

/// Files and folders that nobody, or not this user, may replace.
@Suite struct ObstacleTests {
  /// True if this process may set attributes of files, and their file system supports them.
  static let canSetAttributes: Bool = {
    guard let machine = try? Machine(), (try? Files.makeFolder(machine.path("folder"))) != nil else { return false }
    defer { _ = try? machine.run("chattr", "-a", machine.path("folder")) }
    return (try? machine.run("chattr", "+a", machine.path("folder"))) != nil
  }()

  /// Runs `body` while `path` has an attribute.
  private func with(_ attribute: String, on path: String, of shop: Bookshop, _ body: () throws -> Void) throws {
    try shop.machine.run("chattr", "+" + attribute, path)
    defer { _ = try? shop.machine.run("chattr", "-" + attribute, path) }
    try body()
  }

  @Test(
    .enabled(if: canSetAttributes, "this user may not set attributes of files"), arguments: FormedShop.Form.allCases)
  func appendOnlyAndImmutableFilesAreRefusedBeforeAnythingChanges(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form).shop
    try shop.okit("backup", "create", "b", "-r", shop.recipient)
    let before = try shop.tree()
    for (attribute, path) in [
      ("a", shop.data), ("a", shop.data + "/default.json"), ("i", shop.data + "/default.json"),
    ] {
      try with(attribute, on: path, of: shop) {
        for words in [["set", "default:books[0]/name", "x"], ["backup", "restore", "b", "--yes"]] {
          let output = try shop.okit(words, status: 74)
          #expect(
            output.errors.contains("append-only or immutable (see lsattr(1))"), "\(attribute) \(path): \(output.errors)"
          )
        }
        try shop.okit("get", "default:books[0]/name")
        try shop.okit("status")
        try shop.okit("check")
      }
      try shop.okit("check")
      #expect(try shop.tree().entries == before.entries, "\(attribute) \(path)")
    }
  }

  @Test(.enabled(if: canSetAttributes, "this user may not set attributes of files"))
  func restoreReplacesFilesOneByOneIfTheDataFolderCannotBeExchanged() throws {
    let shop = try FormedShop(.age).shop
    let elsewhere = shop.machine.path("elsewhere")
    try Files.makeFolder(elsewhere)
    try shop.machine.run("mv", shop.data, elsewhere + "/data")
    try shop.machine.run("ln", "-s", elsewhere + "/data", shop.data)
    let name = try shop.okit("get", "default:books[0]/name").line
    try shop.okit("backup", "create", "b", "-r", shop.recipient)
    try shop.okit("set", "default:books[0]/name", "x")
    try with("a", on: elsewhere, of: shop) {
      try shop.okit("backup", "restore", "b", "--yes")
      #expect(try shop.okit("get", "default:books[0]/name").line == name)
      // Nothing can be removed from the folder.
      let output = try shop.okit("set", "default:books[0]/name", "y")
      #expect(output.errors.contains("left over from an interrupted change"))
    }
    try shop.okit("set", "default:books[0]/name", "z")
    #expect(try Files.names(in: elsewhere) == ["data"])
    try shop.okit("check")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make folders that belong to others"))
  func filesOfOthersInAStickyFolderAreRefusedBeforeAnythingChanges() throws {
    let shop = try FormedShop(.plain).shop
    let before = try shop.tree()
    // The workspace belongs to an ordinary user, but its data folder and the files in it belong to root.
    try shop.machine.run("chown", "-R", "65534:65534", shop.machine.folder)
    try shop.machine.run("chown", "-R", "0:0", shop.data)
    try shop.machine.run("chmod", "-R", "a+rwX", shop.data)
    try shop.machine.run("chmod", "1777", shop.data)
    func okit(_ words: [String], status: Int32) throws -> Output {
      let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", Machine.okit]
      let output = try shop.machine.launch(user + words, [], [:], shop.root)
      output.check(.status(status), words, #_sourceLocation)
      return output
    }
    try #require(access(Machine.okit, X_OK) == 0)
    let output = try okit(["set", "default:books[0]/name", "x"], status: 74)
    #expect(output.errors.contains("it belongs to another user, and its folder is sticky"), "\(output.errors)")
    _ = try okit(["get", "default:books[0]/name"], status: 0)
    _ = try okit(["status"], status: 0)
    #expect(try shop.tree().entries == before.entries)
  }
}
