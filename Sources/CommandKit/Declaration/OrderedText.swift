import Synchronization

/// A text on the command line that knows its place among the values of other options, such as `--sort a --sort-desc b`.
package struct OrderedText: ArgumentValue, Sendable {
  private static let count = Mutex(0)

  /// The text.
  package let text: String
  /// A number that is larger than those of earlier values.
  package let position: Int

  /// Takes any text.
  package init?(argument: String) {
    text = argument
    position = Self.count.withLock { count in
      count += 1
      return count
    }
  }

  /// The text.
  package var argumentText: String { text }

  /// Any text.
  package static var valueDescription: String? { nil }
}
