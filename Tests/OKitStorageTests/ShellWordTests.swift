import TestSupport
import Testing

@testable import OKitStorage

@Suite struct ShellWordTests {
  @Test(arguments: [
    "", "plain", "/a/b-c_1.txt", "two words", "it's", "a\\b", "$HOME", "`x`", "*", "~", "a;b", "#", "[0]", "Größe",
    "e\u{301}",
    "a\nb", "tab\t'quote'\\", "\u{1b}[31m7", "\u{85}8", "rtl\u{202e}9", "\u{feff}", "👩‍👩‍👧",
  ])
  func aShellReadsAQuotedWordUnchanged(_ word: String) throws {
    let quoted = ShellWord.quoted(word)
    #expect(try Tool.run("bash", "-c", "printf %s \(quoted)").bytes == Array(word.utf8), "\(quoted)")
  }

  @Test(arguments: ["a\nb", "\u{1b}[31m", "\u{85}", "rtl\u{202e}", "\u{2028}"])
  func aQuotedWordHasOnlyVisibleCharacters(_ word: String) {
    // Messages replace invisible characters, so that the shell would read other ones.
    let quoted = ShellWord.quoted(word)
    #expect(quoted.utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "\(quoted)")
  }
}
