@testable import JSONDocument
@testable import OKitStorage

extension Fuzzer {
  private static let grammar = Seeds.texts(
    #"{"a":1,"a":[true,false,null,-0.5e+10,"x\u00e4\ud83d\ude00\n"],"":{}}"#, "\u{FEFF} [ 1 , 2 ]\r\n",
    "[[[[[[]]]]]]", #"{"id":"E1","refKey":"E2","näme":"ä€😀"}"#, #""\"\\\/\b\f\n\r\t\u001f""#,
    "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}\n", "1e400", "[1.0,12345678901234567890,1E-7]")

  /// The parser and the validator agree on any text, in any pieces. A parsed document is consistent, and is the same after it is written and parsed.
  static let json = Fuzzer(
    name: "json",
    seeds: { try grammar + [Seeds.fixture("data/settings.json"), Seeds.fixture("data/directory.json", prefix: 600)] }
  ) { input in
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: JSONBytes(input))
    } catch {
      for piece in [input.count, 1, 3, 16] { requireVerdict(input, piece: piece, error, nil) }
      require((0...input.count).contains(error.position.offset), "an error is inside of the text")
      return
    }
    for piece in [input.count, 1, 3, 16] { requireVerdict(input, piece: piece, nil, document.root.kind) }
    for piece in [input.count, 1, 5] { requireLookups(document, input, piece: piece) }
    requireConsistent(document)
    let compact = JSONWriter.compact(document.root)
    let again = mustNotThrow("parsing what was written") { try JSONDocument(parsing: JSONBytes(compact)) }
    require(isSame(document.root, again.root), "writing compactly keeps every value")
    require(JSONWriter.compact(again.root) == compact, "writing compactly what is compact changes nothing")
    let pretty = JSONWriter.pretty(document.root)
    let prettyAgain = mustNotThrow("parsing what was written") { try JSONDocument(parsing: JSONBytes(pretty)) }
    require(JSONWriter.compact(prettyAgain.root) == compact, "writing in lines keeps every value")
    require(Array(document.live().currentText.bytes()) == input, "a live document without changes has the same text")
  }

  /// Text outside of edits stays the same byte for byte, and edited values are as requested.
  static let jsonEdit = Fuzzer(name: "json-edit", seeds: { grammar.map { [7, 3, 1, 0, 2, 5] + $0 } }) { input in
    var choices = Choices(input)
    let plan = (0..<3).map { _ in (choices.number(below: 256), choices.number(below: 5)) }
    let document = try JSONDocument(parsing: JSONBytes(choices.rest))
    let live = document.live()
    let values = Array(live.values)
    var done = 0
    for (number, kind) in plan {
      let target = values[number % values.count]
      do throws(JSONEditError) {
        switch kind {
        case 0: try target.replace(with: #"{"new":[1]}"#)
        case 1: try target.remove()
        case 2: try target.insert("\"new\"", at: number % 4)
        case 3: try target.add("new\(number % 2)", "[]")
        default: try target.rename(to: "renamed\(number % 2)")
        }
        done += 1
      } catch {
        require(!"\(error)".isEmpty, "an error has words")
      }
    }
    let bytes = live.currentText.bytes()
    if done == 0 { require(Array(bytes) == Array(choices.rest), "refused edits change nothing") }
    let edited = mustNotThrow("parsing what was edited") { try JSONDocument(parsing: bytes) }
    requireConsistent(edited)
    let duplicates = Set(document.duplicateKeys().map(\.string))
    require(
      edited.duplicateKeys().allSatisfy { duplicates.contains($0.string) }, "an edit makes no key that is there already"
    )
  }

  private static func requireVerdict(_ input: [UInt8], piece: Int, _ error: JSONError?, _ kind: JSONKind?) {
    var validator = JSONValidator()
    var found: JSONError?
    do {
      var rest = input[...]
      while !rest.isEmpty {
        // Separate memory for each piece, so that the sanitizer sees reads beyond it.
        let bytes = Array(rest.prefix(max(piece, 1)))
        rest = rest.dropFirst(bytes.count)
        try bytes.withUnsafeBytes { try validator.feed($0) }
      }
      try validator.finish()
    } catch {
      found = error as? JSONError
    }
    require(found == error, "the validator says \(String(describing: found)), the parser \(String(describing: error))")
    require(validator.rootKind == kind, "both know the same kind of root")
  }

  /// The validator finds each value, and each object with a key, at its place in the document. It may miss values behind a key with an escape.
  private static func requireLookups(_ document: JSONDocument, _ input: [UInt8], piece: Int) {
    func validated(_ validator: JSONValidator, _ whilePassing: (inout JSONValidator) -> Void = { _ in })
      -> JSONValidator
    {
      var validator = validator
      var rest = input[...]
      mustNotThrow("validating what was parsed") {
        while !rest.isEmpty {
          let bytes = Array(rest.prefix(max(piece, 1)))
          rest = rest.dropFirst(bytes.count)
          try bytes.withUnsafeBytes { try validator.feed($0) }
          whilePassing(&validator)
        }
        try validator.finish()
      }
      return validator
    }
    for value in document.values.prefix(24) {
      guard let (steps, hasEscape) = path(to: value) else { continue }
      let found = validated(JSONValidator(lookingFor: steps)).found
      guard let start = found?.start, let end = found?.end else {
        require(hasEscape, "the validator finds the value at a path without escapes")
        continue
      }
      let around = input[start..<end].drop { $0.isJSONSpace || $0 == UInt8(ascii: ":") }
      let text = around.prefix(around.count - around.reversed().prefix { $0.isJSONSpace }.count)
      require(Array(text) == Array(value.rawText.utf8), "the validator finds the value that the document has there")
    }
    var noted: [Range<Int>] = []
    _ = validated(JSONValidator(noting: "a")) { noted += $0.takeNotedObjects() }
    let objects = document.values.filter { $0.kind == .object && $0["a"] != nil }.map(\.range)
    require(objects.allSatisfy(noted.contains), "the validator notes each object with the key")
  }

  /// The steps to a value, and true if a key on the way, or beside it, has an escape; nil for the root and behind a repeated key.
  private static func path(to value: JSONValue) -> (steps: [JSONStep], hasEscape: Bool)? {
    var steps: [JSONStep] = []
    var hasEscape = false
    var value = value
    while let parent = value.parent {
      if let key = value.key {
        guard parent[key.string] == value else { return nil }
        steps.append(.key(key.string))
        hasEscape = hasEscape || parent.members.contains { $0.key.range.count - 2 != $0.key.string.utf8.count }
      } else {
        guard let index = value.indexInParent else { return nil }
        steps.append(.index(index))
      }
      value = parent
    }
    return steps.isEmpty ? nil : (steps.reversed(), hasEscape)
  }

  /// Requires that ranges are nested, and that parents and children refer to each other.
  private static func requireConsistent(_ document: JSONDocument) {
    for value in document.values {
      require(value.range.upperBound <= document.bytes.count && !value.range.isEmpty, "a value lies in the text")
      if let parent = value.parent {
        require(parent.range.lowerBound < value.range.lowerBound, "a value begins after its parent")
        require(parent.range.upperBound > value.range.upperBound, "a value ends before its parent")
        require((parent.kind == .object) == (value.key != nil), "members, and nothing else, have keys")
      } else {
        require(value.index == 0, "only the root has no parent")
      }
      if let key = value.key {
        require(key.object == value.parent && key.value == value, "a key knows its object and its value")
        let text = key.string
        require(key == text && key.object[text] != nil, "a key equals its own text")
      }
      if let text = value.string {
        require(value.hasString(equalTo: text), "a string equals its own text")
        let again = mustNotThrow("parsing a quoted text") { try JSONDocument(parsing: JSONText.quote(text)) }
        require(again.root.string.map { $0.utf8.elementsEqual(text.utf8) } == true, "quoting keeps a text")
      }
      if let number = value.int { require(value.double == Double(number), "a number is the same as Int and Double") }
    }
  }

  private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    let values = Swift.zip(one.document.values, other.document.values)
    return Array(one.document.values).count == Array(other.document.values).count
      && values.allSatisfy { one, other in
        guard one.kind == other.kind, one.count == other.count else { return false }
        if let key = one.key, other.key.map({ $0 == key.string }) != true { return false }
        switch one.kind {
        case .object, .array: return true
        default: return one.withRawBytes { bytes in other.withRawBytes { bytes.elementsEqual($0) } }
        }
      }
  }
}

