import JSONDocument
import OKitRemote
import TestSupport

extension Fuzzer {
  /// The merge of a document from a server: what only one side changed is taken, the result is JSON, and a second merge finds nothing to do. The input is
  /// the common document, a byte 0, ours, a byte 0, and theirs.
  static let merge = Fuzzer(
    name: "merge",
    seeds: {
      Seeds.texts(
        #"{"id":"A","x":1,"y":2}"# + "\u{0}" + #"{"id":"A","x":3,"y":2}"# + "\u{0}" + #"{"y":4,"id":"A","x":1}"#,
        #"[{"id":"1"},{"id":"2"}]"# + "\u{0}" + #"[{"id":"2"},{"id":"1"},{"id":"3"}]"# + "\u{0}"
          + #"[{"id":"0"},{"id":"1","a":[1]},{"id":"2"}]"#,
        #"{"a":[{"id":"1","b":{"c":null}}]}"# + "\u{0}" + #"{"a":[]}"# + "\u{0}" + #"{"a":[{"id":"1","b":{"c":0}}]}"#,
        "[1,2]\u{0}[1,2,3]\u{0}[0,1,2]", #"{"a":1,"a":2}"# + "\u{0}" + #"{"a":1}"# + "\u{0}" + #"{"a":2,"b":1e400}"#)
    }
  ) { input in
    let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    let documents = parts.compactMap { try? JSONDocument(parsing: JSONBytes(Array($0))) }
    guard documents.count == 3 else { return }
    let (base, ours, theirs) = (documents[0], documents[1], documents[2])
    for settlement in [DocumentMerge.Settlement?.none, .ours, .theirs, .value("7"), .value(nil)] {
      guard let result = merged(base, ours, theirs, settlement) else { continue }
      if theirs.root.isSame(as: base.root) { require(result.root.isSame(as: ours.root), "only ours has changes") }
      if ours.root.isSame(as: base.root) { require(result.root.isSame(as: theirs.root), "only theirs has changes") }
      guard let again = merged(theirs, result, theirs, settlement) else { continue }
      require(again.root.isSame(as: result.root), "a second merge changes nothing")
    }
  }

  /// Returns the result of a merge; nil if a document has repeated keys, which are not edited.
  private static func merged(
    _ base: JSONDocument, _ ours: JSONDocument, _ theirs: JSONDocument, _ settlement: DocumentMerge.Settlement?
  ) -> JSONDocument? {
    let live = ours.live()
    var merge = DocumentMerge(settling: settlement)
    do {
      try merge.merge(base: base.root, theirs: theirs.root, into: live.root)
    } catch { return nil }
    let text = live.currentText.bytes()
    do {
      return try JSONDocument(parsing: text)
    } catch {
      require(false, "the result is JSON: \(error)")
      return nil
    }
  }
}
