package import JSONDocument

/// Merges what changed in two versions of a document since their common version: by the ids of entities and the names of members, not by lines.
///
/// The result is made in our version, which is a live document, so that all other bytes of it stay as they are.
package struct DocumentMerge {
  /// The result for a value that both versions changed.
  package enum Settlement: Sendable, Equatable {
    /// Our change counts.
    case ours
    /// Their change counts.
    case theirs
    /// It becomes another value, which is JSON; nil removes it.
    case value(String?)
  }

  /// A value that both versions changed in different ways.
  package struct Conflict {
    /// The container of the value, in the version that has one: ours, otherwise theirs.
    package let container: JSONValue
    /// The member or the id of the element; nil for the container itself, whose elements were reordered on both sides.
    package let name: String?
    /// The common value; nil if there was none.
    package let base: JSONValue?
    /// Our value; nil if there is none.
    package let ours: JSONValue?
    /// Their value; nil if there is none.
    package let theirs: JSONValue?
  }

  /// Three versions of one value.
  private struct Versions {
    let base: JSONValue
    let ours: JSONValue
    let theirs: JSONValue
    let container: JSONValue
    let name: String?
  }

  /// The values that both versions changed.
  package private(set) var conflicts: [Conflict] = []
  /// True if our version was changed.
  package private(set) var hasChanged = false
  /// The ids of entities that count as changed by each side that has them, because something outside of the document belongs to them.
  private let touched: Set<ExactText>
  private let settlement: (_ number: Int) -> Settlement?
  private var open: [Versions] = []
  /// Arrays whose elements get the order of theirs, once all elements are merged.
  private var orders: [(array: JSONValue, ids: [ExactText])] = []
  /// Elements that do not become one of the versions, as JSON.
  private var texts: [ExactText: String] = [:]

  /// A merge that settles all conflicts in one way; nil leaves our value.
  package init(settling settlement: Settlement?) { self.init { _ in settlement } }

  /// A merge that settles each conflict, by its number in ``conflicts``, in its own way; nil leaves our value. The entities with the ids `touched` count as
  /// changed by each side that has them, because something outside of the document belongs to them.
  package init(touching touched: Set<ExactText> = [], settling settlement: @escaping (_ number: Int) -> Settlement?) {
    self.touched = touched
    self.settlement = settlement
  }

  /// Merges the changes from `base` to `theirs` into `ours`, the root of a live document.
  package mutating func merge(base: JSONValue, theirs: JSONValue, into ours: JSONValue) throws(JSONEditError) {
    open = [Versions(base: base, ours: ours, theirs: theirs, container: ours, name: nil)]
    while let versions = open.popLast() { try merge(versions) }
    for order in orders.reversed() { try reorder(order.array, order.ids) }
    orders = []
  }

  private mutating func merge(_ versions: Versions) throws(JSONEditError) {
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    if isUnchanged(theirs, since: base) || theirs.isEqual(to: ours) { return }
    if isUnchanged(ours, since: base) { return try replace(ours, with: theirs.rawText) }
    switch (base.kind, ours.kind, theirs.kind) {
    case (.object, .object, .object):
      let ids = [base, ours, theirs].map { $0["id"]?.string.map(ExactText.init) }
      if ids[0] == ids[1], ids[1] == ids[2] { return try mergeMembers(base, ours, theirs) }
    case (.array, .array, .array):
      if let base = EntityElements(base), let own = EntityElements(ours), let their = EntityElements(theirs) {
        return try mergeElements(base, own, their, of: ours)
      }
    default: break
    }
    try settle(ours, as: recordConflict(versions.container, versions.name, base, ours, theirs), theirs)
  }

  private func isUnchanged(_ value: JSONValue, since base: JSONValue) -> Bool {
    guard value.isEqual(to: base) else { return false }
    return touched.isEmpty || touched.isDisjoint(with: base.ids)
  }

  /// Records a conflict, and returns how it is settled.
  private mutating func recordConflict(
    _ container: JSONValue, _ name: String?, _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?
  ) -> Settlement {
    conflicts.append(Conflict(container: container, name: name, base: base, ours: ours, theirs: theirs))
    return settlement(conflicts.count - 1) ?? .ours
  }

  /// Changes our value as a conflict is settled. Returns true if it is removed.
  @discardableResult
  private mutating func settle(
    _ own: JSONValue, as settlement: Settlement, _ their: JSONValue?
  ) throws(JSONEditError) -> Bool {
    switch settlement {
    case .ours: return false
    case .theirs:
      if let their { try replace(own, with: their.rawText) } else { try remove(own) }
      return their == nil
    case .value(let text):
      if let text { try replace(own, with: text) } else { try remove(own) }
      return text == nil
    }
  }

  // MARK: - Objects

  private mutating func mergeMembers(
    _ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue
  ) throws(JSONEditError) {
    for (key, their) in theirs.members where key.isFirst {
      let name = key.string
      switch (base[name], ours[name]) {
      case (let old?, let own?):
        open.append(Versions(base: old, ours: own, theirs: their, container: ours, name: name))
      case (nil, nil): try add(name, their.rawText, to: ours)
      case (let old?, nil):
        guard !isUnchanged(their, since: old) else { continue }
        switch recordConflict(ours, name, old, nil, their) {
        case .ours, .value(nil): break
        case .theirs: try add(name, their.rawText, to: ours)
        case .value(let text?): try add(name, text, to: ours)
        }
      case (nil, let own?):
        if !their.isEqual(to: own) { try settle(own, as: recordConflict(ours, name, nil, own, their), their) }
      }
    }
    for (key, old) in base.members where key.isFirst && theirs[key.string] == nil {
      guard let own = ours[key.string] else { continue }
      try settle(own, as: isUnchanged(own, since: old) ? .theirs : recordConflict(ours, key.string, old, own, nil), nil)
    }
  }

  // MARK: - Arrays

  private mutating func mergeElements(
    _ base: EntityElements, _ ours: EntityElements, _ theirs: EntityElements, of array: JSONValue
  ) throws(JSONEditError) {
    var removed: Set<ExactText> = []
    for id in base.ids where theirs[id] == nil {
      guard let own = ours[id], let old = base[id] else { continue }
      let settlement = isUnchanged(own, since: old) ? .theirs : recordConflict(array, id.text, old, own, nil)
      if try settle(own, as: settlement, nil) { removed.insert(id) }
    }
    // The added elements by the element that they follow; nil for those before all others.
    var added: [ExactText?: [ExactText]] = [:]
    var anchor: ExactText?
    // The added elements that follow one there that is gone here, by the next one that is not; nil at the end.
    var waiting: [(next: ExactText?, ids: [ExactText])] = []
    var isAnchorGone = false
    for id in theirs.ids {
      guard let their = theirs[id] else { continue }
      let isAdded: Bool
      switch (base[id], ours[id]) {
      case (let old?, let own?):
        if !touched.isEmpty || !their.hasSameBytes(as: old) {
          open.append(Versions(base: old, ours: own, theirs: their, container: array, name: id.text))
        }
        isAdded = false
      case (nil, nil): isAdded = true
      case (let old?, nil):
        switch isUnchanged(their, since: old) ? .ours : recordConflict(array, id.text, old, nil, their) {
        case .ours, .value(nil): isAdded = false
        case .theirs: isAdded = true
        case .value(let text?):
          texts[id] = text
          isAdded = true
        }
      case (nil, let own?):
        if !their.isEqual(to: own),
          try settle(own, as: recordConflict(array, id.text, nil, own, their), their)
        {
          removed.insert(id)
        }
        isAdded = false
      }
      if isAdded {
        if isAnchorGone { waiting[waiting.count - 1].ids.append(id) } else { added[anchor, default: []].append(id) }
      } else if ours[id] != nil, !removed.contains(id) {
        if isAnchorGone { waiting[waiting.count - 1].next = id }
        (anchor, isAnchorGone) = (id, false)
      } else if !isAnchorGone {
        waiting.append((nil, []))
        isAnchorGone = true
      }
    }
    if waiting.contains(where: { !$0.ids.isEmpty }) {
      let kept = ours.ids.filter { !removed.contains($0) }
      let previous = Dictionary(uniqueKeysWithValues: zip(kept.dropFirst().map { $0 } + [nil], kept))
      for group in waiting where !group.ids.isEmpty { added[previous[group.next], default: []] += group.ids }
    }
    var present: [ExactText] = []
    func insert(after anchor: ExactText?) throws(JSONEditError) {
      for id in added[anchor] ?? [] {
        guard let their = theirs[id] else { continue }
        _ = try array.insert(texts[id] ?? their.rawText, at: present.count)
        present.append(id)
      }
    }
    if !added.isEmpty { hasChanged = true }
    try insert(after: nil)
    for id in ours.ids where !removed.contains(id) {
      present.append(id)
      try insert(after: id)
    }
    mergeOrder(base, ours, theirs, of: array, present)
  }

  private mutating func mergeOrder(
    _ base: EntityElements, _ ours: EntityElements, _ theirs: EntityElements, of array: JSONValue,
    _ present: [ExactText]
  ) {
    if theirs.ids == base.ids || theirs.ids == ours.ids { return }
    let common = { (id: ExactText) in base[id] != nil && ours[id] != nil && theirs[id] != nil }
    let (old, own, their) = (base.ids.filter(common), ours.ids.filter(common), theirs.ids.filter(common))
    if their == old || their == own { return }
    guard own == old || recordConflict(array, nil, nil, nil, nil) == .theirs else { return }
    var next = their.makeIterator()
    // The elements that only one version has keep their places among the others.
    orders.append((array, present.map { common($0) ? next.next() ?? $0 : $0 }))
  }

  /// Gives the elements a new order, and keeps what is between them.
  private mutating func reorder(_ array: JSONValue, _ ids: [ExactText]) throws(JSONEditError) {
    let elements = Array(array.elements)
    let texts = Dictionary(
      elements.compactMap { element in element["id"]?.string.map { (ExactText($0), element.snapshot.rawText) } }
    ) { first, _ in first }
    for (element, id) in zip(elements, ids) {
      guard element["id"]?.string.map(ExactText.init) != id, let text = texts[id] else { continue }
      _ = try element.replace(with: text)
      hasChanged = true
    }
  }

  // MARK: - Changes

  private mutating func add(_ name: String, _ text: String, to object: JSONValue) throws(JSONEditError) {
    _ = try object.add(name, text)
    hasChanged = true
  }

  private mutating func replace(_ value: JSONValue, with text: String) throws(JSONEditError) {
    _ = try value.replace(with: text)
    hasChanged = true
  }

  private mutating func remove(_ value: JSONValue) throws(JSONEditError) {
    try value.remove()
    hasChanged = true
  }
}

extension JSONValue {
  /// True if both values have the same meaning.
  fileprivate func isEqual(to other: JSONValue) -> Bool { hasSameBytes(as: other) || isSame(as: other) }
}
