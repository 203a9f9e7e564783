/// The settlements of a model's conflicts.
package enum ConflictSettlements: Sendable {
  /// They stop the merge.
  case none
  /// All in one way.
  case all(DocumentMerge.Settlement)
  /// Each of these conflicts in its own way. If there are others by now, they stop the merge.
  case each([DocumentMerge.Settlement], of: [RemoteConflict])

  /// Returns how the conflict of a whole file is settled. `number` is its place among these; they come first.
  func settlement(ofFile number: Int) -> DocumentMerge.Settlement? {
    switch self {
    case .none: nil
    case .all(let settlement): settlement
    case .each(let settlements, _): number < settlements.count ? settlements[number] : nil
    }
  }

  /// Returns how the conflict of a value is settled. `number` is its place among these.
  func settlement(ofValue number: Int) -> DocumentMerge.Settlement? {
    guard case .each(let settlements, let conflicts) = self else { return settlement(ofFile: number) }
    let place = conflicts.count { $0.kind == .file } + number
    return place < settlements.count ? settlements[place] : nil
  }

  /// True if nothing of our side counts where both changed something.
  var areAllTheirs: Bool { if case .all(.theirs) = self { true } else { false } }
}
