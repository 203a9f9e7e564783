import Testing

/// The app's settings, and encryption switched off and on.
@Suite struct SettingsTests {
  @Test(arguments: [FormedShop.Form.age, .okitCBC]) func switchEncryption(form: FormedShop.Form) throws {
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
    #expect(again.errors.contains("encryption is on already"))
    #expect(try shop.shop.tree().differences(from: after) == [])
  }

  @Test func nothingIsSwitchedWithoutTheKey() throws {
    let shop = try FormedShop(.age)
    let before = try shop.shop.tree()
    try shop.shop.okit(
      "settings", "set", "encryption", "off", status: 77, with: ["XDG_CONFIG_HOME": shop.shop.machine.path("nowhere")])
    #expect(try shop.shop.tree().differences(from: before) == [])
  }

  @Test func areShownAndChanged() throws {
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

  @Test func areRefusedWhatTheyAreNot() throws {
    let shop = try FormedShop(.plain)
    let before = try shop.shop.tree()
    for (name, value, status) in [
      ("protectionTimeout", "7", 64), ("encryption", "maybe", 64), ("darkMode", "dark", 64), ("colour", "red", 66),
    ] as [(String, String, Int32)] {
      try shop.okit("settings", "set", name, value, status: status)
    }
    try shop.okit("settings", "get", "colour", status: 66)
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
    for word in ["remove", "add"] { try shop.refuses([word, "settings:darkMode"], status: 64, "stored nowhere") }
    try shop.refuses(["set", "settings:darkMode/not", "true"], status: 64, "stored nowhere")
    #expect(try shop.okit("check").text == "")
  }

  @Test func encryptionSetByItsPathSaysWhatItDoesNot() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.okit("set", "settings:encryption", "true")
    #expect(output.errors.contains("'okit settings set encryption on' changes both"))
    #expect(try !shop.okit("set", "settings:protection", "false").errors.contains("warning"))
  }
}
