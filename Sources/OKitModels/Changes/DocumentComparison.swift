import JSONDocument
import OKitStorage

/// Compares two versions of a document and descends only into differences, without recursion.
///
/// A pair of values is compared byte by byte up to the first difference. Its content before that is never compared again, so that all comparisons
/// together take no more time than one pass.
struct DocumentComparison {
  /// Two values that belong together, or one without a partner. A null counts as no value.
  struct Pair {
    let old: JSONValue?
    let new: JSONValue?
    /// The path of the values in ``DocumentComparison/paths``.
    let path: Int
    /// The id of the nearest entity that contains the values.
    let holder: JSONValue?
    /// The number of equal bytes before the first difference; nil if it is unknown.
    var equalBytes: Int?
    /// The former path of an element that moved. Such a pair has no values.
    var formerPath: Int?
  }

  private(set) var changes: [EntityChange] = []
  private let model: ModelName
  private var paths: ValuePaths
  private var open: [Pair] = []
  /// The differences in the current container, in order.
  private var found: [Pair] = []

  init(model: ModelName, path: String?) {
    self.model = model
    paths = ValuePaths(model: model, rootPath: path)
  }

  mutating func run(_ old: JSONValue?, _ new: JSONValue?) {
    guard let old, let new else {
      if let root = old ?? new { report(old == nil ? .managed : .unmanaged, ValuePaths.root, root["id"], old, new) }
      return
    }
    open.append(Pair(old: old, new: new, path: ValuePaths.root, holder: nil))
    while let pair = open.popLast() {
      look(at: pair)
      while let next = found.popLast() { open.append(next) }
    }
  }

  private mutating func look(at pair: Pair) {
    if let formerPath = pair.formerPath {
      return report(.changed, pair.path, pair.holder, nil, nil, from: formerPath)
    }
    guard let old = pair.old, let new = pair.new else { return replace(pair) }
    let equalBytes = pair.equalBytes ?? old.commonPrefix(with: new)
    if equalBytes == old.range.count, equalBytes == new.range.count { return }
    switch (old.kind, new.kind) {
    case (.object, .object):
      let (oldID, newID) = (old.entityID, new.entityID)
      guard pair.path == ValuePaths.root || Self.isSame(oldID, newID) else { return replace(pair) }
      compareMembers(of: old, new, on: pair.path, holder: newID ?? oldID ?? pair.holder, equalBytes)
    case (.array, .array):
      var match = ElementMatch(old, new, equalBytes: equalBytes)
      match.run()
      // A null without a partner is no value of its own, but the array has another number of elements.
      if match.gone.contains(where: { $0.value.isNull })
        || match.staying.contains(where: { $0.old == nil && $0.new.isNull })
      {
        return report(.changed, pair.path, pair.holder, old, new)
      }
      add(match, on: pair.path, holder: pair.holder)
    case let (oldKind, newKind):
      if oldKind == newKind, old.isSame(as: new) { return }
      replace(pair)
    }
  }

