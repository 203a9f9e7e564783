import JSONDocument
import TestSupport
import Testing

/// Documents that are read and changed alternately.
struct LiveTests {
  /// Random edits, each of which sees the earlier ones, agree with the same edits of a tree.
  @Test(arguments: 0..<40)
  func manyEditsAreTheSameAsInATree(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 5000)
    for _ in 0..<40 {
      let space = [Tree.Space.compact, .pretty, .wild].randomElement(using: &generator)!
      var tree = Tree.random(depth: 4, using: &generator)
      let original = try parse(tree.text(space, using: &generator))
      let document = original.live()
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        try edit(document, &tree, using: &generator)
        try #require(Tree(document.root) == tree)
      }
      expectAgreement(document.root, tree)
      #expect(document.currentText.isUnchanged == document.currentText.bytes().elementsEqual(document.bytes))
      let written = try JSONDocument(parsing: document.currentText.bytes())
      #expect(Tree(written.root) == tree, "\(original.root.rawText)\n\(written.root.rawText)")
      #expect(
        String(decoding: JSONWriter.compact(document.root), as: UTF8.self) == JSONWriter.compactText(written.root))
      if space == .compact { #expect(JSONWriter.compact(written.root) == Array(written.bytes)) }
      if space == .pretty, document.root.document === document, !original.root.isEmptyContainer {
        #expect(JSONWriter.pretty(written.root) == Array(written.bytes))
      }
      expectUnchangedBytes(document, written)
      #expect(sortedKeys(document) == sortedKeys(written))
    }
  }

  /// Checks that each object and array in which nothing changed is in the text byte for byte, with its white space, and in its order.
  private func expectUnchangedBytes(_ document: JSONDocument, _ written: JSONDocument) {
    let bytes = Array(written.bytes)
    var place = 0
    var checkedEnd = 0
    for value in document.parsed.values where value.range.lowerBound >= checkedEnd {
      let current = document.value(at: value.index)
      guard current.isAttached, current.snapshot == current else { continue }
      checkedEnd = value.range.upperBound
      guard let found = bytes[place...].firstRange(of: document.bytes[value.range]) else {
        Issue.record("\(value.rawText) is missing in \(written.root.rawText)")
        return
      }
      place = found.upperBound
    }
  }

  private func sortedKeys(_ document: JSONDocument) -> [String] {
    var keys: [String] = []
    document.forEachKey { keys.append("\($0.object.kind)\($0.string)\(JSONWriter.compactText($0.value))") }
    return keys.sorted()
  }

  /// Makes one random edit at a random place.
  private func edit(_ document: JSONDocument, _ tree: inout Tree, using generator: inout SeededGenerator) throws {
    var path: [Int] = []
    var value = document.root
    while Bool.random(using: &generator) || path.isEmpty,
      let (place, item) = items(value).enumerated().randomElement(using: &generator)
    {
      path.append(place)
      value = item
    }
    let new = Tree.random(depth: 2, using: &generator)
    let json = new.text(.wild, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 3 where value.key != nil:
      let key = "new\(Int.random(in: 0..<5, using: &generator))"
      let isTaken = value.parent?[key].map { $0 != value } ?? false
      guard !isTaken else {
        #expect(throws: JSONEditError.self) { try value.rename(to: key) }
        return
      }
      try value.rename(to: key)
      #expect(value.key?.string == key && value.key! == key && value.parent?[key] == value)
      let last = path.removeLast()
      tree.change(path) { $0.rename(at: last, to: key) }
    case 0:
      guard !path.isEmpty || Int.random(in: 0..<10, using: &generator) == 0 else { return }
      let replaced = try value.replace(with: json)
      #expect(Tree(replaced) == new)
      #expect(replaced.parent == value.parent && replaced.isAttached && !value.isAttached)
      tree.change(path) { $0 = new }
    case 1 where !path.isEmpty:
      let parent = value.parent
      #expect(value.isAttached)
      try value.remove()
      #expect(!value.isAttached && parent?.isAttached == true)
      #expect(throws: JSONEditError.self) { try value.remove() }
      #expect(parent == document.root || parent?.parent != nil)
      let last = path.removeLast()
      tree.change(path) { $0.remove(at: last) }
    case _ where value.kind == .array:
      let place = Int.random(in: 0...value.count, using: &generator)
      let inserted = try value.insert(json, at: Bool.random(using: &generator) || place < value.count ? place : nil)
      #expect(inserted.parent == value)
      tree.change(path) { $0.insert(new, nil, at: place) }
    case _ where value.kind == .object:
      let key = "new\(Int.random(in: 0..<5, using: &generator))"
      guard value[key] == nil else {
        #expect(throws: JSONEditError.self) { try value.add(key, json) }
        return
      }
      let added = try value.add(key, json)
      #expect(added.parent == value && added.key?.string == key && added.key?.object == value)
      #expect(added.document.outermost === document)
      tree.change(path) { $0.insert(new, key, at: nil) }
    default: break
    }
  }

  private func items(_ value: JSONValue) -> [JSONValue] { value.members.map(\.value) + Array(value.elements) }

  /// Expects the same result from all ways to reach a value.
  private func expectAgreement(_ value: JSONValue, _ tree: Tree) {
    switch tree {
    case .scalar(let text): #expect(value.rawText == text)
    case .array(let elements):
      #expect(
        value.count == elements.count && value.isEmptyContainer == elements.isEmpty && value[elements.count] == nil)
      for (place, element) in elements.enumerated() {
        guard let inner = value[place] else {
          Issue.record("missing")
          return
        }
        #expect(inner.parent == value && inner.key == nil)
        expectAgreement(inner, element)
      }
    case .object(let members):
      #expect(value.count == members.count && value.isEmptyContainer == members.isEmpty)
      for (key, member) in members {
        guard let inner = value[key] else {
          Issue.record("missing")
          return
        }
        #expect(inner.parent == value && inner.key?.string == key && inner.key?.isFirst == true)
        expectAgreement(inner, member)
      }
    }
  }

  @Test func editingALiveCopyKeepsTheOriginal() throws {
    let original = try parse(#"{"a":[1,2],"b":{"c":null}}"#)
    let document = original.live()
    try #require(document.root["a"]?[0]).replace(with: "\"x\"")
    #expect(original.root.rawText == #"{"a":[1,2],"b":{"c":null}}"#)
    #expect(JSONWriter.compactText(original.root) == original.root.rawText)
    #expect(!original.isLive && document.isLive && document.isChanged)
    #expect(String(decoding: document.currentText.bytes(), as: UTF8.self) == #"{"a":["x",2],"b":{"c":null}}"#)
  }

  @Test func farElementsAreFound() throws {
    let numbers = Array(0..<1000)
    let document = try parse("[\(numbers.map(String.init).joined(separator: ","))]").live()
    for place in numbers { #expect(document.root[place]?.int == place) }
    #expect(document.root.count == 1000 && document.root[1000] == nil)
    try document.root.insert("-1", at: 0)
    #expect(document.root[999]?.int == 998 && document.root[1000]?.int == 999 && document.root.count == 1001)
  }

  @Test func anObjectWithManyMembersIsEdited() throws {
    let text = (0..<500).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let root = try parse("{\(text)}").live().root
    try #require(root["k7"]).remove()
    try #require(root["k8"]).replace(with: "\"eight\"")
    try root.add("k7", "\"seven\"")
    try root.add("new", "0")
    #expect(root["k7"]?.string == "seven" && root["k8"]?.string == "eight" && root["new"]?.int == 0)
    #expect(root["k9"]?.int == 9 && root["k500"] == nil && root.count == 501)
  }

  /// Random changes of an object with so many members that it is searched by a table, compared with a list of its members.
  @Test(arguments: 0..<10)
  func anObjectWithManyMembersIsAlwaysSearchedCorrectly(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 9000)
    var expected = (0..<200).map { (key: "k\($0)", value: $0) }
    let document = try parse("{\(expected.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}").live()
    let root = document.root
    for step in 0..<500 {
      let place = Int.random(in: 0..<expected.count, using: &generator)
      let member = try #require(root[expected[place].key])
      #expect(member.int == expected[place].value)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where expected.count > 150:
        try member.remove()
        #expect(root[expected[place].key] == nil)
        expected.remove(at: place)
      case 1:
        let key = "k\(Int.random(in: 0..<400, using: &generator))"
        guard !expected.contains(where: { $0.key == key }) else { continue }
        try member.rename(to: key)
        #expect(root[expected[place].key] == nil && root[key] == member)
        expected[place].key = key
      case 2:
        try member.replace(with: "\(step)")
        expected[place].value = step
      default:
        let key = "k\(Int.random(in: 0..<400, using: &generator))"
        guard root[key] == nil else {
          #expect(expected.contains { $0.key == key })
          continue
        }
        try root.add(key, "\(step)")
        expected.append((key, step))
      }
    }
    let written = try JSONDocument(parsing: document.currentText.bytes()).root
    for object in [root, written] {
      #expect(
        object.members.map { "\($0.key.string)=\($0.value.int ?? -1)" } == expected.map { "\($0.key)=\($0.value)" })
    }
  }

  @Test func manyItemsAreRemovedAtOnce() throws {
    let root = try parse(#"{"a":1,"b":[0,1,2,3],"c":2}"#).live().root
    let array = try #require(root["b"])
    try array.removeItems([#require(array[1]), #require(array[3])])
    try root.removeItems([#require(root["a"]), array])
    #expect(JSONWriter.compactText(array) == "[0,2]" && JSONWriter.compactText(root) == #"{"c":2}"#)
    #expect(!array.isAttached)
    #expect(throws: JSONEditError.self) { try root.removeItems([array]) }
  }

  @Test func valuesOfADuplicateKeyAreNotEdited() throws {
    let document = try parse(#"{"a":{"b":[1]},"a":2,"c":3}"#).live()
    let inner = try #require(document.root["a"]?["b"])
    #expect(throws: JSONEditError.self) { try inner.insert("2") }
    #expect(throws: JSONEditError.self) { try #require(document.root["a"]).replace(with: "1") }
    try #require(document.root["c"]).replace(with: "4")
    #expect(String(decoding: document.currentText.bytes(), as: UTF8.self) == #"{"a":{"b":[1]},"a":2,"c":4}"#)
  }

  @Test func malformedOrDeepTextsAreRefused() throws {
    let document = try parse(#"{"a":[1]}"#).live()
    let array = try #require(document.root["a"])
    for text in ["", "1,2", "1]", "}", "{\"a\":1"] {
      #expect(throws: JSONEditError.self) { try array.insert(text) }
      #expect(throws: JSONEditError.self) { try document.root.add("b", text) }
    }
    let deep = String(repeating: "[", count: 9_999) + String(repeating: "]", count: 9_999)
    #expect(throws: JSONEditError.self) { try array.insert(deep) }
    try document.root.add("deep", deep)
    #expect(JSONWriter.compactText(array) == "[1]")
  }

  @Test func aPrettyDocumentChangesOneLinePerValue() throws {
    let text = "{\n  \"books\": [\n    {\n      \"name\": \"Dune\"\n    }\n  ]\n}\n"
    let document = try parse(text).live()
    let books = try #require(document.root["books"])
    try books.insert(#"{"name":"Emma"}"#)
    try #require(books[1]?["name"]).replace(with: "\"Persuasion\"")
    try #require(books[1]).add("pages", "249")
    #expect(
      String(decoding: document.currentText.bytes(), as: UTF8.self)
        == "{\n  \"books\": [\n    {\n      \"name\": \"Dune\"\n    },\n    {\n      \"name\": \"Persuasion\",\n      \"pages\": 249\n    }\n  ]\n}\n"
    )
  }
}

extension JSONWriter {
  fileprivate static func compactText(_ value: JSONValue) -> String { String(decoding: compact(value), as: UTF8.self) }
}

extension Tree {
  fileprivate mutating func change(_ path: [Int], _ body: (inout Tree) -> Void) {
    guard let first = path.first else { return body(&self) }
    switch self {
    case .array(var elements):
      elements[first].change(Array(path.dropFirst()), body)
      self = .array(elements)
    case .object(var members):
      members[first].value.change(Array(path.dropFirst()), body)
      self = .object(members)
    case .scalar: break
    }
  }

  fileprivate mutating func remove(at place: Int) {
    switch self {
    case .array(var elements):
      elements.remove(at: place)
      self = .array(elements)
    case .object(var members):
      members.remove(at: place)
      self = .object(members)
    case .scalar: break
    }
  }

  fileprivate mutating func rename(at place: Int, to key: String) {
    guard case .object(var members) = self else { return }
    members[place].key = key
    self = .object(members)
  }

  fileprivate mutating func insert(_ new: Tree, _ key: String?, at place: Int?) {
    switch self {
    case .array(var elements):
      elements.insert(new, at: place ?? elements.count)
      self = .array(elements)
    case .object(var members):
      members.append((key ?? "", new))
      self = .object(members)
    case .scalar: break
    }
  }
}
