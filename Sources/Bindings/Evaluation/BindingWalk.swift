import JSONDocument

/// An evaluation of one binding.
final class BindingWalk {
  /// How many steps an evaluation may take: few letters can ask for a number of values that has no end.
  static let workLimit = 1 << 24
  /// How deep arrays may be nested in each other where a step goes to all of their elements.
  static let depthLimit = 100

  let text: String
  let surroundings: any BindingSurroundings
  /// Where the whole binding starts; nil for the root of the default model.
  let start: BindingValue?
  /// Of the whole evaluation.
  let progress: Progress

  /// What the walks of one evaluation share.
  final class Progress {
    /// How many steps were taken.
    fileprivate(set) var work = 0
    /// Names that some elements lack though they could have them.
    var knownAbsences: Set<Absence> = []
  }

  /// A name that no more than some of the elements of an array have.
  struct Absence: Hashable {
    let array: JSONValue
    let name: String
  }

  init(
    text: String, surroundings: any BindingSurroundings, start: BindingValue?, progress: Progress = Progress()
  ) {
    self.text = text
    self.surroundings = surroundings
    self.start = start
    self.progress = progress
  }

  /// A walk from elsewhere that counts as part of this one.
  func branch(from start: BindingValue) -> BindingWalk {
    BindingWalk(text: text, surroundings: surroundings, start: start, progress: progress)
  }

  /// Counts a step.
  func count(_ segment: Binding.Segment) throws(BindingError) {
    progress.work += 1
    if progress.work > Self.workLimit { throw error(.wrongKind, "too many values to evaluate", segment) }
  }

  // MARK: - Parts

  /// The value of a part; of several matches a list.
  func value(of part: Binding.Part) throws -> BindingValue {
    let cursors = try cursors(at: part)
    return cursors.count == 1 ? try dated(cursors[0].value) : .list(try cursors.map { try dated($0.value) })
  }

  func cursors(at part: Binding.Part) throws -> [BindingCursor] {
    var cursors: [BindingCursor]
    switch part.content {
    case .nothing: cursors = [BindingCursor(made: .absent)]
    case .constant(let text): cursors = [BindingCursor(made: .text(text))]
    case .localized(let text): cursors = [BindingCursor(made: .text(try surroundings.localizedOrSame(text)))]
    case .path(let path): cursors = try self.cursors(at: path)
    }
    if part.isNegated {
      for index in cursors.indices { cursors[index].make(.bool(!cursors[index].value.isTrue)) }
    }
    return cursors
  }

  private func cursors(at path: Binding.Path) throws -> [BindingCursor] {
    var cursors = [try startOf(path)]
    for (number, segment) in path.segments.enumerated() {
      if number > 0, path.segments[number - 1].matchesSeveral, case .collect(let collector, let pieces) = segment.step {
        // Also with no match: the count of nothing is 0.
        let values = BindingValue.list(cursors.map(\.value))
        cursors = [BindingCursor(made: try collect(collector, pieces, from: values, segment))]
      } else if cursors.count == 1 {
        cursors = try take(segment, from: cursors[0])
      } else {
        cursors = try cursors.flatMap { try take(segment, from: $0) }
      }
    }
    return cursors
  }

  private func startOf(_ path: Binding.Path) throws -> BindingCursor {
    if case .entity(let id)? = path.segments.first?.step, path.model == nil, start == nil {
      // The id may be in any model; the default one need not be there.
      if let entity = try surroundings.entity(id, near: nil) { return BindingCursor(at: entity) }
    }
    if path.model != nil || path.isAbsolute { return BindingCursor(root: try surroundings.root(ofModel: path.model)) }
    switch start {
    case nil: return BindingCursor(root: try surroundings.root(ofModel: nil))
    case .json(let value)?: return BindingCursor(at: value)
    case let value?: return BindingCursor(made: value)
    }
  }

  // MARK: - Results

  /// A stored number that is a date, as one.
  func dated(_ value: BindingValue) throws -> BindingValue {
    guard case .json(let stored) = value, stored.kind == .number, try surroundings.type(of: stored) == .date else {
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
