import TestSupport
import Testing

/// Classes define which models are encrypted. If they cannot be read, nothing that depends on them is stored or exported.
@Suite struct UnreadableDefinitionsTests {
  /// A reason why the definitions cannot be read.
  enum Damage: String, CaseIterable, Sendable {
    /// An editor has saved only half of the file.
    case halfSaved
    /// The path in okit.json does not exist, as on a disk that is not mounted.
    case unmounted
    /// The file of the classes is empty, and only the registrations are left.
    case undefined

    func apply(to shop: Bookshop) throws {
      let path = shop.root + "/okit/model/Bookshop.swift"
      let text = try Files.text(path)
      switch self {
      case .halfSaved: try Files.write(text.utf8.prefix(900), to: path)
      case .unmounted:
        let configuration = try shop.jq(#".definitions = ["/nowhere/model/*.swift"]"#, shop.configuration)
        try Files.write(configuration, to: shop.configuration)
      case .undefined:
        let registrations = ["default", "directory", "vault"].map { "Model.register(Gone.self, name: \"\($0)\")" }
        try Files.write("func register() {\n\(registrations.joined(separator: "\n"))\n}\n", to: path)
        // A kind in okit.json counts like a class.
        try Files.write(shop.jq("del(.models[].kind)", shop.configuration), to: shop.configuration)
      }
    }
  }

