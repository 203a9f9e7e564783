import JSONDocument

/// A condition on elements. It keeps what it finds out about their types, so use one for all elements of an array.
final class PredicateEvaluation {
  private indirect enum Node {
    case comparison(ComparisonEvaluation)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  private let root: Node
  private let comparisons: [ComparisonEvaluation]
  /// The comparisons that could not be made so far. They are evaluated for each element, so that a fault does not hide behind another comparison.
  private var unproven: [ComparisonEvaluation]

  /// - Parameter isUniform: True if values of the same path have the same type in all elements.
  init(_ predicate: Binding.Predicate, _ evaluator: BindingEvaluator, isUniform: Bool = true) {
    var comparisons: [ComparisonEvaluation] = []
    func node(_ predicate: Binding.Predicate) -> Node {
      switch predicate {
      case .comparison(let comparison):
        let evaluation = ComparisonEvaluation(comparison, evaluator, isUniform: isUniform)
        comparisons.append(evaluation)
        return .comparison(evaluation)
      case .all(let conditions): return .all(conditions.map(node))
      case .any(let conditions): return .any(conditions.map(node))
      case .not(let condition): return .not(node(condition))
      }
    }
    root = node(predicate)
    self.comparisons = comparisons
    unproven = comparisons
  }

  /// True if an element meets the condition.
  func isMet(by element: BindingValue) throws -> Bool {
    if !unproven.isEmpty {
      for comparison in unproven { _ = try comparison.isMet(by: element) }
      unproven.removeAll(where: \.isPossible)
    }
    return try isMet(root, by: element)
  }

  private func isMet(_ node: Node, by element: BindingValue) throws -> Bool {
    switch node {
    case .comparison(let comparison): try comparison.isMet(by: element)
    case .all(let nodes): try nodes.allSatisfy { try isMet($0, by: element) }
    case .any(let nodes): try nodes.contains { try isMet($0, by: element) }
    case .not(let node): try !isMet(node, by: element)
    }
  }

  /// True once all comparisons could be made.
  var isProven: Bool { unproven.isEmpty }

  /// Returns a function that tells whether the element with a number meets the condition; it returns nil for elements about which only ``isMet(by:)``
  /// can tell. Returns no function if that would be all of them.
  func plain(_ elements: ArraySlice<JSONValue>) throws -> ((Int) -> Bool?)? {
    guard let document = elements.first?.document, elements.allSatisfy({ $0.document === document }) else { return nil }
    let indices = elements.map { UInt32(truncatingIfNeeded: $0.index) }
    func test(_ node: Node) throws -> ((Int) -> Bool?)? {
      switch node {
      case .comparison(let comparison): return try comparison.plain(document, indices).map { $0.isMet }
      case .not(let node): return try test(node).map { test in { test($0).map { !$0 } } }
      case .all(let nodes):
        return try tests(nodes).map { tests in
          { number in tests.reduce(true) { met, test in met.flatMap { $0 ? test(number) : false } } }
        }
      case .any(let nodes):
        return try tests(nodes).map { tests in
          { number in tests.reduce(false) { met, test in met.flatMap { $0 ? true : test(number) } } }
        }
      }
    }
    func tests(_ nodes: [Node]) throws -> [(Int) -> Bool?]? {
      let tests = try nodes.compactMap(test)
      return tests.count == nodes.count ? tests : nil
    }
    return try test(root)
  }

  /// Determines from the definition of a class which comparisons are possible, as far as no element has shown it.
  func examine(membersOf className: String) throws {
    for comparison in comparisons { try comparison.examine(membersOf: className) }
  }

  /// Throws an error of kind `notFound` if a comparison was impossible for all elements.
  func requireMeaning() throws {
    for comparison in comparisons { try comparison.requireMeaning() }
  }
}
