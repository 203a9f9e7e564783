import Foundation
import TestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

/// The possible states of a disk after a power cut, derived from a record of calls.
///
/// Events before a flush are on the disk. Any part of the later events may be, in any order: a write, a name, a mode. A step that changes names in
/// two folders happens as a whole, and is certain only if both were flushed. A new file always has the mode with which it was created once it has a
/// name, since the mode is part of the file; a later change of the mode can be lost. Every file system in use promises more than this.
struct PowerCuts {
  /// The disk at the beginning. New nodes are part of it, without a name.
  private let initial: DiskImage
  private let events: [RecordingCalls.Event]

  init(_ recorder: RecordingCalls) {
    var image = recorder.initial
    events = recorder.events
    for case .names(let changes) in events {
      for change in changes {
        if let node = change.node, let made = change.made { image.nodes[node] = made }
      }
    }
    initial = image
  }

  struct Cut {
    let image: DiskImage
    /// The number of events before the power cut.
    let place: Int
    /// True if the command had ended.
    let isAfterEnd: Bool
    let description: String
  }

  /// Calls `body` with each different disk, at most `cap` times for each moment.
  func forEach(cap: Int, _ body: (Cut) throws -> Void) throws {
    var generator = SeededGenerator(seed: Effort.seed)
    var seen: Set<[String: DiskImage.Entry]> = []
    for place in moments {
      let pending = pending(at: place)
      for kept in Self.choices(pending.count, cap: cap, &generator) {
        let dropped = Set(zip(pending, kept).filter { !$1 }.map(\.0))
        var image = initial
        for index in 0..<place where !dropped.contains(index) { image.apply(events[index]) }
        let isAfterEnd = place == events.count
        guard seen.insert(image.reachable).inserted || isAfterEnd else { continue }
        let words = dropped.sorted().map { describe(events[$0]) }.joined(separator: "; ")
        try body(Cut(image: image, place: place, isAfterEnd: isAfterEnd, description: "without \(words)"))
      }
    }
  }

  /// The moments with the most unflushed events: just before each flush, and at the end.
  private var moments: [Int] {
    events.indices.filter { index in
      switch events[index] {
      case .flush, .flushFileSystem: true
      case .write, .mode, .names: false
      }
    } + [events.count]
  }

  /// The events before `place` that no flush has made certain.
  private func pending(at place: Int) -> [Int] {
    var flushed: Set<RecordingCalls.Node> = []
    var isAllFlushed = false
    var pending: [Int] = []
    for index in (0..<place).reversed() {
      switch events[index] {
      case .flush(let node): flushed.insert(node)
      case .flushFileSystem: isAllFlushed = true
      case .write(let node, _, _), .mode(let node, _):
        if !isAllFlushed, !flushed.contains(node) { pending.append(index) }
      case .names(let changes):
        if !isAllFlushed, !changes.allSatisfy({ flushed.contains($0.folder) }) { pending.append(index) }
      }
    }
    return pending.reversed()
  }

  /// Choices of the `count` events that reach the disk: all of them, or the simplest and some at random.
  private static func choices(_ count: Int, cap: Int, _ generator: inout SeededGenerator) -> [[Bool]] {
    if count < 20, 1 << count <= cap { return (0..<1 << count).map { bits in (0..<count).map { bits >> $0 & 1 == 1 } } }
    var choices: [[Bool]] = [[Bool](repeating: false, count: count), [Bool](repeating: true, count: count)]
    for index in 0..<count {
      choices.append((0..<count).map { $0 != index })
      choices.append((0..<count).map { $0 == index })
      choices.append((0..<count).map { $0 < index })
    }
    choices = [choices[0], choices[1]] + choices.dropFirst(2).shuffled(using: &generator)
    while choices.count < cap { choices.append((0..<count).map { _ in Bool.random(using: &generator) }) }
    return Array(choices.prefix(cap))
  }

  private func describe(_ event: RecordingCalls.Event) -> String {
    switch event {
    case .write(let node, let offset, let bytes): "\(bytes.count) bytes at \(offset) of #\(node)"
    case .mode(let node, let mode): "mode \(String(mode, radix: 8)) of #\(node)"
    case .names(let changes): changes.map { "\($0.name) in #\($0.folder) is #\($0.node ?? 0)" }.joined(separator: ", ")
    case .flush(let node): "flush #\(node)"
    case .flushFileSystem: "flush all"
    }
  }
}
