import TestSupport
import Testing

/// `dangling-references`.
@Suite struct DanglingReferencesTests {
  private let scene: ExampleScene

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "scripts")
    try scene.machine.okit("init", scene.machine.path("second"), "--data", scene.device)
    try scene.machine.okit("decrypt", "--all", "-C", "shop")
  }

  private func run(_ words: String..., status: Int32) throws -> Output {
    let output = try scene.machine.launch(["dangling-references"] + words, [], [:], scene.machine.folder)
    output.check(.status(status), words, #_sourceLocation)
    return output
  }

  @Test func intactWorkspacesPrintNothing() throws {
    let output = try run("shop", "shop", status: 0)
    #expect(output.text + output.errors == "")
  }

  @Test func danglingReferencesAreListedByWorkspace() throws {
    try scene.machine.run("cp", "-a", scene.shop.root, scene.machine.path("third"))
    try scene.shop.okit("remove", "@HORROR", "--force")
    try scene.machine.okit("remove", "@SCIENCE_FICTION", "--force", "-C", "third")
    let output = try run("shop", "third", status: 1)
    #expect(
      output.lines == [
        "shop\tdefault:books[3]/genre\tHORROR", "third\tdefault:books[0]/genre\tSCIENCE_FICTION",
        "third\tdefault:books[1]/genre\tSCIENCE_FICTION",
      ])
  }

  @Test func aLockedModelOrAMissingWorkspaceStops() throws {
    let locked = try run("second", status: 77)
    #expect(locked.errors.contains("skipped model default"))
    #expect(locked.text == "")
    #expect(try run("elsewhere", "shop", status: 66).errors.contains("okit: error: "))
  }
}
