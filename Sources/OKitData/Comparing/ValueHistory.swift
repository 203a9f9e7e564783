package import Bindings
import JSONDocument
package import OKitHistory
package import OKitModels
package import OKitStorage

/// The history of a value: what it was in the known states of a workspace.
///
/// An entity is followed by its id, wherever it was, and a value by the entity that contains it. What has no entity now, and what is computed, is
/// followed by its path.
package struct ValueHistory {
  /// The source of a state.
  package enum Origin {
    /// The state after a step. If `isCertain` is false, another program changed a file of the step since, and may have made the change.
    case step(HistoryStep, isCertain: Bool)
    /// The state before the oldest step that can be read.
    case oldestKnown
    /// A state after ones that cannot be read, so that it is not known what made the change.
    case unknown
    /// A backup.
    case backup(name: String)
  }

  /// The value in a state of the workspace.
  package struct State {
    /// The source of the state.
    package let origin: Origin
    /// The time in seconds since 1970; nil if it is unknown.
    package let time: Int64?
    /// The value as JSON; nil if there was none.
    package let value: String?
  }

  /// The states, the oldest first.
  private var states: [State] = []
  private var binding: Binding
  /// Why there is no value now; nil if there is one.
  package private(set) var presentFailure: (any Error)?
  private let model: ModelName?
  /// The model in which the value is now; for one that is not there, the model in which its path starts.
  package private(set) var presentModel: ModelName?

  /// The history of the value at `binding` in `workspace`. A binding that does not name a model starts in `model`.
  ///
  /// Throws the errors of ``ModelValues/values(of:)``, but not those about a value that is missing or unreadable now: it may have been there.
  package init(of binding: Binding, model: ModelName?, in workspace: Workspace) throws {
    self.model = model
    self.binding = binding
    do {
      let values = try ModelValues(workspace, model: model)
      presentModel = try values.modelName(of: binding)
      let found = try values.matches(of: [binding])[0]
      if let first = found.first { presentModel = try values.places(of: [first], along: binding)[0].model }
      guard found.count == 1, let followed = try Self.followed(found[0]) else { return }
      // An id that several entities have leads to another one.
      let reached = try values.matches(of: [followed])[0]
      if reached.count == 1, reached[0].value == found[0].value { self.binding = followed }
    } catch let error as BindingError {
      presentFailure = error
    } catch let error as OKitError where error.kind == .notFound || error.kind.concernsOneFile {
      presentFailure = error
    }
  }

  /// Returns the binding that starts at the entity of a stored value; nil if the value has none.
  private static func followed(_ bound: BoundValue) throws -> Binding? {
    guard bound.isStored, let value = bound.value else { return nil }
    var entity: JSONValue? = value
    var steps: [BoundValue.Step] = []
    while let current = entity {
      if current.kind == .object, let id = current["id"]?.string, !id.isEmpty {
        let path = steps.reversed().reduce(EntityPaths.path(ofID: id)) { BoundValue.Step.text(of: $1, behind: $0) }
        return try Binding(parsing: path)
      }
      guard let parent = current.parent else { return nil }
      steps.append(current.key.map { .property($0.string) } ?? .index(current.indexInParent ?? 0))
      entity = parent
    }
    return nil
  }

  /// The parts of a history that could not be read.
  package struct Unreadable {
    /// Why the states before the oldest known one cannot be read; nil if that is the first one.
    package fileprivate(set) var end: OKitError?
    /// Why states between others cannot be read.
    package fileprivate(set) var gaps: [OKitError] = []
  }

  /// Adds the states before and after each step of `workspace`, whose lock the caller holds. `open` opens the workspace at a root. Returns what
  /// could not be read.
  package mutating func addSteps(of workspace: Workspace, open: (FilePath) throws -> Workspace) throws -> Unreadable {
    let history = History(workspace)
    let uncertain = try history.stepsFollowedByOthers()
    var view = try StepView(of: workspace)
    var found: [State] = []
    /// The value after the steps that were looked at; nil if it cannot be read.
    var current: Value?
    var unreadable = Unreadable()
    /// Why the states before the last one that was found cannot be read.
    var gap: OKitError?
    do {
      current = Value(json: try value(in: workspace))
    } catch let error as OKitError where error.kind.concernsOneFile {
      workspace.observer.warned("the present value cannot be read: \(error.message)")
    }
    for step in try history.steps() {
      do {
        try view.goBack(toAfter: step.number - 1)
      } catch let error as OKitError {
        unreadable.end = error
        break
      }
      // Attachments and other files contain no values.
      guard step.documents > 0 else { continue }
      do {
        let root = try view.mount(isExact: false)
        defer { MountedFiles.unmount(root) }
        let before = Value(json: try value(in: open(root)))
        if let current, before != current {
          found.append(
            State(
              origin: .step(step, isCertain: !uncertain.contains(step.number)), time: step.time, value: current.json))
        }
        if let gap { unreadable.gaps.append(gap) }
        (current, gap) = (before, nil)
      } catch let error as OKitError {
        // Older steps can have files that this one does not.
        if let current { found.append(State(origin: .unknown, time: nil, value: current.json)) }
        (current, gap) = (nil, gap ?? error)
      }
    }
    if let current {
      found.append(State(origin: .oldestKnown, time: nil, value: current.json))
    } else if let gap, let last = found.popLast() {
      // Nothing before the last state can be read.
      found.append(State(origin: .oldestKnown, time: nil, value: last.value))
      unreadable.end = gap
    }
    states = found.reversed()
    return unreadable
  }

  /// Adds the present state of `workspace`, for a model of which there are no steps.
  package mutating func addPresentState(of workspace: Workspace) throws {
    states.append(State(origin: .oldestKnown, time: nil, value: try value(in: workspace)))
  }

  /// A value as JSON; nil for none.
  private struct Value: Equatable {
    let json: String?
  }

  /// Adds the state in the backup `name`, which `workspace` shows. Add the steps before.
  package mutating func addBackup(_ name: String, time: Int64, _ workspace: Workspace) throws {
    let state = State(origin: .backup(name: name), time: time, value: try value(in: workspace))
    // Steps keep the order of their numbers, even if the clock was set back.
    var place = states.firstIndex { $0.time.map { $0 >= time } ?? false } ?? states.endIndex
    let end = states.firstIndex { $0.time.map { $0 > time } ?? false } ?? states.endIndex
    if place < end {
      // Among steps of the same second, the backup follows the one whose value it has.
      if place == 0 || states[place - 1].value != state.value,
        let step = states[place..<end].firstIndex(where: { $0.value == state.value })
      {
        place = step + 1
      }
    } else if place > 0, case .oldestKnown = states[place - 1].origin {
      // The state before the first step is later than the backups before it.
      place -= 1
    }
    states.insert(state, at: place)
  }

  /// The states that differ from the one before, the newest first. The last one is the oldest known state.
  package var changes: [State] {
    var changes: [State] = []
    for state in states where changes.isEmpty || changes.last?.value != state.value { changes.append(state) }
    return changes.reversed()
  }

  private func value(in workspace: Workspace) throws -> String? {
    guard let found = try matches(in: workspace) else { return nil }
    guard binding.mayMatchSeveral else { return found.first.flatMap(Self.json) }
    return "[" + found.map { Self.json($0) ?? "null" }.joined(separator: ",") + "]"
  }

  /// Returns the values at the binding; nil if the path or the model does not exist.
  private func matches(in workspace: Workspace) throws -> [BoundValue]? {
    let values = try ModelValues(workspace, model: model)
    do {
      return try values.matches(of: [binding])[0]
    } catch is BindingError {
      return nil
    } catch let error as OKitError where error.kind == .notFound {
      // A file of a model that is there may be the one that is not found.
      let name = try? values.modelName(of: binding)
      if try name.map(workspace.storedModels().contains) ?? false { throw error }
      return nil
    }
  }

  private static func json(_ bound: BoundValue) -> String? {
    if case .absent = bound.content { return nil }
    return bound.value.map { String(decoding: JSONWriter.compact($0), as: UTF8.self) } ?? bound.content.json
  }
}