extension Fuzzer {
  /// A search finds the same strings as looking at each of them. The input is a text to find, a line feed and a document.
  static let stringSearch = Fuzzer(
    name: "string-search",
    seeds: { grammar.flatMap { [Array("a\n".utf8) + $0, Array("E1\n".utf8) + $0, Array("\\u\n".utf8) + $0] } }
  ) { input in
    let needle = Array(input.prefix { $0 != UInt8(ascii: "\n") })
    let document = try JSONDocument(parsing: JSONBytes(input.dropFirst(needle.count + 1)))
    func lowercased(_ bytes: [UInt8]) -> [UInt8] {
      bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
    func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
      bytes.count >= part.count && (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
    }
    func check(_ search: StringSearch?, _ isFound: ([UInt8]) -> Bool) {
      guard let search else { return }
      var candidates: [JSONValue: Bool] = [:]
      document.forEachString(with: search) { value, isCertain in
        require(candidates.updateValue(isCertain, forKey: value) == nil, "a string is found once")
      }
      for value in document.values {
        guard let text = value.string else { continue }
        let isThere = isFound(Array(text.utf8))
        if isThere { require(candidates[value] != nil, "a string with the text is found") }
        if candidates[value] == true { require(isThere, "what is found for certain contains the text") }
      }
    }
    check(StringSearch(exactly: needle)) { contains($0, needle) }
    check(StringSearch(ignoringCaseOf: needle)) { contains(lowercased($0), lowercased(needle)) }
  }
}
