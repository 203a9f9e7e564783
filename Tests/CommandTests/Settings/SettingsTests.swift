import TestSupport
import Testing

/// The app's settings, and switching encryption off and on.
@Suite struct SettingsTests {
  @Test(arguments: [FormedShop.Form.age, .okitCBC]) func settingsSwitchEncryption(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let encrypted = try shop.shop.tree().paths.filter {
      $0.hasPrefix("okit/data/") && !$0.hasSuffix("settings.json") && $0.contains(".")
    }
    #expect(encrypted.count == 9)
    let names = encrypted.map { String($0.dropFirst("okit/data/".count)) }
    let plain = try names.map(shop.plain)
    let settings = try shop.text("settings.json")
    let before = try shop.shop.tree()

    try shop.okit("settings", "set", "encryption", "off", "-n")
    #expect(try shop.shop.tree().differences(from: before) == [])
    try shop.okit("settings", "set", "encryption", "off")
    #expect(try names.map { try Files.read(shop.path($0)) } == plain)
    #expect(
      try shop.text("settings.json")
        == FormedShop.replacing(#""encryption":true"#, with: #""encryption":false"#, in: settings))
    #expect(try shop.okit("check").text == "")
    #expect(try shop.okit("get", "books[1]/name").line == "Solaris")

    try shop.okit("settings", "set", "encryption", "on", "--cipher", form.rawValue)
    #expect(try names.map(shop.plain) == plain)
    #expect(try shop.text("settings.json") == settings)
    #expect(try shop.okit("check").text == "")
    let after = try shop.shop.tree()
    if form == .okitCBC { #expect(after.differences(from: before) == []) }
    #expect(after.paths == before.paths)
    let again = try shop.okit("settings", "set", "encryption", "on")
    #expect(again.errors.contains("encryption is already on"))
    #expect(try shop.shop.tree().differences(from: after) == [])
  }

  @Test func encryptionIsNotSwitchedWithoutTheKey() throws {
    let shop = try FormedShop(.age)
    let before = try shop.shop.tree()
    try shop.shop.okit(
      "settings", "set", "encryption", "off", status: 77, with: ["XDG_CONFIG_HOME": shop.shop.machine.path("nowhere")])
    #expect(try shop.shop.tree().differences(from: before) == [])
  }

  @Test func settingsAreShownAndChanged() throws {
    let shop = try FormedShop(.plain)
    #expect(
      try shop.okit("settings", "get", "--json").line == """
        {"model":"settings","themeName":"","darkMode":false,"encryption":false,"protection":true,"protectionTimeout":"5"}
        """)
    #expect(try shop.okit("settings").text == shop.okit("settings", "get").text)
    let text = try shop.text("settings.json")
    for (name, value, old, new) in [
      ("darkMode", "on", #""themeName":"""#, #""themeName":"dark""#), ("darkMode", "off", "", ""),
      ("themeName", "se\"pia", #""themeName":"""#, #""themeName":"se\"pia""#), ("themeName", "", "", ""),
      ("protection", "no", #""protection":true"#, #""protection":false"#), ("protection", "yes", "", ""),
      ("protectionTimeout", "10 Minutes", #""refKey":"5""#, #""refKey":"10""#), ("protectionTimeout", "5", "", ""),
    ] {
      try shop.okit("settings", "set", name, value)
      let wanted = old.isEmpty ? text : try FormedShop.replacing(old, with: new, in: text)
      #expect(try shop.text("settings.json") == wanted, "\(name) \(value)")
    }
    #expect(try shop.okit("settings", "get", "protectionTimeout").line == "5")
    #expect(try shop.okit("check").text == "")
  }

  @Test func wrongSettingsAreRefused() throws {
    let shop = try FormedShop(.plain)
    let before = try shop.shop.tree()
    for (name, value, status) in [
      ("protectionTimeout", "7", 64), ("encryption", "maybe", 64), ("darkMode", "dark", 64), ("color", "red", 66),
    ] as [(String, String, Int32)] {
      try shop.okit("settings", "set", name, value, status: status)
    }
    try shop.okit("settings", "get", "color", status: 66)
    #expect(try shop.shop.tree().differences(from: before) == [])
    try Files.remove(shop.path("settings.json"))
    try shop.okit("settings", "get", status: 66)
    try shop.okit("settings", "set", "encryption", "on", status: 66)
  }

  @Test func darkModeIsSetByItsPath() throws {
    let shop = try FormedShop(.plain)
    func theme() throws -> String { try shop.jq(".themeName", "settings.json") }
    #expect(try shop.okit("get", "settings:darkMode").line == "false")
    #expect(try shop.okit("set", "settings:darkMode", "true").errors == "set settings:darkMode\n")
    #expect(try theme() == #""dark""#)
    #expect(try shop.okit("get", "settings:darkMode", "settings:darkMode/not").lines == ["true", "false"])
    let line = try shop.okit("get", "--lines", "settings:darkMode").line
    #expect(line == #"{"model":"settings","path":"settings:darkMode","id":null,"value":true}"#)
    let unchanged = try shop.changes {
      try shop.okit("set", "--from", "-", input: Array(line.utf8))
      try shop.okit("set", "settings:darkMode", "on")
      try shop.okit("set", "-n", "settings:darkMode", "off")
    }
    #expect(unchanged == [])
    try shop.okit("set", "-m", "settings", "darkMode", "no")
    #expect(try theme() == #""""#)
    try shop.okit("set", "settings:themeName", "sepia")
    try shop.okit("set", "settings:darkMode", "false", "--type", "bool")
    #expect(try theme() == #""sepia""#, "another theme is not dark")
    try shop.refuses(["set", "settings:darkMode", "maybe"], status: 65, "true or false")
    try shop.refuses(["set", "settings:darkMode", "--type", "null"], status: 65, "true or false")
    try shop.refuses(["set", "settings:darkMode", "1", "--type", "json"], status: 65, "true or false")
    for word in ["remove", "add"] { try shop.refuses([word, "settings:darkMode"], status: 64, "is computed") }
    try shop.refuses(["set", "settings:darkMode/not", "true"], status: 64, "is computed")
    #expect(try shop.okit("check").text == "")
  }

  @Test func settingEncryptionByItsPathSuggestsSettingsSet() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.okit("set", "settings:encryption", "true")
    #expect(output.errors.contains("run 'okit settings set encryption on' to change both"))
    #expect(try !shop.okit("set", "settings:protection", "false").errors.contains("warning"))
  }

  // MARK: - Models encrypted again

  /// The stored form of each model, by `file` and its first bytes.
  private func forms(_ shop: FormedShop) throws -> [String] {
    let filter = ".models[] | select(.name != \"settings\") | .form"
    return try shop.shop.machine.run("jq", "-r", filter, input: shop.okit("status", "--json").bytes).lines
  }

  @Test func eachModelGetsItsFormerCipherAgain() throws {
    let shop = try FormedShop(.age)
    try shop.okit("encrypt", "directory", "--cipher", "okit-cbc")
    let before = try shop.shop.tree()
    #expect(try forms(shop) == ["age", "okit-cbc"])
    let off = try shop.okit("settings", "set", "encryption", "off")
    #expect(off.errors.contains("decrypted"))
    #expect(
      try shop.shop.jq(".models.directory.cipher, .models.default.cipher", shop.shop.configuration) == "okit-cbc\nage")
    let dry = try shop.okit("settings", "set", "encryption", "on", "--json", "--dry-run")
    let filter = "[.models[] | .name, .form]"
    let expected = #"["default","age","directory","okit-cbc"]"#
    #expect(try shop.shop.machine.run("jq", "-c", filter, input: dry.bytes).line == expected)
    let on = try shop.okit("settings", "set", "encryption", "on")
    #expect(on.errors.contains("encrypted with age\n") && on.errors.contains("encrypted with okit-cbc\n"))
    #expect(try forms(shop) == ["age", "okit-cbc"])
    #expect(try shop.okit("check").text == "")
    // The recorded ciphers are removed once the files show them again.
    let changed = try shop.shop.tree().differences(from: before)
    #expect(!changed.contains { $0.contains("okit.json") || $0.contains("directory") })
  }

  /// A shop whose app has switched encryption off without changing okit.json.
  private func switchedOffByTheApp(_ form: FormedShop.Form) throws -> FormedShop {
    let shop = try FormedShop(form)
    try shop.okit("settings", "set", "encryption", "off")
    try Files.write(
      shop.shop.jq("del(.models[].cipher) | del(.keyCheck)", shop.shop.configuration), to: shop.shop.configuration)
    return shop
  }

  @Test func modelsOfAnAppWithoutAgeGetTheAppsCipher() throws {
    // Only the app's key is available for encryption.
    let keyless = try switchedOffByTheApp(.okitCBC)
    try Files.write(keyless.shop.jq(".recipients = []", keyless.shop.configuration), to: keyless.shop.configuration)
    try keyless.okit("settings", "set", "encryption", "on")
    #expect(try forms(keyless) == ["okit-cbc", "okit-cbc"])

    // The app has left the other model encrypted.
    let mixed = try switchedOffByTheApp(.okitCBC)
    try mixed.okit("encrypt", "directory", "--cipher", "okit-cbc")
    try Files.write(mixed.shop.jq("del(.keyCheck)", mixed.shop.configuration), to: mixed.shop.configuration)
    try mixed.okit("settings", "set", "encryption", "on")
    #expect(try forms(mixed) == ["okit-cbc", "okit-cbc"])

    // The framework rewrites only the files that it had loaded: an image is still encrypted.
    let image = try switchedOffByTheApp(.okitCBC)
    let images = try Files.names(in: image.path("_image"))
    try image.write(Files.read(image.path("_image/\(images[0])")), "_image/\(images[0])", as: .okitCBC)
    try image.okit("settings", "set", "encryption", "on")
    #expect(try forms(image) == ["okit-cbc", "okit-cbc"])
  }

  @Test(arguments: [FormedShop.Form.age, .okitCBC])
  func aModelThatWasNeverEncryptedGetsTheCipherOfTheOthers(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.okit("decrypt", "directory")
    try shop.okit("settings", "set", "encryption", "off")
    try shop.okit("settings", "set", "encryption", "on")
    #expect(try forms(shop) == [form.rawValue, form.rawValue])
  }

  @Test func theWorkspaceGivesTheDefaultCipher() throws {
    let shop = try switchedOffByTheApp(.age)
    try shop.okit("settings", "set", "encryption", "on")
    #expect(try forms(shop) == ["age", "age"])
    let chosen = try FormedShop(.okitCBC)
    try chosen.okit("settings", "set", "encryption", "off")
    try chosen.okit("settings", "set", "encryption", "on", "--cipher", "age")
    #expect(try forms(chosen) == ["age", "age"])
  }

  @Test func anUnknownCipherIsAConfigurationError() throws {
    let shop = try FormedShop(.plain)
    try Files.write(
      shop.shop.jq(#".models.default.cipher = "rot13""#, shop.shop.configuration), to: shop.shop.configuration)
    let output = try shop.okit("settings", "set", "encryption", "on", status: 78)
    #expect(output.errors.contains("cipher is neither age nor okit-cbc"))
  }

  @Test func statusAndCheckGiveTheSameReason() throws {
    let shop = try FormedShop(.age)
    try shop.edit("settings.json", #""encryption":true"#, #""encryption":false"#)
    let problem = "stored as age, but the settings turn encryption off"
    let check = try shop.okit("check", status: 1)
    #expect(check.lines.count == 2 && check.lines.allSatisfy { $0.hasSuffix(problem) })
    let filter = ".models[].problem"
    let problems = try shop.shop.machine.run("jq", "-r", filter, input: shop.okit("status", "--json").bytes).lines
    #expect(problems == [problem, problem, "null"])
  }
}
