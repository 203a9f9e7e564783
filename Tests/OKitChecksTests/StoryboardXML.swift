import OKitModels
import TestSupport
import WorkspaceTestSupport
import XcodeFiles

@testable import OKitChecks

/// A storyboard in a few lines, for tests.
enum StoryboardXML {
  /// Returns a screen with the classes of the framework, attributes such as `dataPath=books`, and rows.
  static func screen(_ id: String, _ kind: String = "Detail", _ attributes: [String] = [], _ rows: [String] = [])
    -> String
  {
    """
    <scene sceneID="s\(id)"><objects><tableViewController id="\(id)" customClass="Model\(kind)TableController" \
    sceneMemberID="viewController"><tableView><sections><tableViewSection><cells>
    \(rows.joined(separator: "\n"))
    </cells></tableViewSection></sections></tableView>\(list(attributes))</tableViewController></objects></scene>
    """
  }

  /// Returns a row. `segue` is the id of the screen that it opens.
  static func row(
    _ kind: String, _ attributes: [String] = [], segue: String? = nil, keyboard: String? = nil,
    isPrototype: Bool = false
  ) -> String {
    let control =
      keyboard.map { #"<textField id="k\#($0)"><textInputTraits keyboardType="\#($0)"/></textField>"# } ?? ""
    let outlet = keyboard.map { #"<outlet property="control" destination="k\#($0)"/>"# } ?? ""
    let opened = segue.map { #"<segue destination="\#($0)" kind="show"/>"# } ?? ""
    let cell =
      #"<tableViewCell customClass="Model\#(kind)Cell">\#(control)\#(list(attributes))<connections>\#(outlet)\#(opened)"#
      + "</connections></tableViewCell>"
    return isPrototype ? "<prototypes>\(cell)</prototypes>" : cell
  }

  private static func list(_ attributes: [String]) -> String {
    let each = attributes.map { text in
      let pair = text.split(separator: "=", maxSplits: 1).map(String.init)
      return #"<userDefinedRuntimeAttribute type="string" keyPath="\#(pair[0])" value="\#(pair[1])"/>"#
    }
    return each.isEmpty ? "" : "<userDefinedRuntimeAttributes>\(each.joined())</userDefinedRuntimeAttributes>"
  }

  /// Returns the storyboard with these screens. The first one is the initial one.
  static func storyboard(_ screens: String...) throws -> Storyboard {
    let first = screens[0].split(separator: "\"")[3]
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="\(first)"><scenes>
      \(screens.joined(separator: "\n"))
      </scenes></document>
      """
    return try Storyboard(parsing: Array(text.utf8))
  }
}

extension Scene {
  /// A workspace with classes for the tests of storyboards.
  static func forms() throws -> Scene {
    let scene = try Scene.empty()
    try scene.define(
      """
      class Shop: Model, Codable { var id: String!; var name: String?; var books: [Book] = []; var genres: [Genre] = [] }
      enum Binding: String, Codable { case soft = "0", hard = "1", none = "9" }
      class Book: ModelEntity, Codable {
        var id: String!
        var name: String = ""
        var price: Double = 0
        var limit: Double = 9
        var copies: Int = 0
        // okit: maximum 5
        var shelf: Int = 0
        var binding: Binding = .soft
        var mail: String = ""
        var code: String = ""
        var site: URL?
        var date: Date = Date()
        var until: Date = Date()
        var genre = ModelRef()
        var others: [ModelRef] = []
        var cover: Cover = Cover()
      }
      class Cover: ModelEntity, Codable { var id: String!; var weight: Float = 0; var genre = ModelRef(); var genres: [Genre] = [] }
      class Genre: ModelEntity, Codable { var id: String!; var name: String = "" }
      class Directory: Model, Codable { var id: String!; var people: [Person] = [] }
      class Person: ModelEntity, Codable { var id: String!; var name: String = ""; var mail: String? }
      func start() { Model.register(Shop.self); Model.register(Directory.self, name: "directory") }
      """)
    return scene
  }

  /// Imports storyboards and returns the rules as `Book.price minimum 0`, and what was skipped.
  func imported(
    _ storyboards: Storyboard..., replacing isReplacing: Bool = false, dryRun: Bool = false
  ) throws -> (rules: [String], skipped: [String]) {
    let files = storyboards.enumerated().map { number, storyboard in
      StoryboardFile(name: number == 0 ? "Main.storyboard" : "Other\(number).storyboard", storyboard)
    }
    let outcome = try StoryboardRuleImport(workspace(dryRun: dryRun)).run(files, replacing: isReplacing)
    return (
      outcome.rules.map {
        [$0.rule.className, $0.rule.property].compactMap(\.self).joined(separator: ".") + " " + $0.rule.text
      },
      outcome.skipped.map(\.message)
    )
  }

  /// The rules of a class in its file.
  func rules(of className: String) throws -> String { try Files.text(root + "/okit/rules/\(className).json") }
}
