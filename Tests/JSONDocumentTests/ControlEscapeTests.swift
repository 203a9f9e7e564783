import Foundation
import Testing

@testable import JSONDocument

@Suite struct ControlEscapeTests {
  private func escaped(_ text: String) -> String {
    String(decoding: JSONWriter.escapingControls(Array(text.utf8)), as: UTF8.self)
  }

  @Test func onlyControlCharactersAreEscaped() throws {
    let controls: [ClosedRange<UInt32>] = [
      0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
    ]
    let rest: ClosedRange<UInt32> = 0x20...0x11000
    for value in rest {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isControl = controls.contains { $0.contains(value) }
      let json = "[\"x\(scalar)y\"]"
      let result = escaped(json)
      if isControl {
        let digits = String(value, radix: 16)
        #expect(result == "[\"x\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "y\"]")
      } else {
        #expect(result.utf8.elementsEqual(json.utf8), "\(value)")
      }
    }
  }

  @Test func anEscapedTextParsesToTheSameString() throws {
    let text = "a\u{7f}\u{80}\u{9f}\u{a0}é\u{61c}\u{200d}\u{202e}\u{2066}\u{feff}😀"
    let json = JSONText.quote(text)
    #expect(try JSONDocument(parsing: escaped(json)).root.string == text)
    #expect(escaped("") == "" && escaped("{}") == "{}")
  }

  /// The function must not read beyond the last byte.
  @Test func aTruncatedCharacterIsUnchanged() {
    for bytes in [[0xC2], [0xE2], [0xE2, 0x80], [0xD8], [0xEF, 0xBB]] as [[UInt8]] {
      #expect(JSONWriter.escapingControls(bytes) == bytes)
    }
  }
}
