import TestSupport
import Testing

/// A finished change counts as a success even if reading the workspace afterwards fails.
@Suite struct LaterFailureTests {
  @Test(arguments: FormedShop.Form.allCases)
  func encryptReportsThatBackupsWereNotChecked(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form).shop
    try shop.okit("decrypt", "--all")
    try Files.remove(shop.backups)
    // A folder that nobody can list, not even root.
    try shop.machine.run("ln", "-s", "backup", shop.backups)
    let output = try shop.okit("encrypt", "default", "--cipher", "age")
    #expect(output.errors.contains("default: "))
    #expect(output.errors.contains("cannot check older backups for plain copies: cannot read \(shop.backups): "))
    #expect(try Files.read(shop.data + "/default.json").starts(with: "age-encryption.org/v1".utf8))
    // Commands that do not need the folder work.
    try shop.okit("set", "default:books[0]/name", "Odyssey")
    #expect(try shop.okit("get", "default:books[0]/name").line == "Odyssey")
  }

  @Test func initPrintsTheNewWorkspaceIfItCannotReadIt() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("shop"))
    try Files.makeFolder(machine.path("shop/okit"))
    try Files.makeFolder(machine.path("shop/okit/data"))
    try machine.run("ln", "-s", "backup", machine.path("shop/okit/backup"))
    let output = try machine.okit("init", machine.path("shop"))
    #expect(output.line == machine.path("shop"))
    #expect(output.errors.contains("cannot read the new workspace: "))
  }

  @Test(arguments: FormedShop.Form.allCases, ["text", "json"])
  func checkReportsItsRepairsIfItCannotCheckAgain(_ form: FormedShop.Form, _ output: String) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    try formed.edit("default.json", #","copies":3"#, "")
    let configuration = try Files.text(shop.configuration)
    // The hook runs after the repair and before the second check.
    try shop.hook("changed", "echo broken > '\(shop.configuration)'")
    let fix = try shop.okit(["check", "--fix"] + (output == "json" ? ["--json"] : []), status: 78)
    #expect(fix.errors.contains("okit.json"))
    #expect(!fix.text.contains("leftover"))
    #expect(fix.errors.contains("fixed 1 problem, but cannot check the workspace again"))
    if output == "json" {
      let repaired = try shop.machine.run("jq", "-c", ".repaired | length", input: fix.bytes)
      #expect(repaired.line == "1")
    } else {
      #expect(fix.text.contains("missing-property: fixed: "))
    }
    // The identity is found by the workspace's id.
    try Files.write(configuration, to: shop.configuration)
    #expect(try formed.text("default.json").contains(#""copies":0"#))
  }
}
