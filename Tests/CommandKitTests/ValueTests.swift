import CommandKit
import Testing

extension CommandKitTests {
  @Suite struct Values {
    static let durations: [(String, Duration?, String?)] = [
      ("0", .zero, "0"), ("30s", .seconds(30), "30s"), ("5m", .seconds(300), "5m"), ("1h", .seconds(3600), "1h"),
      ("1h30m", .seconds(5400), "1h30m"), ("90m", .seconds(5400), "1h30m"), ("250ms", .milliseconds(250), "250ms"),
      ("2d", .seconds(172_800), "2d"), ("0s", .zero, "0"), ("30", nil, nil), ("", nil, nil), ("s", nil, nil),
      ("-1s", nil, nil), ("1.5h", nil, nil), ("1 h", nil, nil), ("5x", nil, nil), ("99999999999999999d", nil, nil),
      ("9223372036854775807s", nil, nil), ("٣s", nil, nil),
    ]

    @Test(arguments: durations) func durationsAreRead(text: String, duration: Duration?, canonical: String?) {
      let value = DurationValue(argument: text)
      #expect(value?.duration == duration)
      #expect(value?.argumentText == canonical)
    }

    static let sizes: [(Int64, String)] = [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_440_000, "1.4 MB"), (14_240_000, "14.2 MB"),
      (142_400_000, "142 MB"), (99_950, "100 kB"), (99_949, "99.9 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
      (1_000_000_000, "1.0 GB"), (-1500, "-1.5 kB"), (.max, "9.2 EB"), (.min, "-9.2 EB"),
    ]

    @Test(arguments: sizes) func sizesAreHumanReadable(bytes: Int64, text: String) {
      #expect("\(ByteCount(bytes))" == text)
    }

    @Test(arguments: [
      ("plain é 名", "plain é 名"), ("a\tb\nc\r", "a\\tb\\nc\\r"), ("\u{1B}[2J", "\\u001B[2J"),
      ("\u{7F}\u{85}", "\\u007F\\u0085"),
      ("x\u{202E}gpj", "x\\u202Egpj"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
    func foreignTextIsEscaped(text: String, expected: String) {
      #expect(Console.printable(text) == expected)
    }
  }
}
