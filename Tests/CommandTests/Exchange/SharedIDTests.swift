import TestSupport
import Testing

/// Ids are unique in all models; a copy of a model under another name makes each of its ids ambiguous.
@Suite struct SharedIDTests {
  @Test(arguments: FormedShop.Form.allCases) func aCopyUnderAnotherNameGetsAWarning(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let source = try formed.shop.machine.write(formed.text("directory.json"), "directory.json")
    let before = try formed.shop.tree()
    let dry = try formed.okit("import", source, "--as", "copy", "--dry-run")
    let warning = " also exist in model directory; a reference to such an id finds only one of the entities\n"
    #expect(dry.errors.contains(warning))
    #expect(try formed.shop.tree().differences(from: before) == [])
    let output = try formed.okit("import", source, "--as", "copy")
    #expect(output.errors.contains(warning) && output.errors.contains("ids of model copy, such as "))
    #expect(output.text == "copy\n")
    #expect(try formed.okit("check", status: 1).text.contains("duplicate-id"))
  }

  @Test func aReplacedModelIsNotReported() throws {
    let formed = try FormedShop(.plain)
    let source = try formed.shop.machine.write(formed.text("directory.json"), "directory.json")
    #expect(!(try formed.okit("import", source, "--replace", "--yes").errors.contains("also exist")))
    let one = try formed.shop.machine.write(#"{"list":[{"id":"FANTASY"},{"id":""},{"id":"OWN"}]}"#, "one.json")
    let output = try formed.okit("import", one)
    #expect(output.errors.contains("the id 'FANTASY' of model one also exists in model default; "))
  }

  @Test func lockedModelsAreSkipped() throws {
    let formed = try FormedShop(.age)
    let source = try formed.shop.machine.write(formed.text("directory.json"), "directory.json")
    let output = try formed.shop.okit(
      "import", source, "--as", "plain", with: ["XDG_CONFIG_HOME": formed.shop.machine.path("nowhere")])
    #expect(!output.errors.contains("exist"))
  }
}
