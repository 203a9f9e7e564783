import Archives
import TestSupport

/// An entry with its content, for tests.
struct Content: Equatable {
  let name: String
  let bytes: [UInt8]?

  init(_ name: String, _ bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }

  init(_ name: String, _ text: String) {
    self.init(name, Array(text.utf8))
  }

  static func folder(_ name: String) -> Content { Content(name, nil) }

  /// Compares names by their bytes, unlike `String`.
  static func == (one: Content, other: Content) -> Bool {
    one.name.utf8.elementsEqual(other.name.utf8) && one.bytes == other.bytes
  }

  /// Names and contents of many kinds. Only files, since writers write no folders.
  static let samples: [Content] = [
    Content("data/Bücher.json", #"{"books":["Größenwahn"]}"#),
    Content("data/e\u{301}te\u{301}.json", "decomposed"),
    Content("data/\u{e9}t\u{e9}.json", "composed"),
    Content("data/\u{5e9}\u{5dc}\u{5d5}\u{5dd}.json", "right to left"),
    Content("data/\u{1F469}\u{200D}\u{1F4BB}\u{1F1E9}\u{1F1EA}.json", "emoji with a joiner and a flag"),
    Content("data/書籍/日本語.json", "書籍"),
    Content("data/\u{212B}\u{FB01}.json", "compatibility"),
    Content("data/a b'c\"d\\e.json", "punctuation"),
    Content("data/upper.json", "x"),
    Content("data/UPPER.json", "y"),
    Content("empty", ""),
    Content("one", "1"),
    Content("zeros", [UInt8](repeating: 0, count: 300_000)),
    Content("picture.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + seededBytes(1_000, seed: 3)),
    Content(String(repeating: "l", count: 255), "a long name"),
    Content((0..<40).map { "folder\($0)/" }.joined() + String(repeating: "ü", count: 120), "a long path"),
    Content("random", seededBytes(5_000_000, seed: 1)),
  ]

  /// Writes the samples as files into the folder `samples`.
  static func writeSamples(to scratch: TemporaryFolder) throws {
    for content in samples {
      if let bytes = content.bytes { try scratch.write(bytes, to: "samples/" + content.name) }
    }
  }
}

/// A sink that keeps all bytes.
final class Memory {
  var bytes: [UInt8] = []

  func write(_ piece: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: piece)
  }
}
