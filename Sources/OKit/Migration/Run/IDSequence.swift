/// New ids, which are the same ones again each time that it is rewound: a migration that has to begin anew asks programs the same questions.
final class IDSequence {
  private var ids: [String] = []
  private var position = 0

  /// The next id.
  func next() -> String {
    if position == ids.count { ids.append(UUIDText.new()) }
    position += 1
    return ids[position - 1]
  }

  /// Begins anew.
  func rewind() { position = 0 }
}
