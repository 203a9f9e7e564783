import TestSupport
import Testing

extension ExampleTrial {
  /// `rules import`.
  static let storyboards = [
    ExampleTrial(
      "okit rules import Main.storyboard -n", isWarned: true, prepare: { try $0.copyStoryboard() },
      says: ["CLASS", "Book", "price", "maximum 100"],
      check: { scene, _ in #expect(!Files.exists(scene.shop.root + "/okit/rules")) }),
    ExampleTrial(
      "okit rules import Main.storyboard Settings.storyboard", isWarned: true,
      prepare: { scene in
        try scene.copyStoryboard()
        try scene.write(
          #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB"/>"#, "Settings.storyboard")
      },
      check: { scene, _ in
        try #expect(Files.text(scene.shop.root + "/okit/rules/Book.json").contains("\"maximum\": 100"))
      }),
    ExampleTrial(
      "okit rules import Main.storyboard", isWarned: true, prepare: { try $0.copyStoryboard() },
      check: { scene, _ in #expect(Files.exists(scene.shop.root + "/okit/rules/Genre.json")) }),
  ]
}

extension ExampleScene {
  fileprivate func copyStoryboard() throws {
    try Files.copy(Fixture.storyboard, to: shop.root + "/Main.storyboard")
  }
}
