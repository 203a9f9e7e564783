import TestSupport

typealias Tree = PlainTree

extension PlainTree {
  private static let parts = Parts(
    keys: ["a", "b", "id", "näme", "x/y", "refKey", "\"", "long key with spaces", ""], choices: 6
  ) { _ in
    [
      "1", "-0", "1.50", "1e+16", "9007199254740993", "true", "false", "null", #""""#, #""text""#, #""a\/b\n\u00e4""#,
      #""ä€😀""#, #""\ud83d\ude00""#, #"" ,]}""#,
    ]
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
    random(depth: depth, of: parts, using: &generator)
  }
}
