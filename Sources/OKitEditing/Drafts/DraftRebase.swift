import Bindings
import JSONDocument
import OKitModels

/// Adapts the text of an unfinished edit to values that another program changed meanwhile.
///
/// A value that the person did not edit becomes the present one. If both changed a value, that of the person stays, with a remark above it. Elements of
/// arrays are matched by their ids. If both changed an array of other elements, the text is not adapted.
struct DraftRebase {
  private let text: [UInt8]
  private let present: [UInt8]
  private var replacements: [(range: Range<Int>, new: [UInt8])] = []
  private var remarks: [(offset: Int, text: String)] = []
  /// True if some values of the three versions cannot be matched.
  private var isAmbiguous = false

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
    return rebase.isAmbiguous ? nil : rebase.result(in: 0..<text.count)
  }

  /// Adapts the members of an object whose members are the values to edit. Returns false if a value cannot be found again.
  private mutating func adaptTargets(
    _ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ former: Draft, _ present: Draft
  ) -> Bool {
    guard own.kind == .object else { return false }
    let (bases, news) = (base.membersByKey, new.membersByKey)
    let targets = Dictionary(present.targets.map { ($0.place, $0) }) { first, _ in first }
    let formers = Dictionary(former.targets.map { (ExactText($0.path), $0) }) { first, _ in first }
    let known = Set(former.targets.map(\.place))
    guard targets.count == present.targets.count, known.count == former.targets.count else { return false }
    let keys = Set(own.members.map { ExactText($0.key.string) })
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
    for target in present.targets where !known.contains(target.place) && !keys.contains(ExactText(target.path)) {
      if let value = news[ExactText(target.path)] { insert(value, as: target.path, into: own) }
    }
    return true
  }

  private mutating func adapt(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, depth: Int) {
    if new.hasSameText(as: base) || own.hasSameText(as: new) { return }
    if let id = base.entityID, let other = new.entityID, id != other, !own.hasSameText(as: base) {
      // Another entity has taken its place.
      isAmbiguous = true
      return
    }
    let isDeep = depth >= DraftWriter.maximumDepth
    if own.hasSameText(as: base) {
      replacements.append((own.range, Array(present[new.range])))
    } else if !isDeep, own.kind == .object, base.kind == .object, new.kind == .object {
      adaptMembers(own, base, new, depth)
    } else if !isDeep, own.kind == .array, base.kind == .array, new.kind == .array {
      adaptElements(own, base, new, depth)
    } else {
      remarkOfChange(to: new, on: own)
    }
  }

  private mutating func remarkOfChange(to new: JSONValue, on own: JSONValue) {
    let value = String(decoding: JSONWriter.compact(new), as: UTF8.self).shortened(to: 200)
    remark("changed meanwhile to \(value)", on: own)
  }

  private mutating func remark(_ text: String, on value: JSONValue) {
    remarks.append((value.range.lowerBound, "note: \(text)"))
  }

  // MARK: - Members

  private mutating func adaptMembers(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ depth: Int) {
    let (owns, bases, news) = (own.membersByKey, base.membersByKey, new.membersByKey)
    // It is not known which of several members with one key are the same.
    guard owns.count == own.count, bases.count == base.count, news.count == new.count else {
      isAmbiguous = true
      return
    }
    for (key, value) in new.members {
      switch (owns[ExactText(key.string)], bases[ExactText(key.string)]) {
      case (let own?, let base): adapt(own, base, value, depth: depth + 1)
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
    /// An element of the person's text, and the same one of the present values; nil for `base` if both added it.
    case both(own: Int, base: Int?, new: Int)
    /// An element that only the person's text has.
    case own(Int, isRemoved: Bool)
    /// An element that only the present values have.
    case new(Int)
  }

  private mutating func adaptElements(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ depth: Int) {
    let (owns, bases, news) = (Array(own.elements), Array(base.elements), Array(new.elements))
    guard let places = Places(owns, bases, news) else {
      isAmbiguous = true
      return
    }
    let order = places.merged
    let isInPlace =
      order.count == owns.count
      && order.enumerated().allSatisfy { position, element in
        switch element {
        case .both(let index, _, _), .own(let index, false): index == position
        case .own(_, true), .new: false
        }
      }
    if places.removesChanged { remark("an element that the text removes was changed meanwhile", on: own) }
    if isInPlace {
      for case .both(let index, let former, let present) in order {
        adapt(owns[index], former.map { bases[$0] }, news[present], depth: depth + 1)
      }
      return
    }
    var lines = [UInt8(ascii: "["), UInt8(ascii: "\n")]
    for element in order {
      var part = DraftRebase(text, onto: present)
      switch element {
      case .both(let index, let former, let present):
        part.adapt(owns[index], former.map { bases[$0] }, news[present], depth: depth + 1)
        lines += part.result(in: owns[index].range)
      case .own(let index, let isRemoved):
        if isRemoved { part.remark("removed meanwhile", on: owns[index]) }
        lines += part.result(in: owns[index].range)
      case .new(let index): lines += present[news[index].range]
      }
      isAmbiguous = isAmbiguous || part.isAmbiguous
      lines += [UInt8(ascii: ","), UInt8(ascii: "\n")]
    }
    replacements.append((own.range, lines + [UInt8(ascii: "]")]))
  }

  /// Adapts a value that both have; nil for `base` if both added it.
  private mutating func adapt(_ own: JSONValue, _ base: JSONValue?, _ new: JSONValue, depth: Int) {
    if let base {
      adapt(own, base, new, depth: depth)
    } else if !own.hasSameText(as: new) {
      remarkOfChange(to: new, on: own)
    }
  }

  /// The places of entities in three versions of an array.
  private struct Places {
    private let own: [JSONValue]
    private let base: [JSONValue]
    private let new: [JSONValue]
    private let ownOf: [ExactText: Int]
    private let baseOf: [ExactText: Int]
    private let newOf: [ExactText: Int]

    /// Nil unless each element has an id of its own.
    init?(_ own: [JSONValue], _ base: [JSONValue], _ new: [JSONValue]) {
      (self.own, self.base, self.new) = (own, base, new)
      guard let ownOf = Self.places(own), let baseOf = Self.places(base), let newOf = Self.places(new) else {
        return nil
      }
      (self.ownOf, self.baseOf, self.newOf) = (ownOf, baseOf, newOf)
    }

    private static func places(_ elements: [JSONValue]) -> [ExactText: Int]? {
      var places: [ExactText: Int] = [:]
      for (index, element) in elements.enumerated() {
        guard let id = element.entityID, places.updateValue(index, forKey: id) == nil else { return nil }
      }
      return places
    }

    /// True if the person removed an element that was changed meanwhile.
    var removesChanged: Bool {
      newOf.contains { id, index in
        ownOf[id] == nil && baseOf[id].map { !new[index].hasSameText(as: base[$0]) } ?? false
      }
    }

    /// The elements after both changes, in the order of the one that moved elements. If both moved elements, the order is the person's.
    var merged: [Element] {
      let owns = own.indices.compactMap { index -> (id: ExactText?, element: Element)? in
        guard let id = own[index].entityID else { return nil }
        if let present = newOf[id] { return (id, .both(own: index, base: baseOf[id], new: present)) }
        guard let former = baseOf[id] else { return (nil, .own(index, isRemoved: false)) }
        return own[index].hasSameText(as: base[former]) ? nil : (nil, .own(index, isRemoved: true))
      }
      let news = new.indices.compactMap { index -> (id: ExactText?, element: Element)? in
        guard let id = new[index].entityID else { return nil }
        if let own = ownOf[id] { return (id, .both(own: own, base: baseOf[id], new: index)) }
        return baseOf[id] == nil ? (nil, .new(index)) : nil
      }
      let known = own.compactMap { $0.entityID.flatMap { baseOf[$0] } }
      let isInOrder = zip(known, known.dropFirst()).allSatisfy(<)
      let (first, second) = isInOrder ? (news, owns) : (owns, news)
      // The elements of the second list that are not in the first one, by the one that they follow; nil at the beginning.
      var following: [ExactText?: [Element]] = [:]
      var last: ExactText?
      for (id, element) in second {
        if let id { last = id } else { following[last, default: []].append(element) }
      }
      return (following[nil] ?? []) + first.flatMap { id, element in [element] + (id.flatMap { following[$0] } ?? []) }
    }
  }

  // MARK: - Result

  /// Returns a part of the text with the changes.
  private func result(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var position = range.lowerBound
    let edits =
      // A remark stands above what is replaced at its place.
      remarks.map { ($0.offset..<$0.offset, nil, $0.text) } + replacements.map { ($0.range, Optional($0.new), "") }
    for (range, new, remark) in edits.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      result += text[position..<range.lowerBound]
      position = range.upperBound
      if let new { result += new } else { DraftRemarks.insert(remark, aboveLastLineOf: &result) }
    }
    return result + text[position..<range.upperBound]
  }
}

extension JSONValue {
  /// The id of an object with one that is not empty; nil for any other value.
  fileprivate var entityID: ExactText? { self["id"]?.string.flatMap { $0.isEmpty ? nil : ExactText($0) } }

  /// The members of an object by their keys; of repeated keys, the first.
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
