package import JSONDocument

/// Evaluates a binding on many values.
package final class BindingReader {
  private let binding: Binding
  private let evaluator: BindingEvaluator
  private let isTolerant: Bool
  let namesCases: Bool
  private var path: StoredPath

  /// A reader of `binding` in `context`.
  ///
  /// - Parameters:
  ///   - isUniform: True if all values have the same type: elements of one array, or entities of one class.
  ///   - isTolerant: True if a value is absent instead of an error where the binding does not fit.
  ///   - namesCases: True to return the name of an enumeration's case instead of its raw value.
  package init(
    _ binding: Binding, in context: some EvaluationContext, isUniform: Bool = true, isTolerant: Bool = false,
    namesCases: Bool = false
  ) {
    self.namesCases = namesCases
    self.binding = binding
    self.isTolerant = isTolerant
    evaluator = BindingEvaluator(text: binding.description, context: context, start: nil)
    path = StoredPath(isUniform && binding.parts.count == 1 ? binding.parts[0] : nil)
  }

  /// Returns the result for a value. A binding that can lead to several values returns a list of them. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func value(of start: JSONValue) throws -> BindingValue {
    switch path.follow(from: start) {
    case .missing: return .absent
    case .stored(let value):
      guard hasType(value) else { return .json(value) }
      return shown(value, as: try storedType(of: value))
    case .unknown:
      do {
        return try evaluated(from: start)
      } catch is BindingError where isTolerant {
        return .absent
      }
    }
  }

  /// Returns all values that the binding leads to from a value, as ``Binding/matches(in:from:)`` does. Throws its errors, unless it is tolerant.
  package func matches(from start: JSONValue) throws -> [BoundValue] {
    do {
      return try allMatches(from: start)
    } catch is BindingError where isTolerant {
      return []
    }
  }

  private func allMatches(from start: JSONValue) throws -> [BoundValue] {
    if case .stored(let value) = path.follow(from: start), path.keys.count == 1, value.kind != .object,
      value.kind != .array, start["id"]?.kind == .string
    {
      let isDate =
        if value.kind == .number, case .date? = try storedType(of: value) { true } else { false }
      return [
        BoundValue(
          content: isDate ? .date(value) : .json(value), origin: start, path: [.property(path.keys[0])],
          isStored: true, slot: .value(value), entity: start)
      ]
    }
    evaluator.progress.beginValue()
    let branch = evaluator.branch(from: .json(start))
    guard binding.parts.count == 1 else { return try binding.matches(in: evaluator.context, from: start) }
    let cursors = try branch.cursors(at: binding.parts[0])
    path.note(cursors.first?.slot)
    return try cursors.map { try branch.bound($0) }
  }

  /// The keys of a path that is followed without an evaluation; nil for another binding.
  var storedKeys: [String]? { path.keys.isEmpty ? nil : path.keys }

  /// True if the defined type of a stored value counts.
  func hasType(_ value: JSONValue) -> Bool { value.kind == .number || namesCases && value.kind == .string }

  /// Returns the defined type of the stored values at the path, which is the same for all of them.
  func storedType(of value: JSONValue) throws -> ComparedType? { try path.type(of: value, in: evaluator.context) }

  private func evaluated(from start: JSONValue) throws -> BindingValue {
    evaluator.progress.beginValue()
    let branch = evaluator.branch(from: .json(start))
    guard binding.parts.count == 1 else { return try branch.joined(binding.parts) }
    let cursors = try branch.cursors(at: binding.parts[0])
    path.note(cursors.first?.slot)
    let values = try cursors.map { cursor in
      guard namesCases, case .json(let stored) = cursor.value, stored.kind == .number || stored.kind == .string else {
        return try branch.dated(cursor.value)
      }
      return shown(stored, as: try evaluator.context.comparedType(at: .value(stored)))
    }
    return values.count == 1 && !binding.mayMatchSeveral ? values[0] : .list(values)
  }

  private func shown(_ value: JSONValue, as type: ComparedType?) -> BindingValue {
    switch type {
    case .date? where value.kind == .number: return .date(value)
    case .enumeration(let cases)? where namesCases:
      return cases.first { $0.raw.isSame(as: value) }.map { .text($0.name) } ?? .json(value)
    default: return .json(value)
    }
  }
}
