package import JSONDocument

extension Binding {
  /// Evaluates the binding to one value. Several parts become one text, and several matches become a list.
  ///
  /// - Parameters:
  ///   - context: The source of models, entities and definitions.
  ///   - start: The start of relative paths; nil for the root of the default model.
  /// - Throws: Errors of `context`; `BindingError` of kind `notFound` if neither the object nor any of its siblings has a property and
  ///   there is no such function or id; `BindingError` of kind `wrongKind` if a step does not apply to its value.
  package func evaluate(
    in context: some EvaluationContext, from start: JSONValue? = nil
  ) throws -> BoundValue {
    let matches = try matches(in: context, from: start)
    if matches.count == 1 { return matches[0] }
    return BoundValue(
      content: .list(matches.map(\.content)), origin: nil, path: [], isStored: false, slot: nil, entity: nil)
  }

  /// Returns all values that the binding leads to. Only a binding that ``mayMatchSeveral`` leads to more or fewer than one value.
  ///
  /// The parameters and errors are those of ``evaluate(in:from:)``.
  package func matches(
    in context: some EvaluationContext, from start: JSONValue? = nil
  ) throws -> [BoundValue] {
    let evaluator = BindingEvaluator(text: description, context: context, start: start.map { .json($0) })
    if parts.count == 1 { return try evaluator.cursors(at: parts[0]).map { try evaluator.bound($0) } }
    return [
      BoundValue(
        content: .text(try evaluator.joined(parts).text), origin: nil, path: [], isStored: false, slot: nil,
        entity: nil)
    ]
  }
}

/// An evaluation of one binding.
final class BindingEvaluator {
  /// The maximum number of steps of an evaluation. Without it, a short binding could ask for an endless number of values.
  static let workLimit = 1 << 24
  /// The maximum depth of nested arrays in a step that goes to all of their elements.
  static let depthLimit = 100

  let text: String
  let context: any EvaluationContext
  /// The start of the whole binding; nil for the root of the default model.
  let start: BindingValue?
  /// The model whose root absolute paths start from; nil for that of the start.
  let model: String?
  /// The progress of the whole evaluation, shared with its branches.
  let progress: Progress

  /// The state that an evaluation shares with its branches.
  final class Progress {
    /// The number of steps so far.
    fileprivate(set) var work = 0
    /// Properties that were looked for and are absent, so that the siblings of an element are searched once and not for each element.
    var knownAbsences: Set<Absence> = []
    /// The properties that were looked for in all elements of an array, with whether one of them has it.
    var siblingProperties: [Absence: Bool] = [:]
    /// The computed properties whose values are being evaluated, each of which uses the next one.
    var computations: Set<Computation> = []
    private var functions: Set<String>?

    /// Begins the evaluation on another value. What is known about siblings and functions is kept.
    func beginValue() { work = 0 }

    /// Counts several steps at once. The next step is an error if there were too many.
    func addWork(_ steps: Int) { work += steps }

    /// Returns the names of the functions that are not built in.
    func functions(in context: some EvaluationContext) -> Set<String> {
      if let functions { return functions }
      let names = Set(context.functionNames())
      functions = names
      return names
    }
  }

  /// A property of the elements of an array, or of an object inside of them.
  struct Absence: Hashable {
    let array: JSONValue
    /// The keys that lead from an element to the property.
    let path: [String]
  }

  init(
    text: String, context: any EvaluationContext, start: BindingValue?, model: String? = nil,
    progress: Progress = Progress()
  ) {
    self.text = text
    self.context = context
    self.start = start
    self.model = model
    self.progress = progress
  }

  /// Returns an evaluation from another start that counts as part of this one.
  func branch(from start: BindingValue) -> BindingEvaluator {
    BindingEvaluator(text: text, context: context, start: start, model: model, progress: progress)
  }

  /// Returns an evaluation of conditions in a path that starts from the root of a model.
  private func conditions(in path: Binding.Path) -> BindingEvaluator {
    guard let name = path.model else { return self }
    return BindingEvaluator(text: text, context: context, start: start, model: name, progress: progress)
  }

