import Glibc

/// Work on many items that two threads share.
enum Halves {
  /// The number of items from which a thread is worth its cost.
  private static let minimum = 1 << 14

  /// Calls `body` with ranges that together are `0..<count`, on two threads if there are many items.
  static func forEach(of count: Int, _ body: (Range<Int>) -> Void) {
    guard count >= minimum else { return body(0..<count) }
    withoutActuallyEscaping(body) { body in
      let other = BackgroundThread { body(count / 2..<count) }.start()
      body(0..<count / 2)
      if let other { pthread_join(other, nil) } else { body(count / 2..<count) }
    }
  }
}
