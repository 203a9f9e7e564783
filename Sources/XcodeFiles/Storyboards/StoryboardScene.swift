/// Reads a scene: a screen, and the objects beside it.
final class StoryboardScene {
  /// The depth of the element of the scene.
  let depth: Int

  /// The depth of an element that has not started.
  private static let outside = -10

  private var screen: Screen?
  private var screenDepth = StoryboardScene.outside
  private var row: Row?
  private var rowDepth = StoryboardScene.outside
  /// The id that the outlet `control` of each row names, by the index of the row.
  private var outlets: [Int: String] = [:]
  private var controls: [String: Control] = [:]
  private var control: (id: String, depth: Int, content: Control)?
  private var attribute: AttributeReader?
  private var attributeDepth = StoryboardScene.outside
  private var segues: [Segue] = []

  init(depth: Int) {
    self.depth = depth
  }

  /// The screen with all that belongs to it; nil if the scene has none.
  var finished: Screen? {
    guard var screen else { return nil }
    screen.segues = segues
    for (index, id) in outlets { screen.rows[index].control = controls[id] }
    return screen
  }

  /// An element starts in `path`.
  func start(_ element: XMLElement, in path: [String], line: Int) {
    if attribute != nil {
      attribute?.start(element)
      return
    }
    switch element.name {
    case "tableViewCell" where row == nil && screenDepth != Self.outside:
      row = Row(className: element["customClass"], isPrototype: path.last == "prototypes", line: line)
      rowDepth = path.count
    case "userDefinedRuntimeAttribute":
      // Bar buttons and labels have attributes, too.
      guard path.count == rowDepth + 2 || row == nil && path.count == screenDepth + 2 else { return }
      attribute = AttributeReader(element, line: line)
      attributeDepth = path.count
    case "segue":
      guard let destination = element["destination"], let kind = element["kind"], kind != "unwind" else { return }
      let segue = Segue(kind: kind, destination: destination, line: line)
      if row != nil { row?.segues.append(segue) } else { segues.append(segue) }
    case "outlet":
      guard path.count == rowDepth + 2, element["property"] == "control", let id = element["destination"] else {
        return
      }
      outlets[screen?.rows.count ?? 0] = id
    case "textField", "textView", "datePicker":
      guard control == nil, let id = element["id"] else { return }
      control = (id, path.count, Control(element: element.name, line: line))
    case "textInputTraits": control?.content.keyboard = element["keyboardType"]
    case "date": readDate(element)
    default: startScreen(element, in: path, line: line)
    }
  }

  private func startScreen(_ element: XMLElement, in path: [String], line: Int) {
    guard screen == nil, path.count == depth + 2, element["sceneMemberID"] == "viewController", let id = element["id"]
    else { return }
    screen = Screen(
      id: id, element: element.name, className: element["customClass"], identifier: element["storyboardIdentifier"],
      reference: element["storyboardName"].map {
        Screen.Reference(storyboard: $0, identifier: element["referencedIdentifier"])
      }, line: line)
    screenDepth = path.count
  }

  private func readDate(_ element: XMLElement) {
    guard let seconds = element["timeIntervalSinceReferenceDate"] else { return }
    switch element["key"] {
    case "minimumDate": control?.content.minimumDate = seconds
    case "maximumDate": control?.content.maximumDate = seconds
    default: break
    }
  }

  /// The element at this depth ends.
  func end(depth: Int) {
    if let read = attribute {
      guard depth == attributeDepth else { return }
      if let read = read.finished {
        if row != nil { row?.attributes.append(read) } else { screen?.attributes.append(read) }
      }
      attribute = nil
    } else if depth == control?.depth, let ended = control {
      if controls[ended.id] == nil { controls[ended.id] = ended.content }
      control = nil
    } else if depth == rowDepth, let ended = row {
      screen?.rows.append(ended)
      row = nil
      rowDepth = Self.outside
    } else if depth == screenDepth {
      // The objects after the screen are not in it.
      screenDepth = Self.outside
    }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) { attribute?.add(text) }
}
