import Bindings
import JSONDocument
package import XcodeFiles

/// A storyboard with the name of its file.
package struct StoryboardFile {
  /// The name in messages, as it was typed.
  package let name: String
  package let storyboard: Storyboard

  package init(name: String, _ storyboard: Storyboard) {
    self.name = name
    self.storyboard = storyboard
  }

  /// The name of the storyboard in an app: that of its file without folders and extension.
  var title: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    return last.withoutSuffix(".storyboard") ?? last
  }
}

/// A place in a storyboard.
package struct StoryboardPlace: Hashable, Sendable {
  /// The name of the file, as it was typed.
  package let file: String
  package let line: Int

  /// The place for people: `Main.storyboard:120`.
  package var text: String { "\(file):\(line)" }
}

/// The kind of a screen, by its class or else by its attributes.
enum ScreenKind {
  /// The details of one entity, or a screen without bindings.
  case detail
  /// A list of entities.
  case list
  /// A list from which the values of references are chosen.
  case selection
  /// The menu of an app, a list whose rows show screens.
  case menu

  init(_ screen: Screen) {
    let attributes = BoundAttributes(screen.attributes)
    switch screen.className {
    case "ModelListTableController": self = .list
    case "ModelSelectionTableController": self = .selection
    case "ModelMenuTableController": self = .menu
    case "ModelDetailTableController", "ModelSettingsTableController", nil: self = .detail
    default:
      // A class of the app can derive from any of the framework's.
      if attributes.has("selectionPath", "selectionContextPath", "refType") {
        self = .selection
      } else if attributes.has("rowIdentifier", "identifier") {
        self = .menu
      } else {
        self = attributes.has("dataPath") ? .list : .detail
      }
    }
  }
}

/// A screen with an entity that it is opened with.
struct ScreenVisit {
  let file: StoryboardFile
  let screen: Screen
  /// The entity that the screen is opened with.
  let arrival: ScreenContext?
  /// The entity that its bindings start from: that at its `contextPath`. Nil if it is not known.
  let context: ScreenContext?
  /// The reason why the entity is not known.
  let fault: String?
  /// What a selection sets that says nothing else: the list of the screen that opened it, or the entity itself.
  let defaultSelection: Binding?

  var kind: ScreenKind { ScreenKind(screen) }
  var attributes: BoundAttributes { BoundAttributes(screen.attributes) }

  /// The path to the elements of a list; nil if there is none.
  var dataPath: Binding? { if case .path(let binding)? = attributes["dataPath"] { binding } else { nil } }
}
