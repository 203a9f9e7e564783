import Bindings
import JSONDocument
import OKitModels

/// Adapts the text of an unfinished edit to values that another program changed meanwhile.
///
/// A value that the person did not edit becomes the present one. If both changed a value, that of the person stays, with a remark above it.
struct DraftRebase {
  private let text: [UInt8]
  private let present: [UInt8]
  private var replacements: [(range: Range<Int>, new: [UInt8])] = []
  private var remarks: [(offset: Int, text: String)] = []

  private init(_ text: [UInt8], onto present: [UInt8]) {
    self.text = text
    self.present = present
  }

  /// Returns the text for the draft of the present values; nil if it is not valid.
  static func text(_ text: [UInt8], of former: Draft, onto present: Draft) -> [UInt8]? {
    func document(_ text: [UInt8]) -> JSONDocument? {
      try? CommentedJSON.document(parsing: text, secret: present.isSecret)
    }
    guard let own = document(text), let base = document(former.text), let new = document(present.text) else {
      return nil
    }
    var rebase = DraftRebase(text, onto: present.text)
    rebase.adapt(own.root, base.root, new.root, depth: 0)
    return rebase.result
  }

  private mutating func adapt(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, depth: Int) {
    if new.hasSameText(as: base) || own.hasSameText(as: new) { return }
    if own.hasSameText(as: base) {
      replacements.append((own.range, Array(present[new.range])))
    } else if depth < DraftWriter.maximumDepth, own.kind == .object, base.kind == .object, new.kind == .object {
      adaptMembers(own, base, new, depth)
    } else if depth < DraftWriter.maximumDepth, own.kind == .array, own.count == base.count, base.count == new.count,
      base.kind == .array, new.kind == .array
    {
      for ((own, base), new) in zip(zip(own.elements, base.elements), new.elements) {
        adapt(own, base, new, depth: depth + 1)
      }
    } else {
      let value = String(decoding: JSONWriter.compact(new), as: UTF8.self).shortened(to: 200)
      remarks.append((own.range.lowerBound, "note: changed meanwhile to \(value)"))
    }
  }

  private mutating func adaptMembers(_ own: JSONValue, _ base: JSONValue, _ new: JSONValue, _ depth: Int) {
    for (key, value) in new.members {
      let key = key.string
      switch (own[key], base[key]) {
      case (let own?, let base?): adapt(own, base, value, depth: depth + 1)
      case (let own?, nil): adapt(own, own, value, depth: depth + 1)
      case (nil, _?): break
      case (nil, nil):
        let start = own.range.lowerBound + 1
        replacements.append((start..<start, Array("\n\(JSONText.quote(key)): ".utf8) + present[value.range] + [0x2C]))
      }
    }
    for (key, value) in own.members where base[key.string] != nil && new[key.string] == nil {
      remarks.append((value.range.lowerBound, "note: removed meanwhile"))
    }
  }

  private var result: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    var lines = DraftRemarks()
    func lineCount(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }
    let edits =
      replacements.map { ($0.range, Optional($0.new), "") } + remarks.map { ($0.offset..<$0.offset, nil, $0.text) }
    for (range, new, remark) in edits.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      result += text[position..<range.lowerBound]
      position = range.upperBound
      if let new { result += new } else { lines.add(remark, above: lineCount(result) + 1) }
    }
    result += text[position...]
    return lines.inserted(into: result)
  }
}

extension Draft {
  /// Returns the text that a person made from `former`, adapted to this draft of the same values; nil if the text is not valid.
  ///
  /// A value that the person did not edit becomes that of this draft. If both differ, that of the person stays, with a remark above it.
  package func rebased(_ text: [UInt8], from former: Draft) -> [UInt8]? {
    DraftRebase.text(text, of: former, onto: self)
  }
}
