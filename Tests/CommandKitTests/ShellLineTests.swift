import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  /// Lines split into words as shells split them.
  @Suite struct ShellLines {
    static let breaks = Set("\"'@><=;|&(: \t\n".utf8)

    /// A line, its words except the last, the last one, and the length of its part that readline does not replace.
    static let lines: [(line: String, words: [String], last: String, start: Int)] = [
      ("", [], "", 0),
      ("okit", [], "okit", 0),
      ("okit ", ["okit"], "", 0),
      ("okit  get\tx", ["okit", "get"], "x", 0),
      ("okit 'a b' c", ["okit", "a b"], "c", 0),
      (#"okit a\ b "c \" \d"#, ["okit", "a b"], #"c " \d"#, 0),
      ("okit 'Shop:bo", ["okit"], "Shop:bo", 0),
      ("okit Shop:bo", ["okit"], "Shop:bo", 5),
      ("okit Shop:'bo", ["okit"], "Shop:bo", 5),
      ("okit Sh'op:b'o", ["okit"], "Shop:bo", 0),
      ("okit Shop:'b'o", ["okit"], "Shop:bo", 5),
      (#"okit Shop\:bo"#, ["okit"], "Shop:bo", 0),
      ("okit --color=al", ["okit"], "--color=al", 8),
      ("okit @FAN", ["okit"], "@FAN", 0),
      ("okit x@FAN", ["okit"], "x@FAN", 1),
      ("okit $'a' b", ["okit", "a"], "b", 0),
      ("okit '' \"\" x", ["okit", "", ""], "x", 0),
      ("ls; okit get", ["okit"], "get", 0),
      ("ls | okit get", ["okit"], "get", 0),
      ("echo $(okit get", ["okit"], "get", 0),
      ("okit get x >file --m", ["okit", "get", "x"], "--m", 0),
      ("okit get x 2> file &>other y", ["okit", "get", "x"], "y", 0),
      ("okit get bücher/ä", ["okit", "get"], "bücher/ä", 0),
      ("okit a\\", ["okit"], "a", 0),
    ]

    @Test(arguments: lines) func bashLinesAreSplitIntoWords(line: String, words: [String], last: String, start: Int) {
      let read = ShellLine(line, breaks: Self.breaks)
      #expect(read.words == words)
      #expect(read.last.text == last)
      #expect(read.last.start == start)
      #expect(!read.last.isRedirection)
    }

    @Test(arguments: ["okit x >", "okit x > fi", "okit x 2>fi", "okit <fi", "okit >>fi", "okit &>fi", "okit >&fi"])
    func redirectionsAreRecognized(line: String) {
      #expect(ShellLine(line).last.isRedirection)
    }

    @Test func fishQuotesAreRemoved() {
      #expect(ShellLine(word: #"'it\'s \\ \x"#, .fish).last.text == #"it's \ \x"#)
      #expect(ShellLine(word: #""a \" \$ \x"#, .fish).last.text == #"a " $ \x"#)
      #expect(ShellLine(word: #"a\ b\[0\]"#, .fish).last.text == "a b[0]")
    }

    @Test func operatorsInASingleWordAreLiteral() {
      #expect(ShellLine(word: "a>b;c d('e f", .posix).last.text == "a>b;c d(e f")
    }
  }
}
