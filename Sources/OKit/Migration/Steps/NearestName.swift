/// Names by how many letters have to be changed to come from one to another.
enum NearestName {
  /// Longer names are compared by their beginnings.
  private static let longest = 64

  /// `names`, those first that are most like `name`.
  static func sorted(_ names: [String], to name: String) -> [String] {
    names.map { (distance($0, name), $0) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }

  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars.prefix(longest)), Array(right.unicodeScalars.prefix(longest)))
    var row = Array(0...right.count)
    for (i, one) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let replaced = diagonal + (one == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
