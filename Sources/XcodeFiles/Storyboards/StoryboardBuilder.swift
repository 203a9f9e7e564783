/// Makes a storyboard from the elements of its file.
final class StoryboardBuilder: XMLReceiver {
  private(set) var storyboard = Storyboard()
  /// True if the root is that of a storyboard.
  private(set) var isStoryboard = false

  /// The names of the elements around the current place.
  private var path: [String] = []
  private var scene: StoryboardScene?
  private var ids: Set<String> = []

  func mayHaveType(_ name: String) -> Bool { false }

  func start(_ element: XMLElement, line: Int) {
    if path.isEmpty {
      isStoryboard = element.name == "document" && element["type"]?.hasSuffix(".Storyboard.XIB") == true
      storyboard.initialScreen = element["initialViewController"]
    } else if element.name == "scene", path.count == 2 {
      scene = StoryboardScene(depth: path.count)
    } else {
      scene?.start(element, in: path, line: line)
    }
    path.append(element.name)
  }

  func end() {
    path.removeLast()
    guard let current = scene else { return }
    if path.count > current.depth { return current.end(depth: path.count) }
    scene = nil
    // Interface Builder gives each object its own id. Of two equal ones, the first counts.
    if let screen = current.finished, ids.insert(screen.id).inserted { storyboard.screens.append(screen) }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) { scene?.add(text) }
}
