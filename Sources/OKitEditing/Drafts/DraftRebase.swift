import Bindings
import JSONDocument
import OKitModels

/// Adapts the text of an unfinished edit to values that another program changed meanwhile.
///
/// A value that the person did not edit becomes the present one. If both changed a value, that of the person stays, with a remark above it. Elements of
/// arrays are the same if they have the same id or the same text, or if they stand between the same ones.
struct DraftRebase {
  private let text: [UInt8]
  private let present: [UInt8]
  private var replacements: [(range: Range<Int>, new: [UInt8])] = []
  private var remarks: [(offset: Int, text: String)] = []

  private init(_ text: [UInt8], onto present: [UInt8]) {
    self.text = text
    self.present = present
  }

  /// Returns the text for the draft of the present values; nil if it is not valid, or if it is not known which present values are those of `former`.
  static func text(_ text: [UInt8], of former: Draft, onto present: Draft) -> [UInt8]? {
    func document(_ text: [UInt8]) -> JSONDocument? {
      try? CommentedJSON.document(parsing: text, secret: present.isSecret)
    }
    // Former remarks are about former values.
    let text = DraftRemarks().inserted(into: text)
    guard former.isList == present.isList, let own = document(text), let base = document(former.text),
      let new = document(present.text)
    else { return nil }
    var rebase = DraftRebase(text, onto: present.text)
    if former.isList {
      guard rebase.adaptTargets(own.root, base.root, new.root, former, present) else { return nil }
    } else {
      guard let old = former.targets.first, let target = present.targets.first, target.isSameValue(as: old) else {
        return nil
      }
      rebase.adapt(own.root, base.root, new.root, depth: 0)
    }
    return rebase.result(in: 0..<text.count)
  }

  /// Adapts the members of an object whose members are the values to edit. Returns false if a value cannot be found again.
  private mutating func adaptTargets(
    _ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ former: Draft, _ present: Draft
  ) -> Bool {
    guard own.kind == .object else { return false }
    let (bases, news) = (base.membersByKey, new.membersByKey)
    let targets = Dictionary(present.targets.map { ($0.place, $0) }) { first, _ in first }
    let formers = Dictionary(former.targets.map { (ExactText($0.path), $0) }) { first, _ in first }
    for (key, value) in own.members {
      guard let old = formers[ExactText(key.string)], let base = bases[ExactText(old.path)] else { continue }
      guard let target = targets[old.place], let new = news[ExactText(target.path)] else {
        // The path can be that of another value now.
        if !value.hasSameText(as: base) {
          replacements.append((key.range, Array(JSONText.quote("\(old.path) (removed)").utf8)))
        }
        remove(key, value, ifSameAs: base)
        continue
      }
      guard target.isSameValue(as: old) else { return false }
      if target.path != old.path { replacements.append((key.range, Array(JSONText.quote(target.path).utf8))) }
      adapt(value, base, new, depth: 1)
    }
    let known = Set(former.targets.map(\.place))
    for target in present.targets where !known.contains(target.place) {
      if let value = news[ExactText(target.path)] { insert(value, as: target.path, into: own) }
    }
    return true
  }

  private mutating func adapt(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, depth: Int) {
    if new.hasSameText(as: base) || own.hasSameText(as: new) { return }
    let isDeep = depth >= DraftWriter.maximumDepth
    if own.hasSameText(as: base) {
      replacements.append((own.range, Array(present[new.range])))
    } else if !isDeep, own.kind == .object, base.kind == .object, new.kind == .object {
      adaptMembers(own, base, new, depth)
    } else if !isDeep, own.kind == .array, base.kind == .array, new.kind == .array {
      adaptElements(own, base, new, depth)
    } else {
      let value = String(decoding: JSONWriter.compact(new), as: UTF8.self).shortened(to: 200)
      remark("changed meanwhile to \(value)", on: own)
    }
  }

  private mutating func remark(_ text: String, on value: JSONValue) {
    remarks.append((value.range.lowerBound, "note: \(text)"))
  }

  // MARK: - Members

  private mutating func adaptMembers(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ depth: Int) {
    let (owns, bases, news) = (own.membersByKey, base.membersByKey, new.membersByKey)
    for (key, value) in new.members {
      switch (owns[ExactText(key.string)], bases[ExactText(key.string)]) {
      case (let own?, let base): adapt(own, base ?? own, value, depth: depth + 1)
      case (nil, let base?):
        if !base.hasSameText(as: value) {
          remark("\(key.string), which the text removes, was changed meanwhile", on: own)
        }
      case (nil, nil): insert(value, as: key.string, into: own)
      }
    }
    for (key, value) in own.members {
      guard let base = bases[ExactText(key.string)], news[ExactText(key.string)] == nil else { continue }
      remove(key, value, ifSameAs: base)
    }
  }

  private mutating func insert(_ new: JSONValue, as key: String, into own: JSONValue) {
    let start = own.range.lowerBound + 1
    replacements.append((start..<start, Array("\n\(JSONText.quote(key)): ".utf8) + present[new.range] + [0x2C]))
  }

  /// Removes a member that is not there any more. One that the person edited stays, with a remark.
  private mutating func remove(_ key: JSONKey, _ value: JSONValue, ifSameAs base: JSONValue) {
    guard value.hasSameText(as: base) else { return remark("removed meanwhile", on: value) }
    replacements.append((key.range.lowerBound..<CommentedJSON.endOfMember(value.range.upperBound, in: text), []))
  }