  /// A folder with a model of an encrypted class that is not in the workspace.
  private func folder(_ formed: FormedShop) throws -> String {
    let path = formed.shop.root + "/okit/model/Bookshop.swift"
    let more = """

      final class Vault: ModelEncrypted, Codable { var id: String!; var code: String = "" }
      func registerVault() { Model.register(Vault.self, name: "vault") }

      """
    try Files.write((Files.text(path) + more), to: path)
    try Files.makeFolder(formed.shop.machine.path("device/data"))
    return try formed.shop.machine.write(#"{"id":"VAULT","code":"secret"}"#, "device/data/vault.json")
  }

  @Test(arguments: FormedShop.Form.allCases, Damage.allCases)
  func changesThatDependOnDefinitionsAreRefused(form: FormedShop.Form, damage: Damage) throws {
    let formed = try FormedShop(form)
    let file = try folder(formed)
    try damage.apply(to: formed.shop)
    for more in [[], ["--dry-run"]] {
      try refused(formed, ["import", formed.shop.machine.path("device")] + more)
      try refused(formed, ["import", file] + more)
      try refused(formed, ["settings", "set", "encryption", "on"] + more)
      try refused(formed, ["settings", "set", "encryption", "off"] + more)
      try refused(formed, ["encrypt", "--all"] + more)
    }
    let target = formed.shop.machine.path("export")
    if form == .plain { try refused(formed, ["export", "-o", target, "--cipher", "okit-cbc"]) }
    #expect(!Files.exists(target))
  }

  private func refused(_ formed: FormedShop, _ words: [String]) throws {
    let before = try formed.shop.tree()
    let output = try formed.shop.okit(words, status: 78)
    #expect(output.errors.contains("cannot determine if model '"), "\(words)")
    #expect(try formed.shop.tree().differences(from: before) == [], "\(words)")
  }

  @Test(arguments: FormedShop.Form.allCases, Damage.allCases)
  func commandsThatDoNotDependOnDefinitionsWork(form: FormedShop.Form, damage: Damage) throws {
    let formed = try FormedShop(form)
    try damage.apply(to: formed.shop)
    try formed.okit("export", "-o", formed.shop.machine.path("export"))
    try formed.okit("backup", "create", "b", "--format", "directory")
    try formed.okit("backup", "restore", "b", "--yes")
    try formed.okit("encrypt", "default", "--cipher", "okit-cbc")
    try formed.okit("decrypt", "--all")
    // An existing model keeps its form.
    let source = try formed.shop.machine.write(#"{"id":"D","authors":[]}"#, "directory.json")
    try formed.okit("import", source, "--replace", "--yes")
    #expect(try Files.text(formed.path("directory.json")) == #"{"id":"D","authors":[]}"#)
  }

  /// A value that is typed only by its shape may be one that the app cannot decode.
  @Test(arguments: FormedShop.Form.allCases) func valuesAreOnlyRead(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    try Damage.halfSaved.apply(to: formed.shop)
    let before = try formed.shop.tree()
    for words in [
      ["set", "books[0]/copies", "1.5"], ["set", "books[0]/type", "hardcover"], ["add", "books", "{}"],
      ["remove", "books[0]/price"],
    ] {
      for more in [[], ["--dry-run"]] { try formed.shop.okit(words + more, status: 78) }
    }
    #expect(try formed.shop.tree().differences(from: before) == [])
    #expect(try formed.okit("get", "books[0]/name").text != "")
  }

  @Test func anUnreadableClassBlocksOnlyItsObjects() throws {
    let formed = try FormedShop(.plain)
    let path = formed.shop.root + "/okit/model/Bookshop.swift"
    let text = try Files.text(path)
    let parts = text.split(separator: "class Book: ModelEntity, Codable {", maxSplits: 1)
    try #require(parts.count == 2)
    try Files.write("\(parts[0])class Book: ModelEntity, Codable {\n  var bad: = 3\n\(parts[1])", to: path)
    for words in [["set", "books[0]/copies", "1.5"], ["remove", "books[0]/name"], ["set", "books[0]/name", "x"]] {
      #expect(try formed.shop.okit(words, status: 78).errors.contains("Bookshop.swift:"), "\(words)")
    }
    try formed.okit("set", "directory:authors[0]/name", "Ann")
  }

  /// A half saved file may have lost every mention of its classes.
  @Test(arguments: ["final class Item: Mod", "/* half"]) func elementsOfALostClassAreOnlyRead(_ half: String) throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("model"))
    try machine.write(
      "class Shop: Model { var id: String!; var name = \"\"; var items: [Item] = [] }\nfunc f() { Model.register(Shop.self) }\n",
      "model/Shop.swift")
    try machine.write("class Item: ModelEntity { var id: String!; var size = 1 }\n", "model/Item.swift")
    let root = machine.path("shop")
    try machine.okit("init", root, "--definitions", machine.path("model"))
    try machine.okit("model", "create", "default", "--class", "Shop", in: root)
    try machine.okit("add", "items", "{}", in: root)
    try machine.write(half, "model/Item.swift")
    for words in [["add", "items", "{}"], ["set", "items[0]/size", "3"], ["remove", "items[0]/size"]] {
      #expect(try machine.okit(words, status: 78, in: root).errors.contains("Item.swift:1:"), "\(words)")
    }
    try machine.okit("set", "name", "x", in: root)
    #expect(try machine.okit("check", status: 1, in: root).text.contains("definition"))
  }

  @Test func definitionsThatMatchNoFileAreAFinding() throws {
    let formed = try FormedShop(.plain)
    try Damage.unmounted.apply(to: formed.shop)
    let check = try formed.okit("check", status: 1)
    #expect(check.text.hasPrefix("okit/okit.json: definition: the definitions '/nowhere/model/*.swift' match no"))
    let list = try formed.okit("ref", "list")
    #expect(list.errors.contains("put the files there, or correct 'definitions' in okit/okit.json"))
  }

  @Test func anEncryptedClassIsEncryptedOnceDefinitionsAreReadable() throws {
    let formed = try FormedShop(.age)
    let file = try folder(formed)
    let path = formed.shop.root + "/okit/model/Bookshop.swift"
    let text = try Files.text(path)
    try Damage.halfSaved.apply(to: formed.shop)
    try refused(formed, ["import", file])
    try Files.write(text, to: path)
    try formed.okit("import", file)
    #expect(try formed.shop.ageDecrypted(formed.path("vault.json")) == Files.read(file))
  }
}
