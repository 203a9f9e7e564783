import Bindings
import JSONDocument

/// Paths to values as chains of steps. Their texts are made only for changes that are reported.
struct ValuePaths {
  /// A step whose name is not decoded yet.
  enum Step {
    case member(JSONKey)
    case element(Int)

    var bound: BoundValue.Step {
      switch self {
      case .member(let key): .property(key.string)
      case .element(let number): .index(number)
      }
    }
  }

  private let emptyModel = BoundValue.Step.text(of: [], model: "").dropLast()

  /// The index of the path to the root.
  static let root = 0

  private let model: ModelName
  /// The path of the root; nil for the root of the model.
  private let rootPath: String?
  private var steps: [(parent: Int, step: Step)] = [(0, .element(0))]

  init(model: ModelName, rootPath: String?) {
    self.model = model
    self.rootPath = rootPath
  }

  /// Adds the path that leads one step further than `parent`. Returns its index.
  mutating func add(_ step: Step, after parent: Int) -> Int {
    steps.append((parent, step))
    return steps.count - 1
  }

  /// True if the last step leads to an element of an array.
  func isElement(_ path: Int) -> Bool {
    if case .element = steps[path].step { path != Self.root } else { false }
  }

  func path(of path: Int) -> String {
    var bound: [BoundValue.Step] = []
    var path = path
    while path != Self.root {
      bound.append(steps[path].step.bound)
      path = steps[path].parent
    }
    bound.reverse()
    guard let rootPath else { return BoundValue.Step.text(of: bound, model: model.description) }
    guard !bound.isEmpty else { return rootPath }
    // Appending to the path step by step would take quadratic time.
    let rest = BoundValue.Step.text(of: bound, model: "").dropFirst(emptyModel.utf8.count)
    return rest.utf8.first == UInt8(ascii: "[") ? rootPath + rest : rootPath + "/" + rest
  }
}