  /// Counts a step.
  func count(_ segment: Binding.Segment) throws(BindingError) {
    progress.work += 1
    if progress.work > Self.workLimit { throw error(.wrongKind, "too many values to evaluate", segment) }
  }

  // MARK: - Parts

  /// Returns the value of a part. Several matches become a list.
  func value(of part: Binding.Part) throws -> BindingValue {
    let cursors = try cursors(at: part)
    return cursors.count == 1 ? try dated(cursors[0].value) : .list(try cursors.map { try dated($0.value) })
  }

  func cursors(at part: Binding.Part) throws -> [BindingCursor] {
    var cursors: [BindingCursor]
    switch part.content {
    case .nothing: cursors = [BindingCursor(unstored: .absent)]
    case .constant(let text): cursors = [BindingCursor(unstored: .text(text))]
    case .localized(let text): cursors = [BindingCursor(unstored: .text(try context.localizedOrSame(text)))]
    case .path(let path): cursors = try self.cursors(at: path)
    }
    if part.isNegated {
      for index in cursors.indices { cursors[index].setUnstored(.bool(!cursors[index].value.isTrue)) }
    }
    return cursors
  }

  private func cursors(at path: Binding.Path) throws -> [BindingCursor] {
    var cursors = [try startOf(path)]
    var isSeveral = false
    let conditions = conditions(in: path)
    for (number, segment) in path.segments.enumerated() {
      if number > 0, path.segments[number - 1].matchesSeveral, case .collect(let collector, let pieces) = segment.step {
        // This also applies to no match: the count of nothing is 0.
        let values = BindingValue.list(cursors.map(\.value))
        cursors = [BindingCursor(unstored: try collect(collector, pieces, from: values, segment))]
        isSeveral = false
      } else if isSeveral, case .call("join", let parameter) = segment.step {
        let values = BindingValue.list(try cursors.map { try dated($0.value) })
        let joined = try call("join", parameter, at: BindingCursor(unstored: values), segment)
        cursors = [BindingCursor(unstored: joined.value)]
        isSeveral = false
      } else if cursors.count == 1 {
        cursors = try take(segment, from: cursors[0], conditions)
      } else {
        cursors = try cursors.flatMap { try take(segment, from: $0, conditions) }
      }
      if segment.matchesSeveral { isSeveral = true }
    }
    return cursors
  }

  private func startOf(_ path: Binding.Path) throws -> BindingCursor {
    if case .entity(let id)? = path.segments.first?.step, path.model == nil, start == nil {
      // The id can be in any model, and the default model can be missing.
      if let entity = try context.entity(id, near: nil) { return BindingCursor(at: entity) }
    }
    if path.model != nil || path.isAbsolute {
      return BindingCursor(root: try context.root(ofModel: path.model ?? model ?? startModel()))
    }
    switch start {
    case nil: return BindingCursor(root: try context.root(ofModel: nil))
    case .json(let value)?: return BindingCursor(at: value)
    case let value?: return BindingCursor(unstored: value)
    }
  }

  /// The model that contains the start; nil for the default model.
  private func startModel() throws -> String? {
    guard case .json(let value)? = start else { return nil }
    return try context.modelName(of: value)
  }

  // MARK: - Results

  /// Returns a stored number as a date if its definition says so.
  func dated(_ value: BindingValue) throws -> BindingValue {
    guard case .json(let stored) = value, stored.kind == .number, try context.type(of: stored) == .date else {
      return value
    }
    return .date(stored)
  }

  func bound(_ cursor: BindingCursor) throws -> BoundValue {
    BoundValue(
      content: try dated(cursor.value), origin: cursor.origin, path: cursor.path, isStored: cursor.isStored,
      slot: cursor.slot, entity: cursor.identified)
  }

  func error(
    _ kind: BindingError.Kind, _ description: String, _ segment: Binding.Segment, candidates: [String] = []
  ) -> BindingError {
    BindingError(kind, description, in: text, at: segment.range, candidates: candidates)
  }
}