  // MARK: - Elements

  /// A place in an array of the adapted text.
  private enum Element {
    /// An element of the person's text, and the same one of the present values.
    case both(own: Int, base: Int, new: Int)
    /// An element that only the person's text has.
    case own(Int, isRemoved: Bool)
    /// An element that only the present values have.
    case new(Int)
  }

  private mutating func adaptElements(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ depth: Int) {
    let (owns, bases, news) = (Array(own.elements), Array(base.elements), Array(new.elements))
    let (order, removesChanged) = Self.merged(owns, bases, news)
    let isInPlace =
      order.count == owns.count
      && order.enumerated().allSatisfy { position, element in
        switch element {
        case .both(let index, _, _), .own(let index, false): index == position
        case .own(_, true), .new: false
        }
      }
    if removesChanged { remark("an element that the text removes was changed meanwhile", on: own) }
    if isInPlace {
      for case .both(let index, let former, let present) in order {
        adapt(owns[index], bases[former], news[present], depth: depth + 1)
      }
      return
    }
    var lines = [UInt8(ascii: "["), UInt8(ascii: "\n")]
    for element in order {
      var part = DraftRebase(text, onto: present)
      switch element {
      case .both(let index, let former, let present):
        part.adapt(owns[index], bases[former], news[present], depth: depth + 1)
        lines += part.result(in: owns[index].range)
      case .own(let index, let isRemoved):
        if isRemoved { part.remark("removed meanwhile", on: owns[index]) }
        lines += part.result(in: owns[index].range)
      case .new(let index): lines += present[news[index].range]
      }
      lines += [UInt8(ascii: ","), UInt8(ascii: "\n")]
    }
    replacements.append((own.range, lines + [UInt8(ascii: "]")]))
  }

  /// Returns the elements that an array has after both changes, in the order of the one that moved elements, and true if the person removed an element
  /// that was changed meanwhile. If both moved elements, the order is the person's.
  private static func merged(
    _ own: [JSONValue], _ base: [JSONValue], _ new: [JSONValue]
  ) -> (order: [Element], removesChanged: Bool) {
    let (ownBases, newBases) = (ElementMatches(own, base).indices, ElementMatches(new, base).indices)
    let ownOf = Self.positions(ownBases)
    let newOf = Self.positions(newBases)
    func isInOrder(_ bases: [Int?]) -> Bool {
      let known = bases.compactMap { $0 }
      return zip(known, known.dropFirst()).allSatisfy(<)
    }
    var removesChanged = false
    // Each element follows the one that it followed where it comes from.
    var order: [Element] = []
    let ownElements = own.indices.compactMap { index -> Element? in
      guard let former = ownBases[index] else { return .own(index, isRemoved: false) }
      if let new = newOf[former] { return .both(own: index, base: former, new: new) }
      return own[index].hasSameText(as: base[former]) ? nil : .own(index, isRemoved: true)
    }
    let newElements = new.indices.compactMap { index -> Element? in
      guard let former = newBases[index] else { return .new(index) }
      if let own = ownOf[former] { return .both(own: own, base: former, new: index) }
      if !new[index].hasSameText(as: base[former]) { removesChanged = true }
      return nil
    }
    let (first, second) = isInOrder(ownBases) ? (newElements, ownElements) : (ownElements, newElements)
    // The elements of the second list that are not in the first one, by the one that they follow; nil at the beginning.
    var following: [Int?: [Element]] = [:]
    var last: Int?
    for element in second {
      if case .both(_, let former, _) = element { last = former } else { following[last, default: []].append(element) }
    }
    order += following[nil] ?? []
    for element in first {
      order.append(element)
      if case .both(_, let former, _) = element { order += following[former] ?? [] }
    }
    return (order, removesChanged)
  }

  /// Returns the positions of former elements among those that have these former indices.
  private static func positions(_ bases: [Int?]) -> [Int: Int] {
    Dictionary(bases.enumerated().compactMap { position, base in base.map { ($0, position) } }) { first, _ in first }
  }

  // MARK: - Result

  /// Returns a part of the text with the changes.
  private func result(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var position = range.lowerBound
    let edits =
      replacements.map { ($0.range, Optional($0.new), "") } + remarks.map { ($0.offset..<$0.offset, nil, $0.text) }
    for (range, new, remark) in edits.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      result += text[position..<range.lowerBound]
      position = range.upperBound
      if let new { result += new } else { DraftRemarks.insert(remark, aboveLastLineOf: &result) }
    }
    return result + text[position..<range.upperBound]
  }
}

extension JSONValue {
  /// The members of an object by their keys; the first of repeated keys.
  fileprivate var membersByKey: [ExactText: JSONValue] {
    Dictionary(members.map { (ExactText($0.key.string), $0.value) }) { first, _ in first }
  }
}

extension Draft {
  /// Returns the text that a person made from `former`, adapted to this draft of the same values; nil if the text is not valid, or if it is not known
  /// which values are the same.
  ///
  /// A value that the person did not edit becomes that of this draft. If both differ, that of the person stays, with a remark above it.
  package func rebased(_ text: [UInt8], from former: Draft) -> [UInt8]? {
    DraftRebase.text(text, of: former, onto: self)
  }
}
