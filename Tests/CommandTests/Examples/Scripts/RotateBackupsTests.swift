import Testing

/// `rotate-backups`.
@Suite("Examples: rotate-backups") struct RotateBackupsTests {
  private static let times = ["20240101T000000Z", "20250101T000000Z", "20251231T235959Z", "20260101T000000Z"]

  private let scene: ExampleScene

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "scripts")
    // The time of a file says nothing: it may have been copied.
    for name in Self.times.reversed() + ["mine", "before-restore-20230101T000000Z", "20230101"] {
      let form = try name == Self.times[1] ? ["--format", "directory"] : ["-r", scene.shop.recipient]
      try scene.shop.okit(["backup", "create", name] + form)
    }
  }

  private func rotate(_ words: String..., status: Int32 = 0) throws -> Output {
    let output = try scene.machine.launch(["rotate-backups"] + words, [], [:], scene.shop.root)
    output.check(.status(status), words, #_sourceLocation)
    return output
  }

  private var names: [String] {
    get throws {
      try Files.nameTexts(scene.shop.backups).map { String($0.prefix { $0 != "." }) }
    }
  }

  private static let named = ["20230101", "before-restore-20230101T000000Z", "mine"]

  @Test("The oldest by name go and are told, whatever their form; what has another name stays") func oldest() throws {
    #expect(try rotate("-n", "2").text == "20240101T000000Z\n20250101T000000Z\n")
    #expect(try names.count == 7)
    let output = try rotate("2")
    #expect(output.text == "20240101T000000Z\n20250101T000000Z\n")
    #expect(output.errors == "")
    #expect(try names == (Self.times[2...] + Self.named).sorted())
    #expect(try rotate("2").text == "")
    #expect(try rotate("100").text == "")
    #expect(try names.count == 5)
  }

  @Test("Something is always kept", arguments: ["0", "-1", "all", "", "1x"]) func nothing(keep: String) throws {
    #expect(try rotate(keep, status: 64).errors.hasPrefix("Usage: "))
    #expect(try names.count == 7)
  }

  @Test("Where there is no workspace nothing is deleted and the error is okit's") func noWorkspace() throws {
    let output = try scene.machine.launch(["rotate-backups", "1"], [], [:], scene.folder(.elsewhere))
    #expect(output.end == .status(66))
    #expect(output.errors.hasPrefix("okit: error: "))
  }
}
