import Bindings
import OKitModels
import XcodeFiles

/// Opens the screens of storyboards as an app does, from the first one along the segues, to find the entities that they show.
struct ScreenVisits {
  /// The visits of screens. A screen that is opened with entities of several classes has several.
  private(set) var all: [ScreenVisit] = []

  private struct ScreenID: Hashable {
    let file: Int
    let screen: Int
  }

  private struct Visited: Hashable {
    let screen: ScreenID
    let context: ScreenContext.Identity?
    let selection: String?
  }

  private struct Arrival {
    let screen: ScreenID
    let context: ScreenContext?
    let selection: Binding?
  }

  private let files: [StoryboardFile]
  private let types: BindingTypes
  /// The screens of each file by their ids.
  private let ids: [[String: Int]]
  /// The screens of each file by the identifiers with which code finds them.
  private let identifiers: [[String: Int]]
  private var open: [Arrival] = []
  private var seen: Set<Visited> = []
  private var reached: Set<ScreenID> = []

  init(_ files: [StoryboardFile], _ types: BindingTypes) {
    self.files = files
    self.types = types
    ids = files.map { file in
      Dictionary(file.storyboard.screens.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }
    identifiers = files.map { file in
      let named = file.storyboard.screens.enumerated().compactMap { number, screen in
        screen.identifier.map { ($0, number) }
      }
      return Dictionary(named) { first, _ in first }
    }
    let start = try? types.root(of: nil)
    begin(start)
    // Code opens the others, and the framework shows the default model in them.
    var targets: Set<ScreenID> = []
    for (number, file) in files.enumerated() {
      for screen in file.storyboard.screens {
        for segue in screen.segues + screen.rows.flatMap(\.segues) {
          if let target = self.screen(segue.destination, in: number) { targets.insert(target) }
        }
      }
    }
    for wantsTargets in [false, true] {
      for number in files.indices {
        for index in files[number].storyboard.screens.indices {
          let id = ScreenID(file: number, screen: index)
          guard !reached.contains(id), targets.contains(id) == wantsTargets,
            files[number].storyboard.screens[index].reference == nil
          else { continue }
          open.append(Arrival(screen: id, context: start, selection: nil))
          follow()
        }
      }
    }
    all.sort { ($0.file.name, $0.screen.line) < ($1.file.name, $1.screen.line) }
  }

  /// Opens the first screens, and those that the controller of the application shows.
  private mutating func begin(_ start: ScreenContext?) {
    for (number, file) in files.enumerated() {
      var first = ["menu", "home"].compactMap { identifiers[number][$0] }
      // The first screen of another storyboard can be opened from this one.
      if number == 0, let id = file.storyboard.initialScreen, let screen = ids[number][id] {
        first.insert(screen, at: 0)
      }
      for screen in file.storyboard.screens {
        let attributes = BoundAttributes(screen.attributes)
        first += ["menuIdentifier", "homeIdentifier"].compactMap { name in
          attributes.plainText(name).flatMap { identifiers[number][$0] }
        }
      }
      for screen in first {
        open.append(Arrival(screen: ScreenID(file: number, screen: screen), context: start, selection: nil))
      }
    }
    follow()
  }

  // MARK: - Following segues

  private mutating func follow() {
    var next = 0
    while next < open.count {
      let arrival = open[next]
      next += 1
      let visited = Visited(
        screen: arrival.screen, context: arrival.context?.identity, selection: arrival.selection?.description)
      guard seen.insert(visited).inserted else { continue }
      reached.insert(arrival.screen)
      visit(arrival)
    }
    open.removeAll()
  }

  private mutating func visit(_ arrival: Arrival) {
    let file = files[arrival.screen.file]
    let screen = file.storyboard.screens[arrival.screen.screen]
    let (context, fault) = entity(at: BoundAttributes(screen.attributes)["contextPath"], from: arrival.context)
    let visit = ScreenVisit(
      file: file, screen: screen, arrival: arrival.context, context: context, fault: fault,
      defaultSelection: arrival.selection)
    all.append(visit)
    let isList = visit.kind != .detail
    let element =
      isList ? visit.dataPath.flatMap { path in context.flatMap { try? types.element(at: path, from: $0) } } : nil
    let selection = isList ? visit.dataPath : try? Binding(parsing: ".")
    for segue in screen.segues {
      if ["relationship", "embed"].contains(segue.kind) {
        // The screens in a container have its entity, and a selection in it sets what it would set itself.
        go(segue, from: arrival.screen.file, with: arrival.context, arrival.selection)
      } else {
        go(segue, from: arrival.screen.file, with: context, selection)
      }
    }
    for row in screen.rows {
      let shown = row.isPrototype ? element : context
      let opened = entity(at: BoundAttributes(row.attributes)["contextPath"], from: shown).context
      for segue in row.segues { go(segue, from: arrival.screen.file, with: opened, selection) }
    }
    if visit.kind == .menu {
      let file = visit.attributes.plainText("storyboardName").flatMap(self.file) ?? arrival.screen.file
      show(visit.attributes.plainText("identifier"), from: file, with: context)
      show(visit.attributes.plainText("rowIdentifier"), from: file, with: element)
    }
  }

  private func entity(
    at path: BoundAttribute?, from context: ScreenContext?
  ) -> (context: ScreenContext?, fault: String?) {
    switch path {
    case nil: return (context, context == nil ? "the entity of this screen is not known" : nil)
    case .path(let binding)?:
      do {
        return (try types.entity(at: binding, from: context), nil)
      } catch {
        return (nil, "contextPath: \(error.message)")
      }
    case .constant?: return (nil, "contextPath: it is a constant")
    case .other(let reason)?: return (nil, "contextPath: \(reason)")
    }
  }

  private mutating func go(_ segue: Segue, from file: Int, with context: ScreenContext?, _ selection: Binding?) {
    guard let target = screen(segue.destination, in: file) else { return }
    open.append(Arrival(screen: target, context: context, selection: selection))
  }

  private mutating func show(_ identifier: String?, from file: Int, with context: ScreenContext?) {
    guard let identifier, let index = identifiers[file][identifier] else { return }
    open.append(Arrival(screen: ScreenID(file: file, screen: index), context: context, selection: nil))
  }

  /// Returns the file of the storyboard with this name.
  private func file(_ title: String) -> Int? { files.firstIndex { $0.title == title } }

  /// Returns the screen with this id in a file, or the one in another file that it stands for.
  private func screen(_ id: String, in file: Int) -> ScreenID? {
    guard let index = ids[file][id] else { return nil }
    guard let reference = files[file].storyboard.screens[index].reference else {
      return ScreenID(file: file, screen: index)
    }
    guard let other = self.file(reference.storyboard) else { return nil }
    let found =
      if let identifier = reference.identifier {
        identifiers[other][identifier]
      } else {
        files[other].storyboard.initialScreen.flatMap { ids[other][$0] }
      }
    return found.map { ScreenID(file: other, screen: $0) }
  }
}
