import TestSupport
import Testing

/// `device-edit`: editing the data of a device.
@Suite struct DeviceEditTests {
  private let scene: ExampleScene

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "scripts")
    try Files.makeFolder(scene.machine.path("temporary"))
    scene.machine.environment["TMPDIR"] = scene.machine.path("temporary")
  }

  private var output: String { scene.machine.path("to-device") }

  private func run(_ options: [String] = [], _ command: String..., status: Int32 = 0) throws -> Output {
    let words = ["device-edit"] + options + [scene.device, ExampleScene.key, "to-device"] + command
    let result = try scene.machine.launch(words, [], [:], scene.machine.folder)
    result.check(.status(status), words, #_sourceLocation)
    // No temporary file with keys or data remains.
    #expect(try Files.byteNames(in: scene.machine.path("temporary")) == [])
    return result
  }

  @Test func untouchedFilesKeepTheirBytes() throws {
    #expect(try run([], "true").text == "")
    #expect(try FileTree(output).differences(from: FileTree(scene.device)) == [])
  }

  @Test func changedFilesAreReadableByTheApp() throws {
    _ = try run(["-d", scene.machine.path("home/App/Model")], "okit", "set", "books[0]/price", "12.50")
    #expect(try FileTree(output).differences(from: FileTree(scene.device)) == ["default.json differs"])
    let key = try scene.machine.openSSLKey(of: ExampleScene.key)
    let document = { (folder: String) in
      try self.scene.machine.shell(
        "openssl enc -d -aes-256-cbc \(key.joined(separator: " ")) -in '\(folder)/default.json' | jq -c \"$filter\"",
        with: ["filter": folder == self.output ? "." : ".books[0].price = 12.5"]
      ).text
    }
    #expect(try document(output) == document(scene.device))
  }

  @Test(arguments: [["false"], ["okit", "set", "books[0]/price", "dear"], ["okit", "remove", "@HORROR", "--force"]])
  func aFailureWritesNothing(command: [String]) throws {
    let words = ["device-edit", scene.device, ExampleScene.key, "to-device"] + command
    let result = try scene.machine.launch(words, [], [:], scene.machine.folder)
    #expect(result.end != .status(0))
    #expect(!Files.exists(output))
    #expect(try Files.byteNames(in: scene.machine.path("temporary")) == [])
  }

  @Test func valuesThatDoNotFitTheClassesAreRefused() throws {
    let result = try run(
      ["-d", scene.machine.path("home/App/Model")], "okit", "set", "--type", "json", "books[0]/nosuch", "1", status: 66)
    #expect(result.errors.contains("nosuch"))
  }
}
