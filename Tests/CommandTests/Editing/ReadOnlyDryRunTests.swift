import TestSupport
import Testing

/// Dry runs on models in each form. `WritingHabitTests` tries all commands.
@Suite struct ReadOnlyDryRunTests {
  @Test(arguments: FormedShop.Form.allCases)
  func aDryRunWorksWhereTheUserMayOnlyRead(_ form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    let machine = formed.machine
    try shop.okit("backup", "create", "b", "--format", "directory")
    let model = try machine.write(#"{"id":"N"}"#, "new.json")
    try machine.shell("chmod -R a-w \"$root\"", with: ["root": shop.root])
    defer { _ = try? machine.shell("chmod -R u+w \"$root\"", with: ["root": shop.root]) }
    let before = try FileTree(shop.root)
    for words in [
      ["set", "books[0]/name", "x"], ["set", "books", "[]"], ["add", "genres", "{}"], ["remove", "books[0]/icon"],
      ["move", "books[0]", "books[1]"], ["encrypt", "--all", "--cipher", "age"], ["decrypt", "--all"], ["rekey"],
      ["key", "add", LockoutTests.stranger], ["export"], ["backup", "create", "c", "--format", "directory"],
      ["backup", "delete", "b"], ["backup", "restore", "b"], ["backup", "restore", "b", "default"],
      ["import", model], ["import", "okit/backup/b", "--replace"], ["model", "create", "m", "a:Int"],
      ["model", "delete", "directory"], ["settings", "set", "darkMode", "on"], ["check", "--fix"],
      ["attachment", "gc"], ["attachment", "put", "books[1]/icon", Fixture.plainImage],
      ["attachment", "remove", "books[0]/icon"],
      ["partial", "sync"], ["partial", "inline", "directory:groups[0]"], ["migrate", "apply"],
    ] {
      try machine.okit(words + ["-n"], in: shop.root)
    }
    #expect(try FileTree(shop.root).differences(from: before) == [])
  }
}
