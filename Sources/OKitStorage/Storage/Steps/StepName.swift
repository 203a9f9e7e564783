import JSONDocument

/// Names of files in `okit/.steps`. They tell a step's number, time and size, so that listing the folder is enough to remove old steps.
package enum StepName: Equatable, Hashable, Sendable {
  /// The record of a step: `NUMBER-TIME-SIZE.json`, with the time in seconds since 1970 and the size of its kept files in bytes.
  case record(StepHeader)
  /// A file that a step replaced or removed: `NUMBER-INDEX`.
  case kept(number: Int, index: Int)

  private static let recordEnding = ".json"
  /// The highest number of a step, and of a file in it. One above it is not taken for a step, so it would never be removed.
  package static let maximumNumber = 999_999_999

  /// Parses a file name; nil for any other file.
  package init?(_ name: String) {
    if let stem = name.withoutSuffix(Self.recordEnding) {
      let numbers = Self.numbers(in: stem)
      guard numbers.count == 3 else { return nil }
      self = .record(StepHeader(number: numbers[0], time: Int64(numbers[1]), size: Int64(numbers[2])))
    } else {
      let numbers = Self.numbers(in: name)
      guard numbers.count == 2 else { return nil }
      self = .kept(number: numbers[0], index: numbers[1])
    }
    guard text.isExactly(name), number <= Self.maximumNumber else { return nil }
  }

  private static func numbers(in text: String) -> [Int] {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      // Times and sizes have more digits than numbers.
      part.count < 19 && part.allSatisfy(\.isDecimalDigit) ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : []
  }

  /// The file name.
  package var text: String {
    switch self {
    case .record(let header): "\(header.number)-\(header.time)-\(header.size)\(Self.recordEnding)"
    case .kept(let number, let index): "\(number)-\(index)"
    }
  }

  /// The number of the step.
  package var number: Int {
    switch self {
    case .record(let header): header.number
    case .kept(let number, _): number
    }
  }
}

/// The number, time and size of a step, from the name of its record.
package struct StepHeader: Equatable, Hashable, Sendable {
  /// The number of the step. Later steps have higher numbers.
  package let number: Int
  /// The time of the commit, in seconds since 1970.
  package let time: Int64
  /// The size of the kept files in bytes.
  package let size: Int64

  package init(number: Int, time: Int64, size: Int64) {
    self.number = number
    self.time = time
    self.size = size
  }
}
