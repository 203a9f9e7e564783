import OKitStorage

/// The new ids and the present that a migration takes: what nobody can know before, and yet the same again each time that it is rewound, so that one which
/// has to begin anew asks programs the same questions.
final class ReplayableValues {
  /// The present, in seconds since 1970.
  let now = Timestamp.now()
  private var ids: [String] = []
  private var position = 0

  /// The next id.
  func nextID() -> String {
    if position == ids.count { ids.append(UUIDText.new()) }
    position += 1
    return ids[position - 1]
  }

  /// Begins anew.
  func rewind() { position = 0 }
}