  private static func isSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return EntityID(old) == EntityID(new)
  }

  // MARK: - Containers

  private mutating func compareMembers(
    of old: JSONValue, _ new: JSONValue, on path: Int, holder: JSONValue?, _ equalBytes: Int
  ) {
    var differing: [(old: JSONKey?, new: JSONKey?, equalBytes: Int?)] = []
    old.pairMembers(with: new) { oldKey, newKey in
      guard let oldKey, let newKey else { return differing.append((oldKey, newKey, nil)) }
      let (oldValue, newValue) = (oldKey.value, newKey.value)
      switch RangeComparison(of: oldValue, newValue, in: old, new, equalBytes: equalBytes) {
      case .equal: break
      case .unknown:
        // Most members are scalars that did not change. Comparing the content of containers twice would take quadratic time.
        let isContainer = newValue.kind == .object || newValue.kind == .array
        if isContainer || !oldValue.isEqual(to: newValue) { differing.append((oldKey, newKey, nil)) }
      case .differing(let equalBytes): differing.append((oldKey, newKey, equalBytes))
      }
    }
    let oldRepetitions = RepeatedKeys(old, asked: differing.count)
    let newRepetitions = RepeatedKeys(new, asked: differing.count)
    for (oldKey, newKey, equalBytes) in differing {
      if oldKey.map({ oldRepetitions.contains($0) }) ?? false { continue }
      if newKey.map({ newRepetitions.contains($0) }) ?? false { continue }
      guard let key = newKey ?? oldKey else { continue }
      add(oldKey?.value, newKey?.value, paths.add(.member(key), after: path), holder, equalBytes)
    }
  }

  private mutating func add(_ match: ElementMatch, on path: Int, holder: JSONValue?) {
    for gone in match.gone { add(gone.value, nil, paths.add(.element(gone.index), after: path), holder) }
    for next in match.staying {
      let elementPath = paths.add(.element(next.index), after: path)
      if let formerIndex = next.formerIndex {
        let formerPath = paths.add(.element(formerIndex), after: path)
        found.append(
          Pair(old: nil, new: nil, path: elementPath, holder: next.new.entityID ?? holder, formerPath: formerPath))
      }
      add(next.old, next.new, elementPath, holder, next.equalBytes)
    }
  }

  private mutating func add(
    _ old: JSONValue?, _ new: JSONValue?, _ path: Int, _ holder: JSONValue?, _ equalBytes: Int? = nil
  ) {
    let (old, new) = (old.flatMap { $0.isNull ? nil : $0 }, new.flatMap { $0.isNull ? nil : $0 })
    guard old != nil || new != nil else { return }
    found.append(Pair(old: old, new: new, path: path, holder: holder, equalBytes: equalBytes))
  }

  // MARK: - Reporting

  /// Reports two values that are not versions of the same one, or a value without a partner.
  private mutating func replace(_ pair: Pair) {
    let old = rest(of: pair.old, pair, isNew: false)
    let new = rest(of: pair.new, pair, isNew: true)
    if old != nil || new != nil { report(.changed, pair.path, pair.holder, old, new) }
  }

  /// Reports an entity, or adds the entities that the value contains to the stack. Returns any other value.
  private mutating func rest(of value: JSONValue?, _ pair: Pair, isNew: Bool) -> JSONValue? {
    guard let value else { return nil }
    if let id = value.entityID {
      report(isNew ? .managed : .unmanaged, pair.path, id, isNew ? nil : value, isNew ? value : nil)
      return nil
    }
    let other = isNew ? pair.old : pair.new
    guard other == nil, !paths.isElement(pair.path) else { return value }
    if value.kind == .object, value.members.contains(where: { $0.value.entityID != nil }) {
      for (key, member) in value.members where key.isFirst {
        add(isNew ? nil : member, isNew ? member : nil, paths.add(.member(key), after: pair.path), pair.holder)
      }
      return nil
    }
    if value.kind == .array, value.elements.contains(where: { $0.entityID != nil }) {
      for (index, element) in value.elements.enumerated() {
        add(isNew ? nil : element, isNew ? element : nil, paths.add(.element(index), after: pair.path), pair.holder)
      }
      return nil
    }
    return value
  }

  private mutating func report(
    _ kind: EntityChange.Kind, _ path: Int, _ id: JSONValue?, _ old: JSONValue?, _ new: JSONValue?,
    from former: Int? = nil
  ) {
    changes.append(
      EntityChange(
        kind: kind, model: model, path: paths.path(of: path), formerPath: former.map(paths.path), id: id?.string,
        old: old,
        new: new))
  }
}

extension JSONValue {
  /// The string id that makes an object an entity; nil for other values.
  var entityID: JSONValue? {
    guard kind == .object, let id = self["id"], id.kind == .string else { return nil }
    return id
  }
}
